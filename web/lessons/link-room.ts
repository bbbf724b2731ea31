/** How much of a lesson its link can hold. Pure. */
import { formatLesson, MOST_PARTS, type Lesson } from "../../src/xiangqi/games/lesson.ts";

/** Of a link, in characters: hosts refuse longer ones. */
const LONGEST_LINK = 7000;

/** How many more positions like those of a lesson fit into its link; below 0: it is too long already. */
export function linkRoom(lesson: Lesson): number {
  const { length } = formatLesson(lesson);
  if (length > LONGEST_LINK) return -1;
  const bare = formatLesson({ ...lesson, parts: [] }).length;
  const each = (length - bare) / Math.max(1, lesson.parts.length);
  const fitting = each === 0 ? MOST_PARTS : Math.floor((LONGEST_LINK - length) / each);
  return Math.min(MOST_PARTS - lesson.parts.length, fitting);
}
