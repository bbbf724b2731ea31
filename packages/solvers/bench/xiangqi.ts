/**
 * Xiangqi as a second domain: an endgame with all it can convert into, as one explicit game. Red is max. A state is a
 * legal position of the whole board with a side to move; mate and stalemate are lost, and there is nothing else: with
 * the sub-endgames inside the game, captures are moves like any other and distances are to mate.
 */
import type { Endgame } from "../../../src/endgame/endgame.ts";
import { inCheck } from "../../../src/xiangqi/attacks.ts";
import { InputError } from "../../../src/base/errors.ts";
import { applyMove, legalMoves } from "../../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, pieceOf, type Colour, type Piece } from "../../../src/xiangqi/pieces.ts";
import type { Position } from "../../../src/xiangqi/position.ts";
import { squaresOf } from "../../../src/xiangqi/steps.ts";
import { SQUARES, type Square } from "../../../src/xiangqi/squares.ts";
import { reverse, type ExplicitGame } from "../src/explicit.ts";

export interface XiangqiGame {
  readonly explicit: ExplicitGame;
  /** The states of the endgame itself, without what it converts into: `first .. states - 1`. */
  readonly first: number;
}

/** The same men on all the places they can take; `numbers` by place and turn, -1 for what is no legal position. */
interface Material {
  readonly pieces: readonly Piece[];
  readonly squares: readonly (readonly Square[])[];
  readonly squareIndex: readonly Int8Array[];
  readonly numbers: Int32Array;
}

/** Places of one material, beyond which an explicit game is no way to go. */
const MOST_PLACES = 4_000_000;

export const xiangqiGame = (endgame: Endgame): XiangqiGame => {
  const materials = closureOf(endgame).map(makeMaterial);
  const byKey = new Map(materials.map((material) => [material.pieces.join(), material]));
  const positions: Position[] = [];
  let first = 0;
  for (const material of materials) {
    first = positions.length;
    number(material, positions);
  }
  const states = positions.length;
  const maxTurns = new Uint8Array(new SharedArrayBuffer(states));
  const outcomes = new Int8Array(new SharedArrayBuffer(states));
  const starts = new Int32Array(new SharedArrayBuffer(4 * (states + 1)));
  let targets = new Int32Array(8 * states);
  let edges = 0;
  positions.forEach((position, state) => {
    const moves = legalMoves(position);
    if (edges + moves.length > targets.length) targets = grow(targets);
    for (const move of moves) targets[edges++] = find(byKey, applyMove(position, move));
    starts[state + 1] = edges;
    maxTurns[state] = position.turn === "red" ? 1 : 0;
    if (moves.length === 0) outcomes[state] = position.turn === "red" ? -1 : 1;
  });
  const shared = new Int32Array(new SharedArrayBuffer(4 * edges));
  shared.set(targets.subarray(0, edges));
  const forward = { starts, targets: shared };
  const name = `xiangqi ${endgame.name} and all it converts into`;
  return { explicit: { name, alternating: true, maxTurns, outcomes, forward, backward: reverse(forward) }, first };
};

const grow = (list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const longer = new Int32Array(2 * list.length);
  longer.set(list);
  return longer;
};

/** The men left after any captures, fewest first. */
const closureOf = ({ red, black }: Endgame): Piece[][] => {
  let sets: Piece[][] = [[]];
  for (const colour of COLOURS) {
    for (const [role, count] of Object.entries(colour === "red" ? red : black)) {
      const piece = pieceOf(colour, role as keyof typeof red);
      sets = sets.flatMap((set) =>
        Array.from({ length: count + 1 }, (_, left) => [...set, ...Array.from({ length: left }, () => piece)]),
      );
    }
  }
  const kings = COLOURS.map((colour) => pieceOf(colour, "king"));
  return sets
    .map((set) => [...kings, ...set].sort((a, b) => a - b))
    .sort((a, b) => a.length - b.length || a.join().localeCompare(b.join()));
};

const makeMaterial = (pieces: readonly Piece[]): Material => {
  const squares = pieces.map(squaresOf);
  const places = squares.reduce((product, list) => product * list.length, 1);
  if (places > MOST_PLACES) {
    throw new InputError(
      "endgame-too-large",
      `The study stores every move: it takes endgames of up to ${MOST_PLACES} places, not ${places}.`,
    );
  }
  const squareIndex = squares.map((list) => {
    const index = new Int8Array(SQUARES).fill(-1);
    list.forEach((square, i) => (index[square] = i));
    return index;
  });
  return { pieces, squares, squareIndex, numbers: new Int32Array(2 * places).fill(-1) };
};

const number = ({ pieces, squares, numbers }: Material, positions: Position[]): void => {
  const board = new Uint8Array(SQUARES);
  const place = (man: number, index: number): void => {
    if (man === pieces.length) {
      COLOURS.forEach((turn, i) => {
        if (!isLegal(board, turn)) return;
        numbers[2 * index + i] = positions.length;
        positions.push({ board: board.slice(), turn });
      });
      return;
    }
    squares[man]!.forEach((square, i) => {
      if (board[square] !== EMPTY) return;
      if (pieces[man] === pieces[man - 1] && board.lastIndexOf(pieces[man]!) > square) return;
      board[square] = pieces[man]!;
      place(man + 1, index * squares[man]!.length + i);
      board[square] = EMPTY;
    });
  };
  place(0, 0);
};

/** Kings that face each other are in check both. */
const isLegal = (board: Uint8Array, turn: Colour): boolean => !inCheck(board, opponent(turn));

const find = (byKey: ReadonlyMap<string, Material>, { board, turn }: Position): number => {
  const found: { piece: Piece; square: Square }[] = [];
  for (let square = 0; square < SQUARES; square++) {
    if (board[square] !== EMPTY) found.push({ piece: board[square]!, square });
  }
  found.sort((a, b) => a.piece - b.piece || a.square - b.square);
  const { squares, squareIndex, numbers } = byKey.get(found.map(({ piece }) => piece).join())!;
  const place = found.reduce((index, { square }, man) => index * squares[man]!.length + squareIndex[man]![square]!, 0);
  return numbers[2 * place + COLOURS.indexOf(turn)]!;
};
