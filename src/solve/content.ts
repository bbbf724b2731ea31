/** From an endgame whose sub-endgames have tables to what its own table holds. */
import { DEFAULT_COLLECTION } from "../table/catalog.ts";
import type { Endgame } from "../endgame/endgame.ts";
import { subEndgames } from "../endgame/graph.ts";
import { endgameIndex } from "../endgame/index.ts";
import type { TableContent } from "../table/encode.ts";
import type { NewHash } from "../table/checksums.ts";
import type { InputTable, Metric, Rules, TableInfo, Orders } from "../table/header.ts";
import type { Table } from "../table/table.ts";
import { DEFAULT_RULES, type RuleOptions } from "../xiangqi/rules/options.ts";
import type { Kernel, Solution, SolveProgress } from "./kernel.ts";
import { VERSION } from "../version.ts";
import { solveWithoutAttackingMen } from "./no-attacking-men.ts";
import { contentOf, planesOfTable } from "./planes.ts";

const BUILDER = { name: "canju", version: VERSION } as const;

/** What is solved. */
export interface Reading {
  readonly metric: Metric;
  readonly rules: Rules;
  /** Under the Asian rules: how orders are numbered. Default `fang`. */
  readonly orders?: Orders;
  /** Under the Asian rules: how their open points are decided. Tables of different options do not mix in one folder. */
  readonly options?: RuleOptions;
}

export interface SolveOptions extends Reading {
  readonly kernel: Kernel;
  readonly threads: number;
  /** Opens the table of a canonical sub-endgame. */
  readonly open: (name: string) => Promise<Table>;
  /** The content sum of such a table, where it is known. */
  readonly knownSum?: (table: Table) => Promise<string | null>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SolveProgress) => void;
}

export interface SolvedContent {
  readonly content: TableContent;
  readonly solution: Solution;
  /** The content sum (docs/spec/content-sum.md). */
  readonly sum: (newHash: NewHash) => string;
}

/** The rules as a header states them. */
export function rulesOf({ rules, orders, options }: Reading): Pick<TableInfo, "switches" | "orderForm"> {
  if (rules === "none") return { switches: {}, orderForm: null };
  return { switches: { ...(options ?? DEFAULT_RULES) }, orderForm: orders ?? DEFAULT_COLLECTION.orders };
}

/** Solves a canonical endgame. The content is to be written before the kernel solves the next. */
export async function solveContent(endgame: Endgame, solving: SolveOptions): Promise<SolvedContent> {
  const { kernel, open, knownSum, metric, rules, options, threads, signal, onProgress } = solving;
  const { switches, orderForm } = rulesOf(solving);
  const index = endgameIndex(endgame);
  const inputs = await Promise.all(
    subEndgames(endgame).map(async ({ name }): Promise<InputTable> => {
      const table = await open(name);
      const sum = (await knownSum?.(table)) ?? null;
      return { name, sha256: table.header.sha256, ...(sum !== null && { sum }) };
    }),
  );
  const solution =
    index.inner === null
      ? solveWithoutAttackingMen(index)
      : await kernel.solve({
          index,
          metric,
          rules,
          orders: orderForm ?? undefined,
          options,
          threads,
          load: async (sub) => planesOfTable(await open(sub.name)),
          signal,
          onProgress,
        });
  const { statistics, content, sum } = contentOf(solution);
  const info: TableInfo = {
    endgame: endgame.name,
    metric,
    rules,
    switches,
    orderForm,
    ...(solution.certificate && { certificate: solution.certificate }),
    ...statistics,
    builder: BUILDER,
    inputs,
  };
  return { content: content(info), solution, sum: (newHash) => sum(info, newHash) };
}
