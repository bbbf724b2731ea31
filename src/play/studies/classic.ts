/** A position of an old book, with what a table says of it. */
import { canonicalEndgame, endgameOf } from "../../endgame/endgame.ts";
import { rankMoves } from "../../query/probe.ts";
import type { TableProvider } from "../../table/catalog/catalog.ts";
import { categoryOf } from "../../table/value.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { formatUci } from "../../xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../../xiangqi/position.ts";
import { describePuzzle } from "./find.ts";
import type { InBook, Puzzle } from "./puzzle.ts";

/** Of a position that nothing is known of. */
const HARDEST = 5;

/** Where no table is at hand it has neither outcome nor solution. */
export async function describeClassic(book: InBook, position: LegalPosition, provider: TableProvider): Promise<Puzzle> {
  const { endgame } = canonicalEndgame(endgameOf(position.board));
  const table = await provider.open(endgame.name);
  if (table === null) {
    const unknown = { winner: null, outcome: null, distance: null, order: 0, by: null, solution: "", tries: [] };
    return { kind: "classic", endgame: endgame.name, fen: formatFen(position), ...unknown, grade: HARDEST, book };
  }
  const puzzle = await describePuzzle("classic", table, position, provider);
  const [best, ...others] = await rankMoves(position, provider);
  const as = others.filter(({ value }) => categoryOf(value) === categoryOf(best!.value));
  const also = as.map(({ move }) => formatUci(position, move)).filter((uci) => !puzzle.solution.startsWith(uci));
  return { ...puzzle, also, book };
}
