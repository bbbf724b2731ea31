/** Whether the numbering of cells that a header describes is one of this endgame's positions. */
import { attackingMen, canonicalEndgame, parseEndgame } from "../endgame/endgame.ts";
import { numberedMen } from "../table/index-parameters.ts";
import type { TableHeader } from "../table/header.ts";
import { pieceLetter, pieceOf } from "../xiangqi/pieces.ts";
import type { Problem } from "./report.ts";

/**
 * Empty when the numbering has exactly the attacking men of the endgame, or the one problem that it has others.
 * @throws UnsupportedTableError when the numbering is unknown here
 */
export function findIndexProblem(header: TableHeader): Problem[] {
  const name = header.info.endgame;
  const endgame = parseEndgame(name);
  const letters = (pieces: readonly number[]) => pieces.map(pieceLetter).sort().join("");
  const { inner, outer } = numberedMen(header, name);
  const found = [...inner, ...outer].sort().join("");
  const wanted = letters([
    ...attackingMen(endgame.red).map((role) => pieceOf("red", role)),
    ...attackingMen(endgame.black).map((role) => pieceOf("black", role)),
  ]);
  const canonical = canonicalEndgame(endgame).endgame.name === name;
  if (found === wanted && canonical) return [];
  const message = canonical
    ? `the cells are numbered for the attacking men ${found || "none"} instead of ${wanted || "none"}`
    : `${name} is not the canonical name of an endgame`;
  return [{ kind: "header", field: "index", stated: found, found: wanted, message }];
}
