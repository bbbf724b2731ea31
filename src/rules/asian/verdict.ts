/** Section d's verdicts on repetitions, as data; with the loss of a side without a legal move, what ends a game. */
import type { Colour } from "../../xiangqi/pieces.ts";
import type { Attack } from "./chase.ts";
import type { EndingVerdict, Result } from "../judging.ts";
import type { Man } from "../men.ts";

/** A man that a side chased during a repetition. */
export interface Target {
  /** Where it stood at the start. */
  readonly man: Man;
  /** On how many of the side's moves it was chased. */
  readonly times: number;
  /** The attacks that chased it, in the order of the moves. */
  readonly attacks: readonly Attack[];
}

/** What one side did during a repetition. */
export interface Conduct {
  readonly moves: number;
  readonly checks: number;
  /** Every enemy man chased at all, in the order of menOf at the start. */
  readonly targets: readonly Target[];
  /** d1: every move checks. */
  readonly perpetualCheck: boolean;
  /** d2: those chased by every move. */
  readonly perpetuallyChased: readonly Target[];
}

/** What the Asian rules say of a position that has occurred for the third time. */
export interface RepetitionVerdict {
  readonly kind: "repetition";
  readonly result: Result;
  /** What decides. d3: perpetual check, by one side or both; d4: perpetual chase, by one side or both; d5: neither. */
  readonly clause: "d3" | "d4" | "d5";
  readonly conduct: Readonly<Record<Colour, Conduct>>;
}

/** What ends a game. */
export type Verdict = RepetitionVerdict | EndingVerdict;
