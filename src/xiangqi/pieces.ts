/** Men: their colours and roles, as numbers and as letters. */

/** The two sides. Red moves first, and is below on the board. */
export type Colour = "red" | "black";

/** What a man is, whichever side it is of. */
export type Role = "king" | "advisor" | "elephant" | "chariot" | "horse" | "cannon" | "soldier";

/** A man or nothing: 0 is empty, 1..7 are Red's men in the order of ROLES, 9..15 Black's (the role's number + 8). */
export type Piece = number;

/** Nobody: of a square without a man. */
export const EMPTY: Piece = 0;

/** The roles in the order of their piece numbers. */
export const ROLES: readonly Role[] = ["king", "advisor", "elephant", "chariot", "horse", "cannon", "soldier"];

/** The roles' numbers, `piece & 7`, for hot code. Bit 8 of a piece is its colour. */
export const KING = 1;
export const ADVISOR = 2;
export const ELEPHANT = 3;
export const CHARIOT = 4;
export const HORSE = 5;
export const CANNON = 6;
export const SOLDIER = 7;

/** The most men of each role a side can have. */
export const MOST = {
  king: 1,
  advisor: 2,
  elephant: 2,
  chariot: 2,
  horse: 2,
  cannon: 2,
  soldier: 5,
} as const satisfies Record<Role, number>;

/** Red, then Black. */
export const COLOURS: readonly Colour[] = ["red", "black"];

const LETTERS = ".KABRNCP.kabrncp";

/** The man of a colour and role, as a number. */
export function pieceOf(colour: Colour, role: Role): Piece {
  return ROLES.indexOf(role) + (colour === "red" ? 1 : 9);
}

/** The colour of a man. Meaningless for EMPTY. */
export function colourOf(piece: Piece): Colour {
  return piece < 8 ? "red" : "black";
}

/** The role of a man. Meaningless for EMPTY. */
export function roleOf(piece: Piece): Role {
  return ROLES[(piece & 7) - 1]!;
}

/** The FEN letter of a man, upper case for Red: `K A B R N C P`; `.` for EMPTY. */
export function pieceLetter(piece: Piece): string {
  return LETTERS[piece]!;
}

const ROLE_OF_LETTER: ReadonlyMap<string, Role> = new Map([
  ["K", "king"],
  ["A", "advisor"],
  ["G", "advisor"],
  ["B", "elephant"],
  ["E", "elephant"],
  ["M", "elephant"],
  ["R", "chariot"],
  ["N", "horse"],
  ["H", "horse"],
  ["C", "cannon"],
  ["P", "soldier"],
  ["S", "soldier"],
]);

/**
 * The role a letter stands for, in either case: the FEN letters and their usual aliases, G(uard) for the advisor,
 * E(lephant) and M(inister), H(orse), S(oldier). Undefined for any other text.
 */
export function roleOfLetter(letter: string): Role | undefined {
  return ROLE_OF_LETTER.get(letter.toUpperCase());
}

/** The other colour. */
export function opponent(colour: Colour): Colour {
  return colour === "red" ? "black" : "red";
}

/** The same man in the other colour; EMPTY stays EMPTY. */
export function swapPieceColour(piece: Piece): Piece {
  return piece === EMPTY ? EMPTY : piece ^ 8;
}
