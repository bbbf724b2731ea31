/** Where men can ever stand. */
import { ROLES, colourOf, roleOf, type Piece, type Role } from "./pieces.ts";
import { SQUARES, fileOf, flipSquare, rankOf, type Square } from "./squares.ts";

/** Whether a red man of this role can ever stand on the square. */
function redCanStand(role: Role, square: Square): boolean {
  const file = fileOf(square);
  const rank = rankOf(square);
  const inPalace = file >= 3 && file <= 5 && rank <= 2;
  switch (role) {
    case "king":
      return inPalace;
    case "advisor":
      return inPalace && (file + rank) % 2 === 1;
    case "elephant":
      return (file % 4 === 2 && (rank === 0 || rank === 4)) || (file % 4 === 0 && rank === 2);
    case "soldier":
      return rank >= 5 || ((rank === 3 || rank === 4) && file % 2 === 0);
    case "chariot":
    case "horse":
    case "cannon":
      return true;
  }
}

const REACH: Uint8Array = new Uint8Array(16 * SQUARES);

for (const role of ROLES) {
  const red = ROLES.indexOf(role) + 1;
  for (let square = 0; square < SQUARES; square++) {
    const reachable = redCanStand(role, square) ? 1 : 0;
    REACH[red * SQUARES + square] = reachable;
    REACH[(red + 8) * SQUARES + flipSquare(square)] = reachable;
  }
}

/**
 * Whether a man can ever stand on a square: the 9 of the palace for kings, 5 for advisors, 7 for elephants, for
 * soldiers files a c e g i on the two home ranks and every square beyond the river, anywhere for the others.
 */
export function canStand(piece: Piece, square: Square): boolean {
  return REACH[piece * SQUARES + square] === 1;
}

/** The squares a man can ever stand on, ascending. */
export function squaresOf(piece: Piece): Square[] {
  const squares: Square[] = [];
  for (let square = 0; square < SQUARES; square++) if (canStand(piece, square)) squares.push(square);
  return squares;
}

/** Whether a man is a soldier that has not crossed the river. */
export function isHomeSoldier(piece: Piece, square: Square): boolean {
  if (piece === 0 || roleOf(piece) !== "soldier") return false;
  return colourOf(piece) === "red" ? rankOf(square) <= 4 : rankOf(square) >= 5;
}
