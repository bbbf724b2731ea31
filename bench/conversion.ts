/**
 * What tables are worth to a search: the engine of examples/engine.c, with none, outcomes, distances or both, wins 200 won positions and holds 200
 * drawn ones against Fairy-Stockfish at equal nodes; and, one endgame above its tables, keeps wins by its first move.
 *
 *     node bench/conversion.ts [--data DIR] [--nodes 10000] [--each 40] [--tasks win,hold,above] [--results FILE] > docs/reports/tables-in-search.md
 *
 * Debian's `fairy-stockfish` is asked (FAIRY_STOCKFISH names another). Goes on where it was: each result is a line of FILE. Ends with the report.
 */
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { attackingMen, endgameOf, parseEndgame } from "../src/endgame/endgame.ts";
import { buildOutcomes } from "../src/outcomes/node/build.ts";
import { lookUp } from "../src/query/lookup.ts";
import { DEFAULT_COLLECTION, openOrMissing } from "../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { DRAW, distanceOf, isLoss, isWin, orderOf } from "../src/table/value.ts";
import { formatFen, parseLegalFen } from "../src/xiangqi/fen.ts";
import { applyMove, hasLegalMove, isCapture } from "../src/xiangqi/moves.ts";
import { parseUci } from "../src/xiangqi/notation/coordinates.ts";
import { opponent, type Colour } from "../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../src/xiangqi/position.ts";
import { isLegalPosition, legalPosition } from "../src/xiangqi/validate.ts";
import { compileWithZstd, newFolder } from "../test/c/driver.ts";
import { randomNumbers } from "../test/oracle/random-graphs.ts";
import { buildByProgram } from "./program.ts";

const WON = ["KNPKAABB", "KNPKAB", "KRKAABB", "KNNKAB", "KRPKR"];
const MODES = ["none", "outcomes", "distances", "both"] as const;
const ALL_TASKS = ["win", "hold", "above"] as const;
const MOST_PLIES = 200;

type Mode = (typeof MODES)[number];

interface Result {
  readonly task: (typeof ALL_TASKS)[number];
  readonly endgame: string;
  readonly number: number;
  readonly mode: Mode;
  readonly nodes: number;
  readonly reached: boolean;
  readonly plies: number;
}

const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: "build/bench/conversion" },
    nodes: { type: "string", default: "10000" },
    each: { type: "string", default: "40" },
    tasks: { type: "string", default: ALL_TASKS.join() },
    results: { type: "string", default: "build/bench/conversion.jsonl" },
  },
});
const NODES = Number(options.nodes);
const TASKS = new Set(options.tasks.split(","));
const UNKNOWN = [...TASKS].filter((task) => !ALL_TASKS.some((each) => each === task));
if (UNKNOWN.length > 0) throw new Error(`no task is called ${UNKNOWN.join(", ")}: there are ${ALL_TASKS.join(", ")}`);

/** An engine that speaks UCI. Ranks of its moves are counted from `firstRank` on. */
class Engine {
  readonly #child;
  readonly #lines;
  readonly #firstRank: number;

  constructor(program: string, firstRank: number, settings: readonly string[]) {
    this.#child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#firstRank = firstRank;
    this.#say("uci", ...settings.map((setting) => `setoption ${setting}`));
  }

  async move(start: string, moves: readonly string[], nodes: number): Promise<string> {
    const played =
      moves.length === 0 ? "" : ` moves ${moves.map((each) => this.#shifted(each, this.#firstRank)).join(" ")}`;
    this.#say("ucinewgame", `position fen ${start} - - 0 1${played}`, `go nodes ${nodes}`);
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new Error("an engine has ended");
      const [word, move] = (value as string).split(" ");
      if (word === "bestmove") return this.#shifted(move!, -this.#firstRank);
    }
  }

  close(): void {
    this.#say("quit");
  }

  #say(...lines: readonly string[]): void {
    this.#child.stdin.write(lines.map((line) => `${line}\n`).join(""));
  }

  #shifted(move: string, by: number): string {
    return move.replace(/\d+/g, (rank) => String(Number(rank) + by));
  }
}

/** Plays until mate or stalemate. @returns who has won, null where nobody has within the plies or a position came the third time */
async function play(
  start: LegalPosition,
  engines: Readonly<Record<Colour, Engine>>,
): Promise<{ winner: Colour | null; plies: number }> {
  let position = start;
  const moves: string[] = [];
  const seen = new Map<string, number>();
  for (let plies = 0; ; plies++) {
    const { turn, board } = position;
    if (!hasLegalMove(position)) return { winner: opponent(turn), plies };
    const { red, black } = endgameOf(board);
    const fen = formatFen(position);
    seen.set(fen, (seen.get(fen) ?? 0) + 1);
    const isDrawn = attackingMen(red).length + attackingMen(black).length === 0 || seen.get(fen) === 3;
    if (isDrawn || plies === MOST_PLIES) return { winner: null, plies };
    const move = await engines[turn].move(formatFen(start), moves, NODES);
    const parsed = parseUci(position, move);
    if (isCapture(position, parsed)) seen.clear();
    position = applyMove(position, parsed);
    moves.push(move);
  }
}

type Positions = Record<"win" | "hold", string[]>;

/** Positions of an endgame by a seed: won ones with Red to move that take at least half as long as the longest; and drawn ones. */
async function positionsOf(catalog: FolderCatalog, endgame: string, count: number): Promise<Positions> {
  const { index, header } = await openOrMissing(catalog, endgame);
  const { longestWin } = header.info.red;
  const random = randomNumbers(2026);
  const found: Positions = { win: [], hold: [] };
  while (found.win.length < count || found.hold.length < count) {
    const turn = random() < 0.5 ? "red" : "black";
    const board = index.boardAt(Math.floor(random() * index.cells));
    if (board === null || !isLegalPosition({ board, turn })) continue;
    const position = legalPosition({ board, turn });
    const { value } = await lookUp(position, catalog);
    const isLongWin = turn === "red" && isWin(value) && orderOf(value) === 0 && 2 * distanceOf(value) >= longestWin;
    const task = isLongWin ? "win" : value === DRAW ? "hold" : null;
    if (task !== null && found[task].length < count) found[task].push(formatFen(position));
  }
  return found;
}

const settingsOf = (mode: Mode, data: string, below: boolean): string[] => [
  `name Outcomes value ${mode === "outcomes" || mode === "both"}`,
  `name Distances value ${mode === "distances" || mode === "both"}`,
  `name Below value ${below}`,
  ...(mode === "none" ? [] : [`name Tables value ${data}`]),
];

async function main(): Promise<void> {
  const { data, results } = options;
  const each = Number(options.each);
  mkdirSync(dirname(results), { recursive: true });
  const done = existsSync(results)
    ? readFileSync(results, "utf8")
        .trim()
        .split("\n")
        .filter(Boolean)
        .map((line): Result => JSON.parse(line))
    : [];
  const keyOf = ({ task, endgame, number, mode, nodes }: Omit<Result, "reached" | "plies">) =>
    [task, endgame, number, mode, nodes].join();
  const known = new Set(done.map(keyOf));
  const note = (result: Result): void => {
    done.push(result);
    appendFileSync(results, `${JSON.stringify(result)}\n`);
  };
  for (const endgame of WON) await buildByProgram(endgame, 2, data);
  const catalog = new FolderCatalog(data, DEFAULT_COLLECTION);
  await buildOutcomes(WON.map(parseEndgame), catalog);
  const positions = new Map<string, Positions>();
  for (const endgame of WON) positions.set(endgame, await positionsOf(catalog, endgame, each));
  const program = join(newFolder(), "engine");
  compileWithZstd(join(import.meta.dirname, "../examples/engine.c"), program, "-O2");
  const fairy = new Engine(process.env.FAIRY_STOCKFISH ?? "/usr/games/fairy-stockfish", 1, [
    "name UCI_Variant value xiangqi",
  ]);
  const engines = MODES.map((mode) => ({
    mode,
    own: new Engine(program, 0, settingsOf(mode, data, false)),
    above: new Engine(program, 0, settingsOf(mode, data, true)),
  }));
  // The n-th position of all endgames by all modes, then the next: so it can be ended at any time.
  for (let number = 0; number < each; number++) {
    for (const [endgame, found] of positions) {
      for (const { mode, own, above } of engines) {
        const about = { endgame, number, mode, nodes: NODES };
        for (const task of ["win", "hold"] as const) {
          if (!TASKS.has(task) || known.has(keyOf({ task, ...about }))) continue;
          const start = parseLegalFen(found[task][number]!);
          const sides = task === "win" ? { red: own, black: fairy } : { red: fairy, black: own };
          const { winner, plies } = await play(start, sides);
          note({ task, ...about, reached: (winner === "red") === (task === "win"), plies });
        }
        const isAsked = TASKS.has("above") && (mode === "none" || mode === "outcomes");
        if (!isAsked || known.has(keyOf({ task: "above", ...about }))) continue;
        const start = parseLegalFen(found.win[number]!);
        const next = applyMove(start, parseUci(start, await above.move(formatFen(start), [], NODES)));
        note({ task: "above", ...about, reached: isLoss((await lookUp(next, catalog)).value), plies: 1 });
      }
    }
    process.stderr.write(`${number + 1} of ${each} positions: ${done.length} results\n`);
  }
  for (const { own, above } of engines) {
    own.close();
    above.close();
  }
  fairy.close();
  await catalog.close();
  process.stdout.write(report(done.filter(({ nodes }) => nodes === NODES)));
}

const TITLES = {
  win: "Won positions that were won",
  hold: "Drawn positions that were held",
  above: "Wins kept by the first move, with the smaller tables only",
};

function report(results: readonly Result[]): string {
  const sections = (["win", "hold", "above"] as const).map((task) => {
    const of = results.filter((each) => each.task === task);
    const modes = MODES.filter((mode) => of.some((each) => each.mode === mode));
    const share = (mode: Mode, endgame?: string) => {
      const some = of.filter((each) => each.mode === mode && (endgame === undefined || each.endgame === endgame));
      return `${some.filter(({ reached }) => reached).length} of ${some.length}`;
    };
    const row = (name: string, endgame?: string) =>
      `| ${[name, ...modes.map((mode) => share(mode, endgame))].join(" | ")} |`;
    const head = [`| | ${modes.join(" | ")} |`, `|---|${modes.map(() => "---:|").join("")}`];
    return [`## ${TITLES[task]}`, "", ...head, ...WON.map((endgame) => row(endgame, endgame)), row("all")].join("\n");
  });
  return `# Tables in a search\n\nBy \`node bench/conversion.ts\`: ${NODES} nodes a move for both sides, at most ${MOST_PLIES} plies.\n\n${sections.join("\n\n")}\n`;
}

await main();
