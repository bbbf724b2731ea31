/** A lesson 课: positions one after the other, with moves to be shown and notes; and its form in a link. */
import { InputError } from "../../base/errors.ts";
import { formatFen, parseLegalFen } from "../fen.ts";
import { applyMove, type Move } from "../moves.ts";
import { formatUci, parseUci } from "../notation/coordinates.ts";
import type { LegalPosition } from "../position.ts";

export interface LessonPart {
  readonly start: LegalPosition;
  /** What is shown of it; may be empty. */
  readonly moves: readonly Move[];
  readonly note: string;
}

export interface Lesson {
  readonly title: string;
  readonly parts: readonly LessonPart[];
}

/** Of a lesson: a longer one has no room in a link, nor its moves in a picture. */
export const MOST_PARTS = 60;
export const MOST_LINE = 200;
/** Of a title or a note, in characters. */
export const MOST_NOTE = 600;

/**
 * The lesson in letters, digits, `-` and `_`: a list in JSON of its title, and of FEN, moves by coordinates and note for each
 * part, as UTF-8 in base64 for addresses.
 */
export function formatLesson({ title, parts }: Lesson): string {
  const told = parts.map(({ start, moves, note }) => [formatFen(start), formatLine(start, moves), note]);
  const bytes = new TextEncoder().encode(JSON.stringify([title, ...told]));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Moves by coordinates, one behind the other, as addresses have them. */
export function formatLine(start: LegalPosition, moves: readonly Move[]): string {
  let at = start;
  return moves
    .map((move) => {
      const uci = formatUci(at, move);
      at = applyMove(at, move);
      return uci;
    })
    .join("");
}

/**
 * Moves that an address tells, one behind the other.
 *
 * @throws InputError for moves that are none, and for too many
 */
export function parseLine(start: LegalPosition, line: string): readonly Move[] {
  if (line.length > 4 * MOST_LINE) throw new InputError("bad-line", `at most ${MOST_LINE} moves are drawn`);
  let at = start;
  return (line.match(/.{1,4}/g) ?? []).map((uci) => {
    const move = parseUci(at, uci);
    at = applyMove(at, move);
    return move;
  });
}

/** @throws InputError with the code `bad-lesson` for what is no lesson, or as positions and moves of it throw */
export function parseLesson(text: string): Lesson {
  const [title, ...parts] = listIn(text);
  const isWhole = typeof title === "string" && title.length <= MOST_NOTE && parts.length <= MOST_PARTS;
  if (!isWhole || !parts.every(isPart)) throw new InputError("bad-lesson", "the lesson in this link is damaged");
  return {
    title,
    parts: parts.map(([fen, line, note]) => {
      const start = parseLegalFen(fen);
      return { start, moves: parseLine(start, line), note };
    }),
  };
}

function listIn(text: string): unknown[] {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    const list: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // cut, or never one
  }
}

function isPart(told: unknown): told is readonly [fen: string, line: string, note: string] {
  return (
    Array.isArray(told) &&
    told.length === 3 &&
    told.every((each) => typeof each === "string") &&
    told[2].length <= MOST_NOTE
  );
}
