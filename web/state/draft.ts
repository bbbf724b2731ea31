/** Setting up a position: a draft board beside the game, kept by the tab, and what can be done to it. */
import { computed, effect, signal } from "@preact/signals";
import { formatFen, parseFen } from "../../src/xiangqi/fen.ts";
import { EMPTY, type Colour, type Piece } from "../../src/xiangqi/pieces.ts";
import { mirrorPosition, samePosition, swapColours, type Position } from "../../src/xiangqi/position.ts";
import { SQUARES, type Square } from "../../src/xiangqi/squares.ts";
import { findProblems, type Problem } from "../../src/xiangqi/validate.ts";
import { openView, position } from "./page.ts";
import { read, write } from "../base/stored.ts";

/** A man to put down, `EMPTY` to take men off, or null to drag men. */
export type Brush = Piece | null;

export const draft = signal<Position>(position.value);
/** The position shown when the draft was begun. */
const base = signal<Position>(position.value);
export const brush = signal<Brush>(null);
/** Drafts before this one, oldest first. */
const earlier = signal<readonly Position[]>([]);
const KEEP = 200;

export const canRevert = computed(() => earlier.value.length > 0);

/** Whether the draft is as it began, with another one behind it. */
export const isAnother = computed(() => canRevert.value && samePosition(draft.value, base.value));

/** Everything that keeps the draft from being a position of a game. */
export const problems = computed<readonly Problem[]>(() => findProblems(draft.value));

const KEY = "canju.draft";

/** Goes on with the draft of before a reload. */
function restore(): void {
  try {
    const kept = JSON.parse(read(KEY, "sessionStorage") ?? "null") as { base: string; draft: string } | null;
    if (kept === null) return;
    [base.value, draft.value] = [parseFen(kept.base), parseFen(kept.draft)];
  } catch {
    // another version kept something else
  }
}

restore();
effect(() => {
  const kept = { base: formatFen(base.value), draft: formatFen(draft.value) };
  write(KEY, JSON.stringify(kept), "sessionStorage");
});

/** Opens the editor with a position that is not the one shown. */
export function setUp(start: Position): void {
  base.value = position.value;
  setDraft(start);
  openView("editor");
}

/** Goes on with the draft; where another position is shown since, that is the draft, and undo leads back to the one before. */
export function beginDraft(): void {
  const shown = position.value;
  const isUntouched = samePosition(draft.value, base.value);
  if (!samePosition(base.value, shown)) {
    base.value = shown;
    if (isUntouched) draft.value = shown;
    else setDraft(shown);
  }
  brush.value = null;
}

/** Back to the position shown; undo leads here again. */
export function giveUpDraft(): void {
  setDraft(position.value);
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
