/** What the page says, as types: a language that leaves out a key does not compile. */
import type { OrderKind, Rules } from "../../src/table/format/header.ts";
import type { ProofCheck } from "../../src/table/format/proof.ts";
import type { GameWords, Perpetual } from "../../src/say/words/game.ts";
import type { ReadingWords } from "../../src/say/words/games.ts";
import type { MaterialWords } from "../../src/say/words/material.ts";
import type { State } from "../../src/knowledge/material/paper/states.ts";
import type { InBook, PuzzleKind } from "../../src/play/studies/puzzle.ts";
import type { Slip } from "../../src/query/slips.ts";
import type { Sign } from "../../src/xiangqi/games/record.ts";
import type { Fault } from "../../src/xiangqi/unreadable.ts";
import type { Problem } from "../../src/xiangqi/validate.ts";
import type { Figure } from "../endgames/atlas.ts";
import type { Column, ExampleKind } from "../compared/compared.ts";
import type { Kind, NameFault } from "../endgames/catalog.ts";
import type { Verdict } from "../endgames/figures.ts";
import type { Score } from "../play/judge.ts";
import type { Task } from "../play/task.ts";
import type { Clause } from "../rules/diagrams.ts";
import type { BuildPhase, Obstacle } from "../solving/plan.ts";
import type { Defence } from "../state/line.ts";
import type { View } from "../state/page.ts";

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

/** How much has to be built. */
export interface BuildSize {
  readonly tables: number;
  /** How many, roughly. */
  readonly positions: string;
}

/** Codes of errors that the page has sentences for; `source` stands for all that begin so. */
export type ErrorCode =
  | "browser-files"
  | "browser-full"
  | "disk-full"
  | "does-not-fit"
  | "internal"
  | "other-rules"
  | "queue-full"
  | "source"
  | "source-ignores-ranges"
  | "timeout"
  | "too-many-requests";

/** What keys do, where no button says it. */
type Key = "step" | "suggest" | "line" | "flip" | "mirror" | "edit" | "hide" | "entry" | "men" | "help";

/** All that the page says from the start. */
export interface Dictionary extends GameWords {
  readonly htmlLang: string;
  readonly siteName: string;
  readonly tagline: string;
  readonly language: string;
  readonly notation: string;
  readonly notations: Readonly<Record<"chinese" | "wxf" | "iccs" | "uci", string>>;
  readonly pieceSet: string;
  readonly pieceSets: Readonly<Record<"chinese" | "western", string>>;
  readonly skipToMoves: string;
  /** A text with its full stop. */
  readonly sentence: (text: string) => string;
  /** A text behind what it is. */
  readonly labelled: (label: string, text: string) => string;

  readonly board: string;
  readonly boardHelp: string;
  readonly emptySquare: string;
  readonly square: (name: string, content: string) => string;
  /** What a square such as `e5` is called beside a board whose files are numbered. */
  readonly place: (square: string) => string;
  readonly canGoHere: string;
  readonly selected: string;

  readonly toMove: (colour: string) => string;
  readonly wins: (colour: string, length: Length, metric: "dtc" | "dtm") => string;
  /** A win because the loser may not go on checking or chasing. */
  readonly winsByRule: (winner: string, loser: string, perpetual: Perpetual, order: number, length: Length) => string;
  /** Beside a verdict: what other tables say of the same position. */
  readonly otherwise: {
    readonly mate: (length: Length) => string;
    readonly free: string;
    readonly same: string;
    /** By other rules, that give another result. */
    readonly byRules: (rules: string, verdict: string) => string;
  };
  readonly draw: string;
  /** The choice of rules, and what each set is called. */
  readonly rules: string;
  readonly rulesNames: Readonly<Record<Rules, string>>;
  /** A value that readings of the Chinese rules differ on: what it is by the default one. */
  readonly depends: (verdict: string) => string;
  /** The same, short. */
  readonly dependent: string;
  readonly convertsNow: (winner: string) => string;
  /** The same by the default reading, where other moves may be left. */
  readonly convertsByReading: (winner: string) => string;
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
    readonly perpetual: (loser: string, perpetual: Perpetual, order: number) => string;
  };
  readonly chases: (men: readonly string[]) => string;
  readonly listing: string;
  /** The moves by their worth, or as Pai's query system prints them. */
  readonly listings: Readonly<Record<"grouped" | "classic", string>>;
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
    readonly openGame: string;
    readonly annotate: string;
    /** What the game is copied and saved as. */
    readonly form: string;
    readonly plainText: string;
    readonly pictures: string;
  };
  readonly help: {
    readonly title: string;
    readonly close: string;
    readonly keys: Readonly<Record<Key, string>>;
  };

  /** Instructions, sources and thanks, in short. */
  readonly guide: string;
  /** Of the button that tells what words and signs mean. */
  readonly terms: string;
  /** Leads to the explanation of a verdict by repetition. */
  readonly whyVerdict: string;

  /** Of the program and of what it is made with. */
  readonly licences: string;

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

  /** Forward and back through the moves of a diagram or a cycle. */
  readonly stepper: {
    readonly step: (step: number, steps: number) => string;
    readonly previous: string;
    readonly next: string;
    readonly restart: string;
    readonly back: string;
  };
  /** While the reason of a verdict is looked for. */
  readonly explaining: { readonly thinking: string; readonly failed: string };

  readonly copied: string;
  readonly cancel: string;

  /** Building an endgame that is missing. */
  readonly building: {
    readonly onServer: string;
    readonly here: string;
    readonly size: (size: BuildSize) => string;
    /** Of the time on one core. */
    readonly takes: (least: string, most: string) => string;
    /** Of the files on the server. */
    readonly serverTakes: (bytes: string) => string;
    /** Of memory and of room on the disk, in this browser. */
    readonly hereTakes: (memory: string, room: string) => string;
    readonly serverLimit: (positions: string) => string;
    /** Jobs that come first. */
    readonly queued: (ahead: number) => string;
    /** Why this browser does not build it: so much is needed, and so much is the most. */
    readonly tooLarge: Readonly<Record<Obstacle["what"], (needed: string, most: string) => string>>;
    readonly working: (endgame: string) => string;
    readonly phase: (endgame: string, phase: string) => string;
    readonly phases: Readonly<Record<BuildPhase, string>>;
    /** Positions in a second. */
    readonly pace: (positions: string, secondsLeft: number) => string;
    readonly failed: (detail: string) => string;
  };

  readonly errorTitle: string;
  /** The position that a game begins with. */
  readonly openingPosition: string;
  readonly retry: string;
  /** The host has a newer version of the page. */
  readonly updated: {
    readonly told: string;
    readonly loading: string;
    readonly reload: string;
  };
  readonly errors: {
    readonly missingTable: (missing: MissingTable) => string;
    /** Of an endgame with more attacking men than tables are for. */
    readonly beyondTables: (called: string, attackingMen: number) => string;
    /** Of values shown under rules that are not the ones chosen: the names of both. */
    readonly byOtherRules: (by: string, chosen: string) => string;
    readonly damagedTable: (detail: string) => string;
    readonly illegalPosition: (problem: string) => string;
    readonly unreadable: (fault: Fault) => string;
    /** Of moves behind a position: the first that is none. */
    readonly noMove: (text: string) => string;
    /** A link names a part of the page, or something in it, that there is not. */
    readonly nothingThere: (text: string) => string;
    /** A board without the side to move: which one is assumed, and the button that takes the other. */
    readonly noSide: (colour: string) => string;
    readonly otherSide: (colour: string) => string;
    readonly offline: string;
    /** By the codes of docs/http-api.md. */
    readonly codes: Readonly<Record<ErrorCode, string>>;
    readonly other: (detail: string) => string;
  };
  /** Of a link that names no position of a game. */
  readonly badLink: {
    readonly title: string;
    /** Over the text that stands where a position should. */
    readonly text: string;
    readonly setUp: string;
    readonly help: string;
  };
  /** What is wrong with a position. @param place what squares are called */
  readonly problem: (problem: Problem, place: (square: string) => string) => string;
}

/** What the editor says. */
export interface EditorWords {
  /** Undo leads to a draft that was set aside. */
  readonly another: string;
  readonly men: string;
  readonly help: string;
  readonly place: (man: string) => string;
  readonly drag: string;
  readonly remove: string;
  readonly undo: string;
  readonly clear: string;
  readonly mirror: string;
  readonly swap: string;
  readonly sideToMove: string;
  readonly possible: string;
  readonly impossible: string;
  readonly lookUp: string;
  readonly play: string;
  readonly texts: string;
  readonly paste: string;
  readonly pasteHint: string;
  readonly take: string;
  readonly paiCode: string;
  readonly link: string;
  readonly copy: string;
}

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
  readonly unreadable: (fault: NameFault) => string;
  /** Of an address that names none. */
  readonly noEndgame: (asked: string) => string;
  /** Orders that are shown when they are asked for. */
  readonly otherOrders: (count: string) => string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly winShare: (share: string) => string;
  readonly longest: (colour: string, length: Length) => string;
  readonly noWin: string;
  readonly proven: string;
  /** The same where only a record says so. */
  readonly saidProven: string;

  readonly missing: (endgame: string) => string;
  /** Of a table that is there, but does not hold what was written. */
  readonly damaged: (endgame: string) => string;
  /** Over the names of such tables. */
  readonly damagedHere: string;
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
  /** How many of these positions readings of the rules differ on. */
  readonly depend: (count: string) => string;
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
  /** @param edition of the rules, a year, where they have several */
  readonly rulesAre: (rules: Rules, metric: "dtc" | "dtm", edition?: string) => string;
  readonly checksum: string;
  readonly builtBy: string;
  readonly download: string;
  /** Keeping an endgame in the browser, for use without a connection. */
  readonly keep: {
    readonly offer: (tables: number, size: string) => string;
    readonly keeping: string;
    readonly kept: string;
    readonly remove: string;
    readonly noRoom: (needed: string, free: string) => string;
    /** Where the browser stores nothing for this page. */
    readonly notStored: string;
  };

  readonly exactness: string;
  readonly exactAlone: string;
  readonly exactPublished: string;
  readonly exactCorrected: (patterns: string, losses: string) => string;
  readonly proof: string;
  readonly notProven: (endgame: string) => string;
  /** Behind proofs that only records tell of. */
  readonly provenElsewhere: (endgame: string) => string;
  readonly provenOn: (date: string, version: string, seconds: string) => string;
  readonly provenPositions: (positions: string) => string;
  /** By somebody whose signed proof counts. */
  readonly provenBy: (name: string, date: string, version: string) => string;
  readonly checks: Readonly<Record<ProofCheck, string>>;
  readonly inputs: string;
}

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
  readonly score: (score: Score, takenBack: number, hints: number) => string;

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

/** The text of the rules (docs/rules.md tells them at more length). */
export interface RulesWords {
  readonly title: string;
  readonly intro: string;
  readonly sections: Readonly<Record<"b" | "c" | "d", string>>;
  readonly clauses: Readonly<Record<Clause, { readonly title: string; readonly text: string }>>;
  /** A diagram without a move made yet. */
  readonly start: string;
  /** The Chinese rules beside the Asian ones. */
  readonly chinese: {
    readonly title: string;
    readonly intro: string;
    /** What is done for ever, and what comes of it by the Asian and by the Chinese rules. */
    readonly rows: readonly (readonly [what: string, asian: string, chinese: string])[];
    readonly more: readonly string[];
  };
}

/** Instructions, sources and thanks; what words and signs mean; the card of a first visit. */
export interface GuideWords {
  readonly title: string;
  readonly terms: { readonly title: string; readonly items: readonly (readonly [term: string, meaning: string])[] };
  readonly card: {
    readonly title: string;
    readonly steps: readonly string[];
    readonly more: string;
    readonly dismiss: string;
  };
  readonly sections: readonly {
    readonly title: string;
    readonly lines: readonly string[];
    /** A view that tells more and that the navigation does not list. */
    readonly more?: View;
  }[];
  readonly sources: { readonly title: string; readonly items: readonly string[] };
  readonly thanks: { readonly title: string; readonly items: readonly string[] };
}

/** What is said of endgames that are proven elsewhere and have no table here. */
export interface AtlasWords {
  readonly title: string;
  readonly hint: string;
  readonly endgame: string;
  /** Heads of columns. */
  readonly figures: Readonly<Record<Figure, string>>;
  readonly more: string;
  readonly proven: string;
  /** Of all positions of an endgame together. */
  readonly ofAll: (endgame: string) => string;
  readonly from: (version: string, sum: string) => string;
  /** Names of sets of rules: that of the figures, and the one that is chosen. */
  readonly otherRules: (proven: string, chosen: string) => string;
  readonly zugzwangs: (count: string) => string;
  readonly onlyMoves: (count: string) => string;
  /** Of the plots. */
  readonly defenders: string;
  readonly defendersHelp: string;
  readonly attack: string;
  readonly longestBySize: string;
  readonly longestOf: (endgame: string, cells: string, plies: number) => string;
  readonly longestHelp: string;
}

/** What is said of where the sets of rules differ. Numbers come as text. */
export interface ComparedWords {
  readonly intro: string;
  /** What the columns count. */
  readonly terms: readonly (readonly [term: string, meaning: string])[];
  readonly onlyDiffering: string;
  /** How many rows are shown of how many. */
  readonly shown: (rows: string, all: string) => string;
  readonly endgame: string;
  /** Heads of columns. */
  readonly columns: Readonly<Record<Column, string>>;
  readonly examples: string;
  readonly examplesHelp: string;
  readonly noExamples: string;
  /** Said in place of all else where no endgame that was compared is found. */
  readonly notCompared: string;
  readonly kinds: Readonly<Record<ExampleKind, string>>;
  /** Of a position as a picture: the endgame, and where its men stand. */
  readonly board: (endgame: string, men: readonly string[]) => string;
  readonly more: string;
}

/** What is said of a position that no table has. */
export interface OutsideWords {
  readonly captures: string;
  readonly exact: string;
  readonly noCaptures: string;
  readonly material: string;
  readonly estimate: string;
  readonly caution: string;
  readonly more: string;
  readonly beyond: string;
  readonly engine: EngineWords;
}

/** What is said around an engine's opinion. */
export interface EngineWords {
  readonly title: string;
  readonly opinion: string;
  readonly about: string;
  readonly notIsolated: string;
  readonly ask: string;
  readonly longer: string;
  readonly stop: string;
  readonly thinking: (depth: number) => string;
  readonly depth: (depth: number) => string;
  /** With what would help. */
  readonly notLoaded: string;
  readonly noAnswer: string;
  /** It expects to mate, or to be mated, within so many moves. */
  readonly mates: (moves: number) => string;
  readonly isMated: (moves: number) => string;
  /** A table knows what becomes of the move after this answer. */
  readonly refuted: (answer: string) => string;
  /** Its line leads to an endgame that has a table; what that says follows. */
  readonly enters: (endgame: string) => string;
}

/** What the material view says. */
export interface MaterialPageWords extends MaterialWords {
  readonly title: string;
  readonly intro: string;
  readonly name: string;
  readonly pick: string;
  readonly sides: readonly [first: string, second: string];
  readonly add: (man: string) => string;
  readonly remove: (man: string) => string;
  /** A line about what the state means. */
  readonly meanings: Readonly<Record<State, string>>;
  readonly why: string;
  readonly map: (first: string) => string;
  readonly mapHelp: string;
  readonly bySecond: (state: string) => string;
  /** What is proven of all positions, in per cent. */
  readonly provenShare: (share: string) => string;
  readonly mapProven: string;
}

/** What is said of games that come in and go out, of variations and remarks, and of pictures. */
export interface GamesWords extends ReadingWords {
  readonly openTitle: string;
  readonly openHint: string;
  readonly open: string;
  readonly file: string;
  /** Only the beginning of a long text is shown. */
  readonly cut: (characters: number) => string;
  /** The card about the game that was opened. */
  readonly opened: string;
  readonly notUnderstood: string;
  readonly dismiss: string;
  readonly which: (game: number, games: number) => string;
  readonly previousGame: string;
  readonly nextGame: string;
  readonly check: string;
  readonly checking: string;
  /** @param known positions that the tables have */
  readonly found: (slips: number, known: number) => string;
  readonly noneKnown: string;
  readonly slips: Readonly<Record<Slip, string>>;
  readonly variation: string;
  readonly more: string;
  readonly annotate: string;
  readonly signs: string;
  readonly signMeanings: Readonly<Record<Sign, string>>;
  readonly remark: string;
  readonly remarkOnGame: string;
  readonly promote: string;
  readonly remove: string;
  readonly pictures: string;
  /** The game as a picture that moves. */
  readonly animated: string;
  /** For other sites. */
  readonly embed: string;
  readonly print: string;
}

/** What the view of studies says. */
export interface StudiesWords {
  readonly ofDay: string;
  readonly kinds: Readonly<Record<PuzzleKind, string>>;
  readonly task: (side: string) => string;
  readonly zugzwangTask: string;
  /** Of a position of an old book. */
  readonly book: {
    /** What its positions are called, by their numbers. */
    readonly names: Readonly<Record<number, string>>;
    /** The same as the book has them; null where `names` are those. */
    readonly originals: Readonly<Record<number, string>> | null;
    readonly source: (number: number) => string;
    readonly claims: Readonly<Record<InBook["claim"], (red: string) => string>>;
    readonly table: string;
    readonly noTable: string;
    /** Until it is solved. */
    readonly hidden: string;
    readonly wins: (winner: string, plies: number, order: number) => string;
    readonly differs: string;
  };
  readonly length: (plies: number, order: number) => string;
  readonly goOn: string;
  readonly solved: string;
  /** By a move that the solution does not have. */
  readonly solvedToo: (move: string) => string;
  readonly failed: (move: string) => string;
  /** Where a draw was to be held. */
  readonly loses: (move: string) => string;
  /** @param reply what shows it; null where the move leaves no answer */
  readonly refuted: (move: string, result: "draw" | "loss", reply: string | null) => string;
  /** Of a zugzwang, with the other side to move. */
  readonly otherwise: (outcome: string, line: string) => string;
  readonly solution: string;
  readonly tries: string;
  readonly tryAgain: string;
  readonly showSolution: string;
  readonly lookUp: string;
  readonly next: string;
  readonly grade: (grade: number) => string;
  readonly choose: (count: number) => string;
  /** @param again those that come back */
  readonly record: (solved: number, again: number) => string;
  readonly comesBack: string;
  readonly endgame: string;
  readonly kind: string;
  readonly difficulty: string;
  readonly order: string;
  readonly atMost: string;
  readonly plies: (plies: number) => string;
}
