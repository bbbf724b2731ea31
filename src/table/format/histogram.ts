/** What is counted of a table's values: how often each occurs, and what that adds up to. */
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import type {
  OrderKind,
  OrderSideStatistics,
  OrderStatistics,
  SideStatistics,
  StoredInfo,
  StoredOrder,
  TableHeader,
  TableInfo,
} from "./header.ts";
import { distanceOf, isDependent, isDraw, isWin, orderOf, type Value } from "../value.ts";

/** How many cells' worth of the board each code stands for: whole-board counts of legal positions, by code. */
export interface Histogram {
  readonly red: readonly number[];
  readonly black: readonly number[];
}

/** What a file says behind its blocks. */
export interface Details {
  readonly histogram: Histogram;
  /** For each block of a derived side: the check of its values. */
  readonly checks: readonly number[];
}

/** The details of a file; null for anything else. A count that is none, where there are others, is 0. */
export function parseDetails(text: string): Details | null {
  const isCount = (value: unknown): boolean => value === null || Number.isSafeInteger(value);
  const countsIn = (value: unknown): number[] | null =>
    Array.isArray(value) && value.every(isCount) ? value.map((count: number | null) => count ?? 0) : null;
  try {
    const { histogram, checks = [] } = JSON.parse(text) as { histogram: Record<string, unknown>; checks?: unknown };
    const [red, black, crcs] = [countsIn(histogram.red), countsIn(histogram.black), countsIn(checks)];
    return red === null || black === null || crcs === null ? null : { histogram: { red, black }, checks: crcs };
  } catch {
    return null;
  }
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
 * @param dependentKinds the same of what depends on a reading
 */
export function addUp(
  values: readonly Value[],
  histogram: Histogram,
  extras: Readonly<Record<Colour, SideExtras>>,
  kinds: ReadonlyMap<number, OrderKind> = new Map(),
  dependentKinds: ReadonlyMap<number, OrderKind> = new Map(),
): Pick<TableInfo, "red" | "black" | "orders" | "dependentOrders"> {
  const orders = { red: countOrders(values, histogram.red), black: countOrders(values, histogram.black) };
  const newSide = () => ({ ...noneDecided(), draws: 0, depends: { wins: 0, draws: 0, losses: 0 } });
  const sides = { red: newSide(), black: newSide() };
  values.forEach((value, code) => {
    for (const turn of COLOURS) {
      const count = histogram[turn][code] ?? 0;
      if (count === 0) continue;
      if (isDependent(value)) {
        sides[turn].depends[isDraw(value) ? "draws" : isWin(value) ? "wins" : "losses"] += count;
      }
      if (isDraw(value)) sides[turn].draws += count;
      else addDecided(sides[turn], value, count);
    }
  });
  const side = (turn: Colour): SideStatistics => {
    const { wins, draws, losses, longestWin, longestLoss, depends } = sides[turn];
    const isOpen = depends.wins + depends.draws + depends.losses > 0;
    const positions = wins + draws + losses;
    return { positions, wins, draws, losses, ...(isOpen && { depends }), longestWin, longestLoss, ...extras[turn] };
  };
  const listed = (of: "certain" | "dependent", always: readonly number[], kindsOf: ReadonlyMap<number, OrderKind>) =>
    [...new Set([...always, ...orders.red[of].keys(), ...orders.black[of].keys()])]
      .sort((a, b) => a - b)
      .map((order) => figuresOf({ order, kind: kindOf(order, kindsOf) }, of, orders));
  const dependentOrders = listed("dependent", [], dependentKinds);
  return {
    red: side("red"),
    black: side("black"),
    orders: listed("certain", [0], kinds),
    ...(dependentOrders.length > 0 && { dependentOrders }),
  };
}

/** A description whose orders have their figures, where the header leaves them to the histogram. */
export function withFigures(info: StoredInfo, lists: TableHeader["lists"], histogram: Histogram): TableInfo {
  const orders = { red: countOrders(lists.red, histogram.red), black: countOrders(lists.black, histogram.black) };
  const complete = (all: readonly StoredOrder[], of: "certain" | "dependent") =>
    all.map((each) => (hasFigures(each) ? each : figuresOf(each, of, orders)));
  const dependentOrders = info.dependentOrders && complete(info.dependentOrders, "dependent");
  return { ...info, orders: complete(info.orders, "certain"), dependentOrders };
}

/** The same without them. */
export function withoutFigures(info: TableInfo): StoredInfo {
  const short = (all: readonly OrderStatistics[]) => all.map(({ order, kind }): StoredOrder => ({ order, kind }));
  return { ...info, orders: short(info.orders), dependentOrders: info.dependentOrders && short(info.dependentOrders) };
}

export function isComplete(info: StoredInfo): info is TableInfo {
  return [...info.orders, ...(info.dependentOrders ?? [])].every(hasFigures);
}

function hasFigures(order: StoredOrder): order is OrderStatistics {
  return order.red !== undefined && order.black !== undefined;
}

/** Of one side: by order, what is certain and what depends. */
type Orders = Record<"certain" | "dependent", Map<number, Decided>>;

type Decided = { -readonly [Member in keyof OrderSideStatistics]: number };

function countOrders(values: readonly Value[], counts: readonly number[]): Orders {
  const orders: Orders = { certain: new Map(), dependent: new Map() };
  values.forEach((value, code) => {
    const count = counts[code] ?? 0;
    if (count === 0 || isDraw(value)) return;
    const of = orders[isDependent(value) ? "dependent" : "certain"];
    let order = of.get(orderOf(value));
    if (order === undefined) of.set(orderOf(value), (order = noneDecided()));
    addDecided(order, value, count);
  });
  return orders;
}

function figuresOf(
  { order, kind }: StoredOrder,
  of: "certain" | "dependent",
  { red, black }: Readonly<Record<Colour, Orders>>,
): OrderStatistics {
  return { order, kind, red: red[of].get(order) ?? noneDecided(), black: black[of].get(order) ?? noneDecided() };
}

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
