/**
 * What the prover proves of a list of positions, on one thread, by CPU seconds, every proof checked; beside it the mates that
 * Fairy-Stockfish (Debian's package) announces in as many.
 *
 *     node bench/prover.ts POSITIONS RESULTS.jsonl [--seconds 10] [--sample COUNT] [--seed N] [--fairy] [--checks] [--part 1/2] [--without OTHERS] [--open-of RESULTS] [--tables FOLDER]
 *
 * A line of POSITIONS has `id`, `fen` and `verdict` (`red`: the book says that Red wins); or it is a manual of the page's studies, such as
 * web/studies/shiqing-yaqu.txt or manuals.txt, of which those with more than four attacking men are taken. RESULTS gets a line for each position, and what
 * is there already is not looked at again: whoever interrupts it goes on later. `--checks` looks for wins by checks alone; `--fairy` asks
 * the engine about those that no checks win, by its own rules and with those about repetitions off, also where RESULTS lacks that;
 * `--part 1/2` takes every second one, for two at a time; `--without` leaves out the boards of another list, such as those that were tuned
 * on; `--open-of` takes those alone of which another run's results say nothing; `--tables` lets proofs rest on the Asian tables of a data
 * folder, as many as are loaded in a quarter of the seconds, which count.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { isToBeProven, readManuals } from "../scripts/manuals.ts";
import { writeWhole } from "../src/base/node/disk.ts";
import { LeafBook, leafCellsIn } from "../src/prove/leaf-tables.ts";
import { writeProofTree } from "../src/prove/proof-tree.ts";
import { provePosition } from "../src/prove/prove.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { parseLegalFen } from "../src/xiangqi/fen.ts";

export interface ProverRow {
  readonly id: string;
  readonly fen: string;
  readonly verdict: string;
  readonly result: string;
  readonly byChecks: boolean;
  readonly plies: number | null;
  readonly bytes: number | null;
  readonly nodes: number;
  /** CPU, of the proof, its shortening and its checking. */
  readonly seconds: number;
  /** The move that the proof begins with. */
  readonly move: string | null;
  /** How many tables it rests on. Left out where it had none. */
  readonly tables?: number;
  /** What the engine announces: mate in so many moves of the side to move; null: none. Left out where it was not asked. */
  readonly fairy?: number | null;
  readonly fairySeconds?: number;
  /** The same where it takes a repetition for a draw, whoever checks or chases: a win that is a finite tree needs no rule about them. */
  readonly fairyFree?: number | null;
  readonly fairyFreeSeconds?: number;
}

interface Asked {
  readonly id: string;
  readonly fen: string;
  readonly verdict: string;
}

const ENGINE = ["/usr/games/fairy-stockfish", "fairy-stockfish"].find((path) => existsSync(path)) ?? "fairy-stockfish";
/** The engine's own rules without those against perpetual checks and chases. */
const FREE = "free";
const FREE_RULES = `[${FREE}:xiangqi]
perpetualCheckIllegal = false
chasingRule = none
nFoldRule = 3
nFoldValue = draw
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "10" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    fairy: { type: "boolean", default: false },
    checks: { type: "boolean", default: false },
    part: { type: "string", default: "1/1" },
    without: { type: "string" },
    "open-of": { type: "string" },
    tables: { type: "string" },
  },
});
const [from, to] = positionals;
if (from === undefined || to === undefined) throw new Error("which positions, and where do the results go?");
const seconds = Number(values.seconds);
const freeRules = values.fairy ? writeFreeRules() : null;
if (values.fairy) await completeRows(to);
const catalog = values.tables === undefined ? undefined : new FolderCatalog(values.tables, DEFAULT_COLLECTION);
const known = new Set(readRows<ProverRow>(to).map(({ id }) => id));
const [part, parts] = values.part.split("/").map(Number) as [number, number];
const left = new Set(values.without === undefined ? [] : readPositions(values.without).map(({ fen }) => fen));
const decided = readRows<ProverRow>(values["open-of"] ?? "").filter(({ result }) => result !== "unknown");
for (const { fen } of decided) left.add(fen);
const asked = draw(
  readPositions(from).filter(({ fen }) => !left.has(fen)),
  Number(values.seed),
)
  .slice(0, Number(values.sample ?? Infinity))
  .filter((_, i) => i % parts === part - 1);
for (const [i, position] of asked.entries()) {
  if (known.has(position.id)) continue;
  const row = await measure(position);
  appendFileSync(to, `${JSON.stringify(row)}\n`);
  console.error(`${i + 1}/${asked.length} ${row.id} ${row.result} ${row.seconds} s ${row.nodes} nodes`);
}

/** @returns the path of a file that goes when the program ends */
function writeFreeRules(): string {
  const folder = mkdtempSync(join(tmpdir(), "canju-prover-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  const path = join(folder, "rules.ini");
  writeFileSync(path, FREE_RULES);
  return path;
}

/** Asks the engine what it was not asked when the results were made. */
async function completeRows(path: string): Promise<void> {
  const rows = readRows<ProverRow>(path);
  for (const [i, row] of rows.entries()) {
    if (row.fairy === undefined || row.fairyFree !== undefined) continue;
    rows[i] = await withEngine(row);
    console.error(`${i + 1}/${rows.length} ${row.id} ${row.fairy} ${rows[i].fairyFree} ${rows[i].fairyFreeSeconds} s`);
    await writeWhole(path, rows.map((each) => `${JSON.stringify(each)}\n`).join(""));
  }
}

function readPositions(path: string): Asked[] {
  if (!path.endsWith(".txt")) return readRows<Asked>(path);
  const positions = readManuals(path).filter(isToBeProven);
  return positions.map(({ book: { manual, number, claim }, fen }) => {
    const id = manual === undefined ? `${number}` : `${manual} ${number}`;
    return { id, fen, verdict: claim === "win" ? "red" : "draw" };
  });
}

function readRows<Row>(path: string): Row[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Row);
}

/** All of them in an order of the seed (mulberry32). */
function draw<Each>(all: readonly Each[], seed: number): Each[] {
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return all
    .map((each) => ({ each, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ each }) => each);
}

/** Of this process, in milliseconds. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function measure({ id, fen, verdict }: Asked): Promise<ProverRow> {
  const position = parseLegalFen(fen);
  const start = cpuMilliseconds();
  const leaves = catalog && (await LeafBook.load(position, catalog, leafCellsIn(seconds)));
  const proved = await provePosition(position, {
    seconds: seconds - (cpuMilliseconds() - start) / 1000,
    clock: cpuMilliseconds,
    checksAlone: values.checks,
    ...(leaves && { leaves }),
  });
  const { result, proof, tree, nodes } = proved;
  const took = (cpuMilliseconds() - start) / 1000;
  const move = proof?.book.moveAt(position.board);
  const row: ProverRow = {
    id,
    fen,
    verdict,
    result,
    byChecks: proof?.byChecks ?? false,
    plies: proof?.plies ?? null,
    bytes: tree === null ? null : writeProofTree(tree).length,
    nodes,
    seconds: Number(took.toFixed(2)),
    move: move === undefined ? null : String(move),
    ...(leaves && { tables: tree?.tables.length ?? 0 }),
  };
  return values.fairy ? await withEngine(row) : row;
}

/** A row with what the engine says, where no checks win and it does not say so yet. */
async function withEngine(row: ProverRow): Promise<ProverRow> {
  if (row.byChecks || row.fairyFree !== undefined) return row;
  const own = row.fairy === undefined ? await askEngine(row.fen, "xiangqi") : {};
  const { fairy: fairyFree, fairySeconds: fairyFreeSeconds } = await askEngine(row.fen, FREE);
  return { ...row, ...own, fairyFree, fairyFreeSeconds };
}

/** The first mate that the engine announces for the side to move within the CPU seconds of its own process, by the rules of a variant. */
async function askEngine(fen: string, variant: string): Promise<{ fairy: number | null; fairySeconds: number }> {
  const engine = spawn(ENGINE, [], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: engine.stdout });
  const spent = () => {
    const fields = readFileSync(`/proc/${engine.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  let mate: number | null = null;
  let began = 0;
  const settings = [`VariantPath value ${freeRules}`, `UCI_Variant value ${variant}`, "Hash value 256"];
  for (const line of ["uci", ...settings.map((each) => `setoption name ${each}`), "isready"])
    engine.stdin.write(`${line}\n`);
  const timer = setInterval(() => began > 0 && spent() - began >= seconds && engine.stdin.write("stop\n"), 20);
  let took = 0;
  for await (const line of lines) {
    if (line === "readyok") {
      began = Math.max(0.001, spent());
      engine.stdin.write(`position fen ${fen} - - 0 1\ngo infinite\n`);
    }
    const score = /score mate (\d+)/.exec(line);
    if (score !== null && Number(score[1]) > 0 && mate === null) {
      mate = Number(score[1]);
      engine.stdin.write("stop\n");
    }
    if (!line.startsWith("bestmove")) continue;
    took = spent() - began;
    engine.stdin.write("quit\n");
    break;
  }
  clearInterval(timer);
  if (engine.exitCode === null) await once(engine, "exit");
  return { fairy: mate, fairySeconds: Number(took.toFixed(2)) };
}
