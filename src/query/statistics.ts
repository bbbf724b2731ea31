/** The figures of a table, in the colours the user asked for. */
import { canonicalEndgame, type Endgame } from "../endgame/endgame.ts";
import { formatFen, parseFen } from "../xiangqi/fen.ts";
import { swapColours } from "../xiangqi/position.ts";
import type { Metric, OrderStatistics, Rules, SideStatistics, TableInfo } from "../table/header.ts";

export interface Statistics {
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: Rules;
  readonly red: SideStatistics;
  readonly black: SideStatistics;
  readonly orders: readonly OrderStatistics[];
}

/**
 * The figures of an endgame from the table of its canonical form.
 * @param asked in the colours of the answer; the table's are exchanged where these differ
 */
export function statisticsOf(info: TableInfo, asked: Endgame): Statistics {
  const { metric, rules, red, black, orders } = info;
  if (!canonicalEndgame(asked).swapped) return { endgame: asked.name, metric, rules, red, black, orders };
  return {
    endgame: asked.name,
    metric,
    rules,
    red: swapSide(black),
    black: swapSide(red),
    orders: orders.map((order) => ({ ...order, red: order.black, black: order.red })),
  };
}

function swapSide(side: SideStatistics): SideStatistics {
  const swapFen = (fen: string | null): string | null => {
    try {
      return fen && formatFen(swapColours(parseFen(fen)));
    } catch {
      return null; // a header may say anything there
    }
  };
  return { ...side, longestWinFen: swapFen(side.longestWinFen), longestLossFen: swapFen(side.longestLossFen) };
}

/** A share in percent, such as `49.97 %`: 0 and 100 only when exact, otherwise `< 0.01 %` or `> 99.99 %`. */
export function formatShare(part: number, whole: number): string {
  if (part === 0) return "0 %";
  if (part === whole) return "100 %";
  const percent = ((100 * part) / whole).toFixed(2);
  if (percent === "0.00") return "< 0.01 %";
  if (percent === "100.00") return "> 99.99 %";
  return `${percent} %`;
}
