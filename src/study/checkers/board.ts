/**
 * The Chinese Checkers diamond: n x n cells (a, b) drawn as rows a + b = 0 .. 2n - 2, numbered in reading order, rows
 * from the top, in a row from the left (b ascending).
 */
export interface Board {
  readonly size: number;
  readonly cells: number;
  /** Adjacent cells. */
  readonly neighbours: readonly Int8Array[];
  /** Pairs (cell hopped over, cell landed on). */
  readonly hops: readonly Int8Array[];
  /** The cell with left and right exchanged. */
  readonly mirror: Int8Array;
}

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
    a < 0 || b < 0 || a >= size || b >= size ? -1 : numbers.get(a * size + b)!;
  return {
    size,
    cells: size * size,
    neighbours: places.map(([a, b]) =>
      Int8Array.from(DIRECTIONS.map(([da, db]) => cellAt(a + da, b + db)).filter((cell) => cell >= 0)),
    ),
    hops: places.map(([a, b]) =>
      Int8Array.from(
        DIRECTIONS.map(([da, db]) => [cellAt(a + da, b + db), cellAt(a + 2 * da, b + 2 * db)])
          .filter(([, landing]) => landing! >= 0)
          .flat(),
      ),
    ),
    mirror: Int8Array.from(places.map(([a, b]) => cellAt(b, a))),
  };
};
