/** The study on the board, and those to choose from. */
import { computed, signal } from "@preact/signals";
import type { Puzzle, PuzzleKind } from "../../src/play/studies/puzzle.ts";
import { nodesOf, type SolutionNode } from "../../src/play/studies/tree.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { topic } from "../state/page.ts";
import { allStudies, idOf, isLoaded, isTask, lineOf, puzzleOfDay, TREES } from "./collection.ts";
import type { Exercise } from "./exercise.ts";

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
/** Whether the address names one that may be among those that are still loaded. */
export const isAwaited = computed(() => topic.value !== null && named.value === null && !isLoaded.value);
/** What the address names, where that is no study. */
export const unknown = computed(() => (named.value === null && isLoaded.value ? topic.value : null));
/** The one that the address names, else that of the day. */
export const puzzle = computed<Puzzle>(() => named.value ?? puzzleOfDay(new Date()));

export const exercise = computed(() => exerciseOf(puzzle.value));

function exerciseOf(study: Puzzle): Exercise {
  const id = idOf(study);
  const start = parseLegalFen(study.fen);
  const isProven = study.proven !== undefined;
  const tree = !isTask(study) ? [] : (TREES[id] ?? (isProven ? nodesOf(start, lineOf(study)) : firstMoves(study)));
  const outcome = study.outcome === "draw" ? "draw" : "win";
  return {
    id,
    start,
    outcome,
    tree,
    beyond: isProven ? "proof" : study.order === 0 ? "table" : "nothing",
    skill: null,
  };
}

/** Where no tree was made: the first move, and the others that do. */
function firstMoves({ solution, also = [] }: Puzzle): SolutionNode[] {
  const first = `${solution.slice(0, 4)}!${solution.slice(4, 8)}`;
  return [[first, ...also.map((each) => `${each}!`)].join(" ")];
}

/** The solution, from the study's own position. */
export const solution = computed(() => lineOf(puzzle.value));
