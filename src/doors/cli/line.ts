/** `canju line`: how perfect play goes on from a position. */
import { formatCollection } from "../../table/format/header.ts";
import type { Command } from "commander";
import { perfectLine, type PerfectLine, type LineEnd, type LineMove } from "../../play/line.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import { addTableOptions, buildOption } from "./options.ts";
import { explainDependence, formatColumns, printJson, printLine, formatPlies, formatValue } from "./output.ts";
import { addPositionArgument, readPosition } from "./positions.ts";
import { requireTable, withTables, type PositionOptions } from "./tables.ts";
import { game } from "../../say/english.ts";

export function registerLine(program: Command): void {
  const command = program.command("line").description("a perfect line from a position");
  addTableOptions(addPositionArgument(command, true))
    .addOption(buildOption())
    .action((words: string[], options: PositionOptions) => line(words, options));
}

async function line(words: string[], options: PositionOptions): Promise<void> {
  const position = readPosition(words.join(" "));
  const found = await withTables(
    options,
    async (catalog) => {
      await requireTable(position, catalog);
      return perfectLine(position, catalog);
    },
    position,
  );
  if (options.json) printJson(found);
  else printLine(describe(found, position.turn, formatCollection(options)));
}

function describe(found: PerfectLine, turn: Colour, collection: string): string {
  const { fen, endgame, moves, end, verdict, finalFen } = found;
  const head = `${fen}\n${endgame}, ${collection}: ${game.colours[turn]} ${formatValue(found)}${explainDependence(found)}`;
  const last = moves.length % 2 === 0 ? turn : opponent(turn);
  const why = verdict?.reason.replace(/\.$/, "") ?? describeEnd(end, game.colours[last], moves.length);
  const tail = `${why}: ${finalFen}`;
  return moves.length === 0 ? `${head}\n${tail}` : `${head}\n\n${describeMoves(moves, turn)}\n\n${tail}`;
}

/** Numbered, Red's moves on the left. */
function describeMoves(moves: readonly LineMove[], turn: Colour): string {
  const cells = moves.map(({ uci, wxf, chinese }) => `${uci} ${wxf} ${chinese}`);
  if (turn === "black") cells.unshift("...");
  const rows = Array.from({ length: Math.ceil(cells.length / 2) }, (_, i) => [
    `${i + 1}.`,
    cells[2 * i]!,
    cells[2 * i + 1] ?? "",
  ]);
  return formatColumns(rows, "rll");
}

/** The end of a line that no verdict ends. */
function describeEnd(end: LineEnd, loser: string, plies: number): string {
  if (end === "bare") return "Nobody has an attacking man left";
  if (end === "repetition") return "The position comes back";
  if (end === "limit") return `And so on after ${formatPlies(plies)}`;
  return `${loser} is ${end}d`;
}
