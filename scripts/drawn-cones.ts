/**
 * Builds and proves cones of positions that are drawn by seed, and records what each took beside what was told:
 *
 *     node scripts/drawn-cones.ts RECORD.json FOLDER [SEED] [CONES] [MOST]
 *
 * Of five and six attacking men in turn, all soldiers at least three ranks on. Cones whose closure is told more than MOST pairs (3e8)
 * are recorded with that figure and not built; it ends when CONES (50) are built. The record is written after each: the same command
 * goes on where it was. Tables lie in FOLDER (empty, or a former run's) only while their cone is built and proven.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { randomNumbers } from "../test/oracle/random-graphs.ts";
import { writeWhole } from "../src/base/node/disk.ts";
import { canonicalEndgame, coneOf, MEN, parseEndgame, type Endgame } from "../src/endgame/endgame.ts";
import { ownRank, SOLDIER_RANKS } from "../src/endgame/cone.ts";
import { closureSize } from "../src/endgame/estimate.ts";
import { buildInto } from "../src/solve/node/build-folder.ts";
import type { BuildEvent } from "../src/solve/node/build.ts";
import { formatFen } from "../src/xiangqi/fen.ts";
import { COLOURS, EMPTY, pieceOf } from "../src/xiangqi/pieces.ts";
import type { Position } from "../src/xiangqi/position.ts";
import { squaresOf } from "../src/xiangqi/reach.ts";
import { SQUARES } from "../src/xiangqi/squares.ts";
import { isLegalPosition } from "../src/xiangqi/validate.ts";

const ENDGAMES = ["KPPPKPP", "KNPPKPP", "KNPPKAAPP", "KPPPKPPP"].map(parseEndgame);
const LEAST_RANK = SOLDIER_RANKS.first + 3;
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
  /** Null: too many pairs. */
  readonly built: (Took & { readonly provenTables: number; readonly proofSeconds: number }) | null;
}

/** A legal position of an endgame with soldiers far on. */
function draw(endgame: Endgame, random: () => number): Position {
  for (;;) {
    const board = new Uint8Array(SQUARES);
    const put = (colour: "red" | "black", role: (typeof MEN)[number] | "king"): void => {
      const free = squaresOf(pieceOf(colour, role)).filter(
        (at) => board[at] === EMPTY && (role !== "soldier" || ownRank(colour, at) >= LEAST_RANK),
      );
      board[free[Math.floor(random() * free.length)]!] = pieceOf(colour, role);
    };
    for (const colour of COLOURS) {
      put(colour, "king");
      for (const role of MEN) for (let man = 0; man < endgame[colour][role]; man++) put(colour, role);
    }
    const position: Position = { board, turn: random() < 0.5 ? "red" : "black" };
    if (isLegalPosition(position)) return position;
  }
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

const [first, second, third = "1", fourth = "50", fifth = "3e8"] = process.argv.slice(2);
if (first === "--one") {
  console.log(JSON.stringify(await buildOne(second!, third)));
} else if (second === undefined) {
  console.error("usage: node scripts/drawn-cones.ts RECORD.json FOLDER [SEED] [CONES] [MOST]");
  process.exit(2);
} else {
  const drawn: Drawn[] = existsSync(first!) ? (JSON.parse(readFileSync(first!, "utf8")) as Drawn[]) : [];
  const random = randomNumbers(Number(third));
  const met = new Set<string>();
  const count = (): number => drawn.filter(({ built }) => built !== null).length;
  for (let i = 0; count() < Number(fourth); i++) {
    const position = draw(ENDGAMES[i % ENDGAMES.length]!, random);
    const { endgame } = canonicalEndgame(coneOf(position.board));
    const isKnown = met.has(endgame.name) || drawn.some(({ cone }) => cone === endgame.name);
    met.add(endgame.name);
    if (isKnown) continue;
    const { netPairs: pairs } = closureSize([endgame]);
    const built = pairs > Number(fifth) ? null : buildAndProve(endgame.name, second);
    drawn.push({ fen: formatFen(position), cone: endgame.name, pairs, built });
    await writeWhole(first!, `${JSON.stringify(drawn, null, 1)}\n`);
    console.log(endgame.name, pairs, built === null ? "too large" : `${built.cpuSeconds.toFixed(1)} CPU s, proven`);
  }
}
