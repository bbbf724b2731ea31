/**
 * Builds and proves cones of positions that are drawn by seed, and records what each took beside what was told:
 *
 *     node scripts/drawn-cones.ts RECORD.json FOLDER [SEED] [CONES] [MOST]
 *     node scripts/drawn-cones.ts --markdown RECORD.json      prints docs/reports/cones.md (its record: cones.json beside it)
 *
 * Of five and six attacking men in turn, all soldiers at least three ranks on, until CONES (50) are drawn whose closure is told at most MOST
 * pairs (3e8); the others are recorded with that figure and not built. Those with the fewest cells are built first. The record is written
 * after each: the same command goes on where it was. Tables lie in FOLDER, empty at first, only while their cone is built and proven.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { drawPosition } from "../test/oracle/drawn-positions.ts";
import { randomNumbers } from "../test/oracle/random-graphs.ts";
import { writeWhole } from "../src/base/node/disk.ts";
import { canonicalEndgame, coneOf, parseEndgame } from "../src/endgame/endgame.ts";
import { SOLDIER_RANKS } from "../src/endgame/cone.ts";
import { closureSize, countCells } from "../src/endgame/count.ts";
import { type BuildEvent, buildInto } from "../src/solve/node/build.ts";
import { formatFen } from "../src/xiangqi/fen.ts";

const ENDGAMES = ["KPPPKPP", "KNPPKPP", "KNPPKAAPP", "KPPPKPPP"].map(parseEndgame);
const LEAST_RANK = SOLDIER_RANKS.first + 3;
const MOST_PAIRS = 3e8;
const CLI = join(import.meta.dirname, "../src/doors/cli/canju.ts");

/** What building a cone with all that captures lead to was told to take, and took; on one thread. */
interface Took {
  readonly toldSeconds: readonly [least: number, most: number];
  readonly cpuSeconds: number;
  readonly memory: { readonly told: number; readonly was: number };
}

interface Drawn {
  readonly fen: string;
  readonly cone: string;
  readonly pairs: number;
  /** Null: too many pairs, or not yet. */
  readonly built: (Took & { readonly provenTables: number; readonly proofSeconds: number }) | null;
}

/** Draws until so many are told at most some pairs. */
function drawAll(seed: number, cones: number, most: number): Omit<Drawn, "built">[] {
  const random = randomNumbers(seed);
  const drawn = new Map<string, Omit<Drawn, "built">>();
  for (let i = 0, fit = 0; fit < cones; i++) {
    const position = drawPosition(ENDGAMES[i % ENDGAMES.length]!, LEAST_RANK, random);
    const cone = canonicalEndgame(coneOf(position.board)).endgame.name;
    if (drawn.has(cone)) continue;
    const { netPairs: pairs } = closureSize([parseEndgame(cone)]);
    drawn.set(cone, { fen: formatFen(position), cone, pairs });
    if (pairs <= most) fit++;
  }
  return [...drawn.values()];
}

/** Builds one cone, in a process of its own. */
async function buildOne(name: string, folder: string): Promise<Took> {
  let toldSeconds: Took["toldSeconds"] = [0, 0];
  const onEvent = (event: BuildEvent): void => {
    if (event.kind === "plan") toldSeconds = event.seconds;
  };
  const rules = { metric: "dtc", rules: "asian", orders: "fang" } as const;
  const { took } = await buildInto([parseEndgame(name)], { folder, ...rules, threads: 1, onEvent });
  const { user, system } = process.cpuUsage();
  return { toldSeconds, cpuSeconds: (user + system) / 1e6, memory: took!.memory };
}

function run(args: readonly string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
}

/** Builds and proves a cone by other processes, and removes its tables. */
function buildAndProve(cone: string, folder: string): NonNullable<Drawn["built"]> {
  const took = run([import.meta.filename, "--one", cone, folder]) as Took;
  const started = performance.now();
  const proof = run([CLI, "verify", cone, "--closure", "--json", "--threads", "1", "--data", folder]) as {
    proven: boolean;
    reports: readonly unknown[];
  };
  if (!proof.proven) throw new Error(`${cone} is not proven: its tables are kept in ${folder}`);
  rmSync(folder, { recursive: true });
  return { ...took, provenTables: proof.reports.length, proofSeconds: (performance.now() - started) / 1000 };
}

/** Times what was told at most, or of what was told at least: 1 where it took what was told. */
function ratio(was: number, least: number, most = least): number {
  return was > most ? was / most : was < least ? was / least : 1;
}

function reportOf(drawn: readonly Drawn[]): string {
  const built = drawn.flatMap((each) => each.built ?? []);
  const fitting = drawn.filter(({ pairs }) => pairs <= MOST_PAIRS).length;
  const isNear = (each: number) => each >= 0.5 && each <= 2;
  const near = (all: readonly number[]) => `${all.filter(isNear).length} of ${all.length}`;
  const times = near(built.map(({ cpuSeconds, toldSeconds }) => ratio(cpuSeconds, ...toldSeconds)));
  const memories = near(built.map(({ memory }) => ratio(memory.was, memory.told)));
  const seconds = built.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const tables = built.reduce((sum, { provenTables }) => sum + provenTables, 0);
  const rows = drawn.map(({ fen, cone, pairs, built: took }) => {
    const size = `${(pairs / 1e6).toFixed(1)} M`;
    if (took === null)
      return `| ${cone} | \`${fen}\` | ${size} | ${pairs > MOST_PAIRS ? "too large" : "not built yet"} | | | |`;
    const [least, most] = took.toldSeconds;
    const memory = [took.memory.told, took.memory.was].map((bytes) => (bytes / 2 ** 20).toFixed(0));
    const told = `${least.toFixed(0)} to ${most.toFixed(0)} | ${took.cpuSeconds.toFixed(1)}`;
    return `| ${cone} | \`${fen}\` | ${size} | ${told} | ${memory.join(" / ")} | ${took.provenTables} in ${took.proofSeconds.toFixed(0)} s |`;
  });
  return `# Cones of drawn positions

Of five and six attacking men in turn, all soldiers at least three ranks on, drawn by a seed: what building all that a position can reach was told to take, and took, on one thread;
each of its tables was proven. Those that are told more than 300 million pairs were not built here; of the others those with the fewest cells are built first. By \`node scripts/drawn-cones.ts\`, on two cores that did other work as well,
which CPU seconds and the seconds of proofs include.

${built.length} built of ${fitting}, ${seconds.toFixed(0)} CPU seconds; ${tables} tables proven. CPU within a factor of two of what was told: ${times}; memory: ${memories}.

| cone | position | cell pairs | told, CPU s | took | memory, told / took, MiB | tables proven |
|---|---|---:|---:|---:|---:|---:|
${rows.join("\n")}
`;
}

const [first, second, third = "1", fourth = "50", fifth = `${MOST_PAIRS}`] = process.argv.slice(2);
if (first === "--markdown") {
  process.stdout.write(reportOf(JSON.parse(readFileSync(second!, "utf8")) as Drawn[]));
} else if (first === "--one") {
  console.log(JSON.stringify(await buildOne(second!, third)));
} else if (second === undefined) {
  console.error("usage: node scripts/drawn-cones.ts RECORD.json FOLDER [SEED] [CONES] [MOST]");
  process.exit(2);
} else {
  const known: Drawn[] = existsSync(first!) ? (JSON.parse(readFileSync(first!, "utf8")) as Drawn[]) : [];
  const all = drawAll(Number(third), Number(fourth), Number(fifth));
  const drawn = all.map((each) => ({ ...each, built: known.find(({ cone }) => cone === each.cone)?.built ?? null }));
  const left = drawn.filter(({ pairs, built }) => pairs <= Number(fifth) && built === null);
  const cellsOf = ({ cone }: Drawn) => countCells(parseEndgame(cone));
  for (const each of left.sort((a, b) => cellsOf(a) - cellsOf(b))) {
    each.built = buildAndProve(each.cone, second);
    await writeWhole(first!, `${JSON.stringify(drawn, null, 1)}\n`);
    console.log(`${each.cone}: ${each.pairs} pairs, ${each.built.cpuSeconds.toFixed(1)} CPU s, proven`);
  }
}
