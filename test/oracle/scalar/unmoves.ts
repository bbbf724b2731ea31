/**
 * Quiet moves taken back: the cells one such move before the position set up. Checks are not looked at: the position is
 * legal, so the move was, and whether the position before it is legal is marked in its cell.
 */
import type { FormationMove } from "../../../src/endgame/formation.ts";
import { EMPTY, type Colour } from "../../../src/xiangqi/pieces.ts";
import { fileOf, flipSquare, mirrorSquare, rankOf, type Square } from "../../../src/xiangqi/squares.ts";
import {
  BLACK_SOLDIER_ORIGINS,
  HORSE_ORIGINS,
  RED_SOLDIER_ORIGINS,
  type StepTable,
} from "../../../src/xiangqi/steps.ts";
import type { AttackingRole } from "../../../src/endgame/endgame.ts";
import type { PlanePosition } from "./plane-position.ts";

/** More than any position has: see `writeLegalMoves`. Each may be counted twice. */
const MOST = 256;

/** Writes predecessors; made once for an endgame. */
export class Unmoves {
  /** Predecessors written last. */
  readonly cells: Float64Array = new Float64Array(MOST);
  readonly #position: PlanePosition;
  readonly #blackMoves: readonly (readonly FormationMove[])[];
  readonly #origins: Uint8Array = new Uint8Array(MOST);
  readonly #moved: Square[];
  #count = 0;

  constructor(position: PlanePosition) {
    this.#position = position;
    this.#moved = position.outerSquares.map(() => 0);
    this.#blackMoves = position.index.black.moves.map((moves) =>
      moves.map(({ target, to, eye }) => ({ target, to: flipSquare(to), eye: eye < 0 ? -1 : flipSquare(eye) })),
    );
  }

  /**
   * Takes back every quiet move of a side and writes to `cells` where it came from, once for each quiet move from there
   * to this position or its mirror image if one cell stands for both. Returns how many there are.
   */
  write(mover: Colour): number {
    const { index, innerSquare, outerSquares } = this.#position;
    this.#count = 0;
    if (mover === "black") this.#writeBlackFormation();
    else {
      this.#writeRedFormation();
      if (index.inner !== null) this.#writeInner(index.inner, innerSquare);
    }
    index.placements.men.forEach((man, i) => {
      if (man.colour === mover) this.#writeOuter(i, man.role, mover, outerSquares[i]!);
    });
    return this.#count;
  }

  // A formation's moves are its own reverse, see FormationClass.
  #writeRedFormation(): void {
    const { index, redFormation, blackFormation, placement, innerSquare } = this.#position;
    for (const move of index.red.moves[redFormation]!) {
      if (this.#isOpen(move)) this.#writeElsewhere(move.target, placement, blackFormation, innerSquare);
    }
  }

  #writeBlackFormation(): void {
    const { block, blackFormation, innerSquare } = this.#position;
    for (const move of this.#blackMoves[blackFormation]!) {
      if (this.#isOpen(move)) this.#writeCell(block, move.target, innerSquare);
    }
  }

  #isOpen({ to, eye }: FormationMove): boolean {
    const { board } = this.#position;
    return board[to] === EMPTY && (eye < 0 || board[eye] === EMPTY);
  }

  #writeInner(role: AttackingRole, square: Square): void {
    const { block, blackFormation } = this.#position;
    const count = this.#findOrigins(role, "red", square);
    for (let i = 0; i < count; i++) this.#writeCell(block, blackFormation, this.#origins[i]!);
  }

  #writeOuter(man: number, role: AttackingRole, colour: Colour, square: Square): void {
    const { index, redFormation, blackFormation, innerSquare, outerSquares } = this.#position;
    const count = this.#findOrigins(role, colour, square);
    for (let other = 0; other < outerSquares.length; other++) this.#moved[other] = outerSquares[other]!;
    for (let i = 0; i < count; i++) {
      this.#moved[man] = this.#origins[i]!;
      const placement = index.placements.find(this.#moved);
      if (placement >= 0) this.#writeElsewhere(redFormation, placement, blackFormation, innerSquare);
    }
  }

  /**
   * Blocks and their mirror images. A cell of a block that is its own mirror image stands for one position, all others
   * for two: so a move between the two kinds counts for both mirror images of the one, or is left to them.
   */
  #writeElsewhere(redFormation: number, placement: number, blackFormation: number, inner: Square): void {
    const { index, block } = this.#position;
    const stored = index.storedBlock[redFormation * index.placements.count + placement]!;
    const standsForTwo = index.weights[block] === 2;
    if (stored >= 0) {
      this.#writeCell(stored, blackFormation, inner);
      if (standsForTwo && index.weights[stored] === 1) this.#writeMirrored(stored, blackFormation, inner);
    } else if (standsForTwo) this.#writeMirrored(-1 - stored, blackFormation, inner);
  }

  #writeMirrored(block: number, blackFormation: number, inner: Square): void {
    const { index } = this.#position;
    this.#writeCell(block, index.black.mirror[blackFormation]!, index.inner === null ? 0 : mirrorSquare(inner));
  }

  #writeCell(block: number, blackFormation: number, inner: Square): void {
    const { black, width } = this.#position.index;
    this.cells[this.#count++] = (block * black.count + blackFormation) * width + inner;
  }

  /** Writes the squares that an attacker can have come from without a capture. */
  #findOrigins(role: AttackingRole, colour: Colour, to: Square): number {
    if (role === "horse") return this.#findSteps(HORSE_ORIGINS, to, true);
    if (role === "soldier") {
      return this.#findSteps(colour === "red" ? RED_SOLDIER_ORIGINS : BLACK_SOLDIER_ORIGINS, to, false);
    }
    const file = fileOf(to);
    const rank = rankOf(to);
    let count = this.#findRay(to, 9, 9 - rank, 0);
    count = this.#findRay(to, -9, rank, count);
    count = this.#findRay(to, 1, 8 - file, count);
    return this.#findRay(to, -1, file, count);
  }

  #findSteps(origins: StepTable, to: Square, blockable: boolean): number {
    const { board } = this.#position;
    let count = 0;
    for (let i = origins.start[to]!; i < origins.start[to + 1]!; i++) {
      const from = origins.to[i]!;
      if (board[from] !== EMPTY || (blockable && board[origins.through[i]!] !== EMPTY)) continue;
      this.#origins[count++] = from;
    }
    return count;
  }

  #findRay(to: Square, step: number, length: number, count: number): number {
    const { board } = this.#position;
    for (let from = to + step, left = length; left > 0 && board[from] === EMPTY; from += step, left--) {
      this.#origins[count++] = from;
    }
    return count;
  }
}
