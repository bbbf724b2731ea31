/** Which cells are legal positions, found out row by row: all that the rows of quiet moves need to know of the rules. */
import { fileOrder, type FileOrder } from "../../endgame/file-order.ts";
import { twinKey, type EndgameIndex } from "../../endgame/index.ts";
import { sameHomeFile } from "../../endgame/placement.ts";
import { CANNON, CHARIOT, HORSE, pieceOf, SOLDIER, type Colour, type Piece } from "../../xiangqi/pieces.ts";
import { fileOf, flipSquare, SQUARES, type Square } from "../../xiangqi/squares.ts";
import { HORSE_BETWEEN, LINES, NO_STEP, BLACK_SOLDIER_BETWEEN, RED_SOLDIER_BETWEEN } from "../../xiangqi/steps.ts";
import { keepStored, standingMen } from "./quiet-rows.ts";
import { RowRoom, type RowKernel } from "./row-room.ts";

/** Rows of marks: a byte for each entry, 0 or 255. */
export class LegalRows {
  readonly index: EndgameIndex;
  readonly order: FileOrder;
  readonly room: RowRoom;
  /** Entries of a row. */
  readonly length: number;
  /** Address of room for a row of codes, of one or two bytes. */
  readonly codes: number;
  readonly #kernel: RowKernel;
  readonly #turn: Colour;
  readonly #pieces: readonly Piece[];
  readonly #squares: Square[];
  readonly #occupied = new Uint8Array(SQUARES);
  /** By square: entries with a man of their formations there; 0 for squares where none can stand. */
  readonly #standing: readonly number[];
  /** Men of the formations strictly between the kings of an entry; 255 where they do not stand on one file. */
  readonly #betweenKings: number;
  /** For each square of the files d to f: entries whose kings stand on its file with it between them; else 0. */
  readonly #covering: readonly number[];
  /** Squares of the king that must not be attacked, each with its entries. */
  readonly #kings: readonly KingEntries[];
  /** By man's square and king's square: how many men of the king's entries' formations stand strictly between. */
  readonly #between = new Map<number, number>();
  readonly #row: number;

  /** @param turn the side to move: it must not be able to capture the other's king */
  constructor(index: EndgameIndex, turn: Colour, room = new RowRoom()) {
    const { red, black, placements, inner } = index;
    this.index = index;
    this.order = fileOrder(index);
    this.room = room;
    this.#kernel = room.kernel;
    this.length = red.count * black.count;
    this.#turn = turn;
    const outer = placements.men.map(({ colour, role }) => pieceOf(colour, role));
    this.#pieces = inner === null ? outer : [pieceOf("red", inner), ...outer];
    this.#squares = this.#pieces.map(() => 0);
    this.#row = room.take(this.length);
    this.codes = room.take(2 * this.length);
    const standing = standingMen(index, () => new Uint8Array(this.length), 255) as (Uint8Array | null)[];
    const [between, covering] = facingKings(index, standing);
    const put = (row: Uint8Array | null) => (row === null ? 0 : room.put(row));
    this.#standing = standing.map(put);
    this.#betweenKings = put(between);
    this.#covering = covering.map(put);
    this.#kings = kingEntries(index, turn);
  }

  /**
   * Marks the cells of a placement and a square, in the order of the file, that are no legal position.
   * @returns the row's address
   */
  illegal(placement: number, square: Square): number {
    const { placements, inner, innerReach, black } = this.index;
    const squares = this.#squares;
    const row = this.#row;
    let man = 0;
    if (inner !== null) squares[man++] = square;
    for (let i = 0; i < placements.men.length; i++) squares[man++] = placements.squareOf(placement, i);
    this.#occupied.fill(0);
    let possible = inner === null || innerReach[square] === 1;
    for (const at of squares) {
      if (this.#occupied[at] !== 0) possible = false;
      this.#occupied[at] = 1;
    }
    if (!possible || this.#isDouble()) {
      this.room.bytes.fill(255, row, row + this.length);
      return row;
    }
    this.#faceKings();
    for (let i = 0; i < squares.length; i++) {
      const standing = this.#standing[squares[i]!]!;
      if (standing !== 0) this.#kernel.add(row, standing, this.length);
      if (this.#pieces[i]! < 8 === (this.#turn === "red")) this.#attack(this.#pieces[i]!, squares[i]!);
    }
    keepStored(this.room, row, this.order.formationsOf(placement), black.count);
    return row;
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
    this.room.bytes.fill(0, row, row + this.length);
    this.#kernel.markEqual(row, this.#betweenKings, 0, this.length, 0, 1);
    for (const square of this.#squares) {
      const covering = this.#covering[square]!;
      if (covering !== 0) this.#kernel.remove(row, covering, this.length);
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
          this.#attackUnless(king, this.#standing[leg]!);
        }
        return;
      case SOLDIER: {
        const between = piece < 8 ? RED_SOLDIER_BETWEEN : BLACK_SOLDIER_BETWEEN;
        for (const king of this.#kings) {
          if (between[from * SQUARES + king.square] !== NO_STEP) this.#attackUnless(king, 0);
        }
      }
    }
  }

  /** @param mask entries in which it is no attack; 0: none */
  #attackUnless({ first, stride, run, runs }: KingEntries, mask: number): void {
    this.#kernel.markUnless(this.#row + first, mask === 0 ? 0 : mask + first, run, stride, runs);
  }

  #attackAcross({ first, stride, run, runs }: KingEntries, between: number, wanted: number): void {
    this.#kernel.markEqual(this.#row + first, between, wanted, run, stride, runs);
  }

  #menBetween(from: Square, { square, first, stride, run, runs }: KingEntries, step: number): number {
    const key = from * SQUARES + square;
    const known = this.#between.get(key);
    if (known !== undefined) return known;
    const men = new Uint8Array(run * runs);
    const [low, high] = from < square ? [from, square] : [square, from];
    for (let at = low + step; at < high; at += step) {
      const standing = this.#standing[at]!;
      if (standing === 0) continue;
      for (let i = 0, entry = 0; i < runs; i++) {
        for (let j = 0; j < run; j++) men[entry++]! += this.room.bytes[standing + first + i * stride + j]! & 1;
      }
    }
    const address = this.room.put(men);
    this.#between.set(key, address);
    return address;
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
      men += (standing[square]?.[at] ?? 0) & 1;
      (covering[square] ??= new Uint8Array(between.length))[at] = 255;
    }
    between[at] = men;
  }
  return [between, covering];
}
