/** The endings of the course, in order of difficulty, what is shown of one, and what is still to learn. */
import { computed } from "@preact/signals";
import type { Drill, ElementaryEnding, Example, CountedEnding } from "../../src/play/course/course.ts";
import { ENDINGS } from "../../src/play/course/endings.ts";
import found from "../../src/play/course/lessons.json" with { type: "json" };
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { dayOf } from "../base/day.ts";
import { topic } from "../state/page.ts";
import { skill } from "../state/skill.ts";
import type { Exercise } from "../studies/exercise.ts";
import { isDue, results, type Results } from "../studies/progress.ts";

export type Chapter = ElementaryEnding & CountedEnding;

const LESSONS = new Map((found as unknown as readonly CountedEnding[]).map((each) => [each.endgame, each]));

export const CHAPTERS: readonly Chapter[] = ENDINGS.map((each) => ({ ...each, ...LESSONS.get(each.endgame)! }));

/** What a chapter shows on the board: a typical position, or a drill by its number. */
export type Part = "won" | "drawn" | number;

/** What stands in the address: `KRKAA`, `KRKAA-drawn`, `KRKAA-2`. */
export function topicOf({ endgame }: Chapter, part: Part): string {
  return `${endgame}-${typeof part === "number" ? part + 1 : part}`;
}

/** How a drill is known to what remembers results. */
export function drillId({ endgame }: Chapter, drill: number): string {
  return `course ${endgame} ${drill + 1}`;
}

/** Stars of the drills of a chapter: of each the most it was solved with. */
export function starsOf(chapter: Chapter, known: Results): number[] {
  return chapter.drills.map((_, drill) => known[drillId(chapter, drill)]?.stars ?? 0);
}

/** The drill to go on with: one that comes back, else the first that was never solved, in order of difficulty; null: none is left. */
export function nextDrill(known: Results, day: number): { readonly chapter: Chapter; readonly drill: number } | null {
  const all = CHAPTERS.flatMap((chapter) => chapter.drills.map((_, drill) => ({ chapter, drill })));
  const due = all.find(({ chapter, drill }) => isDue(drillId(chapter, drill), known, day));
  return due ?? all.find(({ chapter, drill }) => (known[drillId(chapter, drill)]?.stars ?? 0) === 0) ?? null;
}

const named = computed(() => /^(\w+)(?:-(won|drawn|[1-9]))?$/.exec(topic.value ?? ""));
const namedChapter = computed(() => CHAPTERS.find(({ endgame }) => endgame === named.value?.[1]) ?? null);
/** What the address names, where that is no chapter. */
export const unknown = computed(() => (namedChapter.value === null ? topic.value : null));
export const chapter = computed(
  () => namedChapter.value ?? nextDrill(results.peek(), dayOf())?.chapter ?? CHAPTERS[0]!,
);

export const part = computed<Part>(() => {
  const { won, drills } = chapter.value;
  const asked = named.value?.[2];
  if (asked === "drawn" && chapter.value.drawn !== null) return "drawn";
  const number = Number(asked) - 1;
  if (number >= 0 && number < drills.length) return number;
  return won === null ? "drawn" : "won";
});

/** What the part shows. */
export const shown = computed<Example | Drill>(() => {
  const { won, drawn, drills } = chapter.value;
  return typeof part.value === "number" ? drills[part.value]! : part.value === "won" ? won! : drawn!;
});

export const exercise = computed<Exercise>(() => {
  const { fen, outcome } = shown.value;
  const drill = typeof part.value === "number" ? part.value : null;
  return {
    id: drill === null ? topicOf(chapter.value, part.value) : drillId(chapter.value, drill),
    start: parseLegalFen(fen),
    outcome: outcome === "draw" ? "draw" : "win",
    tree: drill === null ? [] : chapter.value.drills[drill]!.tree,
    beyond: "table",
    skill: skill.value,
  };
});

/** What an ending is called, by the calm positions that are won: nearly all, hardly any, or it depends. */
export type Verdict = "won" | "drawn" | "depends";
/** Of a hundred. */
const NEARLY_ALL = 95;

export function verdictOf({ calm }: CountedEnding): Verdict {
  const all = calm.red + calm.draw + calm.black;
  if (100 * calm.red >= NEARLY_ALL * all) return "won";
  return 100 * calm.draw >= NEARLY_ALL * all ? "drawn" : "depends";
}
