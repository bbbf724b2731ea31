/**
 * Proves what a table under the Chinese rules says of repetitions, on the graph of the positions that the walk has noted
 * (`holding.ts`). Labels of single moves come from `xiangqi/rules`, with the plain searches; nothing comes from the solver.
 *
 * 1. Seeds: the losses in 0 of an order above 0, whose distances the walk has compared. All moves of one lead to positions that
 *    the opponent wins by lower orders, or stay in the order's pattern: they attack, and the opponent, who has a move back to
 *    such a loss, wins the game of classes there. What is certain with the narrow reading of the loser's moves and the wide one
 *    of the winner's; what depends by the default reading. So every win and loss is one. And these moves are of the class that
 *    the order's kind says, or a higher one.
 * 2. What depends is what is possible for a side, but not certain: from the wins that are certain all that follows from
 *    the loser's moves read widely and the winner's narrowly is found again, and it must be what is stored, cell for cell: nothing
 *    of it outside, no certain draw, and nothing else inside.
 * 3. Nothing more is certain, or won by default: among what is not certain, or what is drawn by default, no pattern is left.
 *    (Outside of what is possible there can be none, as readings between the bounds win no more.)
 *
 * Not proven is that an order is the least there could be, nor that no kind of a higher class would do.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import type { OrderKind, TableInfo } from "../../table/header.ts";
import { DRAW, isDependent, isDraw, isLoss, isWin, type Value } from "../../table/value.ts";
import { inCheck } from "../../xiangqi/attacks.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves, moveFrom, type Move } from "../../xiangqi/moves.ts";
import { COLOURS, KING, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import { labelMove, labelNarrowly } from "../../xiangqi/rules/chinese/label.ts";
import { classOf } from "../../xiangqi/rules/chinese/verdict.ts";
import { cellOfKey, keyOf, turnOfKey, type PositionKey } from "../perpetuals/positions.ts";
import type { Seeds } from "../perpetuals/seeds.ts";
import type { Problem } from "../report.ts";
import { wonByClasses } from "./class-parity.ts";
import { aims, OF_DEFAULT, stageOf, type Holdings } from "./holding.ts";

type Reading = "narrow" | "default" | "wide";

/** The readings of the loser's moves and of the winner's. */
const CERTAIN = ["narrow", "wide"] as const;
const POSSIBLE = ["wide", "narrow"] as const;
const BY_DEFAULT = ["default", "default"] as const;
type Readings = readonly [ofLoser: Reading, ofWinner: Reading];

/** What an order's losers have to keep up; of other kinds there are no seeds. */
const LEAST_CLASS: Partial<Record<OrderKind, number>> = { check: 3, attack: 2, "weak attack": 1 };
const HIGHEST = 3;

interface Step {
  readonly move: Move;
  readonly capture: boolean;
  /** Of the position after a quiet move. */
  readonly to: PositionKey;
  /** To the opponent. */
  readonly value: Value;
}

export interface BracketTables {
  readonly index: EndgameIndex;
  valueAt(turn: Colour, cell: number): Value;
  /** Of any position of the endgame or of one that a capture leads to. */
  lookUp(position: Position): Value;
}

export class BracketProof {
  readonly #tables: BracketTables;
  readonly #weakIsFull: boolean;
  readonly #kinds: ReadonlyMap<number, OrderKind>;
  readonly #steps = new Map<PositionKey, readonly Step[]>();
  readonly #classes = new Map<string, number>();

  constructor(tables: BracketTables, { switches, orders, dependentOrders = [] }: TableInfo) {
    this.#tables = tables;
    this.#weakIsFull = switches.edition1999 === true;
    this.#kinds = new Map([
      ...orders.map(({ order, kind }) => [order, kind] as const),
      ...dependentOrders.map(({ order, kind }) => [order + OF_DEFAULT, kind] as const),
    ]);
  }

  /** Yields now and then. */
  *run(seeds: Seeds, holdings: Holdings): Generator<void, Problem[]> {
    const problems: Problem[] = [];
    const wrong = (keys: readonly PositionKey[], order: number | null, what: string): void => {
      if (keys.length === 0) return;
      const fen = formatFen(this.#positionOf(Math.min(...keys.slice(0, 1000))));
      const message = `${keys.length.toLocaleString("en")} ${what}, one is ${fen}`;
      problems.push({ kind: "level", order, positions: keys.length, fen, message });
    };
    const stages = new Map<number, PositionKey[]>();
    seeds.keys.forEach((key, i) => {
      const stage = seeds.orders[i]!;
      stages.set(stage, [...(stages.get(stage) ?? []), key]);
    });
    for (const [stage, keys] of [...stages].sort(([a], [b]) => a - b)) {
      const order = stage % OF_DEFAULT;
      wrong(this.#strays(keys, stage), order, `seeds of order ${order} are not lost by their pattern`);
      yield;
    }

    this.#steps.clear();
    this.#classes.clear();
    const dependent = new Set(holdings.dependent);
    const known = new Set<PositionKey>();
    for (const winner of COLOURS) {
      const losers = [...holdings.dependent, ...holdings.heldUp].filter((key) => turnOfKey(key) !== winner);
      const possible = yield* this.#possible(winner, losers, dependent);
      wrong([...possible].filter((key) => !dependent.has(key)), null, "certain draws may be lost"); // prettier-ignore
      const entered = holdings.entered.filter((key) => turnOfKey(key) !== winner && possible.has(key));
      wrong([...entered], null, "moves from certain draws may win");
      for (const key of possible) known.add(key);
      const open = losers.filter((key) => dependent.has(key));
      wrong(this.#pattern(winner, open, CERTAIN), null, "positions that depend are lost for certain");
      const drawn = open.filter((key) => isDraw(this.#valueOf(key)));
      wrong(this.#pattern(winner, drawn, BY_DEFAULT), null, "draws by the default reading are lost");
      yield;
    }
    wrong([...holdings.dependent].filter((key) => !known.has(key)), null, "positions that are certain are said to depend"); // prettier-ignore
    return problems;
  }

  /** The seeds of a stage that are not won for the opponent in the pattern that they make. */
  #strays(keys: readonly PositionKey[], stage: number): PositionKey[] {
    const readings = stage >= OF_DEFAULT ? BY_DEFAULT : CERTAIN;
    const least = LEAST_CLASS[this.#kinds.get(stage) ?? "conversion"] ?? HIGHEST + 1;
    const isLower = ({ capture, value }: Step): boolean => {
      if (!isWin(value)) return false;
      return capture ? stage >= OF_DEFAULT || !isDependent(value) : stageOf(value) < stage;
    };
    return COLOURS.flatMap((winner) => {
      const losses = keys.filter((key) => turnOfKey(key) !== winner);
      const game = new Arena(winner);
      const seeds = new Set(losses);
      const strays: PositionKey[] = [];
      for (const key of losses) {
        const staying = this.#stepsOf(key).filter((step) => !isLower(step));
        const leaves = staying.some((step) => {
          const { capture, value } = step;
          if (capture || !isWin(value) || stageOf(value) !== stage) return true;
          return this.#classOf(key, step, readings[0]) < least;
        });
        if (leaves) strays.push(key);
        else for (const step of staying) game.add(key, step.to, this.#classOf(key, step, readings[0]));
      }
      if (strays.length > 0) return strays;
      for (const key of game.waiting()) {
        for (const step of this.#stepsOf(key)) {
          if (!step.capture && seeds.has(step.to)) game.add(key, step.to, this.#classOf(key, step, readings[1]));
        }
      }
      const won = game.solve();
      return losses.filter((key) => !won.has(key));
    });
  }

  /** All that is possible for a side beyond what is certain, of what depends and of the draws that its opponent may be held up in. */
  *#possible(
    winner: Colour,
    losers: readonly PositionKey[],
    dependent: ReadonlySet<PositionKey>,
  ): Generator<void, Set<PositionKey>> {
    const possible = new Set<PositionKey>();
    const all = [...new Set([...dependent, ...losers])];
    const isLost = ({ capture, to, value }: Step): boolean => {
      const certain = !isDependent(value) && isWin(value);
      return certain || (capture ? isDependent(value) : possible.has(to));
    };
    const isWon = ({ capture, to, value }: Step): boolean => {
      const certain = !isDependent(value) && isLoss(value);
      return certain || (capture ? isDependent(value) : possible.has(to));
    };
    for (;;) {
      for (let grown = true; grown;) {
        grown = false;
        for (const key of all) {
          if (possible.has(key)) continue;
          const steps = this.#stepsOf(key);
          if (turnOfKey(key) === winner ? !steps.some(isWon) : !steps.every(isLost)) continue;
          possible.add(key);
          grown = true;
        }
        yield;
      }
      const open = losers.filter((key) => !possible.has(key));
      const found = this.#pattern(winner, open, POSSIBLE, possible);
      if (found.length === 0) return possible;
      for (const key of found) possible.add(key);
    }
  }

  /**
   * The losses among these positions, each of whose moves attacks, and stays among them and the positions in between, or leads
   * to what the winner has.
   * @param possible what is known to be won in the game of what is possible
   */
  #pattern(
    winner: Colour,
    losers: readonly PositionKey[],
    [ofLoser, ofWinner]: Readings,
    possible: ReadonlySet<PositionKey> | null = null,
  ): PositionKey[] {
    const byDefault = ofLoser === "default";
    const has = ({ capture, to, value }: Step): boolean => {
      if (!isDependent(value)) return isWin(value);
      if (possible !== null) return capture || possible.has(to);
      return byDefault && isWin(value);
    };
    /** Positions of the winner that may be part of the pattern; certain draws only of what is possible. */
    const isOpen = ({ capture, to, value }: Step): boolean => {
      if (capture) return false;
      if (possible !== null) return !possible.has(to) && (isDependent(value) || value === DRAW);
      return isDependent(value) && (!byDefault || isDraw(value));
    };
    const inside = new Set(losers);
    const wins = new Set<PositionKey>();
    for (const key of losers) for (const step of this.#stepsOf(key)) if (isOpen(step)) wins.add(step.to);
    const back = (key: PositionKey) => this.#stepsOf(key).some(({ capture, to }) => !capture && inside.has(to));
    const stays = (key: PositionKey, labelled: boolean): boolean => {
      const staying = this.#stepsOf(key).filter((step) => !has(step));
      if (!staying.every((step) => isOpen(step) && wins.has(step.to))) return false;
      return !labelled || staying.every((step) => this.#classOf(key, step, ofLoser) > 0);
    };
    for (const labelled of [false, true]) {
      for (let left = true; left;) {
        left = false;
        for (const key of wins) if (!back(key)) left = wins.delete(key) || left;
        for (const key of inside) if (!stays(key, labelled)) left = inside.delete(key) || left;
      }
    }
    const game = new Arena(winner);
    for (const key of inside) {
      for (const step of this.#stepsOf(key)) if (!has(step)) game.add(key, step.to, this.#classOf(key, step, ofLoser));
    }
    for (const key of wins) {
      for (const step of this.#stepsOf(key)) {
        if (!step.capture && inside.has(step.to)) game.add(key, step.to, this.#classOf(key, step, ofWinner));
      }
    }
    const won = game.solve();
    return [...inside].filter((key) => won.has(key));
  }

  #valueOf(key: PositionKey): Value {
    return this.#tables.valueAt(turnOfKey(key), cellOfKey(key));
  }

  #positionOf(key: PositionKey): Position {
    return { board: this.#tables.index.boardAt(cellOfKey(key))!, turn: turnOfKey(key) };
  }

  #stepsOf(key: PositionKey): readonly Step[] {
    let steps = this.#steps.get(key);
    if (steps !== undefined) return steps;
    const { index } = this.#tables;
    const position = this.#positionOf(key);
    steps = legalMoves(position).map((move): Step => {
      const after = applyMove(position, move);
      const capture = isCapture(position, move);
      if (capture) return { move, capture, to: -1, value: this.#tables.lookUp(after) };
      const cell = index.indexOf(after.board);
      return { move, capture, to: keyOf(cell, after.turn), value: this.#tables.valueAt(after.turn, cell) };
    });
    this.#steps.set(key, steps);
    return steps;
  }

  #classOf(key: PositionKey, { move }: Step, reading: Reading): number {
    const name = `${key} ${move} ${reading}`;
    let found = this.#classes.get(name);
    if (found === undefined) this.#classes.set(name, (found = this.#label(this.#positionOf(key), move, reading)));
    return found;
  }

  #label(position: Position, move: Move, reading: Reading): number {
    const { board, turn } = position;
    const after = applyMove(position, move).board;
    if (inCheck(after, opponent(turn))) return 3;
    if (reading === "narrow") return labelNarrowly(position, move) === "idle" ? 0 : 2;
    if (reading === "wide") {
      const isKingsParry = (board[moveFrom(move)]! & 7) === KING && inCheck(board, turn);
      return !isKingsParry && aims(after, turn) ? 2 : 0;
    }
    const found = classOf(labelMove(position, move));
    return found === 1 && this.#weakIsFull ? 2 : found;
  }
}

/** A game of classes that is put together move by move. */
class Arena {
  readonly #winner: Colour;
  readonly #moves = new Map<PositionKey, [to: PositionKey, moveClass: number][]>();

  constructor(winner: Colour) {
    this.#winner = winner;
  }

  add(from: PositionKey, to: PositionKey, moveClass: number): void {
    const moves = this.#moves.get(from) ?? [];
    moves.push([to, moveClass]);
    this.#moves.set(from, moves);
    if (!this.#moves.has(to)) this.#moves.set(to, []);
  }

  /** The positions that have no move yet. */
  waiting(): PositionKey[] {
    return [...this.#moves].flatMap(([key, moves]) => (moves.length === 0 ? [key] : []));
  }

  /** The positions that the winner wins. Where somebody has no move, which no pattern has, he does not. */
  solve(): Set<PositionKey> {
    const keys = [...this.#moves.keys()];
    const numbers = new Map(keys.map((key, i) => [key, i]));
    const first = new Uint32Array(keys.length + 1);
    const to: number[] = [];
    const classes: number[] = [];
    const winners = Uint8Array.from(keys, (key) => (turnOfKey(key) === this.#winner ? 1 : 0));
    keys.forEach((key, i) => {
      const moves = this.#moves.get(key)!;
      for (const [target, moveClass] of moves) {
        to.push(numbers.get(target)!);
        classes.push(moveClass);
      }
      if (moves.length === 0) {
        to.push(i);
        classes.push(3);
      }
      first[i + 1] = to.length;
    });
    const won = wonByClasses({ winners, first, to: Uint32Array.from(to), classes: Uint8Array.from(classes) });
    return new Set(keys.filter((_, i) => won[i] === 1));
  }
}
