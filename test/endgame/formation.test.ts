import { beforeAll, describe, expect, test } from "vitest";
import { formationClass, type FormationClass } from "../../src/endgame/formation.ts";
import { legalMoves, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { pieceOf } from "../../src/xiangqi/pieces.ts";
import { canStand, squaresOf } from "../../src/xiangqi/steps.ts";
import { mirrorSquare, SQUARES, type Square } from "../../src/xiangqi/squares.ts";

const CLASSES = [0, 1, 2].flatMap((advisors) => [0, 1, 2].map((elephants) => [advisors, elephants] as const));

/** Formations counted one man after the other, identical men in every order. */
function countOneByOne(advisors: number, elephants: number): number {
  const men = [
    pieceOf("red", "king"),
    ...new Array<number>(advisors).fill(pieceOf("red", "advisor")),
    ...new Array<number>(elephants).fill(pieceOf("red", "elephant")),
  ];
  const count = (man: number, taken: readonly Square[]): number => {
    if (man === men.length) return 1;
    const free = squaresOf(men[man]!).filter((square) => !taken.includes(square));
    return free.reduce((sum, square) => sum + count(man + 1, [...taken, square]), 0);
  };
  return count(0, []) / (advisors === 2 ? 2 : 1) / (elephants === 2 ? 2 : 1);
}

function boardOf({ squares, advisors }: FormationClass, formation: number): Uint8Array {
  const board = new Uint8Array(SQUARES);
  squares[formation]!.forEach((square, man) => {
    board[square] = pieceOf("red", man === 0 ? "king" : man <= advisors ? "advisor" : "elephant");
  });
  return board;
}

function findMen(formation: FormationClass, men: readonly Square[]): number {
  const { advisors } = formation;
  return formation.find(men[0]!, men.slice(1, 1 + advisors), men.slice(1 + advisors));
}

test("a king has 9 formations, with two advisors and two elephants 1,410", () => {
  expect(formationClass(0, 0).count).toBe(9);
  expect(formationClass(2, 2).count).toBe(1410);
});

describe.each(CLASSES)("formations with %i advisors and %i elephants", (advisors, elephants) => {
  let formation: FormationClass;
  let all: number[];

  beforeAll(() => {
    formation = formationClass(advisors, elephants);
    all = formation.squares.map((_, number) => number);
  });

  test("are as many as one counts", () => {
    expect(formation.count).toBe(countOneByOne(advisors, elephants));
    expect(formation.squares).toHaveLength(formation.count);
  });

  test("are found by their men in any order", () => {
    for (const number of all) {
      const [king, ...men] = formation.squares[number]!;
      const [first, second] = [men.slice(0, advisors), men.slice(advisors)];
      expect(formation.find(king!, first.toReversed(), second.toReversed())).toBe(number);
    }
  });

  test("are not found where a man can never stand or is missing", () => {
    const [king, ...men] = formation.squares[0]!;
    const [first, second] = [men.slice(0, advisors), men.slice(advisors)];
    expect(formation.find(27, first, second)).toBe(-1); // a3
    if (advisors > 0) expect(formation.find(king!, [4, ...first.slice(1)], second)).toBe(-1); // e0
    if (elephants > 0) expect(formation.find(king!, first, [0, ...second.slice(1)])).toBe(-1); // a0
    if (advisors > 0) expect(formation.find(king!, first.slice(1), second)).toBe(-1);
  });

  test("mirror one another", () => {
    for (const number of all) {
      const mirrored = formation.mirror[number]!;
      expect(formation.mirror[mirrored]).toBe(number);
      expect(findMen(formation, formation.squares[number]!.map(mirrorSquare))).toBe(mirrored);
    }
  });

  test("move as men do", () => {
    for (const number of all) {
      const board = boardOf(formation, number);
      const wanted = legalMoves({ board, turn: "red" }).map((move) => {
        const men = formation.squares[number]!.map((square) => (square === moveFrom(move) ? moveTo(move) : square));
        return [findMen(formation, men), moveTo(move)];
      });
      const moves = formation.moves[number]!.map(({ target, to }) => [target, to]);
      expect(moves.sort()).toEqual(wanted.sort());
    }
  });

  test("move back the way they came, through the same eye", () => {
    for (const number of all) {
      for (const { target, to, eye } of formation.moves[number]!) {
        const man = formation.squares[number]!.findIndex((square) => !formation.squares[target]!.includes(square));
        expect(eye).toBe(man > advisors ? (formation.squares[number]![man]! + to) / 2 : -1);
        expect(formation.moves[target]!.filter((back) => back.target === number).map((back) => back.eye)).toEqual([
          eye,
        ]);
        if (eye >= 0) expect(canStand(pieceOf("red", "elephant"), eye)).toBe(false);
      }
    }
  });
});
