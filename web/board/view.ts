/** What the board shows: plain data, from which chessgroundx's configuration follows. */
import type { Config } from "chessgroundx/config.js";
import type { Dests, Key } from "chessgroundx/types.js";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { moveFrom, moveTo, type Move } from "../../src/xiangqi/moves.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Square } from "../../src/xiangqi/squares.ts";
import { keyOf } from "./keys.ts";

export interface BoardView {
  readonly position: Position;
  readonly flipped: boolean;
  /** `play`: legal moves only. `arrange`: men go anywhere and off the board. `place`: squares are only tapped. */
  readonly use: "play" | "arrange" | "place";
  readonly legal: readonly Move[];
  readonly lastMove: Move | null;
  readonly checkedKing: Square | null;
  readonly arrow: Move | null;
}

export function sideOf(colour: Colour): "white" | "black" {
  return colour === "red" ? "white" : "black";
}

/** The configuration that makes chessgroundx show a view. */
export function configOf(view: BoardView): Config {
  const turn = sideOf(view.position.turn);
  const playing = view.use === "play";
  return {
    fen: formatFen(view.position),
    orientation: view.flipped ? "black" : "white",
    turnColor: turn,
    lastMove: view.lastMove === null ? undefined : squaresOf(view.lastMove),
    check: view.checkedKing === null ? undefined : [keyOf(view.checkedKing)],
    movable: {
      free: view.use === "arrange",
      color: playing ? turn : view.use === "arrange" ? "both" : undefined,
      dests: playing ? destinations(view.legal) : undefined,
    },
    draggable: { deleteOnDropOff: view.use === "arrange" },
    drawable: {
      autoShapes:
        view.arrow === null
          ? []
          : [{ orig: keyOf(moveFrom(view.arrow)), dest: keyOf(moveTo(view.arrow)), brush: "hint" }],
    },
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
