/** What a file of an endgame holds, from the codes of all its cells: one side as it is, the other as differences. */
import type { EndgameIndex } from "../../endgame/index.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import { checkOf, DerivedSide, rowsOf } from "../rows/derived.ts";
import { bytesPerCodeOf, type Band, type TableContent } from "./encode.ts";
import type { TableHeader, TableInfo, Codes } from "../format/header.ts";
import type { Histogram } from "../format/histogram.ts";
import { newCodes, noneOf } from "../rows/quiet-rows.ts";
import { compareValues, DRAW, type Value } from "../value.ts";

/** How a file of an endgame is arranged: what its codes stand for, and which side follows from the other. */
export interface Arrangement extends Pick<TableHeader, "lists" | "derived" | "layout"> {
  readonly derived: Colour;
  readonly bytesPerCode: 1 | 2;
}

/**
 * Red is stored where Red has one attacking man only, else Black: in all tables measured that is the smaller way, mostly by
 * far (docs/decisions/0008-table-format-2.md).
 * @param occurring the values that some legal position with this side to move has
 */
export function arrange(index: EndgameIndex, occurring: Readonly<Record<Colour, readonly Value[]>>): Arrangement {
  const derived = index.placements.men.some(({ colour }) => colour === "red") ? "red" : "black";
  const listOf = (values: readonly Value[]) => (values.length === 0 ? [DRAW] : values.toSorted(compareValues));
  const lists = { red: listOf(occurring.red), black: listOf(occurring.black) };
  return { lists, derived, layout: "placements", bytesPerCode: bytesPerCodeOf({ lists, derived }) };
}

/**
 * @param codes of each side in the order of the file, by its list: 255, or 65,535 with two bytes a code, for cells that are
 *   no legal position
 * @param histogram by the lists
 */
export function arrangedContent(
  index: EndgameIndex,
  arrangement: Arrangement,
  info: TableInfo,
  histogram: Histogram,
  codes: Readonly<Record<Colour, Codes>>,
): TableContent {
  const { derived, bytesPerCode, lists } = arrangement;
  const none = noneOf(bytesPerCode);
  const stored = (turn: Colour, first: number, count: number): Band => {
    const band = codes[turn].slice(first, first + count);
    // Cells that nobody looks up repeat the code before them, which costs no room.
    let last = band.find((code: number) => code !== none) ?? 0;
    for (let i = 0; i < count; i++) {
      if (band[i] === none) band[i] = last;
      else last = band[i]!;
    }
    return { codes: band };
  };
  let side: DerivedSide | undefined;
  const rows = rowsOf(index, codes[opponent(derived)]);
  const differences = (first: number, count: number): Band => {
    side ??= new DerivedSide(index, derived, bytesPerCode, lists);
    const band = newCodes(bytesPerCode, count);
    side.writeDifferences(rows, codes[derived], first, count, band);
    return { codes: band, check: checkOf(codes[derived].subarray(first, first + count)) };
  };
  return {
    ...arrangement,
    info,
    cells: index.cells,
    histogram,
    band: (turn, first, count) => (turn === derived ? differences(first, count) : stored(turn, first, count)),
  };
}
