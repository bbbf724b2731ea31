/**
 * Measures what the study's report shows and writes it as JSON into docs/reports/study/measured:
 *
 *     node packages/solvers/bench/measure.ts tables      Tables 4, 5 and 6: 7x7, 2 pieces, 2 bits a state, one thread and all
 *     node packages/solvers/bench/measure.ts speed       7x7, 2 pieces: moves on the fly and stored, plain and packed
 *     node packages/solvers/bench/measure.ts published   the printed pseudocode's counts beside those of the runs
 *     node packages/solvers/bench/measure.ts scaling     a run on one thread dealt to imagined ones
 *     node packages/solvers/bench/measure.ts threads     one thread and two for real: says little on a busy machine
 *     node packages/solvers/bench/measure.ts three       7x7, 3 pieces, reduced by both symmetries [threads]
 *     node packages/solvers/bench/measure.ts three-win   7x7, 3 pieces, win-only, the whole board [threads]
 *     node packages/solvers/bench/measure.ts three-threads   7x7, 3 pieces, the whole board: first sweeps on one thread and two
 *
 * `node packages/solvers/bench/write-report.ts` turns the data into the report.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { storeMoves, openGame, type GameSpec } from "../src/explicit.ts";
import type { Parameters } from "../src/solution.ts";
import { study, type StudyResult } from "../src/study.ts";
import { simulate, traceRun } from "./simulate.ts";
import { BACKWARD_TABLE, FORWARD_TABLE, PAPER_BOARD, runTable, tableCells } from "../src/tables.ts";
import type { FirstSweeps } from "./report/measured.ts";
import { machine } from "../../../bench/report.ts";

const FOLDER = join(import.meta.dirname, "../../../docs/reports/study/measured");
const tell = (line: string): void => console.error(line);
const none: Parameters = { layered: false, direct: false, winOnly: false, noDup: true };
const direct: Parameters = { ...none, direct: true };
const checkers = (size: number, pieces: number, symmetry: "none" | "both" = "none"): GameSpec => ({
  kind: "chinese-checkers",
  size,
  pieces,
  symmetry,
});

const measureSpeed = () => {
  const stored = { kind: "explicit", explicit: storeMoves(openGame(PAPER_BOARD)) } as const;
  const questions = [
    { solver: "backward", parameters: { ...direct, winOnly: true } },
    { solver: "hybrid", parameters: direct },
    { solver: "forward", parameters: { ...none, layered: true, winOnly: true } },
  ] as const;
  return questions.flatMap((question) =>
    (["on the fly", "stored"] as const).flatMap((moves) =>
      (["plain", "packed"] as const).map((form) => {
        const runs = Array.from({ length: 3 }, () =>
          study(moves === "stored" ? stored : PAPER_BOARD, { ...question, mode: "as-run", form, threads: 1 }),
        );
        const userSeconds = runs.map((run) => run.userSeconds);
        tell(`${question.solver} ${moves} ${form}: ${userSeconds.map((s) => s.toFixed(2)).join(" ")} s user`);
        return { ...question, moves, form, userSeconds };
      }),
    ),
  );
};

const measurePublished = () =>
  [checkers(5, 2), checkers(6, 2)].flatMap((spec) =>
    [...FORWARD_TABLE, ...BACKWARD_TABLE].map(({ solver, parameters }) => {
      const run = study(spec, { solver, parameters, mode: "as-run", threads: 1 });
      const published = study(spec, { solver, parameters, mode: "as-published", threads: 1 });
      tell(`${run.game} ${solver} ${JSON.stringify(parameters)}: ${run.iterations} / ${published.iterations}`);
      return { run, published };
    }),
  );

const SCALED = [
  { name: "forward, layered", algorithm: "forward", parameters: { ...none, layered: true } },
  { name: "forward, direct", algorithm: "forward", parameters: direct },
  { name: "backward, direct", algorithm: "backward", parameters: direct },
  { name: "backward, direct, win-only", algorithm: "backward", parameters: { ...direct, winOnly: true } },
] as const;

const measureScaling = () =>
  [checkers(7, 2), checkers(4, 3)].flatMap((spec) =>
    SCALED.map(({ name, algorithm, parameters }) => {
      const trace = traceRun(spec, algorithm, parameters);
      const threads = [1, 2, 4, 8, 16, 32, 64];
      const work = threads.map((count) => simulate(trace, count));
      tell(`${openGame(spec).name} ${name}: ${work.map((w) => (work[0]! / w).toFixed(2)).join(" ")}`);
      return { game: openGame(spec).name, name, threads, work, alone: trace.alone, phases: trace.phases.length };
    }),
  );

const measureThreads = () =>
  SCALED.map(({ name, algorithm, parameters }) => {
    const runs = [1, 2, 1, 2].map((threads) =>
      study(checkers(5, 3), { solver: algorithm, parameters, mode: "as-run", form: "packed", threads }),
    );
    tell(
      `${name}: ${runs.map((run) => `${run.seconds.toFixed(1)} s (${run.userSeconds.toFixed(1)} user)`).join(", ")}`,
    );
    return { name, runs };
  });

const measureThree = (winOnly: boolean, threads: number): StudyResult => {
  const started = performance.now();
  const spec = checkers(7, 3, winOnly ? "none" : "both");
  return study(
    spec,
    { solver: "backward", parameters: { ...direct, winOnly }, mode: "as-run", threads },
    (sweep, solved) => tell(`sweep ${sweep}: ${solved} solved, ${((performance.now() - started) / 1000).toFixed(0)} s`),
  );
};

const measureThreeThreads = () =>
  [
    { name: "forward, layered: 1 sweep", algorithm: "forward", parameters: { ...none, layered: true }, sweeps: 1 },
    { name: "backward, direct: 11 sweeps", algorithm: "backward", parameters: direct, sweeps: 11 },
  ].map(({ name, ...question }) => {
    const runs = [1, 2, 1, 2].map((threads): FirstSweeps => {
      const asked = JSON.stringify({ spec: checkers(7, 3), threads, ...question });
      const told = execFileSync(process.execPath, [join(import.meta.dirname, "first-sweeps.ts"), asked]);
      const run = JSON.parse(told.toString()) as FirstSweeps;
      tell(`${name}, ${threads} threads: ${run.seconds.toFixed(1)} s (${run.userSeconds.toFixed(1)} user)`);
      return run;
    });
    return { name, runs };
  });

const [, , what, count] = process.argv;
const measurements: Record<string, () => unknown> = {
  tables: () => runTable(6, (row) => tell(tableCells(row).join("  "))),
  speed: measureSpeed,
  published: measurePublished,
  scaling: measureScaling,
  threads: measureThreads,
  three: () => measureThree(false, Number(count ?? 1)),
  "three-win": () => measureThree(true, Number(count ?? 1)),
  "three-threads": measureThreeThreads,
};
const measure = measurements[what ?? ""];
if (measure === undefined) {
  tell(`What is to be measured: ${Object.keys(measurements).join(", ")}?`);
  process.exit(2);
}
const loadBefore = loadavg()[0]!;
const data = measure();
const peakBytes = process.resourceUsage().maxRSS * 1024;
const note = {
  machine: machine(),
  date: new Date().toISOString().slice(0, 10),
  load: [loadBefore, loadavg()[0]!],
  peakBytes,
};
mkdirSync(FOLDER, { recursive: true });
writeFileSync(
  join(FOLDER, `${what}${count === undefined ? "" : `-${count}`}.json`),
  `${JSON.stringify({ ...note, data }, null, 1)}\n`,
);
