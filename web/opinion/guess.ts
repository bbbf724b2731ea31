/** What an engine says of a position, line by line of its protocol. Pure. */
import { InputError } from "../../src/base/errors.ts";
import { applyMove, type Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";

/** To the mover: hundredths of a soldier, or the moves until it expects mate, negative where it expects to be mated. */
export interface Score {
  readonly kind: "cp" | "mate";
  readonly value: number;
}

export interface Guess {
  /** 1 for what it thinks best. */
  readonly place: number;
  readonly depth: number;
  readonly score: Score;
  /** The moves that it expects, its own first; at least one. */
  readonly line: readonly Move[];
}

/** The place of the guess that a line tells, as a text; undefined for every other line, and for a mere bound. */
export function placeOf(text: string): string | undefined {
  return / multipv (\d+) score (?:cp|mate) -?\d+ (?!lower|upper)/.exec(text)?.[1];
}

/** Of hundredths of a soldier: by so many a side of four wins three. */
const THREE_OF_FOUR = 300;

/** What a side may expect of a game, from 0, lost, to 1, won: a guess of a guess, by which scores are compared. */
export function expectedOf({ kind, value }: Score): number {
  return kind === "mate" ? Number(value > 0) : 1 / (1 + 3 ** (-value / THREE_OF_FOUR));
}

/** Reads `info … multipv N score cp N … pv …`; null for every other line, and for a mere bound. */
export function parseGuess(position: LegalPosition, text: string): Guess | null {
  const found =
    /^info depth (\d+) (?:seldepth \d+ )?multipv (\d+) score (cp|mate) (-?\d+) (?!lowerbound|upperbound).*? pv (.+)$/.exec(
      text,
    );
  if (found === null) return null;
  const [, depth, place, kind, value, moves] = found;
  const line = readLine(position, moves!.split(" "));
  if (line.length === 0) return null;
  return {
    place: Number(place),
    depth: Number(depth),
    score: { kind: kind as "cp" | "mate", value: Number(value) },
    line,
  };
}

/** Moves such as `e2e10`, with ranks from 1; as far as they are legal. */
function readLine(start: LegalPosition, texts: readonly string[]): Move[] {
  const line: Move[] = [];
  let position = start;
  for (const text of texts) {
    const uci = text.replaceAll(/\d+/g, (rank) => String(Number(rank) - 1));
    try {
      const move = parseUci(position, uci);
      line.push(move);
      position = applyMove(position, move);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      break;
    }
  }
  return line;
}
