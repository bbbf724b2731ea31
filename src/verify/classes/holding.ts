/**
 * What the walk over all positions notes of a table under the Chinese rules, where moves have classes (docs/rules.md).
 *
 * From a position drawn for certain its side must be able to hold whatever is called an attack. Whoever can for ever make a move
 * that no reading calls one (an idle move), and stay among these draws, cannot lose. Nearly all positions have such a move; the
 * others are *held up* and left to the graph (`bracket-proof.ts`), and so is what depends.
 */
import { distanceOf, DRAW, isDependent, isDraw, isLoss, orderOf, type Value } from "../../table/value.ts";
import { inCheck } from "../../xiangqi/attacks.ts";
import { moveFrom, moveTo, writeLegalMoves, type Move } from "../../xiangqi/moves.ts";
import { EMPTY, KING, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { forcesByChecks } from "../../xiangqi/rules/chinese/forced.ts";
import { keyOf } from "../perpetuals/positions.ts";
import { NumberList } from "../perpetuals/numbers.ts";
import { SeedList } from "../perpetuals/seeds.ts";
import type { Successions } from "../successors.ts";

/** Plain data: threads send what they find. Keys of positions, in any order. */
export interface Holdings {
  readonly dependent: Float64Array<ArrayBuffer>;
  /** Certain draws without an idle move that stays among them. */
  readonly heldUp: Float64Array<ArrayBuffer>;
  /** Dependent positions that a move from a certain draw leads to: the mover may not win there. */
  readonly entered: Float64Array<ArrayBuffer>;
}

export function noHoldings(): Holdings {
  return { dependent: new Float64Array(), heldUp: new Float64Array(), entered: new Float64Array() };
}

export function joinHoldings(parts: readonly Holdings[]): Holdings {
  const join = (of: keyof Holdings) => Float64Array.from(parts.flatMap((part) => [...part[of]]));
  return { dependent: join("dependent"), heldUp: join("heldUp"), entered: join("entered") };
}

/** The orders of what depends are numbered from here on where both kinds are in one list. */
export const OF_DEFAULT = 0x8000;

export function stageOf(value: Value): number {
  return orderOf(value) + (isDependent(value) ? OF_DEFAULT : 0);
}

export class HoldingFinder {
  readonly seeds = new SeedList();
  readonly #dependent = new NumberList(Float64Array);
  readonly #heldUp = new NumberList(Float64Array);
  readonly #entered = new NumberList(Float64Array);

  get holdings(): Holdings {
    const [dependent, heldUp, entered] = [this.#dependent, this.#heldUp, this.#entered].map((list) => list.toArray());
    return { dependent: dependent!, heldUp: heldUp!, entered: entered! };
  }

  /**
   * Takes up a position whose moves were followed.
   * @returns whether it may be what it is stored as: no capture from a certain draw leads to what depends
   */
  consider(board: Uint8Array, turn: Colour, cell: number, next: Successions, stored: Value): boolean {
    const key = keyOf(cell, turn);
    if (isDependent(stored)) this.#dependent.push(key);
    if (!isDraw(stored)) {
      if (isLoss(stored) && distanceOf(stored) === 0 && orderOf(stored) > 0) this.seeds.push(key, stageOf(stored));
      return true;
    }
    if (stored !== DRAW) return true;
    const { moves, values, cells, count } = next;
    const stays: Move[] = [];
    let leaves = false;
    for (let i = 0; i < count; i++) {
      const quiet = board[moveTo(moves[i]!)] === EMPTY;
      if (isDependent(values[i]!)) {
        if (!quiet) return false;
        this.#entered.push(keyOf(cells[i]!, opponent(turn)));
      } else if (values[i] === DRAW) {
        if (quiet) stays.push(moves[i]!);
        else leaves = true;
      }
    }
    if (!leaves && !hasIdle(board, turn, stays)) this.#heldUp.push(key);
    return true;
  }
}

/** Whether one of these quiet moves is an idle one under every reading: plainly so, or by a search. */
function hasIdle(board: Uint8Array, turn: Colour, moves: readonly Move[]): boolean {
  const parries = inCheck(board, turn);
  const open: Uint8Array[] = [];
  for (const move of moves) {
    const after = board.slice();
    after[moveTo(move)] = after[moveFrom(move)]!;
    after[moveFrom(move)] = EMPTY;
    if (inCheck(after, opponent(turn))) continue;
    if (parries && (board[moveFrom(move)]! & 7) === KING) return true;
    if (threatensNothing(after, turn)) return true;
    open.push(after);
  }
  return open.some((after) => !aims(after, turn));
}

const legal = new Uint16Array(2048);

/** Whether a side could neither take nor check, having the move: then it could force nothing either. */
function threatensNothing(board: Uint8Array, side: Colour): boolean {
  const count = writeLegalMoves(board, side, legal);
  for (let i = 0; i < count; i++) {
    const [from, to] = [moveFrom(legal[i]!), moveTo(legal[i]!)];
    if (board[to] !== EMPTY) return false;
    board[to] = board[from]!;
    board[from] = EMPTY;
    const checks = inCheck(board, opponent(side));
    board[from] = board[to]!;
    board[to] = EMPTY;
    if (checks) return false;
  }
  return true;
}

/** That a search explores before it takes something for an aim. */
const MOST_POSITIONS = 100_000;

/** The wide reading of tables: whether a side could take anything, mate, or force either by checks, having the move. */
export function aims(board: Uint8Array, side: Colour): boolean {
  return forcesByChecks(board, side, { goal: "capture", spared: new Set() }, MOST_POSITIONS) !== false;
}
