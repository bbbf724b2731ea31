/** What is said of games that were read: what was not understood in them, and where. */
import type { UnreadableReason, Trouble } from "../../xiangqi/games/reading.ts";
import type { Fault } from "../../xiangqi/unreadable.ts";
import type { Problem } from "../../xiangqi/validate.ts";

export interface ReadingWords {
  /** Why a text, or a part of it, was not taken. */
  readonly reasons: Readonly<Record<UnreadableReason, (text: string) => string>>;
  readonly place: (line: number, column: number) => string;
  /** Moves that were taken before that. */
  readonly asFarAs: (moves: number) => string;
}

/**
 * What was not understood, with its place.
 * @param sayPosition says in a sentence what is wrong with a position
 */
export function describeTrouble(
  { reason, text, line, column, problem, fault }: Trouble,
  say: ReadingWords,
  sayPosition: (about: { readonly problem: Problem } | { readonly fault: Fault }) => string,
): string {
  const said =
    problem !== undefined
      ? sayPosition({ problem })
      : fault !== undefined
        ? sayPosition({ fault })
        : say.reasons[reason](text);
  return say.place(line, column) + said;
}
