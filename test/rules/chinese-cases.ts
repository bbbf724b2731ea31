/** Judged repetitions under the Chinese rules: those of this project, and those of the rule book where they are at hand. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "../../src/rules/judging.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import { labelMove, type Label, type MoveLabel } from "../../src/rules/chinese/label.ts";
import type { Clauses } from "../../src/rules/chinese/edition.ts";
import { judgeGrades, type GradedVerdict } from "../../src/rules/chinese/grades.ts";
import { parseJudgedFen } from "../../src/rules/judging.ts";
import { opponent } from "../../src/xiangqi/pieces.ts";

export type BookLabel = Label | "weak chase";

export interface ChineseCase {
  readonly id: string;
  readonly fen: string;
  readonly moves: readonly string[];
  /** The repetition begins after so many moves. */
  readonly cycle_start: number;
  /** A label for each move of the lines, or of a cycle's first round. */
  readonly expected: { readonly result: Result; readonly moves: readonly BookLabel[] };
  readonly provenance: string;
  readonly note: string;
}

function readCases(path: string): ChineseCase[] {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as ChineseCase);
}

/** The project's own, which are all constructed. */
export const OWN_CASES = readCases(join(import.meta.dirname, "chinese-constructed.jsonl"));

const SHARED = join(import.meta.dirname, "../../../shared/rules/chinese-cases.jsonl");

/** Lines of the book: none where the collection is not at hand. */
export const BOOK_CASES = existsSync(SHARED)
  ? readCases(SHARED).filter(({ provenance }) => provenance !== "constructed")
  : [];

/** The labels of the moves that the case has labels for. */
export function labelsOf(one: ChineseCase, clauses?: Clauses): MoveLabel[] {
  let position = parseJudgedFen(one.fen);
  return one.moves.slice(0, one.expected.moves.length).map((uci) => {
    const move = parseUci(position, uci);
    const label = labelMove(position, move, clauses);
    position = applyMove(position, move);
    return label;
  });
}

/** The verdict on the repetition, one round being as good as two. */
export function verdictOf(one: ChineseCase, labels: readonly MoveLabel[]): GradedVerdict {
  return judgeGrades(labels.slice(one.cycle_start));
}

/** The labels that the book gives, as moves that every reading labels so. */
export function labelsOfBook(one: ChineseCase): MoveLabel[] {
  const { turn } = parseJudgedFen(one.fen);
  return one.expected.moves.map((given, i) => {
    const label = given === "weak chase" ? "chase" : given;
    const mover = i % 2 === 0 ? turn : opponent(turn);
    return { move: 0, mover, label, weak: given !== label, narrow: label, wide: label, reasons: [] };
  });
}
