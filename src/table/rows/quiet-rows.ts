/**
 * What quiet moves give, for whole rows of cells at once (docs/spec/table-format.md): for each cell of one side to move the
 * least code, in the list of the other side, that a legal move without capture leads to.
 *
 * The cells of a placement and a square of the inner man differ in the formations only; all of them together are a *row*,
 * one entry for each pair of formations (red formation * black formations + black formation). A move of an attacking man leads
 * from a row to another one, entry by entry, but where a man of a formation stands in its way; a move of a formation's man
 * permutes the entries of the row. So all is done on rows: no board is set up and no move generated.
 */
import { fileOrder, type FileOrder } from "../../endgame/file-order.ts";
import type { FormationClass } from "../../endgame/formation.ts";
import { twinKey, type EndgameIndex } from "../../endgame/index.ts";
import { CANNON, CHARIOT, HORSE, pieceOf, type Colour, type Piece } from "../../xiangqi/pieces.ts";
import { flipSquare, mirrorSquare, SQUARES, type Square } from "../../xiangqi/squares.ts";
import { BLACK_SOLDIER_STEPS, HORSE_STEPS, RED_SOLDIER_STEPS } from "../../xiangqi/steps.ts";
import type { Codes } from "../format/header.ts";
import { RowRoom, type RowKernel } from "./row-room.ts";

/** Rays of a board: a step and how far it goes from a square. */
const RAYS: readonly (readonly [step: number, length: (square: Square) => number])[] = [
  [9, (square) => 9 - Math.floor(square / 9)],
  [-9, (square) => Math.floor(square / 9)],
  [1, (square) => 8 - (square % 9)],
  [-1, (square) => square % 9],
];

/** Moves of one class of formations that need the same square empty (elephants' eyes), as a list for the kernel. */
interface FormationMoves {
  readonly eye: Square | -1;
  readonly address: number;
  readonly count: number;
}

/**
 * The codes of a row in the order of the file: for each red formation stored with the placement, each black formation. Cells
 * that are no legal position have `noneOf`.
 */
export type RowsOfCodes = (placement: number, square: Square) => Codes;

export class QuietRows {
  readonly index: EndgameIndex;
  readonly order: FileOrder;
  readonly #mover: Colour;
  readonly #room: RowRoom;
  readonly #kernel: RowKernel;
  readonly #wide: boolean;
  readonly #pieces: readonly Piece[];
  /** Masks by square: `noneOf` where a man of a formation stands on it, else 0; 0 for squares where none can. */
  readonly #standing: readonly number[];
  readonly #squares: Square[];
  readonly #occupied = new Uint8Array(SQUARES);
  readonly #moves: readonly FormationMoves[];
  /** Where an entry's mirror image is. */
  readonly #mirrored: number;
  // Rows, and bytes of them: of one, and of those of one red formation.
  readonly #there: number;
  readonly #image: number;
  readonly #blocked: number;
  readonly #best: number;
  readonly #bytes: number;
  readonly #run: number;

  /** @param bytesPerCode of the rows that it is given, which are those of the side not to move */
  constructor(index: EndgameIndex, mover: Colour, bytesPerCode: 1 | 2, room = new RowRoom()) {
    const { red, black, placements } = index;
    this.index = index;
    this.order = fileOrder(index);
    this.#mover = mover;
    this.#room = room;
    this.#kernel = room.kernel;
    this.#wide = bytesPerCode === 2;
    this.#run = black.count * bytesPerCode;
    this.#bytes = red.count * this.#run;
    this.#there = room.take(this.#bytes);
    this.#image = room.take(this.#bytes);
    this.#blocked = room.take(this.#bytes);
    this.#best = room.take(this.#bytes);
    const outer = placements.men.map(({ colour, role }) => pieceOf(colour, role));
    this.#pieces = index.inner === null ? outer : [pieceOf("red", index.inner), ...outer];
    this.#squares = this.#pieces.map(() => 0);
    const row = () => newCodes(bytesPerCode, red.count * black.count);
    this.#standing = standingMen(index, row, noneOf(bytesPerCode)).map((men) => (men === null ? 0 : room.put(men)));
    this.#moves = movesByEye(mover === "red" ? red : black, mover).map(({ eye, moves }) => {
      const bytes = moves.map((entry) => entry * (mover === "red" ? this.#run : bytesPerCode));
      return { eye, address: room.put(Uint32Array.from(bytes)), count: moves.length / 2 };
    });
    this.#mirrored = room.put(mirroredEntries(index));
  }

  /**
   * The least code that a quiet move leads to, for the cells of a placement and a square in the order of the file; the
   * greatest number of the type where there is none. Cells that are no legal position get any code.
   * @param rows of the side not to move
   * @returns the address of the row's stored entries: for each stored red formation, each black formation
   */
  derive(rows: RowsOfCodes, placement: number, square: Square): number {
    const { index } = this;
    const best = this.#best;
    this.#room.bytes.fill(0xff, best, best + this.#bytes);
    if (!this.#setUp(placement, square)) return best;
    this.#moveFormations(rows, placement, square);
    const first = index.inner === null || this.#mover === "red" ? 0 : 1;
    for (let man = first; man < this.#pieces.length; man++) {
      if (this.#pieces[man]! < 8 === (this.#mover === "red")) this.#moveAttackingMan(rows, man);
    }
    keepStored(this.#room, best, this.order.formationsOf(placement), this.#run);
    return best;
  }

  /** Puts the attacking men on the board; false when that is impossible. */
  #setUp(placement: number, square: Square): boolean {
    const { placements, inner, innerReach } = this.index;
    const squares = this.#squares;
    let man = 0;
    if (inner !== null) squares[man++] = square;
    for (let i = 0; i < placements.men.length; i++) squares[man++] = placements.squareOf(placement, i);
    this.#occupied.fill(0);
    for (let i = 0; i < squares.length; i++) {
      if (this.#occupied[squares[i]!] !== 0) return false;
      this.#occupied[squares[i]!] = 1;
    }
    return inner === null || innerReach[square] === 1;
  }

  #moveFormations(rows: RowsOfCodes, placement: number, square: Square): void {
    const kernel = this.#kernel;
    this.#bringRow(rows, placement, square);
    for (const { eye, address, count } of this.#moves) {
      if (eye >= 0 && this.#occupied[eye] !== 0) continue;
      if (this.#mover === "red") kernel.leastOfRuns(this.#best, this.#there, address, count, this.#run, this.#wide);
      else {
        const runs = this.index.red.count;
        kernel.leastOfEntries(this.#best, this.#there, address, count, this.#run, runs, this.#wide);
      }
    }
  }

  #moveAttackingMan(rows: RowsOfCodes, man: number): void {
    const from = this.#squares[man]!;
    const piece = this.#pieces[man]!;
    switch (piece & 7) {
      case CHARIOT:
      case CANNON:
        for (const [step, length] of RAYS) this.#slide(rows, man, from, step, length(from));
        return;
      case HORSE:
        return this.#step(rows, man, from, HORSE_STEPS);
      default:
        return this.#step(rows, man, from, piece < 8 ? RED_SOLDIER_STEPS : BLACK_SOLDIER_STEPS);
    }
  }

  #slide(rows: RowsOfCodes, man: number, from: Square, step: number, length: number): void {
    let mask = 0;
    for (let i = 1, to = from + step; i <= length && this.#occupied[to] === 0; i++, to += step) {
      this.#take(rows, man, to, mask);
      const standing = this.#standing[to]!;
      if (standing === 0) continue;
      if (mask === 0) this.#room.bytes.copyWithin(this.#blocked, standing, standing + this.#bytes);
      else this.#kernel.add(this.#blocked, standing, this.#bytes);
      mask = this.#blocked;
    }
  }

  #step(rows: RowsOfCodes, man: number, from: Square, { start, to, through }: typeof HORSE_STEPS): void {
    for (let i = start[from]!; i < start[from + 1]!; i++) {
      if (this.#occupied[to[i]!] !== 0 || this.#occupied[through[i]!] !== 0) continue;
      this.#take(rows, man, to[i]!, to[i] === through[i] ? 0 : this.#standing[through[i]!]!);
    }
  }

  /** Takes into account that a man moves to a square, but for the entries that are masked. @param mask 0: none */
  #take(rows: RowsOfCodes, man: number, to: Square, mask: number): void {
    const { index } = this;
    const { placements, inner, innerReach, twins } = index;
    const squares = this.#squares;
    const from = squares[man]!;
    squares[man] = to;
    const first = inner === null ? 0 : 1;
    let innerMan = 0;
    for (let twin = 1; twin < twins; twin++) {
      if (twinKey(squares[twin]!) > twinKey(squares[innerMan]!)) innerMan = twin;
    }
    outerSquares.length = placements.men.length;
    for (let i = 0; i < placements.men.length; i++) outerSquares[i] = squares[i + first === innerMan ? 0 : i + first]!;
    const square = inner === null ? 0 : squares[innerMan]!;
    squares[man] = from;
    const placement = placements.find(outerSquares);
    if (placement < 0 || (inner !== null && innerReach[square] === 0)) return;
    let row = this.#there;
    const other = placements.mirror[placement]!;
    if (other < placement) {
      this.#bringRow(rows, other, inner === null ? 0 : mirrorSquare(square));
      row = this.#image;
      this.#kernel.reorder(row, this.#there, this.#mirrored, index.red.count * index.black.count, this.#wide);
    } else this.#bringRow(rows, placement, square);
    if (mask === 0) this.#kernel.least(this.#best, row, this.#bytes, this.#wide);
    else this.#kernel.leastUnmasked(this.#best, row, mask, this.#bytes, this.#wide);
  }

  /** Brings in all entries of a row whose placement is not greater than its mirror image. */
  #bringRow(rows: RowsOfCodes, placement: number, square: Square): void {
    const { index, order } = this;
    const { placements, red, black, width } = index;
    const room = this.#room;
    const codes = rows(placement, square);
    if (placements.mirror[placement] !== placement) {
      room.write(this.#there, codes);
      return;
    }
    const formations = black.count;
    const stored = order.formationsOf(placement);
    const whole = newCodes(this.#wide ? 2 : 1, red.count * formations);
    for (let i = 0; i < stored.length; i++) {
      whole.set(codes.subarray(i * formations, (i + 1) * formations), stored[i]! * formations);
    }
    const others = width === 1 ? codes : rows(placement, mirrorSquare(square));
    for (let i = 0; i < stored.length; i++) {
      const formation = stored[i]!;
      const mirrored = red.mirror[formation]!;
      if (mirrored === formation) continue;
      const from = i * formations;
      const to = mirrored * formations;
      for (let at = 0; at < formations; at++) whole[to + at] = others[from + black.mirror[at]!]!;
    }
    room.write(this.#there, whole);
  }
}

const outerSquares: Square[] = [];

/** Moves the entries of the red formations that are stored with a placement to the start of their row. @param run bytes of a formation's */
export function keepStored({ bytes }: RowRoom, row: number, stored: Int32Array, run: number): void {
  stored.forEach((formation, i) => {
    if (formation > i) bytes.copyWithin(row + i * run, row + formation * run, row + (formation + 1) * run);
  });
}

/** The number that stands for no code. */
export function noneOf(bytesPerCode: 1 | 2): number {
  return bytesPerCode === 1 ? 0xff : 0xffff;
}

export function newCodes(bytesPerCode: 1 | 2, length: number): Codes {
  return bytesPerCode === 1 ? new Uint8Array(length) : new Uint16Array(length);
}

/** By square: for each entry of a row `none` where a man of its formations stands there; null for squares where none can. */
export function standingMen({ red, black }: EndgameIndex, row: () => Codes, none: number): (Codes | null)[] {
  const standing: (Codes | null)[] = Array.from({ length: SQUARES }, () => null);
  red.squares.forEach((men, formation) => {
    for (const square of men)
      (standing[square] ??= row()).fill(none, formation * black.count, (formation + 1) * black.count);
  });
  black.squares.forEach((men, formation) => {
    for (const square of men) {
      const mask = (standing[flipSquare(square)] ??= row());
      for (let at = formation; at < mask.length; at += black.count) mask[at] = none;
    }
  });
  return standing;
}

/** By the eye that must be empty (-1: none): from, to, from, to ... */
function movesByEye({ moves }: FormationClass, colour: Colour): { eye: Square | -1; moves: number[] }[] {
  const byEye = new Map<Square | -1, number[]>();
  moves.forEach((list, from) => {
    for (const { target, eye } of list) {
      const at = eye < 0 || colour === "red" ? eye : flipSquare(eye);
      let group = byEye.get(at);
      if (group === undefined) byEye.set(at, (group = []));
      group.push(from, target);
    }
  });
  return Array.from(byEye, ([eye, group]) => ({ eye, moves: group }));
}

function mirroredEntries({ red, black }: EndgameIndex): Uint32Array {
  const map = new Uint32Array(red.count * black.count);
  for (let at = 0, formation = 0; formation < red.count; formation++) {
    const first = red.mirror[formation]! * black.count;
    for (let other = 0; other < black.count; other++) map[at++] = first + black.mirror[other]!;
  }
  return map;
}
