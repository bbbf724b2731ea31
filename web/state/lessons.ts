/** The lessons 课 that this browser keeps, the one worked on last at their end. */
import { signal } from "@preact/signals";
import { InputError } from "../../src/base/errors.ts";
import { formatLesson, MOST_PARTS, parseLesson, type Lesson, type LessonPart } from "../../src/xiangqi/games/lesson.ts";
import { readEntries, write } from "../base/stored.ts";

const KEY = "canju.lessons";

/** By names that nobody sees. */
export type Lessons = readonly (readonly [id: string, lesson: Lesson])[];

export const lessons = signal<Lessons>(readLessons());

function readLessons(): Lessons {
  const kept = readEntries(KEY, (entry) => typeof entry === "string");
  return Object.entries(kept).flatMap(([id, text]) => {
    try {
      return [[id, parseLesson(text)] as const];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return []; // of another version of the page
    }
  });
}

export function keepAll(next: Lessons): void {
  lessons.value = next;
  write(KEY, JSON.stringify(Object.fromEntries(next.map(([id, lesson]) => [id, formatLesson(lesson)]))));
}

/** Makes it the one that is worked on. */
export function choose(id: string): void {
  const chosen = lessons.value.find(([each]) => each === id);
  if (chosen !== undefined) keepAll([...lessons.value.filter((each) => each !== chosen), chosen]);
}

export function begin(lesson: Lesson = { title: "", parts: [] }): void {
  keepAll([...lessons.value, [`lesson-${Date.now()}`, lesson]]);
}

export function change(id: string, lesson: Lesson): void {
  keepAll(lessons.value.map((each) => (each[0] === id ? [id, lesson] : each)));
}

export function remove(id: string): void {
  keepAll(lessons.value.filter(([each]) => each !== id));
}

/** Puts a position at the end of the lesson worked on. @returns how many it has then; null where it is full */
export function addToLesson(part: LessonPart): number | null {
  if (lessons.value.length === 0) begin();
  const [id, lesson] = lessons.value.at(-1)!;
  if (lesson.parts.length >= MOST_PARTS) return null;
  change(id, { ...lesson, parts: [...lesson.parts, part] });
  return lesson.parts.length + 1;
}
