/** How a header says how its cells are numbered (docs/spec/index.md). */
import { parseEndgame, type AttackingRole } from "../endgame/endgame.ts";
import { indexWith, type EndgameIndex } from "../endgame/index.ts";
import type { OuterMan } from "../endgame/placement.ts";
import { pieceLetter, pieceOf, roleOfLetter } from "../xiangqi/pieces.ts";
import { UnsupportedTableError } from "./errors.ts";
import type { TableHeader, TableInfo } from "./header.ts";

export const INDEX_SCHEME = "formations";
export const INDEX_VERSION = 1;

/** The index part of a header: the inner man and the outer men in their order, as FEN letters. */
export function describeIndex(index: EndgameIndex): TableInfo["index"] {
  const letter = ({ colour, role }: OuterMan) => pieceLetter(pieceOf(colour, role));
  const inner = index.inner === null ? "" : letter({ colour: "red", role: index.inner });
  const outer = index.placements.men.map(letter).join("");
  return { scheme: INDEX_SCHEME, version: INDEX_VERSION, parameters: { inner, outer } };
}

/**
 * The index of a table's cells.
 * @throws UnsupportedTableError when they are numbered in a way that is unknown here
 */
export function indexOfTable(header: TableHeader, file: string): EndgameIndex {
  const { endgame, index } = header.info;
  const unknown = () => new UnsupportedTableError(file, "its cells are numbered in an unknown way");
  if (index.scheme !== INDEX_SCHEME || index.version !== INDEX_VERSION) throw unknown();
  const { inner, outer } = index.parameters;
  if (typeof inner !== "string" || typeof outer !== "string" || !/^[RNCP]?$/.test(inner) || !/^[RNCP]*$/i.test(outer)) {
    throw unknown();
  }
  const role = (letter: string) => roleOfLetter(letter) as AttackingRole;
  const men = Array.from(outer, (letter): OuterMan => {
    return { colour: letter === letter.toUpperCase() ? "red" : "black", role: role(letter) };
  });
  const made = indexWith(parseEndgame(endgame), inner === "" ? null : role(inner), men);
  if (made.cells !== header.cells) throw unknown();
  return made;
}
