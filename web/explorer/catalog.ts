/** The order in which endgames are listed. Pure. */
import { attackersOf, parseEndgame, type Attacker } from "../../src/endgame/endgame.ts";
import type { TableSummary } from "../answers/answers.ts";

/** Endgames by their attackers, as Pai lists them: one kind of attacker in all, several, or none. */
export type Kind = Attacker | "mixed" | "none";
export const KINDS: readonly Kind[] = ["chariot", "horse", "cannon", "soldier", "mixed", "none"];

export function kindOf(name: string): Kind {
  const { red, black } = parseEndgame(name);
  const attackers = [...attackersOf(red), ...attackersOf(black)];
  return attackers.length > 1 ? "mixed" : (attackers[0] ?? "none");
}

/** The tables whose name holds the text, by kind; kinds without any are left out. */
export function listTables(tables: readonly TableSummary[], text: string): [Kind, TableSummary[]][] {
  const wanted = text.trim().toUpperCase();
  const found = tables.filter((table) => table.endgame.includes(wanted));
  const listed = KINDS.map((kind): [Kind, TableSummary[]] => [
    kind,
    found.filter((table) => kindOf(table.endgame) === kind).sort(compare),
  ]);
  return listed.filter(([, each]) => each.length > 0);
}

function compare(a: TableSummary, b: TableSummary): number {
  return a.endgame.length - b.endgame.length || (a.endgame < b.endgame ? -1 : 1);
}

/** The longest win of either side and a position that shows it; null where nobody wins. */
export function longestWinOf(table: TableSummary): { colour: "red" | "black"; plies: number; fen: string } | null {
  const { red, black } = table;
  const colour = red.longestWin >= black.longestWin ? "red" : "black";
  const { longestWin, longestWinFen } = table[colour];
  return longestWinFen === null ? null : { colour, plies: longestWin, fen: longestWinFen };
}
