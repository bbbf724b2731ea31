/** Tables as leaves of proofs: found, compared by their content sums, and asked. None is ever built. */
import { canonicalEndgame, endgameOf } from "../endgame/endgame.ts";
import { COLLECTIONS, collectionPath, type Collection, type TableProvider } from "../table/catalog/catalog.ts";
import type { TableHeader } from "../table/format/header.ts";
import { isDraw, isWin, type Category } from "../table/value.ts";
import { InputError } from "../base/errors.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { swapColours, type LegalPosition } from "../xiangqi/position.ts";
import type { CheckerTable } from "./check.ts";
import { endgameOfTable, type LeafTable } from "./proof-tree.ts";

/** The collection of a table that a proof rests on. */
export function collectionOfTable({ path }: LeafTable): Collection {
  return COLLECTIONS.find((each) => path.startsWith(`${collectionPath(each)}/`))!;
}

/** Where a table of a collection lies, as a proof tree names it. */
export function leafPath(collection: Collection, endgame: string): string {
  return `${collectionPath(collection)}/${endgame}`;
}

/**
 * A table of a collection for the checker; null where there is none.
 * @param sumOf what is known of its content sum, such as what its header states
 */
export async function openLeafTable(
  table: LeafTable,
  provider: TableProvider,
  sumOf: (endgame: string, header: TableHeader) => Promise<string | undefined>,
): Promise<CheckerTable | null> {
  const name = endgameOfTable(table);
  const opened = await provider.open(name);
  if (opened === null) return null;
  return { sum: await sumOf(name, opened.header), outcomeOf };

  async function outcomeOf(position: LegalPosition): Promise<Category> {
    const { swapped } = canonicalEndgame(endgameOf(position.board));
    const { board, turn } = swapped ? swapColours(position) : position;
    const cell = opened!.index.indexOf(board);
    if (cell < 0) throw new InputError("impossible-position", `impossible position: ${formatFen(position)}`);
    const value = await opened!.valueAt(turn, cell);
    return isDraw(value) ? "draw" : isWin(value) ? "win" : "loss";
  }
}
