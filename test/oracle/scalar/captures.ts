/** What captures lead to: positions of sub-endgames that are solved. */
import { canonicalEndgame, type Endgame } from "../../../src/endgame/endgame.ts";
import { conversions } from "../../../src/endgame/graph.ts";
import type { EndgameIndex } from "../../../src/endgame/index.ts";
import { pieceOf, type Colour, type Piece } from "../../../src/xiangqi/pieces.ts";
import { swapColours } from "../../../src/xiangqi/position.ts";
import { marksOf, slotOfCell, type Planes } from "../../../src/solve/planes.ts";
import type { PlaneRequest } from "../../solve/plane-kernel.ts";

/** The distance in plies of a position that one capture led to, or null for a draw. */
export type SubDistance = (board: Uint8Array, turn: Colour, captured: Piece) => number | null;

/** Loads the sub-endgames of an endgame, each once, and answers for all positions behind captures. */
export async function loadSubEndgames({
  index,
  load,
  signal,
  onProgress,
}: PlaneRequest): Promise<{ distance: SubDistance; bytes: number }> {
  const kinds = conversions(index.endgame).map(({ lost, endgame }) => ({ lost, ...canonicalEndgame(endgame) }));
  const needed = new Map<string, Endgame>(kinds.map(({ endgame }) => [endgame.name, endgame]));
  const loaded = new Map<string, Planes>();
  for (const [name, endgame] of needed) {
    signal?.throwIfAborted();
    onProgress?.({ phase: "load", ply: 0, done: loaded.size / needed.size });
    loaded.set(name, await load(endgame));
  }
  const byPiece: { swapped: boolean; planes: Planes }[] = [];
  for (const { lost, endgame, swapped } of kinds) {
    byPiece[pieceOf(lost.colour, lost.role)] = { swapped, planes: loaded.get(endgame.name)! };
  }
  const distance: SubDistance = (board, turn, captured) => {
    const { swapped, planes } = byPiece[captured]!;
    const position = swapped ? swapColours({ board, turn }) : { board, turn };
    return distanceIn(planes, position.board, position.turn);
  };
  return {
    distance,
    bytes: [...loaded.values()].reduce((sum, { red, black }) => sum + red.byteLength + black.byteLength, 0),
  };
}

function distanceIn(planes: Planes, board: Uint8Array, turn: Colour): number | null {
  const index: EndgameIndex = planes.index;
  const plane = planes[turn];
  const value = plane[slotOfCell(index, index.indexOf(board))]!;
  return value < marksOf(plane).illegal ? value : null;
}
