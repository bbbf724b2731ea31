/** What the moves of the game threw away, by the tables: asked for position by position, from the end. */
import { computed, signal } from "@preact/signals";
import { attackingMen, canonicalEndgame, endgameOf, isBeyondOffers } from "../../src/endgame/endgame.ts";
import { judgedEnd, slipsIn, type Slip } from "../../src/query/slips.ts";
import { RULES } from "../../src/table/catalog/collection.ts";
import type { Rules } from "../../src/table/format/header.ts";
import type { Category } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { applyMove, hasLegalMove, type Move } from "../../src/xiangqi/moves.ts";
import type { Pausing } from "../../src/base/pausing.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { AnswerError, BEYOND, UNANSWERED } from "../answers/answers.ts";
import { probeByAnyRules } from "../answers/any-rules.ts";
import { type Game, goTo, positionOf, type Repetition } from "../state/game.ts";
import { judgeShown } from "../state/judge-shown.ts";
import { computedInPieces } from "../base/in-pieces.ts";
import { rules } from "../base/rules.ts";
import { record } from "./tree.ts";

/** What a table says of a position, to its side to move. */
export interface Reviewed {
  readonly category: Category;
  /** Plies to the decision; null for a draw, and where nothing can be moved any more. */
  readonly distance: number | null;
  /** The best move, by coordinates; null where there is none. */
  readonly best: string | null;
  /** The rules of the table; null: it is so by any. */
  readonly by: Rules | null;
}

/** A line as far as it is compared with the tables. */
export interface Check {
  /** The start, and the one after each move. */
  readonly positions: readonly LegalPosition[];
  readonly moves: readonly Move[];
  /** Of each position: null where no table has it, undefined where not yet asked. */
  readonly values: readonly (Reviewed | null | undefined)[];
  readonly isDone: boolean;
  /** Why it was given up. */
  readonly error: AnswerError | null;
}

const check = signal<Check | null>(null);

/** The check of the main line; null where it has not been asked for, or is of another game. */
export const checked = computed<Check | null>(() => {
  const now = check.value;
  const { start, line } = record.value;
  const isSame = now !== null && now.positions[0] === start && now.moves.every((move, i) => line[i]?.move === move);
  return isSame ? now : null;
});

/** The first repetition of the main line that the rules judge, once it has been checked; null where there is none. */
export const judged = computedInPieces(() => judgeChecked(checked.value, rules.value), null);

interface JudgedRepetition {
  /** How many moves led to it. */
  readonly after: number;
  readonly turn: Colour;
  readonly verdict: Repetition;
}

function* judgeChecked(now: Check | null, setOfRules: Rules): Pausing<JudgedRepetition | null> {
  if (now === null || !now.isDone) return null;
  const { positions, moves } = now;
  const whole: Game = { positions, moves, played: 0 };
  for (let after = 1; after <= moves.length; after++) {
    const shown = goTo(whole, after);
    const verdict = yield* judgeShown(shown, setOfRules);
    if (verdict !== null) return { after, turn: positionOf(shown).turn, verdict };
  }
  return null;
}

/**
 * What each move of the main line threw away, by its place; those that threw nothing away are left out. Values by different rules
 * are not compared with each other.
 */
export const slips = computed<ReadonlyMap<number, Slip>>(() => {
  const values = checked.value?.values ?? [];
  const judgement = judged.value;
  const found = new Map<number, Slip>();
  for (const each of RULES) {
    const own = values.map((value) => ((value?.by ?? each) === each ? value?.category : null));
    const isChosen = each === rules.value && judgement !== null;
    const end = isChosen ? judgedEnd(judgement.after, judgement.turn, judgement.verdict.result) : null;
    for (const [ply, slip] of slipsIn(own, end)) found.set(ply, slip);
  }
  return found;
});

/** How many positions the tables had. */
export const known = computed(() => (checked.value?.values ?? []).filter((value) => value).length);

/** How many of these tables of other rules than those of the page had, and which. */
export const knownOtherwise = computed(() => {
  const others = (checked.value?.values ?? []).flatMap((value) => value?.by ?? []).filter((by) => by !== rules.value);
  return { positions: others.length, by: [...new Set(others)] };
});

let latest: AbortController | null = null;

/** Compares the main line with the tables. Positions with more men come first in a game: it ends at the first endgame without a table. */
export async function checkGame(): Promise<void> {
  latest?.abort();
  const work = (latest = new AbortController());
  const { start, line } = record.value;
  const moves = line.map(({ move }) => move);
  const positions = [start];
  for (const move of moves) positions.push(applyMove(positions.at(-1)!, move));
  const values: (Reviewed | null | undefined)[] = positions.map(() => undefined);
  const tell = (isDone: boolean, error: AnswerError | null = null) =>
    (check.value = { positions, moves, values: [...values], isDone, error });
  tell(false);
  const missing = new Set<string>();
  for (let ply = positions.length - 1; ply >= 0; ply--) {
    try {
      values[ply] = await valueOf(positions[ply]!, missing, work.signal);
    } catch (error) {
      if (work.signal.aborted) return;
      if (!(error instanceof AnswerError)) throw error;
      tell(true, error);
      return;
    }
    if (work.signal.aborted) return;
    tell(ply === 0);
  }
}

async function valueOf(at: LegalPosition, missing: Set<string>, abort: AbortSignal): Promise<Reviewed | null> {
  if (!hasLegalMove(at)) return { category: "loss", distance: null, best: null, by: null };
  const { endgame } = canonicalEndgame(endgameOf(at.board));
  if (attackingMen(endgame.red).length + attackingMen(endgame.black).length === 0)
    return { category: "draw", distance: null, best: null, by: null };
  if (isBeyondOffers(endgame.name) || missing.has(endgame.name)) return null;
  try {
    const { category, distance, moves, rules: by } = await probeByAnyRules(formatFen(at), abort);
    return { category, distance, best: moves[0]?.uci ?? null, by };
  } catch (error) {
    if (!(error instanceof AnswerError) || !UNKNOWN.includes(error.code)) throw error;
    missing.add(endgame.name);
    return null;
  }
}

const UNKNOWN: readonly string[] = [...UNANSWERED, BEYOND];
