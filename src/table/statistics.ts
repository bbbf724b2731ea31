/** The figures of a table, in the colours the user asked for. */
import { canonicalEndgame, type Endgame } from "../endgame/endgame.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import { COLOURS } from "../xiangqi/pieces.ts";
import { formatFen, parseFen } from "../xiangqi/fen.ts";
import { swapColours } from "../xiangqi/position.ts";
import type {
  Histogram,
  Metric,
  OrderKind,
  OrderSideStatistics,
  OrderStatistics,
  Rules,
  SideStatistics,
  TableInfo,
} from "./header.ts";
import { distanceOf, DRAW, isWin, orderOf, type Value } from "./value.ts";

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
  const swapFen = (fen: string | null) => fen && formatFen(swapColours(parseFen(fen)));
  return { ...side, longestWinFen: swapFen(side.longestWinFen), longestLossFen: swapFen(side.longestLossFen) };
}

/** What a histogram does not tell about a side. */
export interface SideExtras {
  readonly checkmated: number;
  readonly stalemated: number;
  readonly longestWinFen: string | null;
  readonly longestLossFen: string | null;
}

/**
 * Adds up a table's histogram.
 * @param values the value of each code
 * @param kinds the kind of each order above 0
 */
export function addUp(
  values: readonly Value[],
  histogram: Histogram,
  extras: Readonly<Record<Colour, SideExtras>>,
  kinds: ReadonlyMap<number, OrderKind> = new Map(),
): Pick<TableInfo, "red" | "black" | "orders"> {
  const orders = new Map([[0, { red: noneDecided(), black: noneDecided() }]]);
  const sides = { red: { ...noneDecided(), draws: 0 }, black: { ...noneDecided(), draws: 0 } };
  values.forEach((value, code) => {
    for (const turn of COLOURS) {
      const count = histogram[turn][code] ?? 0;
      if (count === 0) continue;
      if (value === DRAW) {
        sides[turn].draws += count;
        continue;
      }
      let order = orders.get(orderOf(value));
      if (order === undefined) orders.set(orderOf(value), (order = { red: noneDecided(), black: noneDecided() }));
      for (const sum of [sides[turn], order[turn]]) addDecided(sum, value, count);
    }
  });
  const side = (turn: Colour): SideStatistics => {
    const { wins, draws, losses, longestWin, longestLoss } = sides[turn];
    return { positions: wins + draws + losses, wins, draws, losses, longestWin, longestLoss, ...extras[turn] };
  };
  return {
    red: side("red"),
    black: side("black"),
    orders: [...orders]
      .sort(([a], [b]) => a - b)
      .map(([order, both]) => ({ order, kind: kindOf(order, kinds), ...both })),
  };
}

type Decided = { -readonly [Member in keyof OrderSideStatistics]: number };

function noneDecided(): Decided {
  return { wins: 0, losses: 0, longestWin: -1, longestLoss: -1 };
}

function addDecided(sum: Decided, value: Value, count: number): void {
  const distance = distanceOf(value);
  if (isWin(value)) {
    sum.wins += count;
    sum.longestWin = Math.max(sum.longestWin, distance);
  } else {
    sum.losses += count;
    sum.longestLoss = Math.max(sum.longestLoss, distance);
  }
}

function kindOf(order: number, kinds: ReadonlyMap<number, OrderKind>): OrderKind {
  const kind = order === 0 ? "conversion" : kinds.get(order);
  if (kind === undefined) throw new RangeError(`order ${order} has no kind`);
  return kind;
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
