/** Chooses what the course shows of an ending: typical positions, and drills that leave little choice. */
import { parseEndgame } from "../../endgame/endgame.ts";
import { randomNumbers } from "../line.ts";
import { HELD_MOVES, hardestReply, decides, keepingMoves, solutionTree, type TreeLimits } from "../studies/tree.ts";
import { lookUp } from "../../query/lookup.ts";
import { rankMoves } from "../../query/probe.ts";
import { samplePosition, type SampleWish } from "../../query/sample.ts";
import type { Statistics } from "../../query/statistics.ts";
import type { TableProvider } from "../../table/catalog/catalog.ts";
import type { Table } from "../../table/read/table.ts";
import { categoryOf, distanceOf, isDraw } from "../../table/value.ts";
import { formatFen, parseLegalFen } from "../../xiangqi/fen.ts";
import type { LegalPosition } from "../../xiangqi/position.ts";
import { isCalm } from "./claim.ts";
import type { Drill, Example } from "./course.ts";

const LIMITS: TreeLimits = { mostMoves: 90, deepest: 12 };
const HOLD: TreeLimits = { mostMoves: 90, deepest: HELD_MOVES };
/** Positions that a drill is chosen among, and the solver's moves by which. */
const DRAWN = 20;
const LOOKED_AT = 4;

async function exampleOf(fen: string, provider: TableProvider): Promise<Example> {
  const { value } = await lookUp(parseLegalFen(fen), provider);
  return { fen, outcome: categoryOf(value), distance: isDraw(value) ? null : distanceOf(value) };
}

/** A won and a drawn position, Red to move if there is such a one. */
export async function examplesOf(
  { typical }: Pick<Statistics, "typical">,
  provider: TableProvider,
): Promise<{ readonly won: Example | null; readonly drawn: Example | null }> {
  const { red, black } = typical!;
  const [won, drawn] = [red.win ?? black.loss, red.draw ?? black.draw];
  return {
    won: won === null ? null : await exampleOf(won, provider),
    drawn: drawn === null ? null : await exampleOf(drawn, provider),
  };
}

/** How large a share of moves keeps the outcome along the hardest line, up to 1; null where the first move decides. */
async function leewayOf(start: LegalPosition, provider: TableProvider): Promise<number | null> {
  let ranked: Awaited<ReturnType<typeof rankMoves>> = await rankMoves(start, provider);
  let [sum, moves] = [0, 0];
  for (; moves < LOOKED_AT && ranked.length > 0; moves++) {
    const keeping = keepingMoves(ranked);
    if (moves === 0 && decides(keeping[0]!)) return null;
    sum += keeping.length / ranked.length;
    if (decides(ranked[0]!)) return sum / (moves + 1);
    const { reply, turn } = await hardestReply(ranked[0]!.next, provider);
    if (reply.capture) return sum / (moves + 1);
    ranked = [...turn];
  }
  return sum / moves;
}

/** The hardest of some random positions, and its tree; null where there are none that are calm and a task. */
async function drillOf(
  endgame: string,
  wish: SampleWish,
  provider: TableProvider,
  random: () => number,
  taken: readonly Drill[],
): Promise<Drill | null> {
  let best: { readonly at: LegalPosition; readonly leeway: number } | null = null;
  for (let drawn = 0; drawn < DRAWN; drawn++) {
    const sample = await samplePosition(parseEndgame(endgame), wish, provider, random);
    if (sample === null) return null;
    const { position } = sample;
    if (!isCalm(position.board) || taken.some(({ fen }) => fen === formatFen(position))) continue;
    const leeway = await leewayOf(position, provider);
    if (leeway !== null && (best === null || leeway < best.leeway)) best = { at: position, leeway };
  }
  if (best === null) return null;
  const { outcome, ...told } = await exampleOf(formatFen(best.at), provider);
  const tree = await solutionTree(best.at, provider, outcome === "draw" ? HOLD : LIMITS);
  return { ...told, outcome: outcome as Drill["outcome"], tree };
}

/** Shorter wins are no task, longer ones come second. */
const [SHORTEST, SHORT] = [5, 11];
/** Where every win is short. */
const ANY: SampleWish = { turn: "red", outcome: "win", min: 3 };

/**
 * Three drills: a short win, a long one and a draw to be held, in this order; others where one is lacking, however short the win.
 * The stronger side wins, the weaker holds. The same for the same values.
 */
export async function drillsOf(table: Table, provider: TableProvider): Promise<Drill[]> {
  const { endgame, red } = table.header.info;
  const random = randomNumbers(table.header.cells);
  const long = Math.max(SHORT + 2, Math.floor((red.longestWin * 2) / 3));
  const short: SampleWish = { turn: "red", outcome: "win", min: SHORTEST, max: SHORT };
  const hold: SampleWish = { turn: "black", outcome: "draw" };
  const wishes: SampleWish[] = [
    short,
    { turn: "red", outcome: "win", min: long },
    hold,
    short,
    hold,
    ANY,
    ANY,
    ANY,
    hold,
  ];
  const drills: Drill[] = [];
  for (const wish of wishes) {
    if (drills.length === 3) break;
    const drill = await drillOf(endgame, wish, provider, random, drills);
    if (drill !== null) drills.push(drill);
  }
  return drills;
}
