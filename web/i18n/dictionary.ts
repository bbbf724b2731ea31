import type { Colour, Role } from "../../src/xiangqi/pieces.ts";
import type { Problem } from "../../src/xiangqi/validate.ts";
import type { EditorWords } from "../editor/words.ts";
import type { EndgamesWords } from "../endgames/words.ts";
import type { Notation } from "../notation.ts";
import type { HelpKey } from "../Help.tsx";
import type { Defence } from "../state/line.ts";
import type { PlayWords } from "../play/words.ts";
import type { View } from "../state/page.ts";
import type { Listing } from "../state/preferences.ts";

/** Plies are half moves; moves are those the winner plays. */
export interface Length {
  readonly plies: number;
  readonly moves: number;
}

/** What a missing table is called and how large it would be, when the server knows. */
export interface MissingTable {
  readonly endgame: string;
  readonly size: string | null;
}

export type BuildPhase = "start" | "load" | "legal" | "red wins" | "black wins" | "perpetuals" | "writing";

/** How much has to be built. */
export interface BuildSize {
  readonly tables: number;
  /** Of positions. */
  readonly millions: string;
}

/** Everything the page says. A language that leaves out a key does not compile. */
export interface Dictionary {
  readonly htmlLang: string;
  readonly siteName: string;
  readonly tagline: string;
  readonly language: string;
  readonly notation: string;
  readonly notations: Readonly<Record<Notation, string>>;
  readonly pieceSet: string;
  readonly pieceSets: Readonly<Record<"chinese" | "western", string>>;
  readonly skipToMoves: string;

  readonly colours: Readonly<Record<Colour, string>>;
  readonly roles: Readonly<Record<Role, string>>;
  readonly man: (colour: string, role: string) => string;

  readonly board: string;
  readonly boardHelp: string;
  readonly emptySquare: string;
  readonly square: (name: string, content: string) => string;
  readonly canGoHere: string;
  readonly selected: string;

  readonly toMove: (colour: string) => string;
  readonly wins: (colour: string, length: Length, metric: "dtc" | "dtm") => string;
  /** A win because the loser may not go on checking or chasing. */
  readonly winsByRule: (
    winner: string,
    loser: string,
    perpetual: "check" | "chase",
    order: number,
    length: Length,
  ) => string;
  readonly draw: string;
  readonly checkmate: (winner: string) => string;
  readonly stalemate: (winner: string) => string;
  readonly convertsNow: (winner: string) => string;
  readonly order: (order: number) => string;
  readonly thinking: string;
  readonly goal: Readonly<Record<"dtc" | "dtm", string>>;

  readonly groups: Readonly<Record<"win" | "draw" | "loss", string>>;
  readonly length: (length: Length) => string;
  readonly afterCapture: (length: Length) => string;
  readonly mates: string;
  readonly stalemates: string;
  readonly best: string;
  readonly capture: string;
  readonly check: string;
  readonly moves: string;
  readonly noMoves: string;
  readonly suggested: string;
  /** What decides after the moves of a group. */
  readonly why: {
    readonly ending: string;
    readonly capture: string;
    readonly losingCapture: string;
    readonly conversion: Readonly<Record<"dtc" | "dtm", string>>;
    readonly perpetual: (loser: string, perpetual: "check" | "chase", order: number) => string;
  };
  readonly manOn: (role: string, square: string) => string;
  readonly chases: (men: readonly string[]) => string;
  readonly listing: string;
  readonly listings: Readonly<Record<Listing, string>>;
  /** Order and value as Pai prints them. */
  readonly classic: (order: number, value: number) => string;
  readonly hideValues: string;
  readonly valuesHidden: string;
  readonly moveEntry: string;
  readonly moveEntryHint: string;
  readonly noSuchMove: string;
  readonly mirror: string;
  readonly lines: {
    readonly title: string;
    readonly play: string;
    readonly pause: string;
    readonly back: string;
    readonly forward: string;
    readonly toEnd: string;
    readonly speed: string;
    readonly defence: string;
    readonly defences: Readonly<Record<Defence, string>>;
    readonly copyText: string;
    readonly download: string;
    readonly copyLink: string;
  };
  /** Why a game is over where the board alone does not tell; of a repetition, what comes before its judgement. */
  readonly verdict: {
    readonly threefold: string;
    readonly noAttackers: string;
  };
  /** Of the program and of what it is made with. */
  readonly licences: string;
  readonly help: {
    readonly title: string;
    readonly close: string;
    readonly keys: Readonly<Record<HelpKey, string>>;
  };

  readonly undo: string;
  readonly redo: string;
  readonly suggest: string;
  readonly flip: string;
  readonly start: string;
  readonly line: string;
  readonly played: (move: string) => string;

  readonly navigation: string;
  readonly views: Readonly<Record<View, string>>;
  readonly loading: string;

  readonly editor: EditorWords;
  readonly endgames: EndgamesWords;
  readonly play: PlayWords;

  readonly copied: string;
  readonly cancel: string;

  /** Building an endgame that is missing. */
  readonly building: {
    readonly onServer: string;
    readonly here: string;
    readonly size: (size: BuildSize) => string;
    /** In millions of positions. */
    readonly serverLimit: (millions: string) => string;
    /** Jobs that come first. */
    readonly queued: (ahead: number) => string;
    readonly tooLarge: (size: BuildSize) => string;
    readonly working: (endgame: string) => string;
    readonly phase: (endgame: string, phase: string) => string;
    readonly phases: Readonly<Record<BuildPhase, string>>;
    /** Positions in a second, in millions. */
    readonly pace: (millions: string, secondsLeft: number) => string;
    readonly failed: (detail: string) => string;
  };

  readonly errorTitle: string;
  readonly retry: string;
  readonly errors: {
    readonly missingTable: (missing: MissingTable) => string;
    readonly damagedTable: (detail: string) => string;
    readonly illegalPosition: (problem: string) => string;
    readonly unreadable: (text: string) => string;
    readonly offline: string;
    readonly other: (detail: string) => string;
  };
  /** What is wrong with a position. */
  readonly problem: (problem: Problem) => string;
}
