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
import type { Position } from "../../xiangqi/position.ts";
import { NumberList, type PositionKey, SeedList, keyOf } from "../asian/positions.ts";
import type { Successions } from "../successors.ts";
import { checks, type ProofClasses } from "./move-classes.ts";
import type { Reading } from "../../rules/chinese/edition.ts";

/** Plain data: threads send what they find. Keys of positions, in any order. */
export interface Holdings {
  readonly dependent: Float64Array<ArrayBuffer>;
  /** Certain draws without an idle move that stays among them. */
  readonly heldUp: Float64Array<ArrayBuffer>;
  /** Dependent positions that a move from a certain draw leads to: the mover may not win there. */
  readonly entered: Float64Array<ArrayBuffer>;
  /** Losses that may be lost by a pattern of their order or a lower one; all seeds are among them. */
  readonly late: Float64Array<ArrayBuffer>;
  /** Of each of these the first stage whose pattern may have it: all its plainly idle moves lead to what is lost by then. */
  readonly lateFrom: Uint16Array<ArrayBuffer>;
}

export function noHoldings(): Holdings {
  const none = () => new Float64Array();
  return { dependent: none(), heldUp: none(), entered: none(), late: none(), lateFrom: new Uint16Array() };
}

export function joinHoldings(parts: readonly Holdings[]): Holdings {
  const join = <K extends keyof Holdings>(joined: Holdings[K], of: K): Holdings[K] => {
    let at = 0;
    for (const part of parts) {
      joined.set(part[of], at);
      at += part[of].length;
    }
    return joined;
  };
  const count = (of: keyof Holdings) => parts.reduce((sum, part) => sum + part[of].length, 0);
  const joinKeys = (of: Exclude<keyof Holdings, "lateFrom">) => join(new Float64Array(count(of)), of);
  return {
    dependent: joinKeys("dependent"),
    heldUp: joinKeys("heldUp"),
    entered: joinKeys("entered"),
    late: joinKeys("late"),
    lateFrom: join(new Uint16Array(count("lateFrom")), "lateFrom"),
  };
}

/** The orders of what depends are numbered from here on where both kinds are in one list. */
export const OF_DEFAULT = 0x8000;

export function stageOf(value: Value): number {
  return orderOf(value) + (isDependent(value) ? OF_DEFAULT : 0);
}

export class HoldingFinder {
  readonly #classes: ProofClasses;
  readonly seeds = new SeedList();
  readonly #dependent = new NumberList(Float64Array);
  readonly #heldUp = new NumberList(Float64Array);
  readonly #entered = new NumberList(Float64Array);
  readonly #late = new NumberList(Float64Array);
  readonly #lateFrom = new NumberList(Uint16Array);

  /** @param classes whose searches remember what they find */
  constructor(classes: ProofClasses) {
    this.#classes = classes;
  }

  get holdings(): Holdings {
    return {
      dependent: this.#dependent.toArray(),
      heldUp: this.#heldUp.toArray(),
      entered: this.#entered.toArray(),
      late: this.#late.toArray(),
      lateFrom: this.#lateFrom.toArray(),
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
      if (isLoss(stored) && orderOf(stored) > 0) this.#considerLoss(board, turn, key, next, stored);
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
    if (!leaves && !this.#hasIdle(board, turn, stays, "wide")) this.#heldUp.push(key);
    return true;
  }

  /** Notes a loss of an order above 0 if it has no idle move by the reading of the order that stays in that order. */
  #considerLoss(board: Uint8Array, turn: Colour, key: PositionKey, next: Successions, stored: Value): void {
    const { moves, values, count } = next;
    const own = stageOf(stored);
    const isSeed = distanceOf(stored) === 0;
    if (isSeed) this.seeds.push(key, own);
    const stays: Move[] = [];
    for (let i = 0; i < count; i++) {
      if (board[moveTo(moves[i]!)] === EMPTY && isWin(values[i]!) && stageOf(values[i]!) === own) stays.push(moves[i]!);
    }
    if (!isSeed && this.#hasIdle(board, turn, stays, isDependent(stored) ? "wide" : "narrow")) return;
    let first = isDependent(stored) ? OF_DEFAULT + 1 : 1;
    for (let i = 0; i < count; i++) {
      const stage = stageOf(values[i]!);
      if (board[moveTo(moves[i]!)] !== EMPTY || stage < first) continue;
      if (isPlainlyIdle({ board, turn }, moves[i]!)) first = stage + 1;
    }
    this.#late.push(key);
    this.#lateFrom.push(first);
  }

  /** Whether one of these quiet moves is an idle one by a reading: plainly so, or by a search. */
  #hasIdle(board: Uint8Array, turn: Colour, moves: readonly Move[], reading: Reading): boolean {
    const position = { board, turn };
    return (
      moves.some((move) => isPlainlyIdle(position, move)) ||
      moves.some((move) => this.#classes.of(position, move, reading) === 0)
    );
  }
}

/** Whether a quiet move checks nobody, and is the king's out of check or threatens nothing. */
function isPlainlyIdle({ board, turn }: Position, move: Move): boolean {
  const { board: after } = applyMove({ board, turn }, move);
  if (inCheck(after, opponent(turn))) return false;
  return ((board[moveFrom(move)]! & 7) === KING && inCheck(board, turn)) || threatensNothing(after, turn);
}

const legal = new Uint16Array(256);

/** Whether a side could neither take nor check, having the move: then it could force nothing either. */
function threatensNothing(board: Uint8Array, side: Colour): boolean {
  const count = writeLegalMoves(board, side, legal);
  for (let i = 0; i < count; i++) if (board[moveTo(legal[i]!)] !== EMPTY) return false;
  for (let i = 0; i < count; i++) if (checks({ board, turn: side }, legal[i]!)) return false;
  return true;
}
