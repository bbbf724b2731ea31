/** What goes to stdout: JSON, and for people lines, columns, numbers and values. */
import { once } from "node:events";
import { linesOf, MOST_LINE_BYTES } from "../uci/lines.ts";
import type { ProbeResult } from "../../query/probe.ts";
import type { Category, NamedValue } from "../../table/value.ts";
import { DEPENDS, game } from "../../say/english.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import { InputError } from "../../base/errors.ts";
import { messageOf } from "./errors.ts";

/**
 * Ends quietly when whoever reads the output has had enough, and clearly when it cannot be written. That nobody reads
 * the progress is no reason to stop.
 */
export function watchOutput(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    console.error(`canju: cannot write the output: ${error.message}`);
    process.exit(2);
  });
}

/** What a terminal obeys is not printed: names may come from a store, a queue or a file that others have written. */
export function printLine(text: string): void {
  process.stdout.write(`${text.replace(CONTROLS, "?")}\n`);
}

/** All but ends of lines. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f]/g;

export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Waits for a slow reader. */
export async function streamText(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

/** One object on one line; waits for a slow reader. */
async function streamJson(value: unknown): Promise<void> {
  // These two are allowed in JSON, but some readers of lines take them for the end of one.
  const line = JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  await streamText(`${line}\n`);
}

/** `1,234,567`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** Three digits: `870`, `21.6 k`, `1.06 G`. */
export function formatLarge(count: number): string {
  const rounded = Number(count.toPrecision(3));
  if (rounded < 1000) return String(Math.round(rounded));
  const power = Math.min(3, Math.floor(Math.log10(rounded) / 3));
  const scaled = rounded / 1000 ** power;
  return `${scaled < 1000 ? scaled.toPrecision(3) : scaled} ${["", "k", "M", "G"][power]}`;
}

/** `0.42 s`, `38 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toPrecision(2)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const VERBS: Readonly<Record<Category, string>> = { win: "wins", loss: "loses", draw: "draws" };

/** `wins in 15 plies`, `loses in 0 plies`, `draws`; with an order above 0, `wins in 4 plies (order 2)`. */
export function formatValue({ category, distance, order }: NamedValue): string {
  if (category === "draw") return VERBS.draw;
  const orders = order === 0 ? "" : ` (order ${order})`;
  return `${VERBS[category]} in ${formatPlies(distance!)}${orders}`;
}

/** Why a value has an order above 0: `: Black may not go on checking`. Empty for any other. */
export function formatReason({ category, kind }: Pick<ProbeResult, "category" | "kind">, turn: Colour): string {
  if (kind === null || kind === "conversion") return "";
  const loser = category === "win" ? opponent(turn) : turn;
  return `: ${game.forbidden(game.colours[loser], kind)}`;
}

/** A line of its own below a value that depends on a reading; nothing below any other. */
export function explainDependence({ depends }: Pick<NamedValue, "depends">): string {
  return depends ? `\n${DEPENDS}.` : "";
}

/** The same beside the value of a move. */
export function formatDependence({ depends }: Pick<NamedValue, "depends">): string {
  return depends ? "depends" : "";
}

export function formatPlies(plies: number): string {
  return plies === 1 ? "1 ply" : `${plies} plies`;
}

/** How many columns of a terminal a text takes: Chinese characters take two. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter >= "\u2e80" ? 2 : 1), 0);
}

/**
 * Lines up rows of cells, two blanks between columns.
 * @param alignment one letter for each column: `l` or `r`
 */
export function formatColumns(rows: readonly (readonly string[])[], alignment: string): string {
  const widths = [...alignment].map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ""))));
  const lines = rows.map((row) =>
    row.map((cell, column) => {
      const blanks = " ".repeat(widths[column]! - widthOf(cell));
      return alignment[column] === "r" ? blanks + cell : cell + blanks;
    }),
  );
  return lines.map((cells) => cells.join("  ").trimEnd()).join("\n");
}

/**
 * Answers the lines of stdin in order, each as it comes, by one JSON object on a line. What is wrong with a line is its
 * answer: `{"error": ...}`.
 * @throws InputError `no-answers` where something is wrong with every line
 */
export async function answerLines(answer: (line: string) => unknown): Promise<void> {
  const tooLong = { error: `the line is longer than ${MOST_LINE_BYTES / 1024} KiB` };
  let lines = 0;
  let answers = 0;
  for await (const line of linesOf(process.stdin)) {
    lines++;
    await streamJson(line === null ? tooLong : await answerOrError(line));
  }
  if (lines > 0 && answers === 0) throw new InputError("no-answers", "something is wrong with every line of stdin");

  async function answerOrError(line: string): Promise<unknown> {
    try {
      const answered = await answer(line);
      answers++;
      return answered;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { error: messageOf(error) };
    }
  }
}
