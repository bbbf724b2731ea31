/** The figures of a table, in the colours the user asked for, and what a list of tables says about each. */
import { canonicalEndgame, type Endgame } from "../endgame/endgame.ts";
import { formatFen, parseFen } from "../xiangqi/fen.ts";
import { swapColours } from "../xiangqi/position.ts";
import {
  fileBytes,
  type OrderStatistics,
  type Rules,
  type SideStatistics,
  type OrderForm,
  type TableHeader,
} from "../table/format/header.ts";
import type { KnownSum } from "../table/format/content-sum.ts";
import type { Contribution, ProofRecord, Survey } from "../table/format/proof.ts";
import type { Category, Metric } from "../table/value.ts";
import type { Colour } from "../xiangqi/pieces.ts";

/** How the positions of an endgame end, in the colours that were asked for. */
export interface Statistics {
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: Rules;
  readonly red: SideStatistics;
  readonly black: SideStatistics;
  readonly orders: readonly OrderStatistics[];
  /** Under the Chinese rules: of decided values that are not certain. */
  readonly dependentOrders?: readonly OrderStatistics[];
  /** Where a proof has counted it. */
  readonly survey?: Survey;
  /** For each side to move, where the atlas has them. */
  readonly typical?: Readonly<Record<Colour, TypicalPositions>>;
}

/** A position such as manuals show (docs/guides/atlas.md), in FEN, by what it is for the side to move; null where there is none. */
export type TypicalPositions = Readonly<Record<Category, string | null>>;

/**
 * The figures of an endgame from what is known of its canonical form.
 * @param asked in the colours of the answer; the table's are exchanged where these differ
 */
export function statisticsOf(known: Omit<Statistics, "endgame">, asked: Endgame): Statistics {
  const { metric, rules, red, black, orders, dependentOrders, survey, typical } = known;
  const { swapped } = canonicalEndgame(asked);
  if (!swapped) {
    const parts = {
      ...(dependentOrders && { dependentOrders }),
      ...(survey && { survey }),
      ...(typical && { typical }),
    };
    return { endgame: asked.name, metric, rules, red, black, orders, ...parts };
  }
  return {
    endgame: asked.name,
    metric,
    rules,
    red: swapSide(black),
    black: swapSide(red),
    orders: orders.map(swapOrder),
    ...(dependentOrders && { dependentOrders: dependentOrders.map(swapOrder) }),
    ...(survey && { survey: swapSurvey(survey) }),
    ...(typical && { typical: { red: swapTypical(typical.black), black: swapTypical(typical.red) } }),
  };
}

function swapOrder(order: OrderStatistics): OrderStatistics {
  return { ...order, red: order.black, black: order.red };
}

function swapSurvey({ onlyWinningMoves, zugzwangs }: Survey): Survey {
  return {
    onlyWinningMoves: { red: onlyWinningMoves.black, black: onlyWinningMoves.red },
    zugzwangs: { both: zugzwangs.both, red: zugzwangs.black, black: zugzwangs.red },
  };
}

function swapSide(side: SideStatistics): SideStatistics {
  return { ...side, longestWinFen: swapFen(side.longestWinFen), longestLossFen: swapFen(side.longestLossFen) };
}

function swapTypical({ win, draw, loss }: TypicalPositions): TypicalPositions {
  return { win: swapFen(win), draw: swapFen(draw), loss: swapFen(loss) };
}

function swapFen(fen: string | null): string | null {
  try {
    return fen && formatFen(swapColours(parseFen(fen)));
  } catch {
    return null; // a header may say anything there
  }
}

/** A share in percent, such as `49.97`: 0 and 100 only when exact, otherwise `< 0.01` or `> 99.99`. */
export function percentOf(part: number, whole: number): string {
  if (part === 0) return "0";
  if (part === whole) return "100";
  const percent = ((100 * part) / whole).toFixed(2);
  if (percent === "0.00") return "< 0.01";
  return percent === "100.00" ? "> 99.99" : percent;
}

/** The same with its sign, as the command line prints it: `49.97 %`. */
export function formatShare(part: number, whole: number): string {
  return `${percentOf(part, whole)} %`;
}

export interface TableSummary {
  readonly endgame: string;
  readonly rules: Rules;
  readonly metric: Metric;
  readonly orders: OrderForm;
  readonly bytes: number;
  /** As the file states it. */
  readonly sha256: string;
  /** The address of the file: from the root of the server or of the export, or whole. */
  readonly file: string;
  /** When and how it was proven; null: it was not. */
  readonly verified: ProofRecord | null;
  /** The content sum (docs/spec/content-sum.md): what the values are, however they are stored; null: not known. */
  readonly sum: string | null;
  /** The sum is what the file states: nobody has computed it here. */
  readonly sumStated?: true;
  /** Who else has proven it, of those whom the owner of a fleet's store trusts; left out for tables of other places. */
  readonly contributed?: readonly Contribution[];
  readonly red: SideStatistics;
  readonly black: SideStatistics;
}

/** What is known of a table beside its header. */
export interface TableFacts extends Pick<TableSummary, "verified" | "contributed"> {
  readonly sum: KnownSum | null;
}

/** The same as it is told with its figures. */
export function describeKnown({
  verified,
  sum,
  contributed,
}: TableFacts): Pick<TableSummary, "verified" | "sum" | "sumStated" | "contributed"> {
  const known = { verified, sum: sum?.sum ?? null };
  return { ...known, ...(sum?.stated && { sumStated: true }), ...(contributed && { contributed }) };
}

export function summarize(header: TableHeader, file: string, known: TableFacts): TableSummary {
  const { endgame, rules, metric, orderForm: orders, red, black } = header.info;
  const { sha256 } = header;
  const place = { bytes: fileBytes(header), sha256, file, ...describeKnown(known) };
  return { endgame, rules, metric, orders, ...place, red, black };
}
