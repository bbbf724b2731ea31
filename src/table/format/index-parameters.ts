/** How a header says how its cells are numbered (docs/spec/index.md). */
import { countCells } from "../../endgame/count.ts";
import {
  attackingMen,
  canonicalEndgame,
  describeBeyondOffers,
  isBeyondTables,
  parseEndgame,
} from "../../endgame/endgame.ts";
import { endgameIndex, type EndgameIndex } from "../../endgame/index.ts";
import type { OuterMan } from "../../endgame/placement.ts";
import { pieceLetter, pieceOf } from "../../xiangqi/pieces.ts";
import { DamagedTableError, UnsupportedTableError } from "./errors.ts";
import type { TableHeader, TableInfo } from "./header.ts";

const INDEX_SCHEME = "formations";
const INDEX_VERSION = 1;

/** The index part of a header: the inner man and the outer men in their order, as FEN letters. */
export function describeIndex(index: EndgameIndex): TableInfo["index"] {
  const letter = ({ colour, role }: OuterMan) => pieceLetter(pieceOf(colour, role));
  const inner = index.inner === null ? "" : letter({ colour: "red", role: index.inner });
  const outer = index.placements.men.map(letter).join("");
  return { scheme: INDEX_SCHEME, version: INDEX_VERSION, parameters: { inner, outer } };
}

/**
 * The inner man and the outer men that a header names, as FEN letters.
 * @throws UnsupportedTableError when its cells are numbered in a way that is unknown here
 */
export function numberedMen({ info }: TableHeader, file: string): { readonly inner: string; readonly outer: string } {
  const { scheme, version, parameters } = info.index;
  const { inner, outer } = parameters;
  const isKnown = scheme === INDEX_SCHEME && version === INDEX_VERSION;
  if (isKnown && typeof inner === "string" && typeof outer === "string") return { inner, outer };
  if (isKnown) throw unknownNumbering(file);
  throw new UnsupportedTableError(
    file,
    `the way its cells are numbered (${scheme}, version ${version}) is unknown here`,
  );
}

/**
 * Compares a header with the endgame that it names, whose own size bounds whatever is made of the file.
 * @throws DamagedTableError for another number of cells, UnsupportedTableError for more attacking men than can be indexed
 */
export function checkSize({ info, cells }: TableHeader, file: string): void {
  const endgame = canonicalEndgame(parseEndgame(info.endgame)).endgame;
  if (endgame.name !== info.endgame) throw new DamagedTableError(file, `${info.endgame} is no canonical name`);
  if (isBeyondTables(endgame.name)) throw new UnsupportedTableError(file, describeBeyondOffers(endgame.name));
  const own = countCells(endgame);
  if (cells !== own) throw new DamagedTableError(file, `it has ${cells} cells, and ${endgame.name} has ${own}`);
}

/**
 * The index of a table's cells. It is made only when the header describes this endgame's own.
 * @throws UnsupportedTableError when they are numbered in a way that is unknown here, and as `checkSize`
 */
export function indexOfTable(header: TableHeader, file: string): EndgameIndex {
  const { inner, outer } = numberedMen(header, file);
  checkSize(header, file);
  const endgame = parseEndgame(header.info.endgame);
  const own = [
    ...attackingMen(endgame.red).map((role) => pieceLetter(pieceOf("red", role))),
    ...attackingMen(endgame.black).map((role) => pieceLetter(pieceOf("black", role))),
  ];
  if (inner !== (own[0] ?? "") || outer !== own.slice(1).join("")) throw unknownNumbering(file);
  return endgameIndex(endgame);
}

function unknownNumbering(file: string): UnsupportedTableError {
  return new UnsupportedTableError(file, "its cells are numbered in an unknown way");
}
