/**
 * Placements numbered by multinomial ranking: the board is read cell by cell as a word over min's piece < max's piece <
 * empty, and a placement's rank is its place among all words in lexicographic order.
 *
 * The textbook loop adds, at every cell, the words that agree so far and have a smaller symbol there. Those sums depend
 * only on the cell and on the pieces still to come, so runs of empty cells telescope and the rank becomes one table
 * term per piece, in the order of their cells: `terms[(max left, min left, colour), cell]`.
 */
export interface Ranking {
  readonly cells: number;
  readonly pieces: number;
  readonly placements: number;
  readonly terms: Int32Array;
  /** `skipped[(max left, min left), cell]`: words passed over by leaving all cells before `cell` empty. */
  readonly skipped: Int32Array;
  /** `minFirst[(max left, min left), cell]`: words with min's piece on `cell`. */
  readonly minFirst: Int32Array;
  /** Where to begin the search of a row of `skipped`, by the leading bits of the rank: `shifts` says how many. */
  readonly hints: Int8Array;
  readonly shifts: Int32Array;
}

/** Cells per row of the tables: a power of two above 49. */
export const ROW = 64;
const HINTS = 256;
export const MAX = 0;
export const MIN = 1;

export const leftIndex = (pieces: number, maxLeft: number, minLeft: number): number => maxLeft * (pieces + 1) + minLeft;
export const termRow = (pieces: number, maxLeft: number, minLeft: number, colour: number): number =>
  (leftIndex(pieces, maxLeft, minLeft) * 2 + colour) * ROW;

const choose = (n: number, k: number): number => {
  if (k < 0 || k > n) return 0;
  let result = 1;
  for (let i = 0; i < k; i++) result = (result * (n - i)) / (i + 1);
  return result;
};

/** Ways to place a max and b min pieces on n cells. */
const ways = (n: number, a: number, b: number): number => (a < 0 || b < 0 ? 0 : choose(n, a) * choose(n - a, b));

export const makeRanking = (cells: number, pieces: number): Ranking => {
  const lefts = (pieces + 1) * (pieces + 1);
  const skipped = new Int32Array(lefts * ROW);
  const minFirst = new Int32Array(lefts * ROW);
  const terms = new Int32Array(lefts * 2 * ROW);
  for (let maxLeft = 0; maxLeft <= pieces; maxLeft++) {
    for (let minLeft = 0; minLeft <= pieces; minLeft++) {
      const row = leftIndex(pieces, maxLeft, minLeft) * ROW;
      for (let cell = 0; cell < cells; cell++) {
        const after = cells - 1 - cell;
        minFirst[row + cell] = ways(after, maxLeft, minLeft - 1);
        skipped[row + cell + 1] = skipped[row + cell]! + minFirst[row + cell]! + ways(after, maxLeft - 1, minLeft);
      }
    }
  }
  for (let maxLeft = 0; maxLeft <= pieces; maxLeft++) {
    for (let minLeft = 0; minLeft <= pieces; minLeft++) {
      const row = leftIndex(pieces, maxLeft, minLeft) * ROW;
      for (let cell = 0; cell < cells; cell++) {
        if (maxLeft > 0) {
          const next = leftIndex(pieces, maxLeft - 1, minLeft) * ROW;
          terms[termRow(pieces, maxLeft, minLeft, MAX) + cell] =
            skipped[row + cell]! + minFirst[row + cell]! - skipped[next + cell + 1]!;
        }
        if (minLeft > 0) {
          const next = leftIndex(pieces, maxLeft, minLeft - 1) * ROW;
          terms[termRow(pieces, maxLeft, minLeft, MIN) + cell] = skipped[row + cell]! - skipped[next + cell + 1]!;
        }
      }
    }
  }
  const hints = new Int8Array(lefts * HINTS);
  const shifts = new Int32Array(lefts);
  for (let left = 1; left < lefts; left++) {
    const row = left * ROW;
    while (skipped[row + cells]! >> shifts[left]! >= HINTS) shifts[left]!++;
    for (let hint = 0, cell = 0; hint < HINTS; hint++) {
      while (cell < cells - 1 && skipped[row + cell + 1]! <= hint << shifts[left]!) cell++;
      hints[left * HINTS + hint] = cell;
    }
  }
  return { cells, pieces, placements: ways(cells, pieces, pieces), terms, skipped, minFirst, hints, shifts };
};

/** The rank of the pieces on `cells`, ascending, with their `colours`. */
export const rank = (ranking: Ranking, cells: ArrayLike<number>, colours: ArrayLike<number>): number => {
  const { pieces, terms } = ranking;
  let maxLeft = pieces;
  let minLeft = pieces;
  let sum = 0;
  for (let i = 0; i < 2 * pieces; i++) {
    sum += terms[termRow(pieces, maxLeft, minLeft, colours[i]!) + cells[i]!]!;
    if (colours[i] === MAX) maxLeft--;
    else minLeft--;
  }
  return sum;
};

/** Writes the pieces of placement `placement`, in the order of their cells. */
export const unrank = (ranking: Ranking, placement: number, cells: Int32Array, colours: Int32Array): void => {
  const { pieces, skipped, minFirst, hints, shifts } = ranking;
  const width = pieces + 1;
  let left = width * width - 1;
  let first = 0;
  let rest = placement;
  for (let i = 0; i < 2 * pieces; i++) {
    const row = left * ROW;
    rest += skipped[row + first]!;
    let cell = hints[left * HINTS + (rest >> shifts[left]!)]!;
    while (skipped[row + cell + 1]! <= rest) cell++;
    rest -= skipped[row + cell]!;
    const withMin = minFirst[row + cell]!;
    cells[i] = cell;
    first = cell + 1;
    if (rest < withMin) {
      colours[i] = MIN;
      left--;
    } else {
      rest -= withMin;
      colours[i] = MAX;
      left -= width;
    }
  }
};
