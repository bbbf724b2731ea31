/**
 * What `src/verify/chinese/bracket-proof.ts` proves, in the plain way: positions and moves as objects, sets and maps, patterns by sweeps until
 * nothing changes, and every search begun anew. For small endgames.
 */
import type { EndgameIndex } from "../../src/endgame/index.ts";
import type { OrderKind, TableInfo } from "../../src/table/format/header.ts";
import { DRAW, isDependent, isDraw, isLoss, isWin, type Value } from "../../src/table/value.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves, moveFrom, type Move } from "../../src/xiangqi/moves.ts";
import { finish } from "../../src/base/pausing.ts";
import { COLOURS, KING, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { forcesByChecks } from "../../src/rules/chinese/forced.ts";
import { labelMove, labelNarrowly } from "../../src/rules/chinese/label.ts";
import { classOf } from "../../src/rules/chinese/grades.ts";
import { type PositionKey, type SeedKeys, cellOfKey, keyOf, turnOfKey } from "../../src/verify/asian/positions.ts";
import type { ProofProblem } from "../../src/verify/report.ts";
import { wonByClasses } from "../../src/verify/chinese/class-parity.ts";
import { OF_DEFAULT, stageOf, type Holdings } from "../../src/verify/chinese/holding.ts";

type Reading = "narrow" | "default" | "wide";

/** The readings of the loser's moves and of the winner's. */
const CERTAIN = ["narrow", "wide"] as const;
const POSSIBLE = ["wide", "narrow"] as const;
const BY_DEFAULT = ["default", "default"] as const;
type Readings = readonly [ofLoser: Reading, ofWinner: Reading];

/** What an order's losers have to keep up, as kinds are tried; the last one where there are weak attacks. */
const KINDS: readonly (readonly [OrderKind, number])[] = [
  ["check", 3],
  ["attack", 2],
  ["weak attack", 1],
];

interface Step {
  readonly move: Move;
  readonly capture: boolean;
  /** Of the position after a quiet move. */
  readonly to: PositionKey;
  /** To the opponent. */
  readonly value: Value;
}

/** What a pattern is looked for in. */
interface Ground {
  /** Whether a move of the loser's leads to what the winner has. */
  has(step: Step): boolean;
  /** Whether it leads to a position of the winner's that may be part of the pattern. */
  isOpen(step: Step): boolean;
}

export interface BracketTables {
  readonly index: EndgameIndex;
  valueAt(turn: Colour, cell: number): Value;
  /** Of any position of the endgame or of one that a capture leads to. */
  lookUp(position: Position): Value;
}

export class PlainBracketProof {
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

  run(seeds: SeedKeys, holdings: Holdings): ProofProblem[] {
    const problems: ProofProblem[] = [];
    const wrong = (keys: readonly PositionKey[], order: number | null, what: string): void => {
      if (keys.length === 0) return;
      const fen = formatFen(this.#positionOf(Math.min(...keys.slice(0, 1000))));
      const message = `${keys.length.toLocaleString("en")} ${what}, one is ${fen}`;
      problems.push({ kind: "level", order, positions: keys.length, fen, message });
    };
    for (const isDefault of [false, true]) {
      const offset = isDefault ? OF_DEFAULT : 0;
      const losses = [...holdings.late].filter((key) => stageOf(this.#valueOf(key)) >= OF_DEFAULT === isDefault);
      const stages = new Map<number, PositionKey[]>();
      seeds.keys.forEach((key, i) => {
        const stage = seeds.orders[i]!;
        if (stage >= OF_DEFAULT !== isDefault) return;
        const keys = stages.get(stage) ?? [];
        keys.push(key);
        stages.set(stage, keys);
      });
      const last = Math.max(offset, ...stages.keys());
      const first = new Map(losses.map((key) => [key, this.#firstStage(key)]));
      for (let stage = offset + 1; stage <= last; stage++) {
        const open = losses.filter((key) => first.get(key)! <= stage && stageOf(this.#valueOf(key)) >= stage);
        const order = stage - offset;
        const { strays, others } = this.#hold(stage, new Set(stages.get(stage)), open);
        wrong(strays, order, `seeds of order ${order} are not lost by their pattern`);
        wrong(others, order, `losses are of a lower order or another kind than they are said to be, of order ${order}`);
      }
    }
    const dependent = new Set(holdings.dependent);
    const known = new Set<PositionKey>();
    for (const winner of COLOURS) {
      const losers = [...holdings.dependent, ...holdings.heldUp].filter((key) => turnOfKey(key) !== winner);
      const possible = this.#possible(winner, losers, dependent);
      wrong([...possible].filter((key) => !dependent.has(key)), null, "certain draws may be lost"); // prettier-ignore
      const entered = new Set(holdings.entered.filter((key) => turnOfKey(key) !== winner && possible.has(key)));
      wrong([...entered], null, "positions that certain draws lead to may be lost");
      for (const key of possible) known.add(key);
      const open = losers.filter((key) => dependent.has(key));
      wrong(this.#pattern(winner, open, CERTAIN, NOT_CERTAIN), null, "positions that depend are lost for certain");
      const drawn = open.filter((key) => isDraw(this.#valueOf(key)));
      wrong(this.#pattern(winner, drawn, BY_DEFAULT, DRAWN), null, "draws by the default reading are lost");
    }
    wrong([...holdings.dependent].filter((key) => !known.has(key)), null, "positions that are certain are said to depend"); // prettier-ignore
    return problems;
  }

  /** The first stage at which a loss may be lost by a pattern: all its idle moves lead to what is lost by then. */
  #firstStage(key: PositionKey): number {
    const depends = isDependent(this.#valueOf(key));
    let first = depends ? OF_DEFAULT + 1 : 1;
    for (const step of this.#stepsOf(key)) {
      if (step.capture || stageOf(step.value) < first) continue;
      if (this.#classOf(key, step, depends ? "default" : "narrow") === 0) first = stageOf(step.value) + 1;
    }
    return first;
  }

  /**
   * Holds the seeds of a stage against what patterns find among the losses that no lower stage has.
   * @returns the seeds that are not lost by the stage's kind, and what else is lost by this kind or one of a higher class
   */
  #hold(
    stage: number,
    seeds: ReadonlySet<PositionKey>,
    losses: readonly PositionKey[],
  ): { strays: PositionKey[]; others: PositionKey[] } {
    const readings = stage >= OF_DEFAULT ? BY_DEFAULT : CERTAIN;
    const ground: Ground = {
      has: ({ capture, value }) => {
        if (!isWin(value)) return false;
        return capture ? stage >= OF_DEFAULT || !isDependent(value) : stageOf(value) < stage;
      },
      isOpen: ({ capture, value }) => !capture && isWin(value) && stageOf(value) >= stage,
    };
    for (const [kind, least] of KINDS) {
      const found = COLOURS.flatMap(
        (winner) =>
        this.#pattern(winner, losses.filter((key) => turnOfKey(key) !== winner), readings, ground, least), // prettier-ignore
      );
      if (kind !== this.#kinds.get(stage)) {
        if (found.length > 0) return { strays: [...seeds], others: found };
        continue;
      }
      const lost = new Set(found);
      return { strays: [...seeds].filter((key) => !lost.has(key)), others: found.filter((key) => !seeds.has(key)) };
    }
    return { strays: [...seeds], others: [] };
  }

  /** All that is possible for a side beyond what is certain, of what depends and of the draws that its opponent may be held up in. */
  #possible(winner: Colour, losers: readonly PositionKey[], dependent: ReadonlySet<PositionKey>): Set<PositionKey> {
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
    const ground: Ground = {
      has: isLost,
      // Certain draws may be part of what is possible.
      isOpen: ({ capture, to, value }) => !capture && !possible.has(to) && (isDependent(value) || value === DRAW),
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
      }
      const open = losers.filter((key) => !possible.has(key));
      const found = this.#pattern(winner, open, POSSIBLE, ground);
      if (found.length === 0) return possible;
      for (const key of found) possible.add(key);
    }
  }

  /**
   * The losses among these positions, each of whose moves is of a least class and stays among them and the positions in between, or
   * leads to what the winner has.
   */
  #pattern(
    winner: Colour,
    losers: readonly PositionKey[],
    [ofLoser, ofWinner]: Readings,
    { has, isOpen }: Ground,
    least = 1,
  ): PositionKey[] {
    const inside = new Set(losers);
    const wins = new Set<PositionKey>();
    for (const key of losers) for (const step of this.#stepsOf(key)) if (isOpen(step)) wins.add(step.to);
    const back = (key: PositionKey) => this.#stepsOf(key).some(({ capture, to }) => !capture && inside.has(to));
    const stays = (key: PositionKey, labelled: boolean): boolean => {
      const staying = this.#stepsOf(key).filter((step) => !has(step));
      if (!staying.every((step) => isOpen(step) && wins.has(step.to))) return false;
      return !labelled || staying.every((step) => this.#classOf(key, step, ofLoser) >= least);
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

function aims(board: Uint8Array, side: Colour): boolean {
  return finish(forcesByChecks(board, side, { goal: "capture", spared: new Set() }, 100_000)) !== false;
}

/** What is certain, and what it might be among. */
const NOT_CERTAIN: Ground = {
  has: ({ value }) => !isDependent(value) && isWin(value),
  isOpen: ({ capture, value }) => !capture && isDependent(value),
};
/** The same by the default reading. */
const DRAWN: Ground = {
  has: ({ value }) => isWin(value),
  isOpen: ({ capture, value }) => !capture && isDependent(value) && isDraw(value),
};

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
