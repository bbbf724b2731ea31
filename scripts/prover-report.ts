/**
 * Writes docs/reports/prover-report.md from what bench/prover.ts measured (docs/reports/prover/NAME.jsonl; NAME-minute.jsonl: those still open, again)
 * and from web/studies/manual.json: `node scripts/prover-report.ts`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProverRow } from "../bench/prover.ts";
import { writeWhole } from "../src/base/node/disk.ts";
import type { InBook, Puzzle } from "../src/play/studies/puzzle.ts";

const DOCS = join(import.meta.dirname, "..", "docs/reports");
const MEASURED = join(DOCS, "prover");
/** Ends the names of files about those that were looked at for longer. */
const MINUTE = "-minute";
const MANUAL = join(import.meta.dirname, "../web/studies/manual.json");

type Cell = string | number;

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

/** The rows of a file, none where there is no such file. */
function readMeasured(name: string): ProverRow[] {
  const path = join(MEASURED, `${name}.jsonl`);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as ProverRow);
}

function median(numbers: readonly number[]): Cell {
  return numbers.length === 0 ? "-" : numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${part} (${((100 * part) / whole).toFixed(0)} %)`;
}

/** Proofs of one kind: how many, and what they took. */
function proofRow(name: string, rows: readonly ProverRow[]): Cell[] {
  const seconds = rows.map((row) => row.seconds);
  const plies = rows.map((row) => row.plies!);
  return [
    name,
    rows.length,
    `${median(seconds)}, ${Math.max(0, ...seconds)}`,
    median(rows.map(({ nodes }) => nodes)),
    `${median(plies)}, ${Math.max(0, ...plies)}`,
    `${median(rows.map(({ bytes }) => bytes!))}, ${Math.max(0, ...rows.map(({ bytes }) => bytes!))}`,
  ];
}

function describeMeasured(name: string, rows: readonly ProverRow[]): string {
  const wins = rows.filter(({ verdict }) => verdict === "red");
  const proven = wins.filter(({ result }) => result === "win");
  const byChecks = proven.filter((row) => row.byChecks);
  const byMoves = proven.filter((row) => !row.byChecks);
  const nodes = rows.reduce((sum, row) => sum + row.nodes, 0);
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const text = [
    `## ${name}`,
    `${rows.length} positions, ${wins.length} of them won by Red as the book has it. Proven to be won: ${share(proven.length, wins.length)}, by checks alone ${share(byChecks.length, wins.length)}. ${nodes.toLocaleString("en")} nodes in ${seconds.toFixed(0)} CPU seconds, ${Math.round(nodes / seconds / 1000)} thousand a second, all searches, shortening and checking included.`,
    table(
      ["proofs", "how many", "CPU s: median, most", "nodes: median", "plies: median, most", "bytes: median, most"],
      [proofRow("by checks alone", byChecks), proofRow("by all moves", byMoves)],
    ),
  ];
  const others = rows.filter(
    ({ verdict, result }) => result !== "unknown" && (verdict === "red") !== (result === "win"),
  );
  const differs = others.map(({ id, result, plies }) => `${id} (a ${result}, at most ${plies} plies)`);
  text.push(`Proven against the book: ${differs.length === 0 ? "none" : differs.join(", ")}.`);
  const asked = wins.filter((row) => row.fairy !== undefined);
  if (asked.length > 0) text.push(describeEngine(asked));
  return text.join("\n\n");
}

function describeEngine(asked: readonly ProverRow[]): string {
  const proven = asked.filter(({ result }) => result === "win");
  const said = asked.filter(({ fairy }) => fairy !== null);
  const free = asked.filter(({ fairyFree = null }) => fairyFree !== null);
  const both = free.filter(({ result }) => result === "win");
  const only = free.filter(({ result }) => result !== "win").map(({ id, fairyFree }) => `${id} (in ${fairyFree})`);
  const wrong = asked.filter(({ result, fairy }) => result === "loss" && fairy !== null);
  const isKept = proven.length >= free.length;
  return [
    `Of the ${asked.length} book wins that checks alone do not win, in the same CPU seconds each: proven by Canju ${share(proven.length, asked.length)}, announced as mate by Fairy-Stockfish by its own rules ${share(said.length, asked.length)}, and where it takes a repetition for a draw ${share(free.length, asked.length)}. A win that is a finite tree needs no rule about repetitions, so the last is what proofs compare with: by its own rules the engine also announces mates in which the loser may check for ever, and loses for that alone. What it does not announce without them may also take it longer. Both ${both.length}. Announced so and not proven: ${only.length === 0 ? "none" : only.join(", ")}. An announcement is a claim, and counted apart from proofs.`,
    `Limit, as many as the engine without rules about repetitions: ${isKept ? "kept" : "missed"}.`,
    `Claims that contradict a proof: ${wrong.length === 0 ? "none" : wrong.map(({ id }) => id).join(", ")}.`,
  ].join("\n\n");
}

/** What 60 seconds prove of those of which ten prove nothing. @param again their rows, as many as were looked at */
function describeMinute(rows: readonly ProverRow[], again: readonly ProverRow[]): string {
  const isWin = ({ verdict, result }: ProverRow) => verdict === "red" && result === "win";
  const wins = rows.filter(({ verdict }) => verdict === "red").length;
  const proven = rows.filter(isWin).length;
  const open = rows.filter(({ result }) => result === "unknown").length;
  const more = again.filter(isWin).map(({ id, seconds }) => `${id} (${seconds} s)`);
  return [
    "## A minute",
    `Of ${open} of which 10 s prove nothing ${again.length} were looked at for 60 s, beside other work: ${more.length} more are proven to be won${more.length === 0 ? "" : `, ${more.join(", ")}`}. So at least ${share(proven + more.length, wins)} of the book wins are proven in a minute; limit 75 %, goal 80 %.`,
  ].join("\n\n");
}

const MANUALS: readonly [name: string, test: (book: InBook) => boolean][] = [
  ["适情雅趣, Red wins", ({ manual, claim }) => manual === undefined && claim === "win"],
  ["适情雅趣, drawn", ({ manual, claim }) => manual === undefined && claim === "draw"],
  ["梦入神机", ({ manual }) => manual === "mengru-shenji"],
  ["烂柯神机", ({ manual }) => manual === "lanke-shenji"],
  ["橘中秘", ({ manual }) => manual === "juzhong-mi"],
];

function describeManuals(studies: readonly Puzzle[]): string {
  const rows = MANUALS.map(([name, isOfThis]) => {
    const own = studies.filter(({ book }) => isOfThis(book!));
    const count = (test: (study: Puzzle) => boolean) => own.filter(test).length;
    return [
      name,
      own.length,
      count(({ proven, outcome }) => proven === "checks" && outcome === "win"),
      count(({ proven, outcome }) => proven === "moves" && outcome === "win"),
      count(({ outcome }) => outcome === "loss"),
      count(({ proven }) => proven === "nothing"),
      count(({ also = [] }) => also.length > 0),
    ];
  });
  const grades = [1, 2, 3, 4, 5].map((grade) =>
    studies.filter((each) => each.proven !== "nothing" && each.grade === grade),
  );
  const wrong = studies.filter(({ outcome, book }) => outcome !== null && outcome !== book!.claim);
  const short = studies.filter(({ outcome, distance }) => outcome === "win" && distance! <= 3);
  const nameOf = ({ manual, number }: InBook) => (manual === undefined ? number : `${manual} ${number}`);
  const numbers = (list: readonly Puzzle[]) => list.map(({ book }) => nameOf(book!)).join(", ") || "none";
  return [
    "## The manuals in the page's studies",
    "The positions with more than four attacking men, made by `node scripts/proven-studies.ts`; the others are told by tables.",
    table(
      ["the book", "positions", "won by checks", "won by all moves", "lost", "nothing proven", "several winning moves"],
      rows,
    ),
    `By difficulty, 1 to 5: ${grades.map(({ length }) => length).join(", ")}. Proven against the book, so that the array or the book errs: ${numbers(wrong)}. Won within 3 plies, so that the array is likely wrong: ${numbers(short)}.`,
  ].join("\n\n");
}

const parts = [
  "# What the prover proves",
  "Written by `node scripts/prover-report.ts` from what `bench/prover.ts` measured: one thread, CPU seconds of the process, every proof replayed by the checker. [The guide](../guides/prover.md) tells how it searches.",
];
const LISTS = ["held-out", "other-manuals"] as const;
const measured = LISTS.map((list) => readMeasured(list));
for (const [i, list] of LISTS.entries()) parts.push(describeMeasured(list.replaceAll("-", " "), measured[i]!));
parts.push(
  describeMeasured("both", measured.flat()),
  describeMinute(
    measured.flat(),
    LISTS.flatMap((list) => readMeasured(`${list}${MINUTE}`)),
  ),
  describeManuals(JSON.parse(readFileSync(MANUAL, "utf8")) as Puzzle[]),
);
await writeWhole(join(DOCS, "prover-report.md"), `${parts.join("\n\n")}\n`);
