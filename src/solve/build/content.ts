/** From an endgame whose sub-endgames have tables to its solution, and to what its own table says of it. */
import { DEFAULT_COLLECTION } from "../../table/catalog/catalog.ts";
import type { Endgame } from "../../endgame/endgame.ts";
import { subEndgames } from "../../endgame/graph.ts";
import { type EndgameIndex, endgameIndex } from "../../endgame/index.ts";
import type { Bracket, InputTable, Orders, Rules, TableInfo } from "../../table/format/header.ts";
import type { Table } from "../../table/read/table.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { CHASE_CLAUSES, type Edition } from "../../rules/chinese/edition.ts";
import { InputError } from "../../base/errors.ts";
import { DEFAULT_RULES, type RuleOptions } from "../../rules/asian/options.ts";
import type { Journal } from "../journal.ts";
import type { Kernel, Solution, SolveProgress, SolveRequest } from "../kernel.ts";
import { VERSION } from "../../base/version.ts";
import { type Sub, outcomesOfTable, outcomesOfTape } from "../outcomes.ts";
import { planesOfTable, planesOfTape } from "../planes.ts";
import { LEVEL_ZERO, type MakeShelf, Tape } from "../tape.ts";
import type { Metric } from "../../table/value.ts";
import { BracketSolver } from "../chinese/bracket.ts";
import type { KernelMemory } from "../host/memory.ts";
import type { Team } from "../host/team.ts";
import { vectorKernel } from "../host/vector-kernel.ts";
import type { FormationClass } from "../../endgame/formation.ts";
import { fileOf, rankOf } from "../../xiangqi/squares.ts";

const BUILDER = { name: "canju", version: VERSION } as const;

/** What is solved. */
export interface CollectionRules {
  readonly metric: Metric;
  readonly rules: Rules;
  /** Under the Asian rules: how orders are numbered. Default `fang`. */
  readonly orders?: Orders;
  /** Under the Asian rules: how their open points are decided. Tables of different options do not mix in one folder. */
  readonly options?: RuleOptions;
  /** Of the Chinese rules. Default `2020`. */
  readonly edition?: Edition;
}

/** How an endgame is solved. */
export interface SolveOptions extends CollectionRules {
  readonly kernel: Kernel;
  readonly threads: number;
  /** What a canonical sub-endgame is to endgames that capture into it. */
  readonly load: SolveRequest["load"];
  /** To conversion: what is put aside on the way. */
  readonly journal?: Journal;
  /** Where sets may lie that the kernel's memory has no room for. */
  readonly makeShelf?: MakeShelf;
  readonly checkMemory?: SolveRequest["checkMemory"];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SolveProgress) => void;
}

/** Where the tables of sub-endgames are. */
export interface SubTables {
  /** Opens the table of a canonical sub-endgame. */
  readonly open: (name: string) => Promise<Table>;
  /** The content sum of such a table, where it is known. */
  readonly knownSum: (table: Table) => Promise<string | null>;
}

/** The rules as a header states them. */
export function rulesOf({
  rules,
  orders,
  options,
  edition,
}: CollectionRules): Pick<TableInfo, "switches" | "orderForm"> {
  if (rules === "none") return { switches: {}, orderForm: null };
  if (rules === "chinese") return { switches: { edition1999: edition === "1999" }, orderForm: null };
  return { switches: { ...(options ?? DEFAULT_RULES) }, orderForm: orders ?? DEFAULT_COLLECTION.orders };
}

/** @throws InputError `other-rules` for a table that was built under another reading of the rules: values of both do not mix */
export function checkReading({ file, header }: Table, reading: CollectionRules): void {
  const wanted = rulesOf(reading).switches;
  const found = header.info.switches;
  const other = Object.keys(wanted).find((key) => wanted[key] !== found[key]);
  if (other === undefined) return;
  const stand =
    reading.rules === "chinese"
      ? `by the edition of ${found[other] ? "1999" : "2020"} of the Chinese rules, not of ${found[other] ? "2020" : "1999"}`
      : `under other rules (${other} = ${found[other]}, wanted ${wanted[other]})`;
  throw new InputError("other-rules", `${file} was built ${stand}: use another data folder`);
}

/** @throws InputError where a cone is asked for under rules by which its values are not those of the whole endgame */
export function checkCones(endgames: readonly Endgame[], { rules, orders }: CollectionRules): void {
  const cone = endgames.find(({ from }) => from !== undefined);
  if (cone === undefined) return;
  const refuse = (why: string): never => {
    throw new InputError("bad-option", `${cone.name} cannot be built ${why}: build the whole endgame`);
  };
  if (rules === "chinese") refuse("under the Chinese rules, whose orders have not been shown to be those of the whole");
  // What recurs is asked of the moves into a position, also from where the cone does not go.
  if (rules === "asian" && orders === "chessdb")
    refuse("with orders as chessdb.cn numbers them, which moves into a cone decide");
}

function bracketOf(edition: Edition = "2020"): Bracket {
  const classes = edition === "2020" ? ["idle", "weak attack", "attack", "check"] : ["idle", "attack", "check"];
  return { edition, classes, reading: "default", bounds: ["narrow", "wide"], clauses: Object.keys(CHASE_CLAUSES) };
}

/** Solves a canonical endgame whose sub-endgames' planes can be had. */
export async function solveEndgame(endgame: Endgame, solving: SolveOptions): Promise<Solution> {
  const { kernel, ...request } = solving;
  const index = endgameIndex(endgame);
  if (index.inner === null) return solveWithoutAttackingMen(index);
  const orders = rulesOf(solving).orderForm ?? undefined;
  return kernel.solve({ ...request, index, orders });
}

/** The tables that an endgame's captures lead to. */
export function inputsOf(endgame: Endgame, { open, knownSum }: SubTables): Promise<InputTable[]> {
  return Promise.all(
    subEndgames(endgame).map(async ({ name }) => {
      const table = await open(name);
      const sum = await knownSum(table);
      return { name, sha256: table.header.sha256, ...(sum !== null && { sum }) };
    }),
  );
}

/** What the header says of a solved endgame. */
export async function describeSolution(
  { index, certificate }: Solution,
  statistics: Pick<TableInfo, "red" | "black" | "orders" | "dependentOrders" | "index">,
  solving: CollectionRules & SubTables,
): Promise<TableInfo> {
  const { endgame } = index;
  const inputs = await inputsOf(endgame, solving);
  const { metric, rules } = solving;
  return {
    endgame: endgame.name,
    metric,
    rules,
    ...rulesOf(solving),
    ...(rules === "chinese" && { bracket: bracketOf(solving.edition) }),
    ...(certificate && { certificate }),
    ...statistics,
    builder: BUILDER,
    inputs,
  };
}

/** What a table is to endgames that capture into it. @param only the side to move that they ask for. Default: either */
export function subOfTable(table: Table, metric: Metric, only?: Colour, signal?: AbortSignal): Promise<Sub> {
  return metric === "dtc" ? outcomesOfTable(table, only, signal) : planesOfTable(table);
}

/** The same of a solution. */
export function subOfSolution(solution: Solution, metric: Metric, only?: Colour): Sub {
  const { index, tape, levels, hasDoubles = false } = solution;
  if (metric === "dtm") return planesOfTape(index, tape, levels);
  return { ...outcomesOfTape(index, tape, levels, only), hasDoubles };
}

/**
 * The kernel for all sets of rules: under the Chinese ones it solves several games of one endgame (`chinese/bracket.ts`).
 * @param memory used for one endgame after the other, as by `vectorKernel`
 */
export function kernelOfRules(module: WebAssembly.Module, team: Team, memory: KernelMemory): Kernel {
  const vector = vectorKernel(module, team, memory);
  const bracket = new BracketSolver(module, team, () => {
    memory.clear();
    return memory;
  });
  return { solve: (request) => (request.rules === "chinese" ? bracket : vector).solve(request) };
}

/*
 * Endgames without attacking men. Kings, advisors and elephants of the two sides never meet, so nothing is ever captured and
 * nobody is mated: every legal position is a draw. (The verifier confirms that each has a move.)
 */

/** Solves such an endgame: nothing is decided, and what is illegal are the cells where the kings face each other. */
export function solveWithoutAttackingMen(index: EndgameIndex): Solution {
  const red = openFiles(index.red);
  const black = openFiles(index.black);
  const legal = { red: 0, black: 0 };
  const illegal = new Uint32Array(index.cells * 4);
  let cell = 0;
  index.blocks.forEach((formation, block) => {
    for (const file of black) {
      if (file >= 0 && file === red[formation]) illegal[cell * 4] = 1;
      else {
        legal.red += index.weights[block]!;
        legal.black += index.weights[block]!;
      }
      cell++;
    }
  });
  const none = { red: 0, black: 0 };
  return {
    index,
    tape: new Tape({ blocks: index.blocks.length, bandBlocks: index.blocks.length, formations: index.black.count }),
    legal,
    illegal: () => ({ red: illegal, black: illegal }),
    levels: [LEVEL_ZERO],
    certificate: null,
    checkmated: none,
    stalemated: none,
    seconds: 0,
    memoryBytes: illegal.byteLength,
    subMemoryBytes: 0,
  };
}

/** For each formation the file on which its king looks out, or -1 when one of its own men stands in front of it. */
function openFiles(formations: FormationClass): Int8Array {
  return Int8Array.from(formations.squares, ([king, ...men]) => {
    const covered = men.some((man) => fileOf(man) === fileOf(king!) && rankOf(man) > rankOf(king!));
    return covered ? -1 : fileOf(king!);
  });
}
