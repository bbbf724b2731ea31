/** Which cells are legal positions, found out row by row: all that the rows of quiet moves need to know of the rules. */
import { fileOrder, type FileOrder } from "../endgame/file-order.ts";
import { twinKey, type EndgameIndex } from "../endgame/index.ts";
import { sameHomeFile } from "../endgame/placement.ts";
import { CANNON, CHARIOT, HORSE, pieceOf, SOLDIER, type Colour, type Piece } from "../xiangqi/pieces.ts";
import { canStand } from "../xiangqi/reach.ts";
import { fileOf, flipSquare, SQUARES, type Square } from "../xiangqi/squares.ts";
import { HORSE_BETWEEN, LINES, NO_STEP, BLACK_SOLDIER_BETWEEN, RED_SOLDIER_BETWEEN } from "../xiangqi/steps.ts";
import type { Codes } from "./header.ts";
import { standingMen } from "./quiet-rows.ts";

export class LegalRows {
  readonly index: EndgameIndex;
  readonly order: FileOrder;
  /** Entries of a row. */
  readonly length: number;
  readonly #turn: Colour;
  readonly #pieces: readonly Piece[];
  readonly #squares: Square[];
  readonly #occupied = new Uint8Array(SQUARES);
  readonly #standing: (Codes | null)[];
  /** Men of the formations strictly between the kings of an entry; 255 where they do not stand on one file. */
  readonly #betweenKings: Uint8Array;
  /** For each square of the files d to f: 255 for entries whose kings stand on its file with it between them. */
  readonly #covering: (Uint8Array | null)[];
  /** Squares of the king that must not be attacked, each with its entries: runs of equal length and distance. */
  readonly #kings: readonly KingEntries[];
  readonly #kingAt: (KingEntries | undefined)[] = [];
  /** By man's square and king's square: how many men of the king's entries' formations stand strictly between. */
  readonly #between = new Map<number, Uint8Array>();
  readonly #row: Uint8Array;

  /** @param turn the side to move: it must not be able to capture the other's king */
  constructor(index: EndgameIndex, turn: Colour) {
    const { red, black, placements, inner } = index;
    this.index = index;
    this.order = fileOrder(index);
    this.length = red.count * black.count;
    this.#turn = turn;
    const outer = placements.men.map(({ colour, role }) => pieceOf(colour, role));
    this.#pieces = inner === null ? outer : [pieceOf("red", inner), ...outer];
    this.#squares = this.#pieces.map(() => 0);
    this.#row = new Uint8Array(this.length);
    this.#standing = standingMen(index, () => new Uint8Array(this.length), 1);
    [this.#betweenKings, this.#covering] = facingKings(index, this.#standing as (Uint8Array | null)[]);
    this.#kings = kingEntries(index, turn);
    for (const king of this.#kings) this.#kingAt[king.square] = king;
  }

  /** Writes 1 for cells of a placement and a square, in the order of the file, that are no legal position, else 0. */
  illegal(placement: number, square: Square, out: Uint8Array): void {
    const { placements, inner, black } = this.index;
    const squares = this.#squares;
    const row = this.#row;
    let man = 0;
    if (inner !== null) squares[man++] = square;
    for (let i = 0; i < placements.men.length; i++) squares[man++] = placements.squareOf(placement, i);
    this.#occupied.fill(0);
    let possible = inner === null || canStand(this.#pieces[0]!, square);
    for (const at of squares) {
      if (this.#occupied[at] !== 0) possible = false;
      this.#occupied[at] = 1;
    }
    if (!possible || this.#isDouble()) {
      out.fill(1);
      return;
    }
    this.#faceKings();
    for (let i = 0; i < squares.length; i++) {
      const standing = this.#standing[squares[i]!]!;
      if (standing !== null) for (let at = 0; at < row.length; at++) row[at]! |= standing[at]!;
      if (this.#pieces[i]! < 8 === (this.#turn === "red")) this.#attack(this.#pieces[i]!, squares[i]!);
    }
    const stored = this.order.formationsOf(placement);
    const formations = black.count;
    for (let i = 0; i < stored.length; i++) {
      const at = stored[i]! * formations;
      out.set(row.subarray(at, at + formations), i * formations);
    }
  }

  /**
   * Whether nobody asks for these cells: a twin of the inner man has the greater key, so that the index never gives them, or
   * stands with it on the home file of both, as soldiers never do.
   */
  #isDouble(): boolean {
    const [inner, ...others] = this.#squares;
    const soldiers = this.index.inner === "soldier";
    for (let twin = 1; twin < this.index.twins; twin++) {
      const square = others[twin - 1]!;
      if (twinKey(square) > twinKey(inner!) || (soldiers && sameHomeFile("red", square, inner!))) return true;
    }
    return false;
  }

  #faceKings(): void {
    const row = this.#row;
    const between = this.#betweenKings;
    for (let at = 0; at < row.length; at++) row[at] = between[at] === 0 ? 1 : 0;
    for (const square of this.#squares) {
      const covering = this.#covering[square]!;
      if (covering !== null) for (let at = 0; at < row.length; at++) row[at]! &= ~covering[at]!;
    }
  }

  #attack(piece: Piece, from: Square): void {
    switch (piece & 7) {
      case CHARIOT:
      case CANNON: {
        const wanted = (piece & 7) === CANNON ? 1 : 0;
        for (const king of this.#kings) {
          const step = LINES[from * SQUARES + king.square]!;
          if (step === 0) continue;
          let men = 0;
          const [low, high] = from < king.square ? [from, king.square] : [king.square, from];
          for (let at = low + step; at < high; at += step) men += this.#occupied[at]!;
          if (men <= wanted) this.#attackAcross(king, this.#menBetween(from, king, step), wanted - men);
        }
        return;
      }
      case HORSE:
        for (const king of this.#kings) {
          const leg = HORSE_BETWEEN[from * SQUARES + king.square]!;
          if (leg === NO_STEP || this.#occupied[leg] !== 0) continue;
          this.#attackUnless(king, this.#standing[leg] as Uint8Array | null);
        }
        return;
      case SOLDIER: {
        const between = piece < 8 ? RED_SOLDIER_BETWEEN : BLACK_SOLDIER_BETWEEN;
        for (const king of this.#kings) {
          if (between[from * SQUARES + king.square] !== NO_STEP) this.#attackUnless(king, null);
        }
      }
    }
  }

  #attackUnless({ first, stride, run, runs }: KingEntries, mask: Uint8Array | null): void {
    const row = this.#row;
    for (let i = 0; i < runs; i++) {
      const start = first + i * stride;
      if (mask === null) row.fill(1, start, start + run);
      else for (let at = start; at < start + run; at++) row[at]! |= mask[at]! ^ 1;
    }
  }

  #attackAcross({ first, stride, run, runs }: KingEntries, between: Uint8Array, wanted: number): void {
    const row = this.#row;
    for (let i = 0, entry = 0; i < runs; i++) {
      const start = first + i * stride;
      for (let at = start; at < start + run; at++, entry++) if (between[entry] === wanted) row[at] = 1;
    }
  }

  #menBetween(from: Square, { square, first, stride, run, runs }: KingEntries, step: number): Uint8Array {
    const key = from * SQUARES + square;
    let men = this.#between.get(key);
    if (men !== undefined) return men;
    men = new Uint8Array(run * runs);
    const [low, high] = from < square ? [from, square] : [square, from];
    for (let at = low + step; at < high; at += step) {
      const standing = this.#standing[at]!;
      if (standing === null) continue;
      for (let i = 0, entry = 0; i < runs; i++) {
        for (let j = 0; j < run; j++) men[entry++]! += standing[first + i * stride + j]!;
      }
    }
    this.#between.set(key, men);
    return men;
  }
}

/** The entries of a row in which a king stands on a square: `runs` of them, each `run` long and `stride` from the last. */
interface KingEntries {
  readonly square: Square;
  readonly first: number;
  readonly run: number;
  readonly stride: number;
  readonly runs: number;
}

/** Formations are numbered by their king first, so that those with one king lie side by side. */
function kingEntries({ red, black }: EndgameIndex, turn: Colour): KingEntries[] {
  const kings: KingEntries[] = [];
  const formations = (turn === "red" ? black : red).squares;
  for (let first = 0; first < formations.length;) {
    const king = formations[first]![0]!;
    let end = first;
    while (formations[end]?.[0] === king) end++;
    kings.push(
      turn === "red"
        ? { square: flipSquare(king), first, run: end - first, stride: black.count, runs: red.count }
        : { square: king, first: first * black.count, run: (end - first) * black.count, stride: 0, runs: 1 },
    );
    first = end;
  }
  return kings;
}

function facingKings(
  { red, black }: EndgameIndex,
  standing: readonly (Uint8Array | null)[],
): [between: Uint8Array, covering: (Uint8Array | null)[]] {
  const between = new Uint8Array(red.count * black.count).fill(255);
  const covering: (Uint8Array | null)[] = Array.from({ length: SQUARES }, () => null);
  for (let at = 0; at < between.length; at++) {
    const ours = red.squares[Math.floor(at / black.count)]![0]!;
    const theirs = flipSquare(black.squares[at % black.count]![0]!);
    if (fileOf(ours) !== fileOf(theirs)) continue;
    let men = 0;
    for (let square = ours + 9; square < theirs; square += 9) {
      men += standing[square]?.[at] ?? 0;
      (covering[square] ??= new Uint8Array(between.length))[at] = 255;
    }
    between[at] = men;
  }
  return [between, covering];
}
