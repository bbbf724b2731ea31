/** What the page shows, as signals over plain data. Components read them; only the actions below change them. */
import { batch, computed, signal } from "@preact/signals";
import { inCheck, kingSquare } from "../../src/xiangqi/attacks.ts";
import { START_FEN, formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { type Move, legalMoves } from "../../src/xiangqi/moves.ts";
import type { LegalPosition, Position } from "../../src/xiangqi/position.ts";
import type { Square } from "../../src/xiangqi/squares.ts";
import { type Game, goTo, lastMoveOf, mirrorGame, newGame, playMove, positionOf } from "./game.ts";
import { FIRST_FEN } from "../../src/say/beginning.ts";
import { judged } from "./judged.ts";
import type { Complaint } from "./read-position.ts";

/** What a visitor without a link sees first. */
export const FIRST_POSITION = parseLegalFen(FIRST_FEN);

/** The parts of the page, each with an address of its own; those that the navigation does not list behind one that leads there. */
export const ALL_VIEWS = [
  "explorer",
  "play",
  "studies",
  "course",
  "editor",
  "endgames",
  "material",
  "rules",
  "compared",
  "lesson",
  "guide",
] as const;
export type View = (typeof ALL_VIEWS)[number];
/** Those that the navigation lists. */
export const VIEWS: readonly View[] = ["explorer", "play", "studies", "editor", "endgames", "material", "rules"];

export const game = signal<Game>(newGame(FIRST_POSITION));
export const view = signal<View>("explorer");
/** What a view shows in particular, such as an endgame or a clause of the rules; stands in the address. */
export const topic = signal<string | null>(null);
/** Whether the page was opened at its start, by no link to a position or a view. */
export const isStartPage = globalThis.location?.search === "";
/** What a visitor without a link sees first on this host. */
export const firstShown = signal(FIRST_FEN);
/** Whether the board is seen from Black's side. */
export const flipped = signal(false);
/** Whether the explorer keeps its values to itself, to think first. */
export const valuesHidden = signal(false);
/** What of the text pasted last, or of the link that was opened, is not shown. */
export const complaint = signal<Complaint | null>(null);

/** A link that names no position of a game. */
export interface BadLink {
  /** What stands there instead. */
  readonly text: string;
  readonly complaint: Complaint;
  /** What it names, where that only cannot occur in a game. */
  readonly impossible: Position | null;
}

/** The link that was opened, where it is a bad one: shown until something else is opened. */
export const badLink = signal<BadLink | null>(null);
/** The move that is pointed at in the list, shown as an arrow. */
export const pointedAt = signal<Move | null>(null);

export const position = computed<LegalPosition>(() => positionOf(game.value));
/** Whether somebody who came without a link has opened and played nothing yet. */
export const isAtStart = computed(
  () => isStartPage && game.value.moves.length === 0 && formatFen(position.value) === firstShown.value,
);
/** Whether that is what a game begins with. */
export const isOpening = computed(() => formatFen(position.value) === START_FEN);
export const lastMove = computed<Move | null>(() => lastMoveOf(game.value));
export const legal = computed<readonly Move[]>(() => legalMoves(position.value));
/** The king in check. */
export const checkedKing = computed<Square | null>(() => {
  const { board, turn } = position.value;
  return inCheck(board, turn) ? kingSquare(board, turn) : null;
});
/** How the rules judge the repetition that the game has come to, if it has. */
export const gameEnd = judged(() => game.value);
export const canUndo = computed(() => game.value.played > 0);
export const canRedo = computed(() => game.value.played < game.value.moves.length);

/** Plays a move; an illegal one is ignored. */
export function play(move: Move): void {
  if (legal.value.includes(move)) show(playMove(game.value, move));
}

export function undo(): void {
  if (canUndo.value) show(goTo(game.value, game.value.played - 1));
}

export function redo(): void {
  if (canRedo.value) show(goTo(game.value, game.value.played + 1));
}

/** Shows the position after so many of the moves. */
export function showPly(played: number): void {
  show(goTo(game.value, played));
}

/** Starts anew from a legal position and shows what its moves are worth. */
export function openPosition(start: LegalPosition): void {
  batch(() => {
    show(newGame(start));
    openView("explorer");
  });
}

export function openView(next: View, about: string | null = null): void {
  batch(() => {
    view.value = next;
    topic.value = about;
    badLink.value = null;
  });
}

/** Shows a game, such as one that the browser's history kept. */
export function show(next: Game): void {
  batch(() => {
    game.value = next;
    pointedAt.value = null;
    complaint.value = null;
    badLink.value = null;
  });
}

/** Exchanges left and right of the whole game. */
export function mirror(): void {
  show(mirrorGame(game.value));
}

export function hideValues(): void {
  valuesHidden.value = !valuesHidden.value;
}

export function flip(): void {
  flipped.value = !flipped.value;
}

/** Whether the dialog that takes the position away is open. */
export const isSharing = signal(false);
