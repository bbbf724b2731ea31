/**
 * Proves what a table under the Chinese rules says of repetitions, on the graph of the positions that the walk has noted
 * (`holding.ts`). Labels of single moves come from `xiangqi/rules`, with the plain searches; nothing comes from the solver.
 *
 * 1. Seeds: the losses in 0 of an order above 0, whose distances the walk has compared. They are those, and no others, of the
 *    losses of this order or a higher one that are lost by a pattern of the order's kind: all moves lead to positions that
 *    the opponent wins by lower orders, or stay in the pattern, where they are of the kind's class or a higher one, and the opponent, who
 *    has a move back to such a loss, wins the game of classes. What is certain with the narrow reading of the loser's moves and the
 *    wide one of the winner's; what depends by the default reading. And none is lost so by a kind of a higher class. So every win
 *    and loss is one, and its order is the least there can be.
 * 2. What depends is what is possible for a side, but not certain: from the wins that are certain all that follows from
 *    the loser's moves read widely and the winner's narrowly is found again, and it must be what is stored, cell for cell: nothing
 *    of it outside, no certain draw, and nothing else inside.
 * 3. Nothing more is certain, or won by default: among what is not certain, or what is drawn by default, no pattern is left.
 *    (Outside of what is possible there can be none, as readings between the bounds win no more.)
 */
import type { OrderKind, TableInfo } from "../../table/format/header.ts";
import { DRAW, isDependent, isDraw, isLoss, isWin, type Value } from "../../table/value.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { moveTo } from "../../xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { MoveClass } from "../../rules/chinese/grades.ts";
import { backwards } from "../asian/move-graph.ts";
import {
  type KeySet,
  NumberList,
  NumberMap,
  type PositionKey,
  type SeedKeys,
  cellOfKey,
  intersection,
  keyOf,
  keySet,
  seedsByOrder,
  turnOfKey,
  union,
  without,
} from "../asian/positions.ts";
import type { ProofTables } from "../planes.ts";
import type { ProofProblem } from "../report.ts";
import { Follower, type Ground, lostByPattern } from "./pattern.ts";
import { OF_DEFAULT, stageOf, type Holdings } from "./holding.ts";
import { proofClasses, type ProofClasses } from "./move-classes.ts";
import type { Reading } from "../../rules/chinese/edition.ts";

/** The readings of the loser's moves and of the winner's. */
interface Readings {
  readonly ofLoser: Reading;
  readonly ofWinner: Reading;
}
const CERTAIN: Readings = { ofLoser: "narrow", ofWinner: "wide" };
const POSSIBLE: Readings = { ofLoser: "wide", ofWinner: "narrow" };
const BY_DEFAULT: Readings = { ofLoser: "default", ofWinner: "default" };

/** What an order's losers have to keep up, as kinds are tried; the last one where there are weak attacks. */
const KINDS: readonly (readonly [OrderKind, MoveClass])[] = [
  ["check", 3],
  ["attack", 2],
  ["weak attack", 1],
];

/** Positions after which others are let do something. */
const STEP = 4096;

export class BracketProof {
  readonly #follower: Follower;
  readonly #classes: ProofClasses;
  readonly #kinds: ReadonlyMap<number, OrderKind>;
  #steps = 1;
  #stepsDone = 0;

  constructor(tables: ProofTables, info: TableInfo) {
    this.#follower = new Follower(tables);
    this.#classes = proofClasses(info);
    const { orders, dependentOrders = [] } = info;
    this.#kinds = new Map([
      ...orders.map(({ order, kind }) => [order, kind] as const),
      ...dependentOrders.map(({ order, kind }) => [order + OF_DEFAULT, kind] as const),
    ]);
  }

  /** The share of its searches that are done; they take very different times. */
  get done(): number {
    return this.#stepsDone / this.#steps;
  }

  /** Yields now and then. */
  *run(seeds: SeedKeys, holdings: Holdings): Generator<void, ProofProblem[]> {
    const problems: ProofProblem[] = [];
    const wrong = (keys: KeySet, order: number | null, what: string): void => {
      if (keys.length === 0) return;
      const fen = formatFen(this.#follower.positionOf(keys[0]!));
      const message = `${keys.length.toLocaleString("en")} ${what}, one is ${fen}`;
      problems.push({ kind: "level", order, positions: keys.length, fen, message });
    };
    const seedsOf = seedsByOrder(seeds);
    const { late, lateFrom } = holdings;
    const parts = [false, true].map((isDefault) => {
      const offset = isDefault ? OF_DEFAULT : 0;
      const isOf = (stage: number) => stage >= OF_DEFAULT === isDefault;
      const last = seeds.orders.reduce((highest, stage) => (isOf(stage) ? Math.max(highest, stage) : highest), offset);
      return { offset, isOf, last };
    });
    this.#steps = parts.reduce((steps, { last, offset }) => steps + last - offset, 0) + 3 * COLOURS.length;
    for (const { isOf, offset, last } of parts) {
      for (let stage = offset + 1; stage <= last; stage++) {
        const isOpen = (key: PositionKey, i: number) => {
          const own = stageOf(this.#valueOf(key));
          return lateFrom[i]! <= stage && own >= stage && isOf(own);
        };
        const order = stage - offset;
        const { strays, others } = yield* this.#hold(stage, seedsOf(stage), late.filter(isOpen));
        wrong(strays, order, `seeds of order ${order} are not lost by their pattern`);
        wrong(others, order, `losses are of a lower order or another kind than they are said to be, of order ${order}`);
        this.#stepsDone++;
      }
    }

    const dependent = keySet(holdings.dependent);
    let known = keySet([]);
    for (const winner of COLOURS) {
      const isLoser = (key: PositionKey) => turnOfKey(key) !== winner;
      const open = dependent.filter(isLoser);
      const losers = union(open, holdings.heldUp.filter(isLoser));
      const possible = yield* this.#possible(winner, losers, dependent);
      this.#stepsDone++;
      wrong(without(possible, dependent), null, "certain draws may be lost");
      const entered = keySet(holdings.entered.filter(isLoser));
      wrong(intersection(entered, possible), null, "positions that certain draws lead to may be lost");
      known = union(known, possible);
      const lost = (among: KeySet, readings: Readings, ground: Ground) =>
        lostByPattern(this.#follower, this.#classes, { winner, losers: among, ground, ...readings, least: 1 });
      wrong(yield* lost(open, CERTAIN, NOT_CERTAIN), null, "positions that depend are lost for certain");
      this.#stepsDone++;
      const drawn = open.filter((key) => isDraw(this.#valueOf(key)));
      wrong(yield* lost(drawn, BY_DEFAULT, DRAWN), null, "draws by the default reading are lost");
      this.#stepsDone++;
    }
    wrong(without(dependent, known), null, "positions that are certain are said to depend");
    return problems;
  }

  /**
   * Holds the seeds of a stage against what patterns find among the losses that no lower stage has.
   * @returns the seeds that are not lost by the stage's kind, and what else is lost by this kind or one of a higher class
   */
  *#hold(stage: number, seeds: KeySet, losses: KeySet): Generator<void, { strays: KeySet; others: KeySet }> {
    const readings = stage >= OF_DEFAULT ? BY_DEFAULT : CERTAIN;
    const ground: Ground = {
      has: (value, capture) => {
        if (!isWin(value)) return false;
        return capture ? stage >= OF_DEFAULT || !isDependent(value) : stageOf(value) < stage;
      },
      isOpen: (value) => isWin(value) && stageOf(value) >= stage,
    };
    for (const [kind, least] of KINDS) {
      let found = keySet([]);
      for (const winner of COLOURS) {
        const losers = losses.filter((key) => turnOfKey(key) !== winner);
        const search = { winner, losers, ground, ...readings, least };
        found = union(found, yield* lostByPattern(this.#follower, this.#classes, search));
      }
      if (kind === this.#kinds.get(stage)) return { strays: without(seeds, found), others: without(found, seeds) };
      if (found.length > 0) return { strays: seeds, others: found };
    }
    return { strays: seeds, others: keySet([]) };
  }

  /** All that is possible for a side beyond what is certain, of what depends and of the draws that its opponent may be held up in. */
  *#possible(winner: Colour, losers: KeySet, dependent: KeySet): Generator<void, KeySet> {
    const reach = yield* Reach.make(this.#follower, winner, union(dependent, losers));
    const ground: Ground = {
      has: (value, capture, to) => isCertainly(isWin, value) || (capture ? isDependent(value) : reach.has(to)),
      // Certain draws may be part of what is possible.
      isOpen: (value, to) => !reach.has(to) && (isDependent(value) || value === DRAW),
    };
    for (;;) {
      const open = losers.filter((key) => !reach.has(key));
      const search = { winner, losers: open, ground, ...POSSIBLE, least: 1 as const };
      const found = yield* lostByPattern(this.#follower, this.#classes, search);
      if (found.length === 0) return reach.reached();
      reach.add(found);
    }
  }

  #valueOf(key: PositionKey): Value {
    return this.#follower.planes.valueAt(turnOfKey(key), cellOfKey(key));
  }
}

function isCertainly(is: (value: Value) => boolean, value: Value): boolean {
  return !isDependent(value) && is(value);
}

/** What is certain, and what it might be among. */
const NOT_CERTAIN: Ground = {
  has: (value) => isCertainly(isWin, value),
  isOpen: (value) => isDependent(value),
};
/** The same by the default reading. */
const DRAWN: Ground = {
  has: (value) => isWin(value),
  isOpen: (value) => isDependent(value) && isDraw(value),
};

/** What a side can force into what is possible, among some positions: all are followed once. */
class Reach {
  readonly #numbers = new NumberMap();
  readonly #winner: Colour;
  readonly #possible: Uint8Array;
  /** By position, how many moves more must lead to what is possible: of the winner's one. */
  readonly #left: Uint32Array;
  #firstInto: Uint32Array = new Uint32Array();
  #from: Uint32Array = new Uint32Array();

  private constructor(winner: Colour, keys: KeySet) {
    for (const key of keys) this.#numbers.add(key);
    this.#winner = winner;
    this.#possible = new Uint8Array(keys.length);
    this.#left = new Uint32Array(keys.length);
  }

  static *make(follower: Follower, winner: Colour, keys: KeySet): Generator<void, Reach> {
    const reach = new Reach(winner, keys);
    yield* reach.#follow(follower, keys);
    return reach;
  }

  *#follow(follower: Follower, keys: KeySet): Generator<void, void> {
    const first = new Uint32Array(keys.length + 1);
    const ends = new NumberList(Uint32Array);
    const reached: number[] = [];
    for (let v = 0; v < keys.length; v++) {
      if (v % STEP === 0) yield;
      const position = follower.positionOf(keys[v]!);
      const isWinners = position.turn === this.#winner;
      const { moves, values, cells, count } = follower.follow(position);
      let left = 0;
      for (let i = 0; i < count; i++) {
        const capture = position.board[moveTo(moves[i]!)] !== EMPTY;
        const good = isCertainly(isWinners ? isLoss : isWin, values[i]!) || (capture && isDependent(values[i]!));
        if (good && isWinners) left = -1;
        if (good) continue;
        if (left >= 0) left++;
        const end = capture ? -1 : this.#numbers.find(keyOf(cells[i]!, opponent(position.turn)));
        if (end >= 0) ends.push(end);
      }
      this.#left[v] = isWinners ? 1 : left;
      if (left === -1 || (!isWinners && left === 0)) reached.push(v);
      first[v + 1] = ends.length;
    }
    ({ firstInto: this.#firstInto, from: this.#from } = backwards(keys.length, first, ends.toArray()));
    this.#spread(reached);
  }

  /** Takes in more, and what follows from it. */
  add(keys: KeySet): void {
    this.#spread(Array.from(keys, (key) => this.#numbers.find(key)));
  }

  #spread(reached: number[]): void {
    for (const v of reached) this.#possible[v] = 1;
    for (let v = reached.pop(); v !== undefined; v = reached.pop()) {
      for (let i = this.#firstInto[v]!; i < this.#firstInto[v + 1]!; i++) {
        const before = this.#from[i]!;
        if (this.#possible[before] === 1 || --this.#left[before]! > 0) continue;
        this.#possible[before] = 1;
        reached.push(before);
      }
    }
  }

  has(key: PositionKey): boolean {
    const number = this.#numbers.find(key);
    return number >= 0 && this.#possible[number] === 1;
  }

  reached(): KeySet {
    return keySet(this.#numbers.keys.toArray().filter((_, v) => this.#possible[v] === 1));
  }
}
