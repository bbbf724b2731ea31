/** The study on the board: solved move by move, retried without its solution, and kept in mind when it was failed. */
import { computed, signal } from "@preact/signals";
import type { FalseTry, Puzzle, PuzzleKind } from "../../src/play/studies/puzzle.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove, legalMoves, type Move } from "../../src/xiangqi/moves.ts";
import { formatUci, parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { topic } from "../state/page.ts";
import { allStudies, idOf, isLoaded, isTask, puzzleOfDay } from "./collection.ts";
import { noteResult } from "./progress.ts";

export interface Filter {
  readonly endgame: string;
  readonly kind: PuzzleKind | "";
  readonly grade: string;
  /** The most plies of the solution. */
  readonly length: string;
  readonly order: string;
}

export const filter = signal<Filter>({ endgame: "", kind: "", grade: "", length: "", order: "" });

export const chosen = computed<readonly Puzzle[]>(() => {
  const { endgame, kind, grade, length, order } = filter.value;
  return allStudies.value.filter(
    (each) =>
      (endgame === "" || each.endgame === endgame) &&
      (kind === "" || each.kind === kind) &&
      (grade === "" || each.grade === Number(grade)) &&
      (order === "" || each.order === Number(order)) &&
      (length === "" || each.solution.length / 4 <= Number(length)),
  );
});

const named = computed(() => allStudies.value.find((each) => idOf(each) === topic.value) ?? null);
/** What the address names, where that is no study. */
export const unknown = computed(() => (named.value === null && isLoaded.value ? topic.value : null));
/** The one that the address names, else that of the day. */
export const puzzle = computed<Puzzle>(() => named.value ?? puzzleOfDay(new Date()));

export type Status =
  | { readonly state: "solving" }
  /** Something else than the solution was played. */
  | { readonly state: "failed"; readonly move: Move; readonly because: FalseTry | null }
  /** By the solution, or by another move that is as good. */
  | { readonly state: "solved"; readonly also?: Move }
  /** The solution is looked at. */
  | { readonly state: "shown" };

interface Attempt {
  readonly puzzle: Puzzle;
  /** Plies of the solution on the board. */
  readonly step: number;
  readonly status: Status;
  /** Whether something else was tried before. */
  readonly isFlawed: boolean;
}

const attempt = signal<Attempt | null>(null);

const now = computed<Attempt>(() => {
  const known = attempt.value;
  if (known !== null && known.puzzle === puzzle.value) return known;
  return { puzzle: puzzle.value, step: 0, status: { state: "solving" }, isFlawed: false };
});

export const step = computed(() => now.value.step);
export const status = computed(() => now.value.status);

/** The positions of the solution, from the study's own. */
export const positions = computed<readonly LegalPosition[]>(() => {
  const all = [parseLegalFen(puzzle.value.fen)];
  for (const uci of puzzle.value.solution.match(/.{4}/g) ?? []) {
    const at = all.at(-1)!;
    all.push(applyMove(at, parseUci(at, uci)));
  }
  return all;
});

export const solution = computed<readonly Move[]>(() =>
  (puzzle.value.solution.match(/.{4}/g) ?? []).map((uci, i) => parseUci(positions.value[i]!, uci)),
);

export const shown = computed(() => positions.value[step.value]!);
/** What may be played by hand. */
export const legal = computed(() =>
  status.value.state === "solving" && isTask(puzzle.value) ? legalMoves(shown.value) : [],
);

/** How much of the solution has to be found: all where each move is the only one, else the first move. */
const wanted = computed(() => (puzzle.value.kind === "only-moves" ? solution.value.length : 1));

/** Before the answer, so that a move is seen. */
const ANSWER_MILLISECONDS = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450;

export function playMove(move: Move): void {
  const { step: at, isFlawed } = now.value;
  if (move !== solution.value[at]) {
    const uci = formatUci(shown.value, move);
    if (at === 0 && puzzle.value.also?.includes(uci)) {
      if (!isFlawed) noteResult(idOf(puzzle.value), true);
      attempt.value = { ...now.value, status: { state: "solved", also: move } };
      return;
    }
    const because = at === 0 ? (puzzle.value.tries.find((each) => each.uci === uci) ?? null) : null;
    if (!isFlawed) noteResult(idOf(puzzle.value), false);
    attempt.value = { ...now.value, status: { state: "failed", move, because }, isFlawed: true };
    return;
  }
  advance(at + 1);
  const isMine = () => now.value.step === at + 1 && status.value.state === "solving";
  if (isMine()) setTimeout(() => isMine() && advance(at + 2), ANSWER_MILLISECONDS);
}

function advance(to: number): void {
  const isSolved = to >= wanted.value;
  attempt.value = { ...now.value, step: to, status: { state: isSolved ? "solved" : "solving" } };
  if (isSolved && !now.value.isFlawed) noteResult(idOf(puzzle.value), true);
}

/** Once more from where it went wrong, or from the start. */
export function tryAgain(): void {
  const isAfter = status.value.state !== "failed";
  attempt.value = { ...now.value, step: isAfter ? 0 : step.value, status: { state: "solving" } };
}

export function showSolution(): void {
  if (status.value.state !== "solved" && isTask(puzzle.value) && !now.value.isFlawed)
    noteResult(idOf(puzzle.value), false);
  attempt.value = { ...now.value, step: 0, status: { state: "shown" }, isFlawed: true };
}

/** Walks over the solution when it is known. */
export function goToStep(to: number): void {
  if (status.value.state === "solving" || status.value.state === "failed") return;
  attempt.value = { ...now.value, step: Math.max(0, Math.min(solution.value.length, to)) };
}
