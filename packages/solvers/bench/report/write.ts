/** Writes the study's report and its charts from the measurements. What has not been measured is left out and named. */
import { FORWARD_TABLE, TABLE_HEAD, type TableRow, tableCells } from "../../src/tables.ts";
import type { StudyResult } from "../../src/study.ts";
import type { Measured, Measurement, XiangqiComparison } from "./measured.ts";
import { barChart, lineChart } from "./svg.ts";
import { CONCLUSIONS, DISAGREEMENTS, INTRODUCTION, SCALING_NOTE, THREE_NOTE } from "./words.ts";

export interface Report {
  readonly markdown: string;
  /** By file name. */
  readonly charts: ReadonlyMap<string, string>;
}

const count = (value: number | null): string => (value === null ? "not looked for" : value.toLocaleString("en"));
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), `|---${"|---:".repeat(head.length - 1)}|`, ...rows.map(line)].join("\n");
};
const how = ({ machine, date, load, note }: Measurement<unknown>, command: string): string =>
  [
    `Measured by \`${command}\` on ${machine}, ${date}; load of the machine ${load.map((l) => l.toFixed(1)).join(" to ")}.`,
    note,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(" ");
const label = ({ solver, layered, direct, winOnly }: StudyResult): string =>
  [solver, layered && "layered", direct && solver !== "hybrid" && "direct", winOnly && "win-only"]
    .filter(Boolean)
    .join(", ");

export const writeReport = (measured: Measured): Report => {
  const charts = new Map<string, string>();
  const draw = (name: string, svg: string, alt: string): string => {
    charts.set(name, svg);
    return `![${alt}](${name})`;
  };
  const missing: string[] = [];
  const section = <T>(title: string, value: T | undefined, write: (value: T) => string): string => {
    if (value !== undefined) return `## ${title}\n\n${write(value)}`;
    missing.push(title);
    return "";
  };
  const parts = [
    INTRODUCTION,
    section("The paper's tables", measured.tables, (m) => tablesSection(m, draw)),
    section("Time on 7x7 with 2 pieces", measured.speed, speedSection),
    section("Where the printed pseudocode and the published counts disagree", measured.published, publishedSection),
    section("7x7 with 3 pieces", measured.three, (m) => threeSection(m, measured.threeWin, draw)),
    section("Threads", measured.scaling, (m) => scalingSection(m, measured, draw)),
    ...measured.xiangqi.map((each) => `## Xiangqi: ${each.endgame}\n\n${xiangqiSection(each)}`),
    CONCLUSIONS,
  ];
  if (missing.length > 0) parts.push(`Not measured for this report: ${missing.join("; ")}.`);
  return { markdown: `${parts.filter((part) => part !== "").join("\n\n")}\n`, charts };
};

type Draw = (name: string, svg: string, alt: string) => string;

const tablesSection = (m: Measurement<readonly TableRow[]>, draw: Draw): string => {
  const single = m.data.filter(({ ours }) => ours.threads === 1);
  const exact = single.filter(
    ({ paper, ours }) => paper.forwardExpansions === ours.forwardExpansions && paper.iterations === ours.iterations,
  );
  const bars = single.map(({ ours }) => ({
    label: label(ours),
    value: ours.forwardExpansions + ours.backwardExpansions,
    shown: `${((ours.forwardExpansions + ours.backwardExpansions) / 1e6).toFixed(1)} M, ${ours.userSeconds.toFixed(1)} s`,
  }));
  return [
    how(m, "node packages/solvers/bench/measure.ts tables"),
    `Counts of Table 4 that are exactly the paper's: ${exact.length} of ${FORWARD_TABLE.length} rows.`,
    "Seconds are wall clock, moves generated on the fly, 2 bits a state; at a load above the number of cores they say little, and nothing about two threads against one. The paper's counts for Table 5 are not in our copy.",
    table(TABLE_HEAD, m.data.map(tableCells)),
    draw("expansions.svg", barChart("Expansions and processor seconds, one thread", bars), "Expansions by parameters"),
    draw(
      "solved.svg",
      lineChart({
        title: "Newly solved states per iteration, 7x7 with 2 pieces",
        xLabel: "iteration",
        yLabel: "states",
        logY: true,
        series: single
          .filter(({ ours }) => !ours.winOnly && (ours.solver === "forward" || ours.direct))
          .map(({ ours }) => ({ name: label(ours), points: ours.solvedBySweep.map((n, i) => [i, n] as const) })),
      }),
      "Newly solved states per iteration",
    ),
  ].join("\n\n");
};

const speedSection = (m: NonNullable<Measured["speed"]>): string =>
  [
    how(m, "node packages/solvers/bench/measure.ts speed"),
    table(
      ["solver", "moves", "form", "user seconds, least of 3", "all"],
      m.data.map(({ solver, parameters, moves, form, userSeconds }) => [
        [solver, parameters.layered && "layered", parameters.direct && "direct", parameters.winOnly && "win-only"]
          .filter(Boolean)
          .join(", "),
        moves,
        form,
        Math.min(...userSeconds).toFixed(2),
        userSeconds.map((s) => s.toFixed(2)).join(" "),
      ]),
    ),
    "User seconds include the warm-up of the just-in-time compiler. Storing the moves is not counted in the stored rows.",
  ].join("\n\n");

const publishedSection = (m: NonNullable<Measured["published"]>): string =>
  [
    DISAGREEMENTS,
    how(m, "node packages/solvers/bench/measure.ts published"),
    table(
      ["game", "parameters", "forward as run", "as published", "backward as run", "as published", "iterations", ""],
      m.data.map(({ run, published }) => [
        run.game,
        label(run),
        ...[run.forwardExpansions, published.forwardExpansions, run.backwardExpansions].map(count),
        count(published.backwardExpansions),
        count(run.iterations),
        count(published.iterations),
      ]),
    ),
  ].join("\n\n");

const threeSection = (m: Measurement<StudyResult>, win: Measurement<StudyResult> | undefined, draw: Draw): string => {
  const { data } = m;
  const row = (name: string, run: StudyResult, peak: number): string[] => [
    name,
    count(run.states),
    count(run.wins),
    count(run.losses),
    count(run.draws),
    count(run.depth),
    count(run.forwardExpansions),
    count(run.backwardExpansions),
    String(run.threads),
    run.seconds.toFixed(0),
    run.userSeconds.toFixed(0),
    `${(peak / 2 ** 20).toFixed(0)} MiB`,
  ];
  const winOnly = [
    "the same as a win-only run",
    count(data.states),
    count(data.wins),
    "not looked for",
    "not looked for",
    count(data.depth),
    count((data.forwardExpansions + data.passedOver) / 2),
    count(data.backwardExpansions / 2),
    "",
    "",
    "",
    "",
  ];
  const rows = [row("backward direct, reduced", data, m.peakBytes), winOnly];
  if (win !== undefined) rows.push(row("backward direct win-only, whole board", win.data, win.peakBytes));
  return [
    how(m, "node packages/solvers/bench/measure.ts three"),
    table(
      ["run", "states", "wins", "losses", "draws", "depth", "forward", "backward", "threads", "s", "user s", "peak"],
      rows,
    ),
    THREE_NOTE,
    draw(
      "three.svg",
      lineChart({
        title: "Newly solved states per iteration, 7x7 with 3 pieces",
        xLabel: "iteration",
        yLabel: "states",
        logY: true,
        series: [{ name: "backward", points: data.solvedBySweep.map((n, i) => [i, n] as const) }],
      }),
      "Newly solved states per iteration on the 3-piece board",
    ),
  ].join("\n\n");
};

const scalingSection = (
  m: NonNullable<Measured["scaling"]>,
  { threads: real, threeThreads }: Measured,
  draw: Draw,
): string => {
  const speedups = ({ work }: { work: readonly number[] }): number[] => work.map((w) => work[0]! / w);
  const games = [...new Set(m.data.map(({ game }) => game))];
  const parts = [SCALING_NOTE, how(m, "node packages/solvers/bench/measure.ts scaling")];
  for (const [i, game] of games.entries()) {
    const rows = m.data.filter((each) => each.game === game);
    const threads = rows[0]!.threads;
    parts.push(
      table(
        [`${game}: speed-up on`, ...threads.map((n) => `${n}`), "alone"],
        rows.map((row) => [
          row.name,
          ...speedups(row).map((s) => s.toFixed(2)),
          `${((100 * row.alone) / row.work[0]!).toFixed(1)} %`,
        ]),
      ),
      draw(
        `scaling-${i + 1}.svg`,
        lineChart({
          title: `Speed-up by threads (simulated), ${game}`,
          xLabel: "threads",
          yLabel: "speed-up",
          logX: true,
          series: rows.map((row) => ({
            name: row.name,
            points: speedups(row).map((s, j) => [row.threads[j]!, s] as const),
          })),
        }),
        `Simulated speed-up, ${game}`,
      ),
    );
  }
  if (real !== undefined) {
    parts.push(
      `Real threads, 5x5 with 3 pieces. ${how(real, "node packages/solvers/bench/measure.ts threads")}`,
      realTable(real.data),
    );
  }
  if (threeThreads !== undefined) {
    parts.push(
      `Real threads, 7x7 with 3 pieces, the first sweeps. ${how(threeThreads, "node packages/solvers/bench/measure.ts three-threads")}`,
      realTable(threeThreads.data),
    );
  }
  return parts.join("\n\n");
};

interface TimedRun {
  readonly threads: number;
  readonly seconds: number;
  readonly userSeconds: number;
}

const realTable = (rows: readonly { readonly name: string; readonly runs: readonly TimedRun[] }[]): string => {
  const least = (runs: readonly TimedRun[], threads: number): number =>
    Math.min(...runs.filter((run) => run.threads === threads).map((run) => run.seconds));
  return table(
    ["solver", "threads: wall seconds (processor seconds)", "speed-up on 2"],
    rows.map(({ name, runs }) => [
      name,
      runs.map((r) => `${r.threads}: ${r.seconds.toFixed(1)} (${r.userSeconds.toFixed(1)})`).join(", "),
      (least(runs, 1) / least(runs, 2)).toFixed(2),
    ]),
  );
};

const xiangqiSection = (x: XiangqiComparison): string => {
  const agree = x.kernels.every(({ counts }) =>
    (["red", "black"] as const).every((side) =>
      (["wins", "draws", "losses"] as const).every((what) => counts[side][what] === x.own[side][what]),
    ),
  );
  const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  return [
    `Measured by \`node packages/solvers/bench/measure-xiangqi.ts ${x.endgame}\` on ${x.machine}, distances to mate, one thread. The game
holds the endgame and all it converts into: ${count(x.states)} positions of the whole board, ${count(x.moves)} moves,
generated and stored in ${x.generateSeconds.toFixed(1)} s (${mebibytes(x.storedBytes)}); the study's solvers run on the
stored moves, the kernels generate theirs and use mirror images. Wins, draws and losses of the endgame
${agree ? "agree position count for position count" : "DISAGREE"} between the study and the kernels.`,
    table(
      ["solver", "forward expansions", "backward expansions", "iterations", "processor seconds", "memory for values"],
      [
        ...x.runs.map((run) => [
          `${label(run)}, ${run.form}`,
          count(run.forwardExpansions),
          count(run.backwardExpansions),
          count(run.iterations),
          run.userSeconds.toFixed(3),
          mebibytes(
            run.states * (run.form === "packed" ? (run.winOnly || run.solver !== "backward" ? 0.25 : 0.375) : 2),
          ),
        ]),
        ...x.kernels.map((k) => [`${k.kernel} kernel`, "", "", "", k.seconds.toFixed(3), mebibytes(k.memoryBytes)]),
      ],
    ),
    table(
      ["side to move", "wins", "draws", "losses"],
      (["red", "black"] as const).map((side) => [
        side,
        ...[x.own[side].wins, x.own[side].draws, x.own[side].losses].map(count),
      ]),
    ),
  ].join("\n\n");
};
