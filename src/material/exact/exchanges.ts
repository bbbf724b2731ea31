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
} from "../../endgame/endgame.ts";
import { conversions } from "../../endgame/graph.ts";
import { endgameIndex, type EndgameIndex } from "../../endgame/index.ts";
import { marksOf, slotOfCell, type Kernel, type Plane, type Planes } from "../../solve/kernel.ts";
import { inCheck } from "../../xiangqi/attacks.ts";
import { opponent, pieceOf, roleOfLetter, type Colour } from "../../xiangqi/pieces.ts";
import { EXCHANGEABLE, type Exchange, type ManLetter } from "../paper/basic.ts";
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

/** Planes, and for each of their marks 1 where it says that the active side forces its exchange. */
export interface Forced extends Planes {
  readonly marks: Readonly<Record<Colour, Uint8Array>>;
}

/** Symmetric endgames lose either man into one sub-endgame, which then cannot tell whose exchange it is. */
function solvedPlainly(index: EndgameIndex, goal: ExchangeGoal): Forced {
  const byCell = forceExchange(index, goal);
  const planes = { red: new Uint8Array(index.cells), black: new Uint8Array(index.cells) };
  for (let cell = 0; cell < index.cells; cell++) {
    const at = slotOfCell(index, cell);
    planes.red[at] = byCell[2 * cell]!;
    planes.black[at] = byCell[2 * cell + 1]!;
  }
  const marks = Uint8Array.of(0, 1);
  return { index, ...planes, marks: { red: marks, black: marks } };
}

export async function solvedBy(kernel: Kernel, index: EndgameIndex, goal: ExchangeGoal): Promise<Forced> {
  const { red, black } = await kernel.solve({
    index,
    metric: "dtc",
    rules: "none",
    threads: 1,
    load: async (sub) => exchangePlanes(index.endgame, sub, goal),
  });
  const { illegal, unknown } = marksOf(red);
  const marks = (turn: Colour) =>
    Uint8Array.from({ length: unknown + 1 }, (_, mark) =>
      mark < illegal && (mark % 2 === 1) === (turn === goal.side) ? 1 : 0,
    );
  return { index, red, black, marks: { red: marks("red"), black: marks("black") } };
}

/** The planes of a sub-endgame that make a capture win exactly where it exchanges. */
function exchangePlanes(endgame: Endgame, wanted: Endgame, goal: ExchangeGoal): Planes {
  const index = endgameIndex(wanted);
  const planes: Record<Colour, Plane> = { red: new Uint8Array(index.cells), black: new Uint8Array(index.cells) };
  const { unknown } = marksOf(planes.red);
  planes.red.fill(unknown);
  planes.black.fill(unknown);
  for (const { lost, endgame: sub } of conversions(endgame)) {
    const { endgame: canonical, swapped } = canonicalEndgame(sub);
    if (canonical.name !== wanted.name) continue;
    const inView = (colour: Colour) => (swapped ? opponent(colour) : colour);
    const turn = inView(lost.colour);
    const goalInView = { ...goal, side: inView(goal.side) };
    const captured = pieceOf(turn, lost.role);
    for (let cell = 0; cell < index.cells; cell++) {
      const board = index.boardAt(cell);
      if (board === null || inCheck(board, opponent(turn))) continue;
      // The winner of a decided capture is the active side.
      if (isExchanged(goalInView, board, turn, captured)) {
        planes[turn][slotOfCell(index, cell)] = turn === goalInView.side ? 1 : 0;
      }
    }
  }
  return { index, ...planes };
}

/** [forced, positions] of the quiet positions with each side to move, over the whole board. */
function countForced(index: EndgameIndex, { red, black, marks }: Forced): Record<Colour, [number, number]> {
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
        redForced += weight * marks.red[red[first + square]!]!;
        blackForced += weight * marks.black[black[first + square]!]!;
      }
    }
  }
  const share = (forced: number): [number, number] => [forced / index.twins, positions / index.twins];
  return { red: share(redForced), black: share(blackForced) };
}
