/**
 * What quiet moves give, for whole rows of cells at once (docs/spec/table-format.md): for each cell of one side to move the
 * least code, in the list of the other side, that a legal move without capture leads to.
 *
 * The cells of a placement and a square of the inner man differ in the formations only; all of them together are a *row*,
 * one entry for each pair of formations (red formation * black formations + black formation). A move of an attacking man leads
 * from a row to another one, entry by entry, but where a man of a formation stands in its way; a move of a formation's man
 * permutes the entries of the row. So all is done on rows: no board is set up and no move generated.
 */
import { fileOrder, type FileOrder } from "../endgame/file-order.ts";
import type { FormationClass } from "../endgame/formation.ts";
import { twinKey, type EndgameIndex } from "../endgame/index.ts";
import { CANNON, CHARIOT, HORSE, pieceOf, type Colour, type Piece } from "../xiangqi/pieces.ts";
import { canStand } from "../xiangqi/reach.ts";
import { flipSquare, mirrorSquare, SQUARES, type Square } from "../xiangqi/squares.ts";
import { BLACK_SOLDIER_STEPS, HORSE_STEPS, RED_SOLDIER_STEPS } from "../xiangqi/steps.ts";
import type { Codes } from "./header.ts";

/** Rays of a board: a step and how far it goes from a square. */
const RAYS: readonly (readonly [step: number, length: (square: Square) => number])[] = [
  [9, (square) => 9 - Math.floor(square / 9)],
  [-9, (square) => Math.floor(square / 9)],
  [1, (square) => 8 - (square % 9)],
  [-1, (square) => square % 9],
];

/** Moves of one class of formations as a list: from, to; those of elephants apart, by the square that must be empty. */
interface FormationMoves {
  readonly eye: Square | -1;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/**
 * The codes of a row in the order of the file: for each red formation stored with the placement, each black formation. Cells
 * that are no legal position have `noneOf`.
 */
export type RowsOfCodes = (placement: number, square: Square) => Codes;

export class QuietRows {
  readonly index: EndgameIndex;
  readonly order: FileOrder;
  /** Entries of a row. */
  readonly length: number;
  readonly #mover: Colour;
  readonly #rows: RowsOfCodes;
  readonly #none: number;
  readonly #pieces: readonly Piece[];
  /** `#none` where a man of a formation stands on the square, else 0; null for squares where none can. */
  readonly #standing: (Codes | null)[];
  readonly #squares: Square[];
  readonly #occupied = new Uint8Array(SQUARES);
  readonly #moves: readonly FormationMoves[];
  /** Where an entry's mirror image is. */
  readonly #mirrored: Int32Array;
  readonly #here: Codes;
  readonly #there: Codes;
  readonly #blocked: Codes;
  readonly #best: Codes;

  /** @param rows of the side not to move, of `bytesPerCode` bytes each */
  constructor(index: EndgameIndex, mover: Colour, bytesPerCode: 1 | 2, rows: RowsOfCodes) {
    const { red, black, placements } = index;
    this.index = index;
    this.order = fileOrder(index);
    this.#mover = mover;
    this.#rows = rows;
    this.#none = noneOf(bytesPerCode);
    this.length = red.count * black.count;
    const row = () => newCodes(bytesPerCode, this.length);
    [this.#here, this.#there, this.#blocked, this.#best] = [row(), row(), row(), row()];
    const outer = placements.men.map(({ colour, role }) => pieceOf(colour, role));
    this.#pieces = index.inner === null ? outer : [pieceOf("red", index.inner), ...outer];
    this.#squares = this.#pieces.map(() => 0);
    this.#standing = standingMen(index, row, this.#none);
    this.#moves = movesByEye(mover === "red" ? red : black, mover);
    this.#mirrored = mirroredEntries(index);
  }

  /**
   * The least code that a quiet move leads to, for the cells of a placement and a square in the order of the file; the
   * greatest number of the type where there is none. Cells that are no legal position get any code.
   * @param out the row's stored entries: for each stored red formation, each black formation
   */
  derive(placement: number, square: Square, out: Codes): void {
    const { index } = this;
    const best = this.#best.fill(this.#none);
    if (!this.#setUp(placement, square)) {
      out.fill(this.#none);
      return;
    }
    this.#moveFormations(placement, square, best);
    const first = index.inner === null || this.#mover === "red" ? 0 : 1;
    for (let man = first; man < this.#pieces.length; man++) {
      if (this.#pieces[man]! < 8 === (this.#mover === "red")) this.#moveAttackingMan(man, best);
    }
    const formations = index.black.count;
    const stored = this.order.formationsOf(placement);
    for (let i = 0; i < stored.length; i++) {
      const at = stored[i]! * formations;
      out.set(best.subarray(at, at + formations), i * formations);
    }
  }

  /** Puts the attacking men on the board; false when that is impossible. */
  #setUp(placement: number, square: Square): boolean {
    const { placements, inner } = this.index;
    const squares = this.#squares;
    let man = 0;
    if (inner !== null) squares[man++] = square;
    for (let i = 0; i < placements.men.length; i++) squares[man++] = placements.squareOf(placement, i);
    this.#occupied.fill(0);
    for (let i = 0; i < squares.length; i++) {
      if (this.#occupied[squares[i]!] !== 0) return false;
      this.#occupied[squares[i]!] = 1;
    }
    return inner === null || canStand(this.#pieces[0]!, square);
  }

  #moveFormations(placement: number, square: Square, best: Codes): void {
    const { red, black } = this.index;
    const formations = black.count;
    const row = this.#rowAt(placement, square, this.#here);
    for (const { eye, from, to } of this.#moves) {
      if (eye >= 0 && this.#occupied[eye] !== 0) continue;
      if (this.#mover === "red") {
        for (let i = 0; i < from.length; i++) {
          minInto(best, from[i]! * formations, row, to[i]! * formations, formations);
        }
      } else {
        for (let base = 0; base < red.count * formations; base += formations) {
          for (let i = 0; i < from.length; i++) {
            const code = row[base + to[i]!]!;
            if (code < best[base + from[i]!]!) best[base + from[i]!] = code;
          }
        }
      }
    }
  }

  #moveAttackingMan(man: number, best: Codes): void {
    const from = this.#squares[man]!;
    const piece = this.#pieces[man]!;
    switch (piece & 7) {
      case CHARIOT:
      case CANNON:
        for (const [step, length] of RAYS) this.#slide(man, from, step, length(from), best);
        return;
      case HORSE:
        return this.#step(man, from, HORSE_STEPS, best);
      default:
        return this.#step(man, from, piece < 8 ? RED_SOLDIER_STEPS : BLACK_SOLDIER_STEPS, best);
    }
  }

  #slide(man: number, from: Square, step: number, length: number, best: Codes): void {
    let masked = false;
    for (let i = 1, to = from + step; i <= length && this.#occupied[to] === 0; i++, to += step) {
      this.#take(man, to, masked ? this.#blocked : null, best);
      const standing = this.#standing[to]!;
      if (standing === null) continue;
      if (masked) orInto(this.#blocked, standing);
      else this.#blocked.set(standing);
      masked = true;
    }
  }

  #step(man: number, from: Square, { start, to, through }: typeof HORSE_STEPS, best: Codes): void {
    for (let i = start[from]!; i < start[from + 1]!; i++) {
      if (this.#occupied[to[i]!] !== 0 || this.#occupied[through[i]!] !== 0) continue;
      this.#take(man, to[i]!, to[i] === through[i] ? null : this.#standing[through[i]!]!, best);
    }
  }

  /** Takes into account that a man moves to a square, but for the entries that are masked. */
  #take(man: number, to: Square, mask: Codes | null, best: Codes): void {
    const { index } = this;
    const { placements, inner, twins } = index;
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
    if (placement < 0 || (inner !== null && !canStand(this.#pieces[0]!, square))) return;
    const mirrored = placements.mirror[placement]! < placement;
    const row = mirrored
      ? this.#rowAt(placements.mirror[placement]!, inner === null ? 0 : mirrorSquare(square), this.#there)
      : this.#rowAt(placement, square, this.#there);
    if (mirrored) minMirrored(best, row, this.#mirrored, mask);
    else if (mask !== null) minMasked(best, row, mask);
    else minInto(best, 0, row, 0, best.length);
  }

  /** All entries of a row whose placement is not greater than its mirror image; `room` may be used for them. */
  #rowAt(placement: number, square: Square, room: Codes): Codes {
    const { index, order } = this;
    const { placements, red, black, width } = index;
    const formations = black.count;
    const codes = this.#rows(placement, square);
    if (placements.mirror[placement] !== placement) return codes;
    const stored = order.formationsOf(placement);
    for (let i = 0; i < stored.length; i++) {
      room.set(codes.subarray(i * formations, (i + 1) * formations), stored[i]! * formations);
    }
    const others = width === 1 ? codes : this.#rows(placement, mirrorSquare(square));
    for (let i = 0; i < stored.length; i++) {
      const formation = stored[i]!;
      const mirrored = red.mirror[formation]!;
      if (mirrored === formation) continue;
      const from = i * formations;
      const to = mirrored * formations;
      for (let at = 0; at < formations; at++) room[to + at] = others[from + black.mirror[at]!]!;
    }
    return room;
  }
}

const outerSquares: Square[] = [];

function minInto(best: Codes, at: number, row: Codes, from: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const code = row[from + i]!;
    if (code < best[at + i]!) best[at + i] = code;
  }
}

function minMasked(best: Codes, row: Codes, mask: Codes): void {
  for (let at = 0; at < best.length; at++) {
    const code = row[at]! | mask[at]!;
    if (code < best[at]!) best[at] = code;
  }
}

function minMirrored(best: Codes, row: Codes, map: Int32Array, mask: Codes | null): void {
  for (let at = 0; at < best.length; at++) {
    const code = mask === null ? row[map[at]!]! : row[map[at]!]! | mask[at]!;
    if (code < best[at]!) best[at] = code;
  }
}

function orInto(sum: Codes, mask: Codes): void {
  for (let at = 0; at < mask.length; at++) sum[at]! |= mask[at]!;
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

function movesByEye({ moves }: FormationClass, colour: Colour): FormationMoves[] {
  const byEye = new Map<Square | -1, { from: number[]; to: number[] }>();
  moves.forEach((list, from) => {
    for (const { target, eye } of list) {
      const at = eye < 0 || colour === "red" ? eye : flipSquare(eye);
      let group = byEye.get(at);
      if (group === undefined) byEye.set(at, (group = { from: [], to: [] }));
      group.from.push(from);
      group.to.push(target);
    }
  });
  return Array.from(byEye, ([eye, { from, to }]) => ({ eye, from: Int32Array.from(from), to: Int32Array.from(to) }));
}

function mirroredEntries({ red, black }: EndgameIndex): Int32Array {
  const map = new Int32Array(red.count * black.count);
  for (let at = 0, formation = 0; formation < red.count; formation++) {
    const first = red.mirror[formation]! * black.count;
    for (let other = 0; other < black.count; other++) map[at++] = first + black.mirror[other]!;
  }
  return map;
}
