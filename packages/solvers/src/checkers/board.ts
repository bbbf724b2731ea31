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
