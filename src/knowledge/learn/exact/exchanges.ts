/**
 * Exact exchange tables (Chen et al., 3.2, there filled in by hand): in what share of the quiet positions of a small
 * endgame the active side can force an exchange (`exchange-goal.ts`). A kernel solves the endgame with exchanges in the
 * place of conversions: a capture is decided by whether it exchanges, not by the sub-endgame it leads to. Perpetual
 * checks and chases count as any other repetition. Soldiers are of all categories together.
 */
import {
  canonicalEndgame,
  isSymmetric,
  makeEndgame,
  type AttackingRole,
  type DefendingRole,
  type Endgame,
} from "../../../endgame/endgame.ts";
import { conversions } from "../../../endgame/graph.ts";
import { endgameIndex, type EndgameIndex } from "../../../endgame/index.ts";
import type { Kernel } from "../../../solve/kernel.ts";
import { addSlot, hasSlot, newSet, outcomesOfTape, type Outcomes } from "../../../solve/outcomes.ts";
import { slotOfCell } from "../../../solve/planes.ts";
import { inCheck } from "../../../xiangqi/attacks.ts";
import { opponent, pieceOf, roleOfLetter, type Colour } from "../../../xiangqi/pieces.ts";
import { EXCHANGEABLE, type Exchange, type ManLetter } from "../../material/paper/basic.ts";
import { isExchanged, type ExchangeGoal } from "./exchange-goal.ts";
import { forceExchange } from "./force-exchange.ts";
import { VectorMasks } from "./vector-masks.ts";

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
