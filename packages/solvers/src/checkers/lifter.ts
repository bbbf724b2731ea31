/**
 * Ranks of the placements that differ by where one piece stands: with the other pieces' terms summed once per
 * insertion point, each cell costs one look-up.
 */
import { MAX, ROW, type Ranking } from "./ranking.ts";

export interface Lifter {
  /** Takes piece `index` off the board of `cells`, ascending, and `colours`. */
  lift(cells: Int32Array, colours: Int32Array, index: number): void;
  /** The rank with the piece put down on `cell`. */
  rankAt(cell: number): number;
}

const MOST_MEN = 6;

export const makeLifter = (ranking: Ranking): Lifter => {
  const { pieces, terms } = ranking;
  const men = 2 * pieces;
  const width = pieces + 1;
  /** The other pieces' cells; those beyond their number lie behind every cell. */
  const others = new Int32Array(MOST_MEN - 1).fill(ROW);
  /** Per insertion point: the rank of the others, and the row of `terms` that the lifted piece adds from. */
  const otherRanks = new Int32Array(men);
  const ownRows = new Int32Array(men);

  const lift = (cells: Int32Array, colours: Int32Array, index: number): void => {
    const colour = colours[index]!;
    const ownLeft = colour === MAX ? width : 1;
    let left = width * width - 1 - ownLeft;
    let afterSum = 0;
    let count = 0;
    for (let i = 0; i < men; i++) {
      if (i === index) continue;
      const other = colours[i]!;
      const cell = cells[i]!;
      others[count] = cell;
      ownRows[count] = ((left + ownLeft) * 2 + colour) * ROW;
      const after = terms[(left * 2 + other) * ROW + cell]!;
      otherRanks[count + 1] = terms[((left + ownLeft) * 2 + other) * ROW + cell]! - after;
      afterSum += after;
      count++;
      left -= other === MAX ? width : 1;
    }
    ownRows[count] = ((left + ownLeft) * 2 + colour) * ROW;
    otherRanks[0] = afterSum;
    for (let i = 1; i <= count; i++) otherRanks[i]! += otherRanks[i - 1]!;
  };

  /** The insertion point is counted without branches: none of them could be foreseen. */
  const rankAt = (cell: number): number => {
    const point =
      ((others[0]! - cell) >>> 31) +
      ((others[1]! - cell) >>> 31) +
      ((others[2]! - cell) >>> 31) +
      ((others[3]! - cell) >>> 31) +
      ((others[4]! - cell) >>> 31);
    return otherRanks[point]! + terms[ownRows[point]! + cell]!;
  };

  return { lift, rankAt };
};
