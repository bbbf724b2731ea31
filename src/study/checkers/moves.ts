/**
 * The moves of one player in a numbered placement: one per distinct target cell, steps to an empty neighbour and chains
 * of hops over adjacent pieces of either colour. Moves are reversible, so the same list serves both directions.
 */
import { OFF, type Board } from "./board.ts";
import { MAX, ROW, unrank, type Ranking } from "./ranking.ts";

export interface MoveGenerator {
  /** Unranks a placement: from here on `cells`, `colours` and `occupied` describe it. */
  load(placement: number): void;
  /** Writes `2 * placement + turn` for every placement one move of `colour` away from the loaded one. */
  list(colour: number, turn: number, out: Int32Array): number;
  /** The codes met among the same states, two bits a state in `codes`, up to the first that is in the set `stop`. */
  codes(colour: number, turn: number, codes: Int32Array, stop: number): number;
  /** Calls with the cells of every move of `colour` in the loaded placement. */
  visit(colour: number, each: (from: number, to: number) => void): void;
  readonly cells: Int32Array;
  readonly colours: Int32Array;
  /** Per cell: 1 where a piece stands. */
  readonly occupied: Uint8Array;
}

const MOST_MEN = 6;

export const makeMoveGenerator = (board: Board, ranking: Ranking): MoveGenerator => {
  const { pieces, terms } = ranking;
  const { near, behind } = board;
  const men = 2 * pieces;
  const cells = new Int32Array(men);
  const colours = new Int32Array(men);
  const occupied = new Uint8Array(ROW);
  occupied[OFF] = 1;
  /** Targets of one piece, and those among them reached by hops: the queue of the walk. */
  const targets = new Int32Array(ROW);
  const landings = new Int32Array(ROW);
  /** `walk` marks a cell by the number of the walk that reached it. */
  const reached = new Int32Array(ROW);
  let walk = 0;
  /** Per insertion point: rank of the other pieces, and the row of `terms` that the moved piece adds from. */
  const otherCells = new Int32Array(MOST_MEN - 1).fill(ROW);
  const otherRanks = new Int32Array(men);
  const ownRows = new Int32Array(men);

  const load = (placement: number): void => {
    for (let i = 0; i < men; i++) occupied[cells[i]!] = 0;
    unrank(ranking, placement, cells, colours);
    for (let i = 0; i < men; i++) occupied[cells[i]!] = 1;
  };

  const reach = (from: number): number => {
    let count = 0;
    let hops = 0;
    walk++;
    reached[from] = walk;
    for (let i = 6 * from; i < 6 * from + 6; i++) {
      if (occupied[near[i]!] === 0) targets[count++] = near[i]!;
      else if (occupied[behind[i]!] === 0) {
        reached[behind[i]!] = walk;
        landings[hops++] = behind[i]!;
      }
    }
    for (let next = 0; next < hops; next++) {
      const at = landings[next]!;
      targets[count++] = at;
      for (let i = 6 * at; i < 6 * at + 6; i++) {
        const landing = behind[i]!;
        if (occupied[near[i]!] === 1 && occupied[landing] === 0 && reached[landing] !== walk) {
          reached[landing] = walk;
          landings[hops++] = landing;
        }
      }
    }
    return count;
  };

  /**
   * Ranks of the placements that differ by where piece `index` stands: with the others' terms summed once per
   * insertion point, each target costs one look-up.
   */
  const lift = (index: number): void => {
    const colour = colours[index]!;
    const extraMax = colour === MAX ? 1 : 0;
    const extraMin = 1 - extraMax;
    const width = pieces + 1;
    let maxLeft = pieces - extraMax;
    let minLeft = pieces - extraMin;
    let afterSum = 0;
    let count = 0;
    for (let i = 0; i < men; i++) {
      if (i === index) continue;
      const other = colours[i]!;
      const cell = cells[i]!;
      otherCells[count] = cell;
      ownRows[count] = (((maxLeft + extraMax) * width + minLeft + extraMin) * 2 + colour) * ROW;
      const after = terms[((maxLeft * width + minLeft) * 2 + other) * ROW + cell]!;
      const before = terms[(((maxLeft + extraMax) * width + minLeft + extraMin) * 2 + other) * ROW + cell]!;
      otherRanks[count + 1] = before - after;
      afterSum += after;
      count++;
      if (other === MAX) maxLeft--;
      else minLeft--;
    }
    ownRows[count] = (((maxLeft + extraMax) * width + minLeft + extraMin) * 2 + colour) * ROW;
    otherRanks[0] = afterSum;
    for (let i = 1; i <= count; i++) otherRanks[i]! += otherRanks[i - 1]!;
  };

  /** The insertion point is counted without branches: none of them could be foreseen. Absent pieces lie beyond. */
  const rankAt = (cell: number): number => {
    const point =
      ((otherCells[0]! - cell) >>> 31) +
      ((otherCells[1]! - cell) >>> 31) +
      ((otherCells[2]! - cell) >>> 31) +
      ((otherCells[3]! - cell) >>> 31) +
      ((otherCells[4]! - cell) >>> 31);
    return otherRanks[point]! + terms[ownRows[point]! + cell]!;
  };

  const list = (colour: number, turn: number, out: Int32Array): number => {
    let count = 0;
    for (let index = 0; index < men; index++) {
      if (colours[index] !== colour) continue;
      const found = reach(cells[index]!);
      if (found === 0) continue;
      lift(index);
      for (let i = 0; i < found; i++) out[count++] = 2 * rankAt(targets[i]!) + turn;
    }
    return count;
  };

  const codesMet = (colour: number, turn: number, codes: Int32Array, stop: number): number => {
    let met = 0;
    for (let index = 0; index < men; index++) {
      if (colours[index] !== colour) continue;
      const found = reach(cells[index]!);
      if (found === 0) continue;
      lift(index);
      for (let i = 0; i < found; i++) {
        const state = 2 * rankAt(targets[i]!) + turn;
        met |= 1 << ((codes[state >> 4]! >>> ((state & 15) << 1)) & 3);
        if ((met & stop) !== 0) return met;
      }
    }
    return met;
  };

  const visit = (colour: number, each: (from: number, to: number) => void): void => {
    for (let index = 0; index < men; index++) {
      if (colours[index] !== colour) continue;
      const found = reach(cells[index]!);
      for (let i = 0; i < found; i++) each(cells[index]!, targets[i]!);
    }
  };

  return { load, list, codes: codesMet, visit, cells, colours, occupied };
};
