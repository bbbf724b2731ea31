/**
 * What the walk over all positions notes of a table under the Chinese rules, where moves have classes (docs/rules.md).
 *
 * A loss of an order above 0 is *late* where none of its moves that stay in that order is an idle one by the reading of the order: it
 * may belong to a pattern of that order or a lower one, and the graph tells. Of other losses it is clear that they do not.
 *
 * From a position drawn for certain its side must be able to hold whatever is called an attack. Whoever can for ever make a move
 * that no reading calls one (an idle move), and stay among these draws, cannot lose. Nearly all positions have such a move; the
 * others are *held up* and left to the graph (`bracket-proof.ts`), and so is what depends.
 */
import { distanceOf, DRAW, isDependent, isDraw, isLoss, isWin, orderOf, type Value } from "../../table/value.ts";
import { inCheck } from "../../xiangqi/attacks.ts";
import { applyMove, moveFrom, moveTo, writeLegalMoves, type Move } from "../../xiangqi/moves.ts";
import { EMPTY, KING, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { forcesByChecks } from "../../xiangqi/rules/chinese/forced.ts";
import { labelNarrowly } from "../../xiangqi/rules/chinese/label.ts";
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
  /** Losses that may be lost by a pattern of their order or a lower one; all seeds are among them. */
  readonly late: Float64Array<ArrayBuffer>;
}

export function noHoldings(): Holdings {
  const none = () => new Float64Array();
  return { dependent: none(), heldUp: none(), entered: none(), late: none() };
}

export function joinHoldings(parts: readonly Holdings[]): Holdings {
  const join = (of: keyof Holdings) => Float64Array.from(parts.flatMap((part) => [...part[of]]));
  return { dependent: join("dependent"), heldUp: join("heldUp"), entered: join("entered"), late: join("late") };
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
  readonly #late = new NumberList(Float64Array);

  get holdings(): Holdings {
    return {
      dependent: this.#dependent.toArray(),
      heldUp: this.#heldUp.toArray(),
      entered: this.#entered.toArray(),
      late: this.#late.toArray(),
    };
  }

  /**
   * Takes up a position whose moves were followed.
   * @returns whether it may be what it is stored as: no capture from a certain draw leads to what depends
   */
  consider(board: Uint8Array, turn: Colour, cell: number, next: Successions, stored: Value): boolean {
    const key = keyOf(cell, turn);
    if (isDependent(stored)) this.#dependent.push(key);
    if (!isDraw(stored)) {
      if (!isLoss(stored) || orderOf(stored) === 0) return true;
      if (distanceOf(stored) === 0) this.seeds.push(key, stageOf(stored));
      if (distanceOf(stored) === 0 || isLate(board, turn, next, stored)) this.#late.push(key);
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

function isLate(board: Uint8Array, turn: Colour, { moves, values, count }: Successions, stored: Value): boolean {
  const stays: Move[] = [];
  for (let i = 0; i < count; i++) {
    if (board[moveTo(moves[i]!)] !== EMPTY || !isWin(values[i]!)) continue;
    if (stageOf(values[i]!) === stageOf(stored)) stays.push(moves[i]!);
  }
  if (isDependent(stored)) return !hasIdle(board, turn, stays);
  const position = { board, turn };
  return !stays.some((move) => isPlainlyIdle(board, turn, move) || labelNarrowly(position, move) === "idle");
}

/** Whether one of these quiet moves is an idle one under every reading: plainly so, or by a search. */
function hasIdle(board: Uint8Array, turn: Colour, moves: readonly Move[]): boolean {
  if (moves.some((move) => isPlainlyIdle(board, turn, move))) return true;
  return moves.some((move) => {
    const { board: after } = applyMove({ board, turn }, move);
    return !inCheck(after, opponent(turn)) && !aims(after, turn);
  });
}

/** Whether a quiet move checks nobody, and is the king's out of check or threatens nothing. */
function isPlainlyIdle(board: Uint8Array, turn: Colour, move: Move): boolean {
  const { board: after } = applyMove({ board, turn }, move);
  if (inCheck(after, opponent(turn))) return false;
  return ((board[moveFrom(move)]! & 7) === KING && inCheck(board, turn)) || threatensNothing(after, turn);
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
