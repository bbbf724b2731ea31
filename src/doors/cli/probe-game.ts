/** `canju probe --game`: what each move of a game made of its position. */
import { ruleBook } from "../../play/table-rules.ts";
import { Adjudicator } from "../../rules/adjudicator.ts";
import { rulesOf } from "../../play/game.ts";
import { lookUp } from "../../query/lookup.ts";
import { judgedEnd, slipsIn, type JudgedEnd, type Slip } from "../../query/slips.ts";
import { MissingTableError } from "../../table/format/errors.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { categoryOf, type Category } from "../../table/value.ts";
import { applyMove } from "../../xiangqi/moves.ts";
import type { GameRecord } from "../../xiangqi/games/record.ts";
import { nameMoveIn, type MoveNames } from "../../xiangqi/notation/move-names.ts";
import type { LegalPosition } from "../../xiangqi/position.ts";
import type { TableOptions } from "./options.ts";
import { formatColumns } from "./output.ts";
import { withTables } from "./tables.ts";

export interface CheckedMove extends MoveNames {
  /** The value before the move, to the side that makes it; null where no table has it. */
  readonly before: Category | null;
  /** What the move threw away; null where it kept what there was, or nobody knows. */
  readonly slip: Slip | null;
}

const SLIPS: Readonly<Record<Slip, string>> = {
  "win-drawn": "?? a win given away: drawn",
  "win-lost": "?? a win given away: lost",
  "draw-lost": "?? a draw lost",
};
const VALUES: Readonly<Record<Category, string>> = { win: "won", draw: "drawn", loss: "lost" };

/** The moves of the main line. Tables that are missing are not built: a game may have come from far outside of them. */
export async function probeGame(record: GameRecord, options: TableOptions): Promise<CheckedMove[]> {
  return withTables(options, async (catalog) => {
    const { start, line } = record;
    const names: MoveNames[] = [];
    let position = start;
    const values = [await valueIn(position, catalog)];
    for (const { move } of line) {
      names.push(nameMoveIn(position, move));
      position = applyMove(position, move);
      values.push(await valueIn(position, catalog));
    }
    const slips = slipsIn(values, await judgedEndOf(record, catalog));
    return names.map((each, ply) => ({ ...each, before: values[ply]!, slip: slips.get(ply) ?? null }));
  });
}

/** The first repetition that the rules of the tables judge; null where there is none. */
async function judgedEndOf({ start, line }: GameRecord, catalog: FolderCatalog): Promise<JudgedEnd | null> {
  const adjudicator = new Adjudicator(start, ruleBook(catalog.rules, await rulesOf(start, catalog)));
  for (const [ply, { move }] of line.entries()) {
    const verdict = adjudicator.play(move);
    if (verdict !== null) return judgedEnd(ply + 1, adjudicator.position.turn, verdict.result);
  }
  return null;
}

async function valueIn(position: LegalPosition, catalog: FolderCatalog): Promise<Category | null> {
  try {
    return categoryOf((await lookUp(position, catalog)).value);
  } catch (error) {
    if (!(error instanceof MissingTableError)) throw error;
    return null;
  }
}

export function describeGame(moves: readonly CheckedMove[]): string {
  const rows = moves.map(({ uci, wxf, chinese, before, slip }, i) => [
    `${i + 1}`,
    uci,
    wxf,
    chinese,
    before === null ? "not in the tables" : VALUES[before],
    slip === null ? "" : SLIPS[slip],
  ]);
  return formatColumns(rows, "rlllll");
}
