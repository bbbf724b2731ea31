/**
 * What the prover proves of a list of positions, on one thread, by CPU seconds, every proof checked; beside it the mates that
 * Fairy-Stockfish (Debian's package) announces in as many.
 *
 *     node bench/prover.ts POSITIONS RESULTS.jsonl [--seconds 10] [--sample COUNT] [--seed N] [--fairy] [--checks] [--part 1/2] [--without OTHERS] [--open-of RESULTS]
 *
 * A line of POSITIONS has `id`, `fen` and `verdict` (`red`: the book says that Red wins); or it is a manual of the page's studies, such as
 * web/studies/shiqing-yaqu.txt, of which those with more than four attacking men are taken. RESULTS gets a line for each position, and what
 * is there already is not looked at again: whoever interrupts it goes on later. `--checks` looks for wins by checks alone; `--fairy` asks
 * the engine about those that no checks win; `--part 1/2` takes every second one, for two at a time; `--without` leaves out the boards of
 * another list, such as those that were tuned on; `--open-of` takes those alone of which another run's results say nothing.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { parseLegalMove } from "../src/doors/uci/protocol.ts";
import { AllMoves } from "../src/prove/all-moves.ts";
import { writeProofTree } from "../src/prove/proof-tree.ts";
import { provePosition } from "../src/prove/prove.ts";
import { formatFen, parseLegalFen } from "../src/xiangqi/fen.ts";
import { applyMove } from "../src/xiangqi/moves.ts";
import type { LegalPosition } from "../src/xiangqi/position.ts";

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
  /** What the engine announces: mate in so many moves of the side to move; null: none. Left out where it was not asked. */
  readonly fairy?: number | null;
  readonly fairySeconds?: number;
  /**
   * Of a mate that is announced and not proven: after how many plies of the engine's own line no win is left that is a finite tree, as the
   * search by all moves says, so that the rest rests on a rule about repetitions; null: it does not say so anywhere.
   */
  readonly fairyEnds?: number | null;
}

interface Asked {
  readonly id: string;
  readonly fen: string;
  readonly verdict: string;
}

/** Attacking men that tables have. */
const MOST_OF_TABLES = 4;
/** From here on the positions of Shiqing yaqu are drawn (scripts/classic-studies.ts). */
const FIRST_DRAW = 469;

const ENGINE = ["/usr/games/fairy-stockfish", "fairy-stockfish"].find((path) => existsSync(path)) ?? "fairy-stockfish";
/** For each position of a line that the engine announces. */
const END_NODES = 2_000_000;
const END_STRIDE = 10_000;
const ENGINE_SETUP = ["uci", "setoption name UCI_Variant value xiangqi", "setoption name Hash value 256", "isready"];

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
  },
});
const [from, to] = positionals;
if (from === undefined || to === undefined) throw new Error("which positions, and where do the results go?");
const seconds = Number(values.seconds);
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

function readPositions(path: string): Asked[] {
  if (!path.endsWith(".txt")) return readRows<Asked>(path);
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const all = lines.map((line) => /^(\d+) \S+ (.+)$/.exec(line)!.slice(1) as [string, string]);
  return all
    .filter(([, fen]) => fen.split(" ")[0]!.match(/[rncp]/gi)!.length > MOST_OF_TABLES)
    .map(([id, fen]) => ({ id, fen, verdict: Number(id) < FIRST_DRAW ? "red" : "draw" }));
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
  const proved = await provePosition(position, { seconds, clock: cpuMilliseconds, checksAlone: values.checks });
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
  };
  if (!values.fairy || row.byChecks) return row;
  const { line, ...said } = await askEngine(fen);
  if (said.fairy === null || result !== "unknown") return { ...row, ...said };
  return { ...row, ...said, fairyEnds: endOf(position, line) };
}

/** @param line moves as the engine writes them, ranks from 1 to 10 */
function endOf(start: LegalPosition, line: readonly string[]): number | null {
  let position = start;
  for (const [i, written] of line.entries()) {
    const move = parseLegalMove(position, written, 1);
    if (move === null) throw new Error(`${written} is no move of ${formatFen(position)}`);
    position = applyMove(position, move);
    const search = new AllMoves(position, start.turn);
    while (search.state === "open" && search.nodes < END_NODES) search.advance(END_STRIDE);
    if (search.state === "not-won") return i + 1;
  }
  return null;
}

/** The first mate that the engine announces for the side to move within the CPU seconds of its own process. */
async function askEngine(fen: string): Promise<{ fairy: number | null; fairySeconds: number; line: string[] }> {
  const engine = spawn(ENGINE, [], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: engine.stdout });
  const spent = () => {
    const fields = readFileSync(`/proc/${engine.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  let mate: number | null = null;
  let announced: string[] = [];
  let began = 0;
  for (const line of ENGINE_SETUP) engine.stdin.write(`${line}\n`);
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
      announced = line.split(" pv ")[1]?.trim().split(" ") ?? [];
      engine.stdin.write("stop\n");
    }
    if (!line.startsWith("bestmove")) continue;
    took = spent() - began;
    engine.stdin.write("quit\n");
    break;
  }
  clearInterval(timer);
  if (engine.exitCode === null) await once(engine, "exit");
  return { fairy: mate, fairySeconds: Number(took.toFixed(2)), line: announced };
}
