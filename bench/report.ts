/** What a bench prints: sections of one table each, as text or as Markdown. */
import { availableParallelism, cpus, totalmem } from "node:os";

export interface Section {
  readonly title: string;
  /** What is measured and how, in a sentence or two. */
  readonly about: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One measured quantity: the median of some runs, with the spread. */
export interface Measured {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
}

export function measured(values: readonly number[]): Measured {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  return { median, least: sorted[0]!, most: sorted.at(-1)!, runs: sorted.length };
}

/** Three significant digits. */
export function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

export function spread({ least, most, runs }: Measured): string {
  return runs === 1 ? "1 run" : `${short(least)}..${short(most)}, ${runs} runs`;
}

/** The machine in one line. */
export function machine(): string {
  const [first] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return `${first?.model.trim() ?? "unknown processor"}, ${availableParallelism()} cores, ${memory} GiB, Node ${process.version}`;
}

/** In each table a column `limit` or `at least` is behind the figures that it is for. */
export function formatSection(section: Section, markdown: boolean): string {
  const { title, about, columns } = section;
  const rows = section.rows.map((row) =>
    row.map((cell, i) => (isMissed(columns[i]!, row[i - 1], cell) ? `${cell}, missed` : cell)),
  );
  const body = markdown ? markdownTable(columns, rows) : textTable(columns, rows);
  return markdown ? `## ${title}\n\n${about}\n\n${body}\n` : `${title}\n${about}\n\n${body}\n`;
}

function isMissed(column: string, figure: string | undefined, limit: string): boolean {
  if (column === "limit") return Number.parseFloat(figure!) > Number.parseFloat(limit);
  return column === "at least" && Number.parseFloat(figure!) < Number.parseFloat(limit);
}

function markdownTable(columns: readonly string[], rows: Section["rows"]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(columns), `|---${"|---:".repeat(columns.length - 1)}|`, ...rows.map(line)].join("\n");
}

function textTable(columns: readonly string[], rows: Section["rows"]): string {
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  ");
  return [columns, ...rows].map(line).join("\n");
}
