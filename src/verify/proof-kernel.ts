/**
 * The host of the proof kernel (kernel/assembly): lays a table and its inputs out in shared memory, and reads what threads have
 * found. The kernel shares no code with the solver; steps, formations and placements it takes from the game and the index.
 */
import { canonicalEndgame } from "../endgame/endgame.ts";
import { formationClass, type FormationClass } from "../endgame/formation.ts";
import { conversions } from "../endgame/graph.ts";
import { fileOrder } from "../endgame/file-order.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { crc32 } from "../table/crc32.ts";
import { indexOfTable } from "../table/index-parameters.ts";
import type { TableHeader, Codes } from "../table/header.ts";
import { DRAW, distanceOf, isLoss, isWin, makeValue, orderOf, type Value } from "../table/value.ts";
import { COLOURS, opponent, pieceOf, type Colour } from "../xiangqi/pieces.ts";
import { canStand } from "../xiangqi/reach.ts";
import { flipSquare, SQUARES, type Square } from "../xiangqi/squares.ts";
import { HORSE_ORIGINS, HORSE_STEPS, type StepTable } from "../xiangqi/steps.ts";
import * as K from "./kernel/assembly/layout.ts";
import { levelOf } from "./perpetuals/positions.ts";
import type { DecodedTable } from "./planes.ts";
import { attackingPieces, formationPieces } from "./setup.ts";
import { matchAttackingMen } from "./successors.ts";
import { emptyTally, type Tally } from "./tally.ts";

const PAGE_BYTES = 65_536;
/** All that WebAssembly's 32-bit addresses reach. */
const KERNEL_MOST_BYTES = 2 ** 32 - PAGE_BYTES;
const ALIGNMENT = 64;
/** The kernel numbers the levels by a byte. */
const MOST_ORDERS = 250;

/** What threads need to take part: shared memory, and where the table is described in it. */
export interface ProofMemory {
  readonly memory: WebAssembly.Memory;
  /** Address of the table's words. */
  readonly table: number;
  /** By thread the address of its own memory: SCRATCH_BYTES, then its findings. */
  readonly scratch: readonly number[];
  /** Addresses of the level words, Red's and Black's; null without perpetual rules. */
  readonly levels: Readonly<Record<Colour, number>> | null;
}

/** What AssemblyScript exports (kernel/assembly/index.ts). */
export interface ProofKernel {
  begin(table: number, scratch: number): void;
  beginLevels(words: number, scratch: number): void;
  mark(from: number, to: number): void;
  check(side: number, from: number, to: number): void;
  number(): number;
  prepare(): void;
  pattern(level: number): number;
  hasForcedChecks(level: number): number;
  list(from: number, out: number, most: number): number;
}

export function startKernel(module: WebAssembly.Module, { memory, table, scratch }: ProofMemory, thread: number) {
  const imports = { env: { memory, abort: () => undefined } };
  const kernel = new WebAssembly.Instance(module, imports).exports as unknown as ProofKernel;
  kernel.begin(table, scratch[thread]!);
  return kernel;
}

/** The kernel's memory, taken from the start on and never given back. */
export class KernelMemory {
  readonly memory: WebAssembly.Memory;
  #used = ALIGNMENT;

  constructor() {
    this.memory = new WebAssembly.Memory({ initial: 1, maximum: KERNEL_MOST_BYTES / PAGE_BYTES, shared: true });
  }

  take(bytes: number): number {
    const address = this.#used;
    this.#used = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT;
    const missing = this.#used - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
    return address;
  }

  put(array: Uint8Array | Uint16Array | Int32Array | Uint32Array): number {
    const address = this.take(array.byteLength);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    new Uint8Array(this.memory.buffer, address, array.byteLength).set(bytes);
    return address;
  }

  words(address: number, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, address, count);
  }
}

/** A side of an input: the classes of its values that the proof tells apart, instead of its codes. */
export interface InputSide {
  readonly header: TableHeader;
  readonly turn: Colour;
  /** The class of each code, and a value of each class. */
  readonly classOf: Uint16Array;
  readonly values: readonly Value[];
  /** Where the host must put the classes of all cells. */
  readonly address: number;
  readonly wide: boolean;
}

export interface ProofLayout extends ProofMemory {
  readonly header: TableHeader;
  /** Where the host must put the codes of all cells. */
  readonly planes: Readonly<Record<Colour, number>>;
  readonly inputs: readonly InputSide[];
}

export interface LayoutOptions {
  readonly threads: number;
  /** Look for suspects of perpetuals. */
  readonly suspects: boolean;
}

/** An input and the sides to move that captures lead to. */
export interface LaidInput {
  readonly header: TableHeader;
  readonly turns: ReadonlySet<Colour>;
}

/** Whether codes take two bytes in the kernel's memory, where one more code is for illegal cells. */
function isWide({ lists }: TableHeader): boolean {
  return lists.red.length > 255 || lists.black.length > 255;
}

/**
 * What a capture makes of a value, for the mover: to conversion only the outcome counts, to mate the distance, of order 0.
 * By key, as of moves in general: the least is best.
 */
function captureKey(metric: "dtc" | "dtm", value: Value): number {
  if (value === DRAW) return K.DRAW_KEY;
  const plies = metric === "dtc" ? 0 : distanceOf(value);
  if (isLoss(value)) return makeValue(0, plies);
  return metric === "dtc" ? K.LOST_KEY : K.LOST_KEY - makeValue(0, plies);
}

function moveKey(value: Value): number {
  return value === DRAW ? K.DRAW_KEY : isLoss(value) ? value : K.LOST_KEY - value;
}

/** Whether the kernel can prove a table, if memory allows; the plain program can prove any. */
export function kernelCanProve({ info, cells, values }: TableHeader): boolean {
  const fewOrders = values.every((value) => value === DRAW || orderOf(value) < MOST_ORDERS);
  return info.index.parameters.inner !== "" && cells < 2 ** 32 && fewOrders;
}

/** Bytes of shared memory that a proof takes before suspects are found. */
export function layoutBytes(header: TableHeader, inputs: readonly LaidInput[]): number {
  const bits = (header.info.rules === "none" ? 2 : 6) * Math.ceil(header.cells / 8);
  const planes = 2 * header.cells * (isWide(header) ? 2 : 1);
  const sides = inputs.reduce((sum, { header: input, turns }) => {
    const classes = new Set(input.values.map((value) => captureKey(header.info.metric, value)));
    return sum + turns.size * input.cells * (classes.size > 256 ? 2 : 1);
  }, 0);
  return bits + planes + sides;
}

/** Lays out all that a proof needs but for the codes themselves. */
export function layOut(
  header: TableHeader,
  inputs: ReadonlyMap<string, LaidInput>,
  { threads, suspects }: LayoutOptions,
): { readonly layout: ProofLayout; readonly memory: KernelMemory } {
  const memory = new KernelMemory();
  const index = indexOfTable(header, header.info.endgame);
  const { metric } = header.info;
  const { red, black, placements } = index;
  const pieces = attackingPieces(index);
  const outer = placements.men.length;
  const { lists, derived } = header;
  const wide = isWide(header);
  const table = memory.take(4 * K.TABLE_WORDS);
  const words: [number, number][] = [];
  const set = (word: number, value: number) => words.push([word, value]);
  const put = (word: number, array: Uint8Array | Uint16Array | Int32Array | Uint32Array) =>
    set(word, memory.put(array));

  set(K.T_FORMATIONS_BLACK, black.count);
  set(K.T_OUTER, outer);
  set(K.T_TWINS, index.twins);
  set(K.T_PLACEMENTS, placements.count);
  set(K.T_BLOCKS, index.blocks.length);
  put(K.T_FIND, findTable(index));
  put(K.T_STORED, index.storedBlock);
  put(K.T_ALL_BLOCKS, index.blocks);
  put(K.T_WEIGHTS, index.weights);
  put(K.T_MIRROR_BLACK, Uint16Array.from(black.mirror));
  put(K.T_PIECES, Uint8Array.from(pieces));
  const squares = new Uint8Array(placements.count * outer);
  for (let i = 0; i < squares.length; i++) squares[i] = placements.squareOf(Math.floor(i / outer), i % outer);
  put(K.T_SQUARES, squares);
  put(
    K.T_REACH,
    Uint8Array.from({ length: SQUARES }, (_, square) => (canStand(pieces[0]!, square) ? 1 : 0)),
  );
  set(K.T_RED_MEN, formationPieces("red", red).length);
  set(K.T_BLACK_MEN, formationPieces("black", black).length);
  put(K.T_RED_SQUARES, Uint8Array.from(red.squares.flat()));
  put(K.T_BLACK_SQUARES, Uint8Array.from(black.squares.flat(), flipSquare));
  put(K.T_RED_PIECES, Uint8Array.from(formationPieces("red", red)));
  put(K.T_BLACK_PIECES, Uint8Array.from(formationPieces("black", black)));
  const redMoves = formationMoves(red, (square) => square);
  const blackMoves = formationMoves(black, flipSquare);
  put(K.T_RED_MOVES, redMoves.starts);
  put(K.T_RED_MOVE, redMoves.moves);
  put(K.T_BLACK_MOVES, blackMoves.starts);
  put(K.T_BLACK_MOVE, blackMoves.moves);
  put(
    K.T_RED_LOST,
    formationsLeft(red, (square) => square),
  );
  put(K.T_BLACK_LOST, formationsLeft(black, flipSquare));
  put(K.T_HORSE, horseTable());
  set(K.T_WIDE, wide ? 1 : 0);
  for (const [turn, illegal, keys, values, levels] of [
    ["red", K.T_ILLEGAL_CODE_RED, K.T_KEYS_RED, K.T_VALUES_RED, K.T_LEVELS_RED],
    ["black", K.T_ILLEGAL_CODE_BLACK, K.T_KEYS_BLACK, K.T_VALUES_BLACK, K.T_LEVELS_BLACK],
  ] as const) {
    const list = lists[turn];
    const orderOfCode = (value: Value) => Math.min(K.UNDECIDED, levelOf(value)) | (isWin(value) ? K.WON : 0);
    const kernelValue = (value: Value) => (value === DRAW ? K.DRAW_VALUE : value);
    set(illegal, list.length);
    put(keys, Uint32Array.from([...list.map(moveKey), 0xffff_ffff]));
    put(values, Int32Array.from(list, kernelValue));
    put(levels, Uint16Array.from(list, orderOfCode));
  }
  if (derived === null) set(K.T_DERIVED, K.NEITHER);
  else {
    const codeOf = new Map(lists[derived].map((value, code) => [value, code]));
    const found = (value: Value) => codeOf.get(value) ?? K.NO_CODE;
    set(K.T_DERIVED, derived === "red" ? 0 : 8);
    // A ply more, of the same order: wins and losses of one order are consecutive numbers.
    put(
      K.T_BEFORE,
      Uint16Array.from(lists[opponent(derived)], (value) => found(value === DRAW ? DRAW : value + 1)),
    );
    set(K.T_WITHOUT_MOVE, found(makeValue(0, 0)));
  }
  set(K.T_SEED_ANY, header.info.orderForm === "chessdb" ? 1 : 0);
  set(K.T_SUSPECTS, suspects ? 1 : 0);
  set(K.T_CELLS, index.cells);
  // Up to a whole number of the runs in which suspects are counted.
  const bitBytes = Math.ceil(index.cells / 512) * 64;
  set(K.T_ILLEGAL_RED, memory.take(bitBytes));
  set(K.T_ILLEGAL_BLACK, memory.take(bitBytes));
  const suspectSets = suspects ? { red: memory.take(bitBytes), black: memory.take(bitBytes) } : null;
  if (suspectSets !== null) {
    set(K.T_CHECKING_RED, suspectSets.red);
    set(K.T_CHECKING_BLACK, suspectSets.black);
    set(K.T_CHASING_RED, memory.take(bitBytes));
    set(K.T_CHASING_BLACK, memory.take(bitBytes));
  }
  const scratch = Array.from({ length: threads }, () =>
    memory.take(K.SCRATCH_BYTES + K.R_HALVES + 8 * (lists.red.length + lists.black.length)),
  );
  const levelWords = (turn: Colour): number => {
    const address = memory.take(4 * K.LEVEL_WORDS);
    const level = memory.words(address, K.LEVEL_WORDS);
    level[K.L_SIDE] = turn === "red" ? 0 : 8;
    level[K.L_SET] = suspectSets![turn];
    level[K.L_RANKS] = memory.take(4 * (bitBytes / 64));
    return address;
  };
  const levels = suspects ? { red: levelWords("red"), black: levelWords("black") } : null;

  const sides: InputSide[] = [];
  const sideOf = (name: string, turn: Colour): InputSide => {
    const known = sides.find((side) => side.header.info.endgame === name && side.turn === turn);
    if (known !== undefined) return known;
    const { header: input } = inputs.get(name)!;
    const values: Value[] = [];
    const classes = new Map<number, number>();
    const classOf = Uint16Array.from(input.values, (value) => {
      const key = captureKey(metric, value);
      if (!classes.has(key)) classes.set(key, values.push(value) - 1);
      return classes.get(key)!;
    });
    const twoBytes = values.length > 256;
    const address = memory.take(input.cells * (twoBytes ? 2 : 1));
    const side = { header: input, turn, classOf, values, address, wide: twoBytes };
    sides.push(side);
    return side;
  };
  const conversionTable = memory.take(K.CONVERSION_BYTES * K.CONVERSIONS);
  set(K.T_CONVERSIONS, conversionTable);
  const indexes = new Map<string, { index: EndgameIndex; find: number; stored: number; mirror: number }>();
  const indexOf = (name: string) => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    const sub = indexOfTable(inputs.get(name)!.header, name);
    const mirror = memory.put(Uint16Array.from(sub.black.mirror));
    const laid = { index: sub, find: memory.put(findTable(sub)), stored: memory.put(sub.storedBlock), mirror };
    indexes.set(name, laid);
    return laid;
  };
  for (const { lost, endgame } of conversions(index.endgame)) {
    const { endgame: canonical, swapped } = canonicalEndgame(endgame);
    const sub = indexOf(canonical.name);
    // Who lost a man moves next.
    const side = sideOf(canonical.name, swapped ? opponent(lost.colour) : lost.colour);
    const keys = memory.put(Uint32Array.from(side.values, (value) => captureKey(metric, value)));
    const defending = lost.role === "advisor" ? 0 : lost.role === "elephant" ? 1 : -1;
    const piece = pieceOf(lost.colour, lost.role);
    const slots =
      defending >= 0
        ? [K.CONVERSION_DEFENDING + defending + (lost.colour === "black" ? 2 : 0)]
        : pieces.flatMap((each, man) => (each === piece ? [man] : []));
    for (const slot of slots) {
      const ours = matchAttackingMen(sub.index, swapped, pieces, defending >= 0 ? -1 : slot);
      const address = conversionTable + slot * K.CONVERSION_BYTES;
      const conversion = memory.words(address, K.CONVERSION_BYTES / 4);
      const fields: [number, number][] = [
        [K.C_PLANE, side.address],
        [K.C_WIDE, side.wide ? 1 : 0],
        [K.C_SWAPPED, swapped ? 1 : 0],
        [K.C_MEN, ours.length],
        [K.C_FIND, sub.find],
        [K.C_STORED, sub.stored],
        [K.C_PLACEMENTS, sub.index.placements.count],
        [K.C_FORMATIONS_BLACK, sub.index.black.count],
        [K.C_MIRROR_BLACK, sub.mirror],
        [K.C_KEYS, keys],
        [K.C_TWINS, sub.index.twins],
      ];
      for (const [place, value] of fields) conversion[place / 4] = value;
      new Uint8Array(memory.memory.buffer, address + K.C_OURS, ours.length).set(ours);
    }
  }
  const planes = {
    red: memory.take(index.cells * (wide ? 2 : 1)),
    black: memory.take(index.cells * (wide ? 2 : 1)),
  };
  set(K.T_PLANE_RED, planes.red);
  set(K.T_PLANE_BLACK, planes.black);
  const described = memory.words(table, K.TABLE_WORDS);
  for (const [word, value] of words) described[word] = value;
  return { layout: { memory: memory.memory, table, scratch, levels, header, planes, inputs: sides }, memory };
}

/** Placement by the squares of the outer men, whatever the order of identical ones; -1: impossible. */
function findTable({ placements }: EndgameIndex): Int32Array {
  const men = placements.men.length;
  const table = new Int32Array(SQUARES ** men);
  const squares: Square[] = placements.men.map(() => 0);
  for (let number = 0; number < table.length; number++) {
    let rest = number;
    for (let man = men - 1; man >= 0; man--) {
      squares[man] = rest % SQUARES;
      rest = Math.floor(rest / SQUARES);
    }
    table[number] = placements.find(squares);
  }
  return table;
}

function formationMoves(formation: FormationClass, toBoard: (square: Square) => Square) {
  const starts = new Uint32Array(formation.count + 1);
  const bytes: number[] = [];
  formation.moves.forEach((moves, number) => {
    const before = formation.squares[number]!;
    for (const { target, to, eye } of moves) {
      const after = formation.squares[target]!;
      const from = before.find((square) => !after.includes(square))!;
      bytes.push(target & 255, target >> 8, toBoard(from), toBoard(to), eye < 0 ? SQUARES : toBoard(eye), 0, 0, 0);
    }
    starts[number + 1] = bytes.length / K.FORMATION_MOVE_BYTES;
  });
  return { starts, moves: Uint8Array.from(bytes) };
}

/** By formation and square: the formation of the smaller class without the man there. */
function formationsLeft(formation: FormationClass, toBoard: (square: Square) => Square): Uint32Array {
  const { advisors, elephants } = formation;
  const left = new Uint32Array(formation.count * SQUARES);
  formation.squares.forEach((men, number) => {
    for (let man = 1; man < men.length; man++) {
      const advisor = man <= advisors;
      const rest = advisor ? formationClass(advisors - 1, elephants) : formationClass(advisors, elephants - 1);
      const others = men.toSpliced(man, 1);
      const found = rest.find(others[0]!, others.slice(1, 1 + rest.advisors), others.slice(1 + rest.advisors));
      left[number * SQUARES + toBoard(men[man]!)] = found | (advisor ? 0 : 1 << 16);
    }
  });
  return left;
}

/** Eight horses that reach a square, then eight steps from it, each with its leg. */
function horseTable(): Uint16Array {
  const table = new Uint16Array(16 * SQUARES).fill(0xffff);
  const fill = ({ start, to, through }: StepTable, first: number) => {
    for (let square = 0; square < SQUARES; square++) {
      for (let i = start[square]!; i < start[square + 1]!; i++) {
        table[16 * square + first + i - start[square]!] = to[i]! | (through[i]! << 8);
      }
    }
  };
  fill(HORSE_ORIGINS, 0);
  fill(HORSE_STEPS, 8);
  return table;
}

/** A view of a table's codes in the kernel's memory; illegal cells have a code of their own once they are marked. */
export function laidCodes({ memory, planes, header }: ProofLayout, turn: Colour): Codes {
  const { cells } = header;
  return isWide(header)
    ? new Uint16Array(memory.buffer, planes[turn], cells)
    : new Uint8Array(memory.buffer, planes[turn], cells);
}

/** A view of an input's classes. */
export function laidClasses({ memory }: ProofMemory, { address, header, wide }: InputSide): Codes {
  return wide
    ? new Uint16Array(memory.buffer, address, header.cells)
    : new Uint8Array(memory.buffer, address, header.cells);
}

/** A word of the table's description: an address, or a number. */
export function tableWord({ memory, table }: ProofMemory, word: number): number {
  return new Uint32Array(memory.buffer, table, K.TABLE_WORDS)[word]!;
}

/** The tables as the plain program sees them; of inputs only what a capture makes of a value is right. */
export function laidTables(layout: ProofLayout): { table: DecodedTable; inputs: Map<string, DecodedTable> } {
  const inputs = new Map<string, DecodedTable>();
  for (const side of layout.inputs) {
    const name = side.header.info.endgame;
    const known = inputs.get(name) ?? { header: side.header, lists: { red: [], black: [] }, red: null, black: null };
    inputs.set(name, {
      ...known,
      lists: { ...known.lists, [side.turn]: side.values },
      [side.turn]: laidClasses(layout, side),
    });
  }
  const { header } = layout;
  const table = { header, lists: header.lists, red: laidCodes(layout, "red"), black: laidCodes(layout, "black") };
  return { table, inputs };
}

/** How many differences of a derived side say what no code stands for. */
export function countUnread({ memory, scratch }: ProofLayout): number {
  const view = new DataView(memory.buffer);
  return scratch.reduce((sum, at) => sum + Number(view.getBigUint64(at + K.SCRATCH_BYTES + K.R_UNREAD, true)), 0);
}

/**
 * The checks of a derived side's blocks in the file (docs/spec/table-format.md), from the codes made of its differences: the
 * CRC-32 of 1 + code in the side's list for each legal position in the order of the file, 0 for other cells.
 */
export function derivedChecks(layout: ProofLayout): number[] {
  const { header } = layout;
  const { cells, cellsPerBlock, bytesPerCode, derived, lists } = header;
  const codes = laidCodes(layout, derived!);
  const illegal = lists[derived!].length;
  const { cellAt } = fileOrder(indexOfTable(header, header.info.endgame));
  const checks: number[] = [];
  for (let first = 0; first < cells; first += cellsPerBlock) {
    const count = Math.min(cellsPerBlock, cells - first);
    const bytes = new Uint8Array(count * bytesPerCode);
    for (let i = 0; i < count; i++) {
      const code = codes[cellAt(first + i)]!;
      const number = code === illegal ? 0 : code + 1;
      bytes[i * bytesPerCode] = number;
      if (bytesPerCode === 2) bytes[2 * i + 1] = number >> 8;
    }
    checks.push(crc32(bytes));
  }
  return checks;
}

/** What a thread has found. */
export function readFindings({ memory, scratch, header }: ProofLayout, thread: number): Tally {
  const { lists, values } = header;
  const codes = lists.red.length + lists.black.length;
  const at = scratch[thread]! + K.SCRATCH_BYTES;
  const view = new DataView(memory.buffer, at, K.R_HALVES + 8 * codes);
  const u64 = (place: number) => Number(view.getBigUint64(place, true));
  const tally = emptyTally(values.length);
  const codeOf = new Map(values.map((value, code) => [value, code]));
  let place = K.R_HALVES;
  for (const turn of COLOURS) {
    for (const value of lists[turn]) {
      tally[turn].halves[codeOf.get(value)!]! += u64(place);
      place += 8;
    }
  }
  tally.red.checkmatedHalves = u64(K.R_MATED_RED);
  tally.black.checkmatedHalves = u64(K.R_MATED_BLACK);
  tally.red.stalematedHalves = u64(K.R_STALEMATED_RED);
  tally.black.stalematedHalves = u64(K.R_STALEMATED_BLACK);
  tally.checked = u64(K.R_CHECKED);
  tally.wrong = u64(K.R_WRONG);
  if (tally.wrong > 0) {
    const derived = view.getInt32(K.R_FIRST_DERIVED, true);
    const turn = view.getUint32(K.R_FIRST_SIDE, true) === 0 ? "red" : "black";
    tally.first = {
      cell: view.getUint32(K.R_FIRST_CELL, true),
      turn,
      stored: lists[turn][view.getUint32(K.R_FIRST_STORED, true)]!,
      derived: derived === K.DRAW_VALUE ? DRAW : derived,
    };
  }
  return tally;
}
