/**
 * The order of an endgame's cells in a table file (docs/spec/index.md): placement, square of the inner man, red formation,
 * black formation, the last changing fastest. Neighbours then differ by one man of a formation, which is what compresses
 * best. The index numbers the same cells by red formation, placement, square, black formation: this is a permutation.
 *
 * Of a position and its mirror image the one with the smaller placement is stored; where a placement is its own mirror
 * image, the one with the smaller red formation.
 */
import { mirrorSquare } from "../xiangqi/squares.ts";
import type { EndgameIndex } from "./index.ts";

export interface FileOrder {
  /** For each placement: its first place in the file; one more than there are placements. */
  readonly start: Float64Array;
  /** The red formations stored with a placement, ascending; none where its mirror image is stored. */
  formationsOf(placement: number): Int32Array;
  /** The placement of the cell at a place. */
  placementAt(place: number): number;
  /** The place of a cell of the index. */
  placeOf(cell: number): number;
  /** The cell of the index at a place. */
  cellAt(place: number): number;
}

const orders = new WeakMap<EndgameIndex, FileOrder>();

/** Made once for each index. Memory: 8 bytes a placement. */
export function fileOrder(index: EndgameIndex): FileOrder {
  let order = orders.get(index);
  if (order === undefined) orders.set(index, (order = makeOrder(index)));
  return order;
}

function makeOrder({ placements, red, black, width, blocks, storedBlock }: EndgameIndex): FileOrder {
  const { count, mirror } = placements;
  const formations = black.count;
  const all = Int32Array.from({ length: red.count }, (_, formation) => formation);
  const half = all.filter((formation) => formation <= red.mirror[formation]!);
  /** Where a red formation is among those of a placement that is its own mirror image. */
  const placeInHalf = Int32Array.from(all, (formation) => half.indexOf(formation));
  const none = new Int32Array();
  const formationsOf = (placement: number): Int32Array => {
    const other = mirror[placement]!;
    return placement < other ? all : placement === other ? half : none;
  };
  const start = new Float64Array(count + 1);
  for (let placement = 0; placement < count; placement++) {
    start[placement + 1] = start[placement]! + formationsOf(placement).length * width * formations;
  }

  const placeOf = (cell: number): number => {
    let blackFormation = cell % formations;
    const row = (cell - blackFormation) / formations;
    let square = row % width;
    const block = blocks[(row - square) / width]!;
    let placement = block % count;
    let formation = (block - placement) / count;
    const other = mirror[placement]!;
    if (other < placement || (other === placement && red.mirror[formation]! < formation)) {
      placement = other;
      formation = red.mirror[formation]!;
      blackFormation = black.mirror[blackFormation]!;
      if (width > 1) square = mirrorSquare(square);
    }
    const [size, at] =
      mirror[placement] === placement ? [half.length, placeInHalf[formation]!] : [all.length, formation];
    return start[placement]! + (square * size + at) * formations + blackFormation;
  };

  const placementAt = (place: number): number => {
    // The last that starts here or before: those without cells start where the next one does.
    let low = 0;
    for (let high = count; high - low > 1;) {
      const middle = (low + high) >>> 1;
      if (start[middle]! <= place) low = middle;
      else high = middle;
    }
    return low;
  };

  const cellAt = (place: number): number => {
    const placement = placementAt(place);
    const stored = formationsOf(placement);
    let blackFormation = place % formations;
    const row = (place - start[placement]! - blackFormation) / formations;
    const formation = stored[row % stored.length]!;
    let square = Math.floor(row / stored.length);
    let block = storedBlock[formation * count + placement]!;
    if (block < 0) {
      block = -1 - block;
      if (width > 1) square = mirrorSquare(square);
      blackFormation = black.mirror[blackFormation]!;
    }
    return (block * width + square) * formations + blackFormation;
  };
  return { start, formationsOf, placementAt, placeOf, cellAt };
}
