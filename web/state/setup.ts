/** Setting up a position: a draft board beside the game, and what a tap on it does. */
import { computed, effect, signal, untracked } from "@preact/signals";
import { EMPTY, type Colour, type Piece } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Square } from "../../src/xiangqi/squares.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { openPosition, position, settingUp } from "./page.ts";
import { judge, type Complaint } from "./read-position.ts";

/** A man to put down, `EMPTY` to take men off, or null to drag men. */
export type Brush = Piece | null;

export const draft = signal<Position>(position.value);
export const brush = signal<Brush>(null);

/** What is wrong with the draft; null when it can be looked up. */
export const draftComplaint = computed<Complaint | null>(() => {
  const reading = judge(draft.value);
  return "complaint" in reading ? reading.complaint : null;
});

// Whoever starts setting up begins with the position shown.
effect(() => {
  if (!settingUp.value) return;
  untracked(() => {
    draft.value = position.value;
    brush.value = null;
  });
});

/** Puts the brush's man on a square, or takes off the same man when it stands there already. */
export function paint(square: Square): void {
  if (brush.value === null) return;
  const board = draft.value.board.slice();
  board[square] = board[square] === brush.value ? EMPTY : brush.value;
  draft.value = { ...draft.value, board };
}

/** Takes over a board whose men were dragged. */
export function arrange(board: Uint8Array): void {
  draft.value = { ...draft.value, board };
}

export function clearDraft(): void {
  draft.value = { ...draft.value, board: new Uint8Array(SQUARES) };
}

export function setDraftTurn(turn: Colour): void {
  draft.value = { ...draft.value, turn };
}

export function openDraft(): void {
  if (draftComplaint.value === null) openPosition(draft.value);
}
