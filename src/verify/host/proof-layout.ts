/** What the proof kernel (kernel/assembly) finds in its memory: a table's numbering, its moves, its values and its inputs. */
import { canonicalEndgame } from "../../endgame/endgame.ts";
import { formationClass, type FormationClass } from "../../endgame/formation.ts";
import { conversions } from "../../endgame/graph.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { indexOfTable } from "../../table/format/index-parameters.ts";
import type { TableHeader } from "../../table/format/header.ts";
import { DRAW, distanceOf, isLoss, isWin, makeValue, orderOf, type Value } from "../../table/value.ts";
import { opponent, pieceOf, type Colour } from "../../xiangqi/pieces.ts";
import { fileOf, flipSquare, rankOf, SQUARES, type Square } from "../../xiangqi/squares.ts";
import { HORSE_ORIGINS, HORSE_STEPS, type StepTable } from "../../xiangqi/steps.ts";
import { mostInChunk, mostNeeded, type Chunk } from "./chunks.ts";
import * as K from "../kernel/assembly/layout.ts";
import { ProofKernelMemory, type ProofMemory } from "./kernel-memory.ts";
import { levelOf } from "../asian/positions.ts";
import { attackingPieces, formationPieces } from "../setup.ts";
import { matchAttackingMen } from "../successors.ts";

/** The kernel numbers the levels by a byte. */
const MOST_ORDERS = 250;

/** While some chunks are looked at, others are read, or what was found in them is kept. */
const SPARE_SLOTS = 2;
/** A thread's room for lists of suspects of chases: u32s beside the most that one row takes. */
const LIST_WORDS = 65_536;
/** The same for suspects of checks, in bytes. */
const CHECK_LIST_BYTES = 2 ** 18;

/** A side of an input: the classes of its values that the proof tells apart, instead of its codes. */
export interface InputSide {
  readonly header: TableHeader;
  readonly turn: Colour;
  /** The class of each code of the side's list, and a value of each class; what is no code has a class of no meaning. */
  readonly classOf: Uint16Array;
  readonly values: readonly Value[];
  /** Where the host must put the classes of all cells, and the bits of each: see `putClasses`. */
  readonly address: number;
  readonly bits: 2 | 8 | 16;
}

export interface ProofLayout extends ProofMemory {
  readonly header: TableHeader;
  /** Codes have two bytes. */
  readonly wide: boolean;
  readonly inputs: readonly InputSide[];
  /** By thread. */
  readonly desks: readonly Desk[];
  /** Room for the codes of chunks, on their way to a thread and back. */
  readonly slots: readonly number[];
  /** The level words; null without perpetual rules. */
  readonly levels: number | null;
  /** From here on lies what only the walks over chunks need. */
  readonly walks: number;
}

/** Where a thread has what it looks at and what it finds. */
export interface Desk {
  /** H_NEEDS, H_WINDOWS, H_OUTS, H_ASKED. */
  readonly needs: number;
  readonly windows: number;
  readonly outs: number;
  readonly asked: number;
  /** Room for the other side's codes of all blocks that a chunk needs, and for what is found of its own. */
  readonly codes: number;
  readonly codesBytes: number;
  readonly found: number;
  readonly foundBytes: number;
  /** Bits by place in the chunk. */
  readonly chasing: number;
  readonly seeds: number;
  /** Room for listed suspects: of chases u32[listWords], of checks u8[checksBytes]. */
  readonly list: number;
  readonly listWords: number;
  readonly checks: number;
  readonly checksBytes: number;
}

export interface LayoutOptions {
  readonly threads: number;
  readonly chunks: readonly Chunk[];
  /** Look for suspects of perpetuals. */
  readonly suspects: boolean;
}

/** An input and the sides to move that captures lead to. */
export interface LaidInput {
  readonly header: TableHeader;
  readonly turns: ReadonlySet<Colour>;
}

/** Whether codes take two bytes in the kernel's memory, where one more code is for illegal cells. */
export function isWide({ lists }: TableHeader): boolean {
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

/** That of a move to an illegal cell. */
const NO_MOVE_KEY = 0xffff_ffff;

function moveKey(value: Value): number {
  return value === DRAW ? K.DRAW_KEY : isLoss(value) ? value : K.LOST_KEY - value;
}

/** Where runs of the sets of suspects begin takes 0.03 bytes a cell, of the 4 GiB that the kernel can address; each suspect takes nine. */
export const KERNEL_CELLS = 64 * 2 ** 30;

/** Whether the kernel can prove a table, if memory allows; the plain program can prove any. */
export function kernelCanProve({ info, cells, values }: TableHeader): boolean {
  const fewOrders = values.every((value) => value === DRAW || orderOf(value) < MOST_ORDERS);
  return info.index.parameters.inner !== "" && cells < KERNEL_CELLS && fewOrders;
}

/** Bytes of the classes of inputs' values. */
export function inputBytes({ info: { metric } }: TableHeader, inputs: readonly LaidInput[]): number {
  let bytes = 0;
  for (const { header, turns } of inputs) {
    for (const turn of turns) {
      const classes = new Set(header.lists[turn].map((value) => captureKey(metric, value)));
      bytes += (header.cells * bitsFor(classes.size)) / 8;
    }
  }
  return Math.ceil(bytes);
}

/** Bytes of a thread's desk and slot. */
export function deskBytes(header: TableHeader, index: EndgameIndex, chunks: readonly Chunk[]): number {
  const codes = mostNeeded(index, chunks) + 2 * mostInChunk(chunks);
  return (isWide(header) ? 2 : 1) * codes + 13 * index.blocks.length;
}

function bitsFor(classes: number): InputSide["bits"] {
  return classes <= 4 ? 2 : classes <= 256 ? 8 : 16;
}

/** A word of the kernel's description of the table: a number, or what lies at the address that it has. */
type Field = readonly [word: number, value: number | Uint8Array | Uint16Array | Int32Array | Uint32Array];

/** Lays out all that a proof needs but for the codes themselves. */
export function layOut(
  header: TableHeader,
  inputs: ReadonlyMap<string, LaidInput>,
  { threads, chunks, suspects }: LayoutOptions,
): { readonly layout: ProofLayout; readonly memory: ProofKernelMemory } {
  const memory = new ProofKernelMemory();
  const index = indexOfTable(header, header.info.endgame);
  const { lists } = header;
  const wide = isWide(header);
  const table = memory.take(4 * K.TABLE_WORDS);
  const fields: readonly Field[] = [
    ...indexFields(index),
    ...moveFields(index),
    ...valueFields(header),
    [K.T_SEED_ANY, header.info.orderForm === "chessdb" ? 1 : 0],
    [K.T_SUSPECTS, suspects ? 1 : 0],
  ];
  const words = fields.map(([word, value]) => [word, typeof value === "number" ? value : memory.put(value)] as const);
  const findings = K.R_HALVES + 8 * (lists.red.length + lists.black.length);
  const scratch = Array.from({ length: threads }, () => memory.take(4 * K.THREAD_WORDS + K.SCRATCH_BYTES + findings));
  const levels = suspects ? memory.take(4 * K.LEVEL_WORDS) : null;
  const walks = memory.used;
  const conversionTable = memory.take(K.CONVERSION_BYTES * K.CONVERSIONS);
  const sides = layOutConversions(memory, conversionTable, index, header.info.metric, inputs);
  const desks = scratch.map((place) => {
    const desk = layOutDesk(memory, index, chunks, wide ? 2 : 1);
    memory.words(place, K.THREAD_WORDS).set([desk.needs, desk.windows, desk.outs, desk.asked]);
    return desk;
  });
  const slotBytes = mostInChunk(chunks) * (wide ? 2 : 1);
  const slots = Array.from({ length: threads + SPARE_SLOTS }, () => memory.take(slotBytes));
  const described = memory.words(table, K.TABLE_WORDS);
  for (const [word, value] of words) described[word] = value;
  described[K.T_CONVERSIONS] = conversionTable;
  const layout = {
    memory: memory.memory,
    table,
    scratch,
    header,
    wide,
    inputs: sides,
    desks,
    slots,
    levels,
    walks,
  };
  return { layout, memory };
}

/** How the table's cells are numbered. */
function indexFields(index: EndgameIndex): readonly Field[] {
  const { red, black, placements } = index;
  const pieces = attackingPieces(index);
  const outer = placements.men.length;
  const squares = new Uint8Array(placements.count * outer);
  for (let i = 0; i < squares.length; i++) squares[i] = placements.squareOf(Math.floor(i / outer), i % outer);
  const half = Uint16Array.from({ length: red.count }, (_, formation) => formation).filter(
    (formation) => formation <= red.mirror[formation]!,
  );
  return [
    [K.T_FORMATIONS_BLACK, black.count],
    [K.T_OUTER, outer],
    [K.T_TWINS, index.twins],
    [K.T_PLACEMENTS, placements.count],
    [K.T_BLOCKS, index.blocks.length],
    [K.T_FIND, index.placements.table],
    [K.T_ADDENDS, index.placements.addends],
    [K.T_STORED, index.storedBlock],
    [K.T_ALL_BLOCKS, index.blocks],
    [K.T_WEIGHTS, index.weights],
    [K.T_MIRROR_BLACK, Uint16Array.from(black.mirror)],
    [K.T_PIECES, Uint8Array.from(pieces)],
    [K.T_SQUARES, squares],
    [K.T_REACH, Uint8Array.from({ length: SQUARES }, (_, square) => index.innerReach[square] ?? 0)],
    [K.T_RED_MEN, formationPieces("red", red).length],
    [K.T_BLACK_MEN, formationPieces("black", black).length],
    [K.T_RED_SQUARES, Uint8Array.from(red.squares.flat())],
    [K.T_BLACK_SQUARES, Uint8Array.from(black.squares.flat(), flipSquare)],
    [K.T_RED_PIECES, Uint8Array.from(formationPieces("red", red))],
    [K.T_BLACK_PIECES, Uint8Array.from(formationPieces("black", black))],
    [K.T_RUNS, Math.ceil(index.cells / K.RUN_CELLS)],
    [K.T_MIRROR_PLACEMENT, Int32Array.from(placements.mirror)],
    [K.T_HALF, half],
    [K.T_HALF_COUNT, half.length],
    [K.T_RED_FORMATIONS, red.count],
  ];
}

/** How men move within formations and beside them. */
function moveFields({ red, black }: EndgameIndex): readonly Field[] {
  const asItIs = (square: Square): Square => square;
  const [redMoves, blackMoves] = [formationMoves(red, asItIs), formationMoves(black, flipSquare)];
  return [
    [K.T_RED_MOVES, redMoves.starts],
    [K.T_RED_MOVE, redMoves.moves],
    [K.T_BLACK_MOVES, blackMoves.starts],
    [K.T_BLACK_MOVE, blackMoves.moves],
    [K.T_RED_LOST, formationsLeft(red, asItIs)],
    [K.T_BLACK_LOST, formationsLeft(black, flipSquare)],
    [K.T_HORSE, horseTable()],
    [K.T_NEAR, nearTable()],
  ];
}

/** What the codes of both sides mean, and how those of the derived one follow from the other's. */
function valueFields(header: TableHeader): readonly Field[] {
  const { lists, derived } = header;
  const orderOfCode = (value: Value) => Math.min(K.UNDECIDED, levelOf(value)) | (isWin(value) ? K.WON : 0);
  const kernelValue = (value: Value) => (value === DRAW ? K.DRAW_VALUE : value);
  const listFields = (list: readonly Value[], [codes, keys, values, levels]: readonly number[]): readonly Field[] => [
    [codes!, list.length],
    [keys!, Uint32Array.of(...list.map(moveKey), NO_MOVE_KEY)],
    [values!, Int32Array.from(list, kernelValue)],
    [levels!, Uint16Array.from(list, orderOfCode)],
  ];
  const fields: readonly Field[] = [
    [K.T_WIDE, isWide(header) ? 1 : 0],
    ...listFields(lists.red, [K.T_CODES_RED, K.T_KEYS_RED, K.T_VALUES_RED, K.T_LEVELS_RED]),
    ...listFields(lists.black, [K.T_CODES_BLACK, K.T_KEYS_BLACK, K.T_VALUES_BLACK, K.T_LEVELS_BLACK]),
  ];
  if (derived === null) return [...fields, [K.T_DERIVED, K.NEITHER]];
  const codeOf = new Map(lists[derived].map((value, code) => [value, code]));
  const found = (value: Value) => codeOf.get(value) ?? K.NO_CODE;
  // A ply more, of the same order: wins and losses of one order are consecutive numbers.
  const before = Uint16Array.from(lists[opponent(derived)], (value) => found(value === DRAW ? DRAW : value + 1));
  return [
    ...fields,
    [K.T_DERIVED, derived === "red" ? 0 : 8],
    [K.T_BEFORE, before],
    [K.T_WITHOUT_MOVE, found(makeValue(0, 0))],
  ];
}

/** The index of an input, in the kernel's memory. */
interface LaidIndex {
  readonly index: EndgameIndex;
  readonly find: number;
  readonly addends: number;
  readonly stored: number;
  readonly mirror: number;
}

/** Where each capture leads. @returns the sides of inputs that it leads to */
function layOutConversions(
  memory: ProofKernelMemory,
  conversionTable: number,
  index: EndgameIndex,
  metric: "dtc" | "dtm",
  inputs: ReadonlyMap<string, LaidInput>,
): readonly InputSide[] {
  const pieces = attackingPieces(index);
  const sides: InputSide[] = [];
  const sideOf = (name: string, turn: Colour): InputSide => {
    const known = sides.find((side) => side.header.info.endgame === name && side.turn === turn);
    if (known !== undefined) return known;
    const side = layOutInput(memory, inputs.get(name)!.header, turn, metric);
    sides.push(side);
    return side;
  };
  const indexes = new Map<string, LaidIndex>();
  const indexOf = (name: string): LaidIndex => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    const sub = indexOfTable(inputs.get(name)!.header, name);
    const mirror = memory.put(Uint16Array.from(sub.black.mirror));
    const { table, addends } = sub.placements;
    const [find, stored] = [memory.put(table), memory.put(sub.storedBlock)];
    const laid = { index: sub, find, addends: memory.put(addends), stored, mirror };
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
    const places =
      defending >= 0
        ? [K.CONVERSION_DEFENDING + defending + (lost.colour === "black" ? 2 : 0)]
        : pieces.flatMap((each, man) => (each === piece ? [man] : []));
    for (const place of places) {
      const ours = matchAttackingMen(sub.index, swapped, pieces, defending >= 0 ? -1 : place);
      const address = conversionTable + place * K.CONVERSION_BYTES;
      const conversion = memory.words(address, K.CONVERSION_BYTES / 4);
      const fields: readonly (readonly [number, number])[] = [
        [K.C_PLANE, side.address],
        [K.C_BITS, side.bits],
        [K.C_SWAPPED, swapped ? 1 : 0],
        [K.C_MEN, ours.length],
        [K.C_FIND, sub.find],
        [K.C_ADDENDS, sub.addends],
        [K.C_STORED, sub.stored],
        [K.C_PLACEMENTS, sub.index.placements.count],
        [K.C_FORMATIONS_BLACK, sub.index.black.count],
        [K.C_MIRROR_BLACK, sub.mirror],
        [K.C_KEYS, keys],
        [K.C_TWINS, sub.index.twins],
      ];
      for (const [field, value] of fields) conversion[field / 4] = value;
      new Uint8Array(memory.memory.buffer, address + K.C_OURS, ours.length).set(ours);
    }
  }
  return sides;
}

/** Makes room for the classes of an input's side. */
function layOutInput(memory: ProofKernelMemory, header: TableHeader, turn: Colour, metric: "dtc" | "dtm"): InputSide {
  const values: Value[] = [];
  const classes = new Map<number, number>();
  const classOf = new Uint16Array(256 ** header.bytesPerCode);
  header.lists[turn].forEach((value, code) => {
    const key = captureKey(metric, value);
    if (!classes.has(key)) classes.set(key, values.push(value) - 1);
    classOf[code] = classes.get(key)!;
  });
  const bits = bitsFor(values.length);
  const address = memory.take(Math.ceil((header.cells * bits) / 8));
  return { header, turn, classOf, values, address, bits };
}

/** Makes room for what one thread looks at and finds. */
function layOutDesk(
  memory: ProofKernelMemory,
  index: EndgameIndex,
  chunks: readonly Chunk[],
  bytesPerCode: number,
): Desk {
  const most = mostInChunk(chunks);
  const listWords = LIST_WORDS + index.black.count * (K.CHASE_HEAD_WORDS + K.CHASE_MOVE_WORDS * K.MOST_QUIET);
  const codesBytes = bytesPerCode * mostNeeded(index, chunks);
  const foundBytes = bytesPerCode * most;
  const bits = () => memory.take(Math.ceil(most / 8));
  return {
    needs: memory.take(index.blocks.length),
    windows: memory.take(4 * index.blocks.length),
    outs: memory.take(4 * index.blocks.length),
    asked: memory.take(4 * index.blocks.length),
    codes: memory.take(codesBytes),
    codesBytes,
    found: memory.take(foundBytes),
    foundBytes,
    chasing: bits(),
    seeds: bits(),
    list: memory.take(4 * listWords),
    listWords,
    checks: memory.take(CHECK_LIST_BYTES),
    checksBytes: CHECK_LIST_BYTES,
  };
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

/**
 * By the square of a king: its file and rank, on which chariots, cannons, soldiers and their screens have to do with a check of
 * it, and the squares where horses give check or are stopped. Behind the last king come all squares.
 */
function nearTable(): Uint8Array {
  const table = new Uint8Array((SQUARES + 1) * SQUARES).fill(1, SQUARES * SQUARES);
  for (let king = 0; king < SQUARES; king++) {
    const near = table.subarray(king * SQUARES);
    for (let square = 0; square < SQUARES; square++) {
      if (fileOf(square) === fileOf(king) || rankOf(square) === rankOf(king)) near[square] = 1;
    }
    for (let i = HORSE_ORIGINS.start[king]!; i < HORSE_ORIGINS.start[king + 1]!; i++) {
      near[HORSE_ORIGINS.to[i]!] = 1;
      near[HORSE_ORIGINS.through[i]!] = 1;
    }
  }
  return table;
}
