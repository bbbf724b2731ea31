import fc from "fast-check";
import { START_FEN, parseFen } from "../../src/xiangqi/fen.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import type { Colour, Role } from "../../src/xiangqi/pieces.ts";
import { EMPTY, pieceOf } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { squaresOf } from "../../src/xiangqi/steps.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";

/** Positions reached from the start by up to 150 random plies. */
export const playedPositions: fc.Arbitrary<Position> = fc
  .array(fc.nat(0xffff), { maxLength: 150, size: "max" })
  .map((choices) => {
    let position = parseFen(START_FEN);
    for (const choice of choices) {
      const moves = legalMoves(position);
      if (moves.length === 0) break;
      position = applyMove(position, moves[choice % moves.length]!);
    }
    return position;
  });

interface Man {
  colour: Colour;
  role: Role;
  choice: number;
}

function setUp(men: readonly Man[], turn: Colour): Position {
  const board = new Uint8Array(SQUARES);
  for (const { colour, role, choice } of men) {
    const piece = pieceOf(colour, role);
    const squares = squaresOf(piece);
    const square = squares[choice % squares.length]!;
    if (board[square] === EMPTY) board[square] = piece;
  }
  return { board, turn };
}

const colours = fc.constantFrom<Colour>("red", "black");
const choices = fc.nat(0xffff);

function kings(): fc.Arbitrary<Man[]> {
  return fc.tuple(choices, choices).map(([red, black]) => [
    { colour: "red", role: "king", choice: red },
    { colour: "black", role: "king", choice: black },
  ]);
}

/** Legal positions of the kings and up to nine men, each on a random square of its reach. */
export const endgamePositions: fc.Arbitrary<Position> = fc
  .tuple(
    kings(),
    fc.array(
      fc.record({
        colour: colours,
        role: fc.constantFrom<Role>("advisor", "elephant", "chariot", "horse", "cannon", "soldier"),
        choice: choices,
      }),
      { maxLength: 9, size: "max" },
    ),
    colours,
  )
  .map(([two, men, turn]) => setUp([...two, ...men], turn))
  .filter(isLegalPosition);

/** Legal positions with up to five soldiers of each colour crowded on two files beyond the river. */
export const crowdedPositions: fc.Arbitrary<Position> = fc
  .tuple(
    kings(),
    fc.array(fc.tuple(colours, fc.nat(1), fc.nat(4)), { minLength: 4, maxLength: 10 }),
    fc.nat(7),
    colours,
  )
  .map(([two, soldiers, file, turn]) => {
    const position = setUp(two, turn);
    for (const [colour, side, depth] of soldiers) {
      const rank = colour === "red" ? 9 - depth : depth;
      const square = rank * 9 + file + side;
      if (position.board[square] === EMPTY) position.board[square] = pieceOf(colour, "soldier");
    }
    return position;
  })
  .filter(isLegalPosition);

/** Legal positions of every kind. */
export const anyPositions: fc.Arbitrary<Position> = fc.oneof(playedPositions, endgamePositions, crowdedPositions);
