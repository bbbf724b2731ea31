/** include/canju.h: what a probe of outcomes costs, beside its limits. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEndgame } from "../src/endgame/endgame.ts";
import { buildOutcomes } from "../src/outcomes/node/build.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { formatFen } from "../src/xiangqi/fen.ts";
import { isCapture, legalMoves } from "../src/xiangqi/moves.ts";
import type { LegalPosition } from "../src/xiangqi/position.ts";
import { randomPositions } from "../test/c/agreement.ts";
import { ask, compileDriver, LACKING, newFolder } from "../test/c/driver.ts";
import { randomNumbers } from "../test/oracle/random-graphs.ts";
import { buildByProgram } from "./program.ts";
import { measured, short, spread, type Section } from "./report.ts";

/** A small one; two whose outcomes are intricate, of which the second does not fit the cache as cells; and the largest. */
const ENDGAMES = ["KRKN", "KRPKR", "KRCKR", "KNPKAABB"];
/** These with all that they lead to are 81 tables. */
const MANY = ["KNPKAABB", "KCPKAABB", "KNCKAABB", "KNNKAABB", "KCCKAABB"];
const MANY_LIMIT_MIB = 17; // the cache, what is known of tables in it, and what the allocator loses
const POSITIONS = 4000;
const RUNS = 5;
/** Bytes of the cache. */
const CACHE = 2 ** 24;

/** What the driver answers to a question, in this order: what it is called, and its limit in microseconds; null where there is none. */
const QUIET = [
  ["no captures, cold, mean", 10],
  ["no captures, cold, 99 of 100", 30],
  ["no captures, one after the other", null],
  ["no captures, again", 0.3],
] as const;
const ALL = [
  ["all kinds, cold, mean", 30],
  ["all kinds, cold, 99 of 100", 100],
  ["all kinds, one after the other", null],
  ["all kinds, again", 0.3],
] as const;
const TREE = [
  ["trees of two plies, one after the other", null],
  ["trees of two plies, again", 0.3],
] as const;

/** Null where nothing can be compiled. @param root where tables are built unless they are there */
export async function benchOutcomeProbes(root: string, log: (line: string) => void): Promise<Section | null> {
  if (LACKING !== null) return null;
  const folder = newFolder();
  const program = compileDriver(folder, "driver", "-O2");
  const rows: string[][] = [];
  for (const name of ENDGAMES) {
    log(`reading outcomes of ${name} in C`);
    const data = join(root, name);
    if (!existsSync(data)) await buildByProgram(name, 2, data);
    const { all, quiet } = await positionsOf(data, name, folder);
    for (const [question, figures] of [
      [`outcomes 1 ${quiet}`, QUIET],
      [`outcomes 1 ${all}`, ALL],
      [`tree 1 ${all}`, TREE],
    ] as const) {
      const runs: number[][] = [];
      for (let run = 0; run < RUNS; run++) {
        const [, answer] = await ask(program, [`open 0 ${CACHE} asian/dtc ${data}`, question]);
        const numbers = answer!.split(" ").map(Number);
        if (numbers.pop() !== 0) throw new Error(`probes of ${name} failed`);
        runs.push(numbers.map((nanoseconds) => nanoseconds / 1000));
      }
      for (const [i, [what, limit]] of figures.entries()) {
        const found = measured(runs.map((run) => run[i]!));
        rows.push([`${name}, ${what}`, short(found.median), limit === null ? "" : short(limit), spread(found)]);
      }
    }
  }
  log("reading outcomes of many tables in C");
  rows.push(await memoryOfMany(join(root, "many"), folder, program));
  rmSync(folder, { recursive: true });
  const about =
    `Microseconds a probe (\`canju_probe_outcome\`, \`CANJU_TRUSTED\`), one thread, gcc -O2, a cache of 16 MiB, files in the system's cache. Cold: each of ` +
    `${POSITIONS} random legal positions, those without captures or all, with nothing decoded, the least of three tries. One after the other: the first ` +
    `time of all of them, blocks being decoded, memory for them being fetched from the system. Again: the least of fifty passes over them. Trees: ` +
    `all positions up to two plies behind some of them, 65,536 at most, as a search would ask them; captures are made and looked up in all. ` +
    `The last row is the memory that the reader takes for itself behind such trees in each of ${MANY.length} endgames, without the files, which the system maps and may take back.`;
  return { title: "Probes of outcomes in C", about, columns: ["endgame", "µs", "limit", "min..max"], rows };
}

/** What a search over many tables takes for itself. */
async function memoryOfMany(data: string, folder: string, program: string): Promise<string[]> {
  if (!existsSync(data)) for (const name of MANY) await buildByProgram(name, 2, data);
  const files: string[] = [];
  for (const name of MANY) files.push((await positionsOf(data, name, folder)).all);
  const searches = files.map((file) => `tree 1 ${file}`);
  const nothing = join(folder, "nothing");
  mkdirSync(join(nothing, "asian/dtc"), { recursive: true });
  const after = async (tables: string): Promise<number> => {
    const answers = await ask(program, [`open 0 ${CACHE} asian/dtc ${tables}`, ...searches, "memory"]);
    return Number(answers.at(-1)) / 1024;
  };
  const tables = readdirSync(join(data, "asian/dtc")).filter((file) => file.endsWith(".outcomes.canju")).length;
  const own = (await after(data)) - (await after(nothing));
  return [`memory of a search over ${tables} tables, MiB`, short(own), String(MANY_LIMIT_MIB), "1 run"];
}

/** Files of random positions: of all kinds, and those without captures. */
async function positionsOf(data: string, name: string, folder: string): Promise<{ all: string; quiet: string }> {
  const catalog = new FolderCatalog(data, DEFAULT_COLLECTION);
  await buildOutcomes([parseEndgame(name)], catalog, { threads: 2 });
  const positions = await randomPositions(catalog, name, POSITIONS, randomNumbers(2));
  await catalog.close();
  const isQuiet = (each: LegalPosition) => !legalMoves(each).some((move) => isCapture(each, move));
  const write = (kind: string, some: readonly LegalPosition[]): string => {
    const file = join(folder, `${name}-${kind}`);
    writeFileSync(file, some.map(formatFen).join("\n"));
    return file;
  };
  return { all: write("all", positions), quiet: write("quiet", positions.filter(isQuiet)) };
}
