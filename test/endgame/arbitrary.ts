/** Random endgames and positions for property tests. */
import fc from "fast-check";
import { ATTACKING_ROLES, canonicalEndgame, makeEndgame, MEN, type Endgame } from "../../src/endgame/endgame.ts";
import { countCells } from "../../src/endgame/count.ts";
import { formationClass } from "../../src/endgame/formation.ts";
import { pieceOf, type Colour, type Piece } from "../../src/xiangqi/pieces.ts";
import { squaresOf } from "../../src/xiangqi/steps.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { findProblems } from "../../src/xiangqi/validate.ts";

const few = fc.nat(2);

/** Any defenders, and up to four attacking men altogether, each of any side. */
export const anyEndgame: fc.Arbitrary<Endgame> = fc
  .record({
    men: fc.array(fc.record({ red: fc.boolean(), role: fc.constantFrom(...ATTACKING_ROLES) }), { maxLength: 4 }),
    red: fc.record({ advisor: few, elephant: few }),
    black: fc.record({ advisor: few, elephant: few }),
  })
  .map(({ men, red, black }) => {
    const count = (isRed: boolean) =>
      Object.fromEntries(
        ATTACKING_ROLES.map((role) => [role, men.filter((man) => man.red === isRed && man.role === role).length]),
      );
    return makeEndgame({ ...red, ...count(true) }, { ...black, ...count(false) });
  })
  .filter(({ red, black }) => [red, black].every((men) => Math.max(men.chariot, men.horse, men.cannon) <= 2));

/** A canonical endgame whose index is made in no time. */
export const smallEndgame: fc.Arbitrary<Endgame> = anyEndgame
  .map((endgame) => canonicalEndgame(endgame).endgame)
  .filter((endgame) => {
    const vectors = countCells(endgame) / 90;
    return vectors / formationClass(endgame.black.advisor, endgame.black.elephant).count < 500_000;
  });

export function piecesOf(endgame: Endgame): Piece[] {
  const side = (colour: Colour) => [
    pieceOf(colour, "king"),
    ...MEN.flatMap((role) => Array.from({ length: endgame[colour][role] }, () => pieceOf(colour, role))),
  ];
  return [...side("red"), ...side("black")];
}

/** A board with an endgame's men, each where it can stand; checks are not looked at. */
export function boardOf(endgame: Endgame): fc.Arbitrary<Uint8Array> {
  const pieces = piecesOf(endgame);
  return fc
    .tuple(...pieces.map((piece) => fc.constantFrom(...squaresOf(piece))))
    .filter((squares) => new Set(squares).size === squares.length)
    .map((squares) => {
      const board = new Uint8Array(SQUARES);
      pieces.forEach((piece, i) => (board[squares[i]!] = piece));
      return board;
    })
    .filter((board) => !findProblems({ board, turn: "red" }).some(({ code }) => code === "doubled-soldiers"));
}

export const endgameAndBoard = smallEndgame.chain((endgame) => fc.tuple(fc.constant(endgame), boardOf(endgame)));
