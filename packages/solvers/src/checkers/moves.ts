/**
 * The moves of one player in a numbered placement: one per distinct target cell, steps to an empty neighbour and chains
 * of hops over adjacent pieces of either colour. Moves are reversible, so the same list serves both directions.
 */
import { makeLifter } from "./lifter.ts";
import { ROW, type Ranking, unrank } from "./ranking.ts";

export interface Placement {
  /** The pieces in the order of their cells. */
  readonly cells: Int32Array;
  readonly colours: Int32Array;
  /** Per cell: 1 where a piece stands, and at `OFF`. */
  readonly occupied: Uint8Array;
}

/** A placement that can be replaced by another. */
export interface Loader extends Placement {
  load(placement: number): void;
}

export interface MoveGenerator extends Loader {
  /** Writes `2 * placement + turn` for every placement one move of `colour` away from the loaded one. */
  list(colour: number, turn: number, out: Int32Array): number;
  /** The codes met among the same states, two bits a state in `codes`, up to the first that is in the set `stop`. */
  codesMet(colour: number, turn: number, codes: Int32Array, stop: number): number;
}

export const makeLoader = (ranking: Ranking): Loader => {
  const cells = new Int32Array(2 * ranking.pieces);
  const colours = new Int32Array(2 * ranking.pieces);
  const occupied = new Uint8Array(ROW);
  let loaded = -1;
  const load = (placement: number): void => {
    if (placement === loaded) return; // both players' turns are asked for one after the other
    loaded = placement;
    for (let i = 0; i < cells.length; i++) occupied[cells[i]!] = 0;
    unrank(ranking, placement, cells, colours);
    for (let i = 0; i < cells.length; i++) occupied[cells[i]!] = 1;
    occupied[OFF] = 1;
  };
  return { cells, colours, occupied, load };
};

export interface Reach {
  readonly targets: Int32Array;
  readonly landings: Int32Array;
  /** Fills `targets` with the cells the piece on `from` can move to and returns how many. */
  reach(from: number): number;
  /** Fills `landings` with the cells it can hop to and returns how many. */
  hop(from: number): number;
}

export const makeReach = ({ near, behind }: Board, { occupied }: Placement): Reach => {
  const targets = new Int32Array(ROW);
  /** Doubles as the queue of the walk; `reached` marks cells with the number of the walk. */
  const landings = new Int32Array(ROW);
  const reached = new Int32Array(ROW);
  let walk = 0;

  const hop = (from: number): number => {
    let hops = 0;
    walk++;
    reached[from] = walk;
    for (let at = from, next = 0; ; at = landings[next++]!) {
      for (let i = 6 * at; i < 6 * at + 6; i++) {
        if (occupied[near[i]!] === 0) continue;
        const landing = behind[i]!;
        if (occupied[landing] !== 0 || reached[landing] === walk) continue;
        reached[landing] = walk;
        landings[hops++] = landing;
      }
      if (next === hops) return hops;
    }
  };

  const reach = (from: number): number => {
    let count = hop(from);
    for (let i = 0; i < count; i++) targets[i] = landings[i]!;
    for (let i = 6 * from; i < 6 * from + 6; i++) {
      if (occupied[near[i]!] === 0) targets[count++] = near[i]!;
    }
    return count;
  };

  return { targets, landings, reach, hop };
};

export const makeMoveGenerator = (board: Board, ranking: Ranking): MoveGenerator => {
  const loader = makeLoader(ranking);
  const { cells, colours, occupied } = loader;
  const { near } = board;
  const { targets, landings, reach, hop } = makeReach(board, loader);
  const { lift, rankAt } = makeLifter(ranking);

  const list = (colour: number, turn: number, out: Int32Array): number => {
    let count = 0;
    for (let index = 0; index < cells.length; index++) {
      if (colours[index] !== colour) continue;
      const found = reach(cells[index]!);
      lift(cells, colours, index);
      for (let i = 0; i < found; i++) out[count++] = 2 * rankAt(targets[i]!) + turn;
    }
    return count;
  };

  const codesMet = (colour: number, turn: number, codes: Int32Array, stop: number): number => {
    let met = 0;
    for (let index = 0; index < cells.length; index++) {
      if (colours[index] !== colour) continue;
      const from = cells[index]!;
      lift(cells, colours, index);
      // Steps are looked at before hops are even sought: most checks end here.
      for (let i = 6 * from; i < 6 * from + 6; i++) {
        const step = near[i]!;
        if (occupied[step] !== 0) continue;
        const state = 2 * rankAt(step) + turn;
        met |= 1 << ((codes[state >> 4]! >>> ((state & 15) << 1)) & 3);
        if ((met & stop) !== 0) return met;
      }
      const found = hop(from);
      for (let i = 0; i < found; i++) {
        const state = 2 * rankAt(landings[i]!) + turn;
        met |= 1 << ((codes[state >> 4]! >>> ((state & 15) << 1)) & 3);
        if ((met & stop) !== 0) return met;
      }
    }
    return met;
  };

  return { ...loader, list, codesMet };
};

/**
 * The Chinese Checkers diamond: n x n cells (a, b) drawn as rows a + b = 0 .. 2n - 2, numbered in reading order, rows
 * from the top, in a row from the left (b ascending).
 */
export interface Board {
  readonly size: number;
  readonly cells: number;
  /** Six entries a cell: its neighbours, `OFF` beyond the edge. */
  readonly near: Int8Array;
  /** Six entries a cell: the cell right behind that neighbour. */
  readonly behind: Int8Array;
  /** The cell with left and right exchanged. */
  readonly mirror: Int8Array;
}

/** Stands for every place beyond the edge. No board has this cell; move generators count it as occupied. */
export const OFF = 63;

const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, -1],
  [-1, 1],
] as const;

export const makeBoard = (size: number): Board => {
  const places: [number, number][] = [];
  for (let row = 0; row <= 2 * size - 2; row++) {
    for (let b = Math.max(0, row - size + 1); b <= Math.min(row, size - 1); b++) places.push([row - b, b]);
  }
  const numbers = new Map(places.map(([a, b], cell) => [a * size + b, cell]));
  const cellAt = (a: number, b: number): number =>
    a < 0 || b < 0 || a >= size || b >= size ? OFF : numbers.get(a * size + b)!;
  const awayBy = (steps: number): Int8Array =>
    Int8Array.from(places.flatMap(([a, b]) => DIRECTIONS.map(([da, db]) => cellAt(a + steps * da, b + steps * db))));
  return {
    size,
    cells: size * size,
    near: awayBy(1),
    behind: awayBy(2),
    mirror: Int8Array.from(places.map(([a, b]) => cellAt(b, a))),
  };
};
