/** What the course calls an ending, and its sentences. */
import type { Dictionary } from "../words/en/page.ts";
import type { CourseWords } from "../words/en/course.ts";
import type { Chapter } from "./course.ts";

export function nameOf({ endgame }: Pick<Chapter, "endgame">, say: CourseWords, words: Dictionary): string {
  return say.names[endgame] ?? words.endgames.name(endgame);
}

/** The sentences of a chapter, the shares that were counted put in. */
export function ruleOf(
  { endgame, counts }: Chapter,
  say: CourseWords,
  formatShare: (part: number, whole: number) => string,
): string {
  const rule = say.rules[endgame] ?? say.allWon;
  return rule.replaceAll(/\{(\d)\}/g, (_, number) => {
    const { positions, hold } = counts[Number(number) - 1]!;
    return formatShare(hold, positions);
  });
}
