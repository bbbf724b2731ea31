/** Legality: why a position cannot occur in a game. */
import { menAttacking, kingSquare } from "./attacks.ts";
import { InputError } from "../base/errors.ts";
import { COLOURS, EMPTY, MOST, ROLES, colourOf, opponent, pieceOf, roleOf, type Piece, type Colour } from "./pieces.ts";
import type { LegalPosition, Position } from "./position.ts";
import { canStand, isHomeSoldier } from "./steps.ts";
import { FILES, SQUARES, fileOf, squareName, type Square } from "./squares.ts";

/** One reason why a position cannot occur. `square` is where to point, when there is one such place. */
export interface Problem {
  /** `no-king`, `too-many-men`, `unreachable-square`, `doubled-soldiers`, `kings-facing` or `opponent-in-check`. */
  readonly code: string;
  /** One plain line. */
  readonly message: string;
  readonly square?: Square;
  /** The man that it is about, where it is about one kind of men of one side. */
  readonly man?: Piece;
}

const COLOUR_NAMES: Readonly<Record<Colour, string>> = { red: "Red", black: "Black" };

/** A man in words: `Red's king`. */
function manName(piece: Piece): string {
  return `${COLOUR_NAMES[colourOf(piece)]}'s ${roleOf(piece)}`;
}

function findMen(board: Uint8Array, piece: Piece): Square[] {
  const squares: Square[] = [];
  for (let square = 0; square < SQUARES; square++) if (board[square] === piece) squares.push(square);
  return squares;
}

function findCountProblems(board: Uint8Array): Problem[] {
  const problems: Problem[] = [];
  const counts = new Uint8Array(16);
  for (const piece of board) counts[piece]! += 1;
  for (const colour of COLOURS) {
    for (const role of ROLES) {
      const piece = pieceOf(colour, role);
      const count = counts[piece]!;
      const most: number = MOST[role];
      if (role === "king" && count === 0) {
        problems.push({ code: "no-king", message: `${COLOUR_NAMES[colour]} has no king`, man: piece });
      } else if (count > most) {
        const men = `${count} ${role}s`;
        const message = `${COLOUR_NAMES[colour]} has ${men}, at most ${most} ${most === 1 ? "is" : "are"} possible`;
        problems.push({ code: "too-many-men", message, man: piece, square: findMen(board, piece)[most]! });
      }
    }
  }
  return problems;
}

function findSquareProblems(board: Uint8Array): Problem[] {
  const problems: Problem[] = [];
  for (let square = 0; square < SQUARES; square++) {
    const piece = board[square]!;
    if (piece === EMPTY || canStand(piece, square)) continue;
    const message = `${manName(piece)} can never stand on ${squareName(square)}`;
    problems.push({ code: "unreachable-square", message, man: piece, square });
  }
  return problems;
}

/** A soldier leaves its file only beyond the river, so behind it each file holds at most its own soldier. */
function findDoubledSoldiers(board: Uint8Array): Problem[] {
  const problems: Problem[] = [];
  for (const colour of COLOURS) {
    const piece = pieceOf(colour, "soldier");
    const home = findMen(board, piece).filter((square) => isHomeSoldier(piece, square) && canStand(piece, square));
    for (let file = 0; file < FILES; file++) {
      const [first, second] = home.filter((square) => fileOf(square) === file);
      if (first === undefined || second === undefined) continue;
      const message =
        `${COLOUR_NAMES[colour]} has soldiers on both ${squareName(first)} and ${squareName(second)}, ` +
        `behind the river on one file`;
      problems.push({ code: "doubled-soldiers", message, man: piece, square: second });
    }
  }
  return problems;
}

function kingsFace(board: Uint8Array, red: Square, black: Square): boolean {
  if (red < 0 || black < 0 || fileOf(red) !== fileOf(black)) return false;
  for (let at = Math.min(red, black) + FILES; at < Math.max(red, black); at += FILES) {
    if (board[at] !== EMPTY) return false;
  }
  return true;
}

function findKingProblems(position: Position): Problem[] {
  const { board, turn } = position;
  const problems: Problem[] = [];
  const red = kingSquare(board, "red");
  const black = kingSquare(board, "black");
  if (kingsFace(board, red, black)) {
    const message = `the kings on ${squareName(red)} and ${squareName(black)} face each other on an open file`;
    problems.push({ code: "kings-facing", message, square: turn === "red" ? black : red });
  }
  const waiting = opponent(turn);
  const king = waiting === "red" ? red : black;
  if (king < 0) return problems;
  const from = menAttacking(board, king, turn).find((square) => roleOf(board[square]!) !== "king");
  if (from !== undefined) {
    const message =
      `${COLOUR_NAMES[waiting]} is in check from the ${roleOf(board[from]!)} on ${squareName(from)} ` +
      `while ${COLOUR_NAMES[turn]} is to move`;
    problems.push({ code: "opponent-in-check", message, man: board[king]!, square: king });
  }
  return problems;
}

/** A program in plain JavaScript may hand over anything. */
function checkPosition(position: unknown): asserts position is Position {
  const { board, turn } = (position ?? {}) as Partial<Position>;
  const isBoard =
    board instanceof Uint8Array &&
    board.length === SQUARES &&
    board.every((man) => man === EMPTY || (man < 16 && man % 8 !== EMPTY));
  if (!isBoard || !COLOURS.includes(turn as Colour)) {
    throw new InputError(
      "bad-position",
      "a position is needed: a board of 90 squares, as a Uint8Array, and the side to move",
    );
  }
}

/**
 * Every reason why a position cannot occur in a game, in this order: missing kings and too many men, men on squares they
 * cannot reach, two soldiers of one colour behind the river on one file, kings facing, the side not to move in check.
 * Empty for a legal position.
 * @throws InputError `bad-position` for what is no position at all
 */
export function findProblems(position: Position): Problem[] {
  checkPosition(position);
  return [
    ...findCountProblems(position.board),
    ...findSquareProblems(position.board),
    ...findDoubledSoldiers(position.board),
    ...findKingProblems(position),
  ];
}

/** Whether a position can occur in a game; `findProblems` says why it cannot. */
export function isLegalPosition(position: Position): position is LegalPosition {
  return findProblems(position).length === 0;
}

/**
 * The position itself.
 * @throws InputError with the code of the first problem of a position that cannot occur
 */
export function legalPosition(position: Position): LegalPosition {
  const problem = findProblems(position)[0];
  if (problem !== undefined) throw new InputError(problem.code, `impossible position: ${problem.message}`);
  return position as LegalPosition;
}
