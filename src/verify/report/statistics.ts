/** Compares what a header says about its values with what the check has counted. */
import type { OrderSideStatistics, TableHeader } from "../../table/format/header.ts";
import type { Histogram } from "../../table/format/histogram.ts";
import { distanceOf, isDependent, isDraw, isWin, orderOf, type Value } from "../../table/value.ts";
import { parseLegalFen } from "../../xiangqi/fen.ts";
import { InputError } from "../../base/errors.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import type { Stored } from "../asian/position-graph.ts";
import type { ProofProblem } from "../report.ts";
import type { SideTally, ProofTally } from "../plain/tally.ts";

interface Counts extends OrderSideStatistics {
  readonly positions: number;
  readonly draws: number;
  readonly checkmated: number;
  readonly stalemated: number;
}

/** The figures of one side, from its tally alone. */
export function countSide(values: ArrayLike<number>, tally: SideTally): Counts {
  const sum = { wins: 0, draws: 0, losses: 0, longestWin: -1, longestLoss: -1 };
  tally.halves.forEach((halves, code) => {
    const value = values[code]!;
    if (halves === 0) return;
    if (isDraw(value)) sum.draws += halves / 2;
    else if (isWin(value)) {
      sum.wins += halves / 2;
      sum.longestWin = Math.max(sum.longestWin, distanceOf(value));
    } else {
      sum.losses += halves / 2;
      sum.longestLoss = Math.max(sum.longestLoss, distanceOf(value));
    }
  });
  return {
    ...sum,
    positions: sum.wins + sum.draws + sum.losses,
    checkmated: tally.checkmatedHalves / 2,
    stalemated: tally.stalematedHalves / 2,
  };
}

/** Every order that occurs of what is certain, and always order 0; or of what depends. */
function countOrders(
  values: readonly Value[],
  tally: ProofTally,
  depending = false,
): { order: number; red: Counts; black: Counts }[] {
  const orders = new Set(depending ? [] : [0]);
  const isOf = (value: Value) => !isDraw(value) && isDependent(value) === depending;
  values.forEach((value, code) => {
    if (isOf(value) && tally.red.halves[code]! + tally.black.halves[code]! > 0) orders.add(orderOf(value));
  });
  const count = (order: number, side: SideTally) =>
    countSide(values, {
      ...side,
      halves: side.halves.map((halves, code) => (isOf(values[code]!) && orderOf(values[code]!) === order ? halves : 0)),
    });
  return [...orders]
    .sort((a, b) => a - b)
    .map((order) => ({ order, red: count(order, tally.red), black: count(order, tally.black) }));
}

export function findHeaderProblems(
  { info, values }: TableHeader,
  histogram: Histogram,
  tally: ProofTally,
  table: Stored,
): ProofProblem[] {
  const problems: ProofProblem[] = [];
  const compare = (field: string, stated: unknown, found: unknown) => {
    if (JSON.stringify(stated) === JSON.stringify(found)) return;
    const message = `${field}: the table states ${show(stated)}, its values come to ${show(found)}`;
    problems.push({ kind: "header", field, stated, found, message });
  };
  for (const turn of COLOURS) {
    const counts = countSide(values, tally[turn]);
    for (const [field, found] of Object.entries(counts)) {
      compare(`${turn}.${field}`, info[turn][field as keyof Counts], found);
    }
    compare(`${turn}.depends`, info[turn].depends, countDependent(values, tally[turn]));
    const codes = Math.max(values.length, histogram[turn].length);
    for (let code = 0; code < codes; code++) {
      compare(`histogram.${turn}[${code}]`, histogram[turn][code] ?? 0, (tally[turn].halves[code] ?? 0) / 2);
    }
    problems.push(...findFenProblems(turn, info[turn], counts, table));
  }
  for (const name of ["orders", "dependentOrders"] as const) {
    const orders = countOrders(values, tally, name === "dependentOrders");
    const all = info[name] ?? [];
    compare(`${name}.length`, all.length, orders.length);
    for (let i = 0; i < Math.min(all.length, orders.length); i++) {
      const stated = all[i]!;
      const found = orders[i]!;
      compare(`${name}[${i}].order`, stated.order, found.order);
      // The kinds of the others are known once their patterns are (asian/prove-levels.ts).
      if (found.order === 0) compare(`${name}[${i}].kind`, stated.kind, "conversion");
      for (const turn of COLOURS) {
        for (const field of ["wins", "losses", "longestWin", "longestLoss"] as const) {
          compare(`${name}[${i}].${turn}.${field}`, stated[turn][field], found[turn][field]);
        }
      }
    }
  }
  return problems;
}

function countDependent(values: readonly Value[], { halves }: SideTally) {
  const depends = { wins: 0, draws: 0, losses: 0 };
  halves.forEach((count, code) => {
    const value = values[code]!;
    if (isDependent(value)) depends[isDraw(value) ? "draws" : isWin(value) ? "wins" : "losses"] += count / 2;
  });
  return depends.wins + depends.draws + depends.losses > 0 ? depends : undefined;
}

function show(figure: unknown): string {
  return figure === undefined ? "nothing" : typeof figure === "number" ? figure.toLocaleString("en") : String(figure);
}

interface Longest {
  readonly longestWinFen: string | null;
  readonly longestLossFen: string | null;
}

/** The example positions must be legal, of this endgame and side to move, and really as long. */
function findFenProblems(turn: Colour, stated: Longest, counts: Counts, table: Stored): ProofProblem[] {
  const problems: ProofProblem[] = [];
  for (const outcome of ["Win", "Loss"] as const) {
    const field = `${turn}.longest${outcome}Fen`;
    const fen = stated[`longest${outcome}Fen`];
    const longest = counts[`longest${outcome}`];
    const wrong = (why: string) => {
      const message = `${field}: ${why}${fen === null ? "" : ` (${fen})`}`;
      problems.push({ kind: "header", field, stated: fen, found: longest, message });
    };
    const kind = outcome.toLowerCase();
    if (fen === null) {
      if (longest >= 0) wrong(`there is none, but the longest ${kind} takes ${longest} plies`);
    } else if (longest < 0) wrong(`there is no ${kind}`);
    else {
      const why = whyNotExample(fen, turn, longest, outcome === "Win", table);
      if (why !== null) wrong(why);
    }
  }
  return problems;
}

function whyNotExample(fen: string, turn: Colour, longest: number, win: boolean, table: Stored): string | null {
  try {
    const position = parseLegalFen(fen);
    if (position.turn !== turn) return `${position.turn} is to move`;
    const cell = table.index.indexOf(position.board);
    if (cell < 0) return "it is of another endgame";
    const value = table.valueAt(turn, cell);
    if (!isDraw(value) && isWin(value) === win && distanceOf(value) === longest) return null;
    return `this position is no ${win ? "win" : "loss"} in ${longest}`;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}
