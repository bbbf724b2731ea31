/** What a position is as material: the men of both sides, soldiers by how far they have come. Pure. */
import { type Kind, NO_MEN, materialOf, pairName } from "../../src/knowledge/material/paper/space.ts";
import { colourOf, EMPTY, roleOf, type Colour } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { rankOf, type Square } from "../../src/xiangqi/squares.ts";

/** The name of the material of both sides, Red's first, such as `KRNPlKCCAABB`. */
export function materialNameOf({ board }: Position): string {
  const men = { red: { ...NO_MEN } as Record<Kind, number>, black: { ...NO_MEN } as Record<Kind, number> };
  board.forEach((piece, square) => {
    if (piece === EMPTY) return;
    const [colour, role] = [colourOf(piece), roleOf(piece)];
    if (role !== "king") men[colour][role === "soldier" ? soldierKind(colour, square) : role]++;
  });
  return pairName({ first: materialOf(men.red), second: materialOf(men.black) });
}

/** Ranks that a soldier is ahead of where it began. */
function stepsOf(colour: Colour, square: Square): number {
  return colour === "red" ? rankOf(square) - 3 : 6 - rankOf(square);
}

function soldierKind(colour: Colour, square: Square): Kind {
  const steps = stepsOf(colour, square);
  return steps >= 6 ? "bottom" : steps >= 4 ? "low" : "top";
}
