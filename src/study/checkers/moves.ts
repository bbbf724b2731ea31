/**
 * The moves of one player in a numbered placement: one per distinct target cell, steps to an empty neighbour and chains
 * of hops over adjacent pieces of either colour. Moves are reversible, so the same list serves both directions.
 */
import type { Board } from "./board.ts";
import { MAX, ROW, unrank, type Ranking } from "./ranking.ts";

export interface MoveGenerator {
  /** Unranks a placement: from here on `cells`, `colours` and `occupied` describe it. */
  load(placement: number): void;
  /** Writes `2 * placement + turn` for every placement one move of `colour` away from the loaded one. */
  list(colour: number, turn: number, out: Int32Array): number;
  /** Calls with the cells of every move of `colour` in the loaded placement. */
  visit(colour: number, each: (from: number, to: number) => void): void;
  readonly cells: Int32Array;
  readonly colours: Int32Array;
  /** Per cell: 1 where a piece stands. */
  readonly occupied: Uint8Array;
}

export const makeMoveGenerator = (board: Board, ranking: Ranking): MoveGenerator => {
  const { pieces, terms } = ranking;
  const { neighbours, hops } = board;
  const men = 2 * pieces;
  const cells = new Int32Array(men);
  const colours = new Int32Array(men);
  const occupied = new Uint8Array(ROW);
  /** Targets of one piece, those reached by hops doubling as the queue of the walk. */
  const targets = new Int32Array(ROW);
  /** `walk` marks a cell by the number of the walk that reached it. */
  const reached = new Int32Array(ROW);
  let walk = 0;
  /** Per insertion point: rank of the other pieces, and the row of `terms` that the moved piece adds from. */
  const otherCells = new Int32Array(men);
  const otherRanks = new Int32Array(men);
  const ownRows = new Int32Array(men);

  const load = (placement: number): void => {
    for (let i = 0; i < men; i++) occupied[cells[i]!] = 0;
    unrank(ranking, placement, cells, colours);
    for (let i = 0; i < men; i++) occupied[cells[i]!] = 1;
  };

  const reach = (from: number): number => {
    let count = 0;
    walk++;
    reached[from] = walk;
    for (let at = from, next = 0; ; at = targets[next++]!) {
      const jumps = hops[at]!;
      for (let i = 0; i < jumps.length; i += 2) {
        const landing = jumps[i + 1]!;
        if (occupied[jumps[i]!] === 1 && occupied[landing] === 0 && reached[landing] !== walk) {
          reached[landing] = walk;
          targets[count++] = landing;
        }
      }
      if (next >= count) break;
    }
    const steps = neighbours[from]!;
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]!;
      if (occupied[step] === 0) targets[count++] = step;
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

  const list = (colour: number, turn: number, out: Int32Array): number => {
    let count = 0;
    for (let index = 0; index < men; index++) {
      if (colours[index] !== colour) continue;
      const found = reach(cells[index]!);
      if (found === 0) continue;
      lift(index);
      for (let i = 0; i < found; i++) {
        const cell = targets[i]!;
        let point = 0;
        while (point < men - 1 && otherCells[point]! < cell) point++;
        out[count++] = 2 * (otherRanks[point]! + terms[ownRows[point]! + cell]!) + turn;
      }
    }
    return count;
  };

  const visit = (colour: number, each: (from: number, to: number) => void): void => {
    for (let index = 0; index < men; index++) {
      if (colours[index] !== colour) continue;
      const found = reach(cells[index]!);
      for (let i = 0; i < found; i++) each(cells[index]!, targets[i]!);
    }
  };

  return { load, list, visit, cells, colours, occupied };
};
