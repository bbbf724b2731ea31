/**
 * Formations: a king with its advisors and elephants, the men that never cross the river.
 * All formations of one class (so many advisors, so many elephants) are enumerated as a list; K+AA+BB has 1,410.
 * Squares are those of Red; for Black flip the ranks.
 */
import { ADVISOR, ELEPHANT, KING } from "../xiangqi/pieces.ts";
import { fileOf, mirrorSquare, parseSquare, rankOf, squareAt, SQUARES, type Square } from "../xiangqi/squares.ts";

const PALACE = ["d0", "d1", "d2", "e0", "e1", "e2", "f0", "f1", "f2"].map(parseSquare);
const ADVISOR_SQUARES = ["d0", "d2", "e1", "f0", "f2"].map(parseSquare);
const ELEPHANT_SQUARES = ["a2", "c0", "c4", "e2", "g0", "g4", "i2"].map(parseSquare);

/** A move of one man of a formation: the formation it leads to, and the elephant's eye (-1 for other men). */
export interface FormationMove {
  readonly target: number;
  readonly to: Square;
  readonly eye: Square | -1;
}

export interface FormationClass {
  readonly advisors: number;
  readonly elephants: number;
  readonly count: number;
  /** Squares of each formation: the king, then the advisors, then the elephants, each in ascending order. */
  readonly squares: readonly (readonly Square[])[];
  readonly mirror: Int32Array;
  /** Moves of each formation on a board without other men. Symmetric: a move can be taken back. */
  readonly moves: readonly (readonly FormationMove[])[];
  /** Number of the formation with these men, or -1. Men of one role in any order. */
  find(king: Square, advisors: readonly Square[], elephants: readonly Square[]): number;
  /** The same for the men's `formationCode`s, joined by `|`. */
  findCode(code: number): number;
}

const classes = new Map<string, FormationClass>();

/** The class with this many advisors (0..2) and elephants (0..2). Cached: there are nine. */
export function formationClass(advisors: number, elephants: number): FormationClass {
  const key = `${advisors},${elephants}`;
  let found = classes.get(key);
  if (found === undefined) classes.set(key, (found = enumerate(advisors, elephants)));
  return found;
}

function enumerate(advisors: number, elephants: number): FormationClass {
  const squares: Square[][] = [];
  // One number for a set of men: king (9) x advisor bits (32) x elephant bits (128).
  const codes = new Int32Array(9 * 32 * 128).fill(-1);
  const codeOf = (king: Square, advisorSquares: readonly Square[], elephantSquares: readonly Square[]): number => {
    let code = formationCode(KING, king);
    for (const square of advisorSquares) code |= formationCode(ADVISOR, square);
    for (const square of elephantSquares) code |= formationCode(ELEPHANT, square);
    return code;
  };
  for (const king of PALACE) {
    for (const advisorSquares of subsets(ADVISOR_SQUARES, advisors)) {
      if (advisorSquares.includes(king)) continue;
      for (const elephantSquares of subsets(ELEPHANT_SQUARES, elephants)) {
        if (elephantSquares.includes(king)) continue;
        codes[codeOf(king, advisorSquares, elephantSquares)] = squares.length;
        squares.push([king, ...advisorSquares, ...elephantSquares]);
      }
    }
  }
  const findCode: FormationClass["findCode"] = (code) => codes[code] ?? -1;
  const find: FormationClass["find"] = (king, advisorSquares, elephantSquares) =>
    findCode(codeOf(king, advisorSquares, elephantSquares));
  const findMen = (men: readonly Square[]) =>
    find(men[0]!, men.slice(1, 1 + advisors), men.slice(1 + advisors, 1 + advisors + elephants));
  let moves: FormationMove[][] | undefined;
  return {
    advisors,
    elephants,
    count: squares.length,
    squares,
    mirror: Int32Array.from(squares, (men) => findMen(men.map(mirrorSquare))),
    // Who counts cells alone does without.
    get moves() {
      return (moves ??= squares.map((men) => movesOf(men, advisors, findMen)));
    },
    find,
    findCode,
  };
}

function movesOf(men: readonly Square[], advisors: number, find: (men: readonly Square[]) => number): FormationMove[] {
  const moves: FormationMove[] = [];
  men.forEach((from, man) => {
    const elephant = man > advisors;
    const targets = man === 0 ? PALACE : elephant ? ELEPHANT_SQUARES : ADVISOR_SQUARES;
    const [wantedFiles, wantedRanks] = man === 0 ? [1, 0] : elephant ? [2, 2] : [1, 1];
    for (const to of targets) {
      const files = Math.abs(fileOf(to) - fileOf(from));
      const ranks = Math.abs(rankOf(to) - rankOf(from));
      const reaches =
        (files === wantedFiles && ranks === wantedRanks) || (files === wantedRanks && ranks === wantedFiles);
      if (!reaches || men.includes(to)) continue;
      const eye = elephant ? squareAt((fileOf(from) + fileOf(to)) / 2, (rankOf(from) + rankOf(to)) / 2) : -1;
      if (men.includes(eye)) continue;
      moves.push({ target: find(men.map((square, i) => (i === man ? to : square))), to, eye });
    }
  });
  return moves;
}

function* subsets(squares: readonly Square[], size: number, start = 0): Generator<Square[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = start; i < squares.length; i++) {
    for (const rest of subsets(squares, size - 1, i + 1)) yield [squares[i]!, ...rest];
  }
}

/** By role and square. A man where it cannot stand has -1, which no formation has: it is found nowhere. */
const CODES = new Int32Array(4 * SQUARES).fill(-1);
PALACE.forEach((square, i) => (CODES[KING * SQUARES + square] = i << 12));
ADVISOR_SQUARES.forEach((square, i) => (CODES[ADVISOR * SQUARES + square] = 1 << (i + 7)));
ELEPHANT_SQUARES.forEach((square, i) => (CODES[ELEPHANT * SQUARES + square] = 1 << i));

/** One man's part of the number of a set of men. */
export function formationCode(role: typeof KING | typeof ADVISOR | typeof ELEPHANT, square: Square): number {
  return CODES[role * SQUARES + square]!;
}
