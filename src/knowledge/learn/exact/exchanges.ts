/**
 * Exact exchange tables (Chen et al., 3.2, there filled in by hand): in what share of the quiet positions of a small
 * endgame the active side can force an exchange (`ExchangeGoal`). A kernel solves the endgame with exchanges in the
 * place of conversions: a capture is decided by whether it exchanges, not by the sub-endgame it leads to. Perpetual
 * checks and chases count as any other repetition. Soldiers are of all categories together.
 */
import {
  type AttackingRole,
  type DefendingRole,
  type Endgame,
  canonicalEndgame,
  isSymmetric,
  makeEndgame,
} from "../../../endgame/endgame.ts";
import { conversions } from "../../../endgame/graph.ts";
import { type EndgameIndex, endgameIndex } from "../../../endgame/index.ts";
import type { Kernel } from "../../../solve/kernel.ts";
import { type Outcomes, addSlot, hasSlot, newSet, outcomesOfTape } from "../../../solve/outcomes.ts";
import { slotOfCell } from "../../../solve/planes.ts";
import { inCheck } from "../../../xiangqi/attacks.ts";
import {
  COLOURS,
  type Colour,
  EMPTY,
  type Piece,
  type Role,
  opponent,
  pieceOf,
  roleOf,
  roleOfLetter,
} from "../../../xiangqi/pieces.ts";
import { EXCHANGEABLE, type Exchange, type Exchanges, type ManLetter } from "../../material/paper/basic.ts";
import { VectorMasks } from "./vector-masks.ts";
import { writeLegalMoves } from "../../../xiangqi/moves.ts";
import { SQUARES } from "../../../xiangqi/squares.ts";
import { estimateSize } from "../../../endgame/count.ts";
import { compiledKernel, startTeam } from "../../../solve/node/thread-team.ts";
import { KernelMemory } from "../../../solve/host/memory.ts";
import { vectorKernel } from "../../../solve/host/vector-kernel.ts";

/** Who is exchanged for whom, and who helps. */
export type ExchangeMen = Omit<Exchange, "quiet">;

type Man = AttackingRole | DefendingRole;

/** All exchanges with at most one helper that can happen at all: advisors and elephants never meet each other. */
export function allExchanges(): ExchangeMen[] {
  const meet = (active: ManLetter, passive: ManLetter) => !("AB".includes(active) && "AB".includes(passive));
  const found: ExchangeMen[] = [];
  for (const active of EXCHANGEABLE) {
    for (const passive of EXCHANGEABLE.filter((each) => meet(active, each))) {
      found.push({ active, passive, activeHelper: "", passiveHelper: "" });
      for (const helper of EXCHANGEABLE) {
        found.push({ active, passive, activeHelper: helper, passiveHelper: "" });
        found.push({ active, passive, activeHelper: "", passiveHelper: helper });
      }
    }
  }
  return found;
}

/** The canonical endgame of an exchange, and what its active side wants. */
export function endgameOfExchange(men: ExchangeMen): { endgame: Endgame; goal: ExchangeGoal } {
  const active = sideOf(men.active, men.activeHelper);
  const passive = sideOf(men.passive, men.passiveHelper);
  const { endgame, swapped } = canonicalEndgame(makeEndgame(active, passive));
  const goal = { side: swapped ? "black" : "red", active: manOf(men.active), passive: manOf(men.passive) } as const;
  return { endgame, goal };
}

function sideOf(man: ManLetter, helper: ManLetter | ""): Partial<Record<Man, number>> {
  if (helper === "") return { [manOf(man)]: 1 };
  return helper === man ? { [manOf(man)]: 2 } : { [manOf(man)]: 1, [manOf(helper)]: 1 };
}

function manOf(letter: ManLetter): Man {
  return roleOfLetter(letter) as Man;
}

/** Measures one exchange. */
export async function measureExchange(men: ExchangeMen, kernel: Kernel): Promise<Exchange> {
  const { endgame, goal } = endgameOfExchange(men);
  const index = endgameIndex(endgame);
  const forced = isSymmetric(endgame) ? solvedPlainly(index, goal) : await solvedBy(kernel, index, goal);
  const counts = countForced(index, forced);
  return { ...men, quiet: [counts[goal.side], counts[opponent(goal.side)]] };
}

/** The slots from which the active side forces its exchange, by side to move (solve/outcomes.ts). */
export interface Forced {
  readonly index: EndgameIndex;
  readonly forced: Readonly<Record<Colour, Uint32Array>>;
}

/** Symmetric endgames lose either man into one sub-endgame, which then cannot tell whose exchange it is. */
function solvedPlainly(index: EndgameIndex, goal: ExchangeGoal): Forced {
  const byCell = forceExchange(index, goal);
  const forced = { red: newSet(index), black: newSet(index) };
  for (let cell = 0; cell < index.cells; cell++) {
    const slot = slotOfCell(index, cell);
    if (byCell[2 * cell] === 1) addSlot(forced.red, slot);
    if (byCell[2 * cell + 1] === 1) addSlot(forced.black, slot);
  }
  return { index, forced };
}

export async function solvedBy(kernel: Kernel, index: EndgameIndex, goal: ExchangeGoal): Promise<Forced> {
  const { tape } = await kernel.solve({
    index,
    metric: "dtc",
    rules: "none",
    threads: 1,
    load: async (sub) => exchangeOutcomes(index.endgame, sub, goal),
  });
  const { won, lost } = outcomesOfTape(index, tape);
  const forced = goal.side === "red" ? { red: won.red, black: lost.black } : { red: lost.red, black: won.black };
  return { index, forced };
}

/** Outcomes of a sub-endgame that make a capture win exactly where it exchanges. */
function exchangeOutcomes(endgame: Endgame, wanted: Endgame, goal: ExchangeGoal): Outcomes {
  const index = endgameIndex(wanted);
  const pair = () => ({ red: newSet(index), black: newSet(index) });
  const outcomes: Outcomes = { index, won: pair(), lost: pair() };
  for (const { lost, endgame: sub } of conversions(endgame)) {
    const { endgame: canonical, swapped } = canonicalEndgame(sub);
    if (canonical.name !== wanted.name) continue;
    const inView = (colour: Colour) => (swapped ? opponent(colour) : colour);
    const turn = inView(lost.colour);
    const goalInView = { ...goal, side: inView(goal.side) };
    const captured = pieceOf(turn, lost.role);
    // The winner of a decided capture is the active side.
    const set = outcomes[turn === goalInView.side ? "won" : "lost"][turn];
    for (let cell = 0; cell < index.cells; cell++) {
      const board = index.boardAt(cell);
      if (board === null || inCheck(board, opponent(turn))) continue;
      if (isExchanged(goalInView, board, turn, captured)) addSlot(set, slotOfCell(index, cell));
    }
  }
  return outcomes;
}

/** [forced, positions] of the quiet positions with each side to move, over the whole board. */
function countForced(index: EndgameIndex, { forced }: Forced): Record<Colour, [number, number]> {
  const masks = new VectorMasks(index);
  let positions = 0;
  let redForced = 0;
  let blackForced = 0;
  for (let block = 0; block < index.blocks.length; block++) {
    if (!masks.setUpBlock(block)) continue;
    const weight = index.weights[block]!;
    for (let formation = 0; formation < index.black.count; formation++) {
      if (!masks.setUpFormation(formation)) continue;
      const first = (block * index.black.count + formation) * index.width;
      for (let square = 0; square < index.width; square++) {
        if (((masks.quiet[square >> 5]! >>> (square & 31)) & 1) === 0) continue;
        positions += weight;
        if (hasSlot(forced.red, first + square)) redForced += weight;
        if (hasSlot(forced.black, first + square)) blackForced += weight;
      }
    }
  }
  const share = (count: number): [number, number] => [count / index.twins, positions / index.twins];
  return { red: share(redForced), black: share(blackForced) };
}

/*
 * What it means to exchange a man (Chen et al., 3.2), made precise for solvers. The *active* side has a king, the active
 * man and at most one helper, the *passive* side a king, the passive man and at most one helper. The active side has
 * its exchange, or better,
 *
 * - when it has captured the passive man and the passive side can now capture nothing but the active man; whether it
 *   does is its own choice: the active side has won a man if not;
 * - when its active man has been captured and it can now capture the passive man;
 * - when it mates or stalemates.
 *
 * Every other capture ends the attempt without success, as does a repetition. It *forces* the exchange where it reaches
 * one of these against every defence. Men of one kind are all the same man: of two chariots either is exchanged.
 */

export interface ExchangeGoal {
  /** The colour of the active side. */
  readonly side: Colour;
  readonly active: Role;
  readonly passive: Role;
}

const answers = new Uint16Array(256);

/**
 * Whether a capture has given the active side its exchange.
 * @param board after the capture
 * @param turn the side now to move, whose man has been captured
 */
export function isExchanged(goal: ExchangeGoal, board: Uint8Array, turn: Colour, captured: Piece): boolean {
  const activeTook = turn !== goal.side;
  if (roleOf(captured) !== (activeTook ? goal.passive : goal.active)) return false;
  const count = writeLegalMoves(board, turn, answers);
  for (let i = 0; i < count; i++) {
    const taken = board[answers[i]! % SQUARES]!;
    if (taken === EMPTY) continue;
    if (activeTook && roleOf(taken) !== goal.active) return false;
    if (!activeTook && roleOf(taken) === goal.passive) return true;
  }
  return activeTook;
}

/*
 * Where an exchange can be forced, by plain retrograde analysis: all moves of an endgame as a graph, then back from the
 * exchanges. For endgames of up to some 100,000 cells; it needs no kernel.
 */

/** Entry `2 * cell + (0 for Red, 1 for Black to move)` is 1 where the active side can force the exchange. */
export function forceExchange(index: EndgameIndex, goal: ExchangeGoal): Uint8Array {
  const { start, targets, open, forced } = graphOf(index, goal);
  const { from, sources } = turnedRound(start, targets);
  const active = COLOURS.indexOf(goal.side);
  const found: number[] = [];
  forced.forEach((isForced, position) => isForced === 1 && found.push(position));
  for (let position = found.pop(); position !== undefined; position = found.pop()) {
    for (let i = from[position]!; i < from[position + 1]!; i++) {
      const before = sources[i]!;
      if (forced[before] === 1) continue;
      if (before % 2 !== active && --open[before]! > 0) continue;
      forced[before] = 1;
      found.push(before);
    }
  }
  return forced;
}

interface Graph {
  /** Quiet moves of position p: `targets[start[p]]` to `targets[start[p + 1] - 1]`. */
  readonly start: Uint32Array;
  readonly targets: Uint32Array;
  /** Moves by which the passive side may still avoid the exchange. */
  readonly open: Uint8Array;
  readonly forced: Uint8Array;
}

function graphOf(index: EndgameIndex, goal: ExchangeGoal): Graph {
  const positions = 2 * index.cells;
  const start = new Uint32Array(positions + 1);
  const open = new Uint8Array(positions);
  const forced = new Uint8Array(positions);
  const targets: number[] = [];
  const moves = new Uint16Array(256);
  for (let cell = 0; cell < index.cells; cell++) {
    const board = index.boardAt(cell);
    COLOURS.forEach((turn: Colour, side) => {
      const position = 2 * cell + side;
      if (board !== null && !inCheck(board, opponent(turn))) {
        const isActive = turn === goal.side;
        const count = writeLegalMoves(board, turn, moves);
        open[position] = count;
        for (let i = 0; i < count; i++) {
          const to = moves[i]! % SQUARES;
          const from = (moves[i]! - to) / SQUARES;
          const captured = board[to]!;
          board[to] = board[from]!;
          board[from] = EMPTY;
          if (captured === EMPTY) targets.push(2 * index.indexOf(board) + 1 - side);
          else if (isExchanged(goal, board, opponent(turn), captured)) {
            if (isActive) forced[position] = 1;
            else open[position]!--;
          }
          board[from] = board[to]!;
          board[to] = captured;
        }
        if (!isActive && open[position] === 0) forced[position] = 1;
      }
      start[position + 1] = targets.length;
    });
  }
  return { start, targets: Uint32Array.from(targets), open, forced };
}

/** The same moves by where they lead. */
function turnedRound(start: Uint32Array, targets: Uint32Array): { from: Uint32Array; sources: Uint32Array } {
  const from = new Uint32Array(start.length);
  for (const target of targets) from[target + 1]!++;
  for (let position = 1; position < from.length; position++) from[position]! += from[position - 1]!;
  const next = from.slice();
  const sources = new Uint32Array(targets.length);
  for (let position = 0; position + 1 < start.length; position++) {
    for (let i = start[position]!; i < start[position + 1]!; i++) sources[next[targets[i]!]!++] = position;
  }
  return { from, sources };
}

/* Measures the exchanges that are not known yet, smallest endgame first. */

export interface UpdateExchangesOptions {
  readonly signal?: AbortSignal;
  /** Is told after each exchange all that is known by then, and waited for. */
  readonly onMeasured?: (exchanges: Exchanges) => Promise<void>;
}

/** Adds what `known` lacks. When the signal stops it, what it has measured is returned. */
export async function updateExchanges(known: Exchanges, options: UpdateExchangesOptions = {}): Promise<Exchanges> {
  const { signal, onMeasured } = options;
  const all = allExchanges();
  const measured = new Map(known.exchanges.map((exchange) => [keyOf(exchange), exchange]));
  const now = (): Exchanges => ({ ...known, exchanges: all.flatMap((men) => measured.get(keyOf(men)) ?? []) });
  const cells = (men: ExchangeMen) => estimateSize(endgameOfExchange(men).endgame).cells;
  const missing = all.filter((men) => !measured.has(keyOf(men))).sort((a, b) => cells(a) - cells(b));
  const team = startTeam(1);
  try {
    const kernel = vectorKernel((await compiledKernel()).module, team, new KernelMemory());
    for (const men of missing) {
      if (signal?.aborted) break;
      measured.set(keyOf(men), await measureExchange(men, kernel));
      await onMeasured?.(now());
    }
  } finally {
    await team.close();
  }
  return now();
}

/** As JSON, one exchange a line. */
export function formatExchanges({ kind, rules, exchanges }: Exchanges): string {
  const lines = exchanges.map((exchange: Exchange) => `\n    ${JSON.stringify(exchange)}`).join(",");
  return `{\n  "kind": ${JSON.stringify(kind)},\n  "rules": ${JSON.stringify(rules)},\n  "exchanges": [${lines}\n  ]\n}\n`;
}

function keyOf({ active, passive, activeHelper, passiveHelper }: ExchangeMen): string {
  return [active, passive, activeHelper, passiveHelper].join();
}
