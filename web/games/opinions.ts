/**
 * What an engine thinks of the positions of the reviewed line that no table has, asked for one after the other, from the end, and the
 * moves that it doubts: opinions, beside what is proven and never mixed with it.
 */
import { computed, effect, signal } from "@preact/signals";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { Move } from "../../src/xiangqi/moves.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { WORTH, type Category } from "../../src/table/value.ts";
import { EngineError, think } from "../opinion/fairy.ts";
import { expectedOf, parseGuess, placeOf, type Guess } from "../opinion/guess.ts";
import { checked, type Check } from "./slips.ts";

const MILLISECONDS = 500;

export type Asking =
  | { readonly state: "asking" | "resting" }
  /** The engine could not be loaded, or does not answer. */
  | { readonly state: "failed"; readonly isLoaded: boolean };

interface Asked {
  /** The comparison with the tables whose gaps are filled. */
  readonly of: Check;
  /** By ply. */
  readonly guesses: ReadonlyMap<number, Guess>;
  readonly asking: Asking;
}

const asked = signal<Asked | null>(null);

/** That of the line that is reviewed. */
const current = computed(() => (asked.value !== null && asked.value.of === checked.value ? asked.value : null));

/** By ply: of the start and the positions after each move those that the engine was asked about. */
export const guesses = computed<ReadonlyMap<number, Guess>>(() => current.value?.guesses ?? new Map());
export const asking = computed<Asking>(() => current.value?.asking ?? { state: "resting" });

/** The plies that no table has and the engine was not yet asked about, the last first. */
export const unasked = computed<readonly number[]>(() => {
  const values = checked.value?.isDone ? checked.value.values : [];
  return [...values.keys()].filter((ply) => values[ply] === null && !guesses.value.has(ply)).reverse();
});

/** How long it takes to ask about so many positions, once the engine is loaded. */
export const secondsFor = (positions: number): number => Math.ceil((positions * MILLISECONDS) / 1000);

let latest: AbortController | null = null;
// Who opens another game is not kept waiting for opinions on this one.
effect(() => {
  if (current.value === null) latest?.abort();
});

/** Asks about all that is left, until it is stopped. */
export async function askEngine(): Promise<void> {
  const of = checked.value;
  if (of === null) return;
  const work = (latest = new AbortController());
  const plies = unasked.value;
  const found = new Map(guesses.value);
  const tell = (now: Asking): void => void (asked.value = { of, guesses: new Map(found), asking: now });
  tell({ state: "asking" });
  try {
    for (const ply of plies) {
      const guess = await guessOf(of.positions[ply]!, work.signal);
      if (checked.value !== of) return;
      if (work.signal.aborted) break;
      if (guess !== null) found.set(ply, guess);
      tell({ state: "asking" });
    }
    tell({ state: "resting" });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    tell({ state: "failed", isLoaded: error.isLoaded });
  }
}

export function stopAsking(): void {
  latest?.abort();
}

async function guessOf(position: LegalPosition, abort: AbortSignal): Promise<Guess | null> {
  let said = "";
  const listen = (line: string): void => {
    if (placeOf(line) !== undefined) said = line;
  };
  await think({ fen: formatFen(position), lines: 1, milliseconds: MILLISECONDS }, listen, abort);
  return parseGuess(position, said);
}

/** A move that leaves a side much less than the engine expected, and what it would have played. */
export interface Doubt {
  readonly best: Move;
}

/** Of what can be expected, from 0 to 1: less is within what an engine errs by in so little time. */
const MUCH = 0.15;

/** @param values what tables have, by ply, to the side to move */
export function doubtsIn(
  moves: readonly Move[],
  values: readonly ({ readonly category: Category } | null | undefined)[],
  known: ReadonlyMap<number, Guess>,
): ReadonlyMap<number, Doubt> {
  const expected = (ply: number): number | null => {
    const [value, guess] = [values[ply], known.get(ply)];
    return value ? (WORTH[value.category] + 1) / 2 : guess === undefined ? null : expectedOf(guess.score);
  };
  const found = new Map<number, Doubt>();
  for (const [ply, move] of moves.entries()) {
    const best = known.get(ply)?.line[0];
    const [before, after] = [expected(ply), expected(ply + 1)];
    if (best === undefined || best === move || before === null || after === null) continue;
    if (before - (1 - after) >= MUCH) found.set(ply, { best });
  }
  return found;
}

/** The moves that it doubts, by their places; none whose slip is proven. */
export const doubts = computed(() => {
  const now = checked.value;
  return now === null ? new Map<number, Doubt>() : doubtsIn(now.moves, now.values, guesses.value);
});
