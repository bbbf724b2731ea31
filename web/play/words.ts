import type { Length } from "../i18n/dictionary.ts";
import type { Task } from "./task.ts";

/** What the play view says. */
export interface PlayWords {
  readonly intro: string;
  readonly fromHere: string;
  readonly yourSide: string;
  readonly begin: string;
  readonly challenge: string;
  readonly challengeHelp: string;
  readonly endgame: string;
  readonly task: string;
  readonly tasks: Readonly<Record<Exclude<Task, "free">, string>>;
  readonly draw: string;
  readonly noSuch: string;
  readonly anotherOne: string;

  readonly goals: Readonly<Record<Task, (colour: string) => string>>;
  readonly yourMove: string;
  readonly thinking: string;
  readonly played: (move: string) => string;
  readonly takeBack: string;
  readonly hint: string;
  readonly hintMore: string;
  readonly hintMan: (man: string, square: string) => string;
  readonly hintMove: (move: string) => string;
  readonly lookUp: string;
  readonly hide: string;
  readonly giveUp: string;
  readonly explore: string;
  readonly moves: string;
  readonly noMoves: string;
  readonly inexact: string;
  readonly blunder: string;
  readonly score: (perfect: number, moves: number, takenBack: number) => string;

  readonly winGone: (nowLost: boolean) => string;
  readonly drawGone: string;
  readonly bestWas: (move: string, length: Length | null) => string;

  readonly results: Readonly<Record<"won" | "lost" | "drawn" | "held", string>>;
  readonly flawless: string;
  readonly missed: string;
  readonly holdGoal: (moves: number) => string;
  readonly again: string;
  readonly other: string;

  /** Why a challenge to hold is over. */
  readonly held: (moves: number) => string;
}
