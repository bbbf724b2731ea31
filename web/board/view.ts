/** What the board shows: plain data, from which chessgroundx's configuration follows. */
import type { Config } from "chessgroundx/config.js";
import type { DrawShape } from "chessgroundx/draw.js";
import type { Dests, Key } from "chessgroundx/types.js";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { type Move, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { type Square, fileOf, rankOf, squareAt } from "../../src/xiangqi/squares.ts";

/** What an arrow says: a move that is pointed at, one of the best line and the reply to it, an attack by check or chase. */
export type ArrowKind = "move" | "best" | "reply" | "check" | "chase";

export interface Arrow {
  readonly from: Square;
  readonly to: Square;
  readonly kind: ArrowKind;
}

/** A man to look at: one that may not stand there, that is chased or mated, or that a hint is about. */
export interface Mark {
  readonly square: Square;
  readonly kind: "wrong" | "chased" | "hint" | "mated" | Worth;
  /** Plies that the game lasts, in the place of the sign of a worth. */
  readonly plies?: number | null;
}

/** What a move keeps, on the square that it leads to; `best`: none wins sooner, or none loses later. */
export type Worth = "win" | "best-win" | "draw" | "loss" | "best-loss";

export interface BoardView {
  readonly position: Position;
  readonly flipped: boolean;
  /** `play`: legal moves only. `arrange`: men go anywhere and off the board. `place`: squares are only tapped. */
  readonly use: "play" | "arrange" | "place";
  readonly legal: readonly Move[];
  readonly lastMove: Move | null;
  readonly checkedKing: Square | null;
  readonly arrows: readonly Arrow[];
  readonly marks?: readonly Mark[];
}

function sideOf(colour: Colour): "white" | "black" {
  return colour === "red" ? "white" : "black";
}

export function arrowOf(move: Move, kind: ArrowKind = "move"): Arrow {
  return { from: moveFrom(move), to: moveTo(move), kind };
}

const WIN = "#1d7a4c";
const LOSS = "#c62a1c";

const ring = (colour: string) =>
  `<circle cx="50" cy="50" r="46" fill="none" stroke="${colour}" stroke-width="6" stroke-dasharray="14 6"/>`;
const sign = (colour: string, path: string) =>
  `<circle cx="82" cy="18" r="17" fill="${colour}" stroke="#fff" stroke-width="3"/>` +
  `<path d="${path}" transform="translate(82 18)" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>`;

/** Drawn around a man, in a box of 100 by 100. */
const BADGES: Readonly<Record<Mark["kind"], string>> = {
  wrong: ring("#c62a1c") + sign("#c62a1c", "M0 -9V2M0 9V9.1"),
  hint: ring("#1f6f8b") + sign("#1f6f8b", "M-5 -4C-5 -11 6 -11 5 -4C5 0 0 -1 0 4M0 10V10.1"),
  win: sign(WIN, "M-8 0H8M0 -8V8"),
  "best-win": ring(WIN) + sign(WIN, "M-8 0H8M0 -8V8"),
  draw: sign("#5d6a75", "M-8 -4H8M-8 4H8"),
  loss: sign(LOSS, "M-8 0H8"),
  "best-loss": ring(LOSS) + sign(LOSS, "M-8 0H8"),
  mated:
    '<g data-mark="mated"><circle cx="50" cy="50" r="48" fill="#c62a1c" opacity=".35"/>' +
    '<path d="M20 20L80 80M80 20L20 80" fill="none" stroke="#fff" stroke-width="16" stroke-linecap="round"/>' +
    '<path d="M20 20L80 80M80 20L20 80" fill="none" stroke="#c62a1c" stroke-width="9" stroke-linecap="round"/></g>',
  chased: ring("#8a3ab0") + sign("#8a3ab0", "M-8 0H8M0 -8V8M-5 -5L5 5M5 -5L-5 5"),
};

/** What a mark looks like: lengths have their sign before them, so that colours alone tell nothing. */
function badgeOf({ kind, plies }: Mark): string {
  if (plies == null || kind === "draw") return BADGES[kind];
  const [colour, before] = kind.endsWith("loss") ? [LOSS, "−"] : [WIN, "+"];
  const text = `${before}${plies}`;
  const width = 16 + 14 * text.length;
  return (
    (kind.startsWith("best") ? ring(colour) : "") +
    `<rect x="${100 - width}" y="2" width="${width}" height="32" rx="16" fill="${colour}" stroke="#fff" stroke-width="3"/>` +
    `<text x="${100 - width / 2}" y="26.5" fill="#fff" font-size="24" font-weight="700" text-anchor="middle" font-family="system-ui, sans-serif">${text}</text>`
  );
}

/** The configuration that makes chessgroundx show a view. */
export function configOf(view: BoardView): Config {
  const turn = sideOf(view.position.turn);
  const playing = view.use === "play";
  return {
    fen: formatFen(view.position),
    orientation: view.flipped ? "black" : "white",
    turnColor: turn,
    viewOnly: view.use === "place",
    lastMove: view.lastMove === null ? undefined : squaresOf(view.lastMove),
    check: view.checkedKing === null ? undefined : [keyOf(view.checkedKing)],
    movable: {
      free: view.use === "arrange",
      color: playing ? turn : view.use === "arrange" ? "both" : undefined,
      dests: playing ? destinations(view.legal) : undefined,
    },
    draggable: { deleteOnDropOff: view.use === "arrange" },
    drawable: { autoShapes: shapesOf(view.arrows, view.marks ?? []) },
  };
}

function squaresOf(move: Move): Key[] {
  return [keyOf(moveFrom(move)), keyOf(moveTo(move))];
}

function destinations(moves: readonly Move[]): Dests {
  const found: Dests = new Map();
  for (const move of moves) {
    const from = keyOf(moveFrom(move));
    const targets = found.get(from) ?? [];
    targets.push(keyOf(moveTo(move)));
    found.set(from, targets);
  }
  return found;
}

// Chessgroundx names squares by file and a rank character from `1`; the tenth rank is `:`.
function keyOf(square: Square): Key {
  return (String.fromCharCode(97 + fileOf(square)) + String.fromCharCode(49 + rankOf(square))) as Key;
}

/** The shapes over the men: arrows and marks. */
export function shapesOf(arrows: readonly Arrow[], marks: readonly Mark[]): DrawShape[] {
  return [
    ...arrows.map(({ from, to, kind }) => ({ orig: keyOf(from), dest: keyOf(to), brush: kind })),
    ...marks.map((mark) => ({ orig: keyOf(mark.square), customSvg: badgeOf(mark) })),
  ];
}

export function squareOfKey(key: Key): Square {
  return squareAt(key.charCodeAt(0) - 97, key.charCodeAt(1) - 49);
}
