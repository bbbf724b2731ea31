/** Setting up a position: a draft board beside the game, and what can be done to it. */
import { computed, signal } from "@preact/signals";
import { EMPTY, type Colour, type Piece } from "../../src/xiangqi/pieces.ts";
import { mirrorPosition, samePosition, swapColours, type Position } from "../../src/xiangqi/position.ts";
import { SQUARES, type Square } from "../../src/xiangqi/squares.ts";
import { findProblems, type Problem } from "../../src/xiangqi/validate.ts";
import { position } from "../state/page.ts";

/** A man to put down, `EMPTY` to take men off, or null to drag men. */
export type Brush = Piece | null;

export const draft = signal<Position>(position.value);
export const brush = signal<Brush>(null);
/** Drafts before this one, oldest first. */
const earlier = signal<readonly Position[]>([]);
const KEEP = 200;

export const canRevert = computed(() => earlier.value.length > 0);

/** Everything that keeps the draft from being a position of a game. */
export const problems = computed<readonly Problem[]>(() => findProblems(draft.value));

/** What the editor is to begin with when it opens next, where that is not the position shown. */
let prepared: Position | null = null;

export function prepareDraft(start: Position): void {
  prepared = start;
}

/** Begins with what was prepared, else with the position shown. */
export function beginDraft(): void {
  const start = prepared ?? position.value;
  prepared = null;
  if (!samePosition(draft.value, start)) draft.value = start;
  earlier.value = [];
  brush.value = null;
}

export function setDraft(next: Position): void {
  if (samePosition(next, draft.value)) return;
  earlier.value = [...earlier.value, draft.value].slice(-KEEP);
  draft.value = next;
}

export function revert(): void {
  const last = earlier.value.at(-1);
  if (last === undefined) return;
  earlier.value = earlier.value.slice(0, -1);
  draft.value = last;
}

/** Puts the brush's man on a square, or takes off the same man when it stands there already. */
export function paint(square: Square): void {
  if (brush.value === null) return;
  const board = draft.value.board.slice();
  board[square] = board[square] === brush.value ? EMPTY : brush.value;
  setDraft({ ...draft.value, board });
}

/** Puts a man on a square, whatever stands there. */
export function put(piece: Piece, square: Square): void {
  const board = draft.value.board.slice();
  board[square] = piece;
  setDraft({ ...draft.value, board });
}

/** Takes over a board whose men were dragged. */
export function arrange(board: Uint8Array): void {
  setDraft({ ...draft.value, board });
}

export function clear(): void {
  setDraft({ ...draft.value, board: new Uint8Array(SQUARES) });
}

export function mirror(): void {
  setDraft(mirrorPosition(draft.value));
}

export function exchangeColours(): void {
  setDraft(swapColours(draft.value));
}

export function setTurn(turn: Colour): void {
  setDraft({ ...draft.value, turn });
}
