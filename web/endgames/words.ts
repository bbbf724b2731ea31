import type { ProofCheck } from "../../src/table/proof.ts";
import type { OrderKind } from "../../src/table/header.ts";
import type { Length } from "../i18n/dictionary.ts";
import type { Kind } from "./catalog.ts";
import type { Verdict } from "./figures.ts";

/** What the endgames view says. Numbers come as text, written as the language does. */
export interface EndgamesWords {
  /** `chariot against horse`. */
  readonly name: (endgame: string) => string;
  readonly summary: (endgames: string, positions: string, size: string) => string;
  readonly find: string;
  readonly findHint: string;
  readonly pick: string;
  readonly sides: readonly [string, string];
  readonly addMan: (role: string) => string;
  readonly removeMan: (role: string) => string;
  readonly clear: string;
  readonly none: string;
  readonly noMatch: string;
  readonly unreadable: string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly winShare: (share: string) => string;
  readonly longest: (colour: string, length: Length) => string;
  readonly noWin: string;
  readonly proven: string;

  readonly missing: (endgame: string) => string;
  readonly missingSize: (size: string, cells: string) => string;
  readonly build: string;

  readonly all: string;
  readonly swapped: (asked: string) => string;
  readonly example: string;
  readonly challenge: string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  readonly verdictWhy: (winShare: string, drawShare: string, lossShare: string) => string;

  readonly outcomes: string;
  readonly toMove: (colour: string) => string;
  readonly positions: string;
  readonly wins: (colour: string) => string;
  readonly draws: string;
  readonly mates: (mated: string, stalemated: string) => string;

  readonly distances: string;
  readonly distancesHelp: string;
  readonly order: (order: number, kind: OrderKind, loser: string | null) => string;
  readonly bar: (winner: string, plies: number, count: string) => string;
  readonly chart: (winner: string, count: string, longest: number) => string;
  readonly plies: string;
  readonly asTable: string;

  readonly longestWins: string;
  readonly longestWin: (winner: string, length: Length) => string;
  readonly show: string;
  readonly play: string;

  readonly graph: string;
  readonly graphHelp: string;
  readonly loses: (colour: string, role: string) => string;
  readonly comesFrom: string;
  readonly notHere: string;

  readonly file: string;
  readonly size: string;
  readonly bits: (bits: string) => string;
  readonly rules: string;
  readonly rulesAre: (rules: "asian" | "none", metric: "dtc" | "dtm") => string;
  readonly checksum: string;
  readonly builtBy: string;
  readonly download: string;

  readonly exactness: string;
  readonly exactAlone: string;
  readonly exactPublished: string;
  readonly exactCorrected: (patterns: string, losses: string) => string;
  readonly proof: string;
  readonly notProven: (endgame: string) => string;
  readonly provenOn: (date: string, version: string, seconds: string) => string;
  readonly provenPositions: (positions: string) => string;
  readonly checks: Readonly<Record<ProofCheck, string>>;
  readonly inputs: string;
}
