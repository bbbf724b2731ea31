/**
 * Proves the levels of a table under the Asian rules (Fang, section 5.4): that the seeds stored for each order are those
 * that the patterns recomputed here give, of the kind stated, and that after the last order no pattern is left.
 *
 * Nothing here is taken from the solver, and the method is another: it walks forward from suspects over an explicit graph
 * (position-graph.ts) and follows the chased men in it (`followMen` in move-graph.ts).
 */
import type { OrderKind, TableInfo } from "../../table/format/header.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { attackingMen, parseEndgame } from "../../endgame/endgame.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import type { LevelReport, PerpetualsReport, ProofProblem } from "../report.ts";
import {
  type KeySet,
  type PositionKey,
  type SeedKeys,
  UNDECIDED,
  cellOfKey,
  seedsByOrder,
  turnOfKey,
  union,
  without,
} from "./positions.ts";
import { type CheckLosses, type CheckedLevel, LevelFinder, type LevelLosses, recurrence } from "./levels.ts";
import { PositionGraphBuilder, type Stored } from "./position-graph.ts";
import type { Suspects } from "./suspects.ts";

export interface LevelProof {
  readonly perpetuals: PerpetualsReport;
  readonly problems: readonly ProofProblem[];
}

/** What the walk over all positions has found (`SuspectFinder`), in any order. */
export interface WalkFindings {
  readonly suspects: Suspects;
  readonly seeds: SeedKeys;
  /** The highest order of any position. */
  readonly lastOrder: number;
  /** The patterns of checks with seeds that are not among the others, where the suspects are of chases only. */
  readonly checked?: (level: number) => Readonly<Record<Colour, CheckedLevel>>;
}

/** Yields the share done now and then, until the proof is complete. */
export function* proveLevels(
  table: Stored,
  info: TableInfo,
  options: RuleOptions,
  found: WalkFindings,
): Generator<number, LevelProof> {
  const { checked } = found;
  const graph = yield* new PositionGraphBuilder(table.index, options, found.suspects).run();
  const levels = new LevelFinder(
    graph,
    info.orderForm === "chessdb" ? recurrence(table, options) : null,
    checked ? checkLossesOf(checked) : null,
  );
  const others = seedsByOrder(found.seeds);
  const stored = (order: number): KeySet => {
    if (checked === undefined || order === UNDECIDED) return others(order);
    const { red, black } = checked(order);
    return union(others(order), union(red.seeds, black.seeds));
  };
  const reports: LevelReport[] = [];
  const problems: ProofProblem[] = [];
  let correctedLosses = 0;
  const compare = (order: number, seeds: LevelLosses): void => {
    const level = compareSeeds(order, seeds, stored(order), table.index);
    if (seeds.corrected) correctedLosses += seeds.losses.length;
    problems.push(...level.problems);
    if (order <= found.lastOrder) reports.push(level.report);
  };
  for (let order = 1; order <= found.lastOrder; order++) {
    const seeds = levels.seedsOf(order);
    compare(order, seeds);
    problems.push(...findKindProblem(order, seeds.kind, info));
    yield order / (found.lastOrder + 1);
  }
  const last = levels.seedsOf(UNDECIDED);
  compare(UNDECIDED, last);
  const certificate = { innerPatterns: last.innerMen, correctedLosses };
  problems.push(...findCertificateProblems(certificate, info));
  return { perpetuals: { levels: reports, suspects: found.suspects.keys.length, ...certificate }, problems };
}

function checkLossesOf(checked: NonNullable<WalkFindings["checked"]>): CheckLosses {
  return (level) => {
    const { red, black } = checked(level);
    return { losses: union(red.losses, black.losses), agreed: { red: red.agreed, black: black.agreed } };
  };
}

function compareSeeds(
  order: number,
  { kind, losses, agreed, corrected }: LevelLosses,
  stored: KeySet,
  index: EndgameIndex,
) {
  const count = (keys: number) => keys.toLocaleString("en");
  const seeds = stored.length + agreed.red + agreed.black;
  const strays = without(stored, losses);
  const missing = without(losses, stored);
  const fenOf = (key: PositionKey): string =>
    formatFen({ board: index.boardAt(cellOfKey(key))!, turn: turnOfKey(key) });
  const problems: ProofProblem[] = [];
  const problem = (keys: KeySet, what: string): void => {
    if (keys.length === 0) return;
    const fen = fenOf(keys[0]!);
    problems.push({
      kind: "level",
      order: order === UNDECIDED ? null : order,
      positions: keys.length,
      fen,
      message: `${what}, the first is ${fen}`,
    });
  };
  const pattern = kind === null ? "no pattern is left" : `the pattern of perpetual ${kind}s`;
  problem(
    strays,
    `order ${order}: ${count(strays.length)} of its ${count(seeds)} seeds ` +
      (kind === null ? `cannot be one, as ${pattern} there` : `do not belong to ${pattern}`),
  );
  problem(
    missing,
    order === UNDECIDED
      ? `${count(missing.length)} draws are lost: after the last order ${pattern} is not empty`
      : `order ${order}: ${count(missing.length)} positions of ${pattern} are not stored as its seeds`,
  );
  const red = stored.filter((key) => turnOfKey(key) === "red").length;
  const black = stored.length - red;
  const report: LevelReport = { order, kind, corrected, seeds: { red: red + agreed.red, black: black + agreed.black } };
  return { report, problems };
}

function findKindProblem(order: number, found: LevelLosses["kind"], { orders }: TableInfo): ProofProblem[] {
  const stated: OrderKind | null = orders.find((each) => each.order === order)?.kind ?? null;
  if (stated === found) return [];
  const field = `orders[${order}].kind`;
  const message = `${field}: the table states ${stated ?? "nothing"}, its values come to ${found ?? "no pattern"}`;
  return [{ kind: "header", field, stated, found, message }];
}

/**
 * The counts depend on how often patterns are asked for, so that only none or some can be compared. Without attackers on
 * both sides a certificate may be left out.
 */
function findCertificateProblems(
  found: Pick<PerpetualsReport, "innerPatterns" | "correctedLosses">,
  { certificate, endgame }: TableInfo,
): ProofProblem[] {
  const { red, black } = parseEndgame(endgame);
  const oneSided = attackingMen(red).length === 0 || attackingMen(black).length === 0;
  if (certificate === undefined && oneSided) return [];
  const problems: ProofProblem[] = [];
  const compare = (field: string, stated: number | undefined, some: boolean): void => {
    if (stated !== undefined && stated > 0 === some) return;
    const message = `${field}: the table states ${stated ?? "nothing"}, but there are ${some ? "some" : "none"}`;
    problems.push({ kind: "header", field, stated, found: some, message });
  };
  compare("certificate.innerPatterns", certificate?.innerPatterns, found.innerPatterns);
  compare("certificate.correctedLosses", certificate?.correctedLosses, found.correctedLosses > 0);
  return problems;
}
