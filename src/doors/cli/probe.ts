/** `canju probe`: the value of a position and of each of its moves. */
import { formatCollection } from "../../table/format/header.ts";
import type { Command } from "commander";
import { probe, type ProbedMove, type ProbeResult } from "../../query/probe.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import type { Category } from "../../table/value.ts";
import { InputError } from "../../base/errors.ts";
import { applyMove, endingOf } from "../../xiangqi/moves.ts";
import { parseUci } from "../../xiangqi/notation/coordinates.ts";
import { opponent } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import {
  answerLines,
  explainDependence,
  formatColumns,
  formatDependence,
  formatReason,
  formatValue,
  printJson,
  printLine,
} from "./output.ts";
import { gameOption, readGameFile, type GameFlags } from "./games.ts";
import { describeGame, probeGame } from "./probe-game.ts";
import { addTableOptions, type TableOptions } from "./options.ts";
import { addPositionArgument, readPosition, splitLine } from "./positions.ts";
import { buildingMissing, requireTable, withTables } from "./tables.ts";
import { game } from "../../say/english.ts";

interface ProbeOptions extends TableOptions, GameFlags {
  readonly batch?: true;
}

const FOR_THE_MOVER: Readonly<Record<Category, string>> = { loss: "wins", draw: "draws", win: "loses" };

export function registerProbe(program: Command): void {
  const command = program.command("probe").description("the value of a position and of each of its moves");
  addTableOptions(addPositionArgument(command, false))
    .option("--batch", "a position on each line of stdin, then a tab and moves to play first; a JSON object for each")
    .addOption(gameOption("every move of a game, and what it threw away"))
    .action((words: string[], options: ProbeOptions) => runProbe(words, options));
}

async function runProbe(words: string[], options: ProbeOptions): Promise<void> {
  if (options.batch) {
    if (words.length > 0)
      throw new InputError("bad-arguments", "--batch reads positions from stdin and takes no other");
    await withTables(options, (catalog) =>
      answerLines((line) => buildingMissing(options, async () => answer(line, catalog))),
    );
    return;
  }
  if (options.game !== undefined) {
    if (words.length > 0)
      throw new InputError("bad-arguments", "--game reads positions from a file and takes no other");
    const moves = await probeGame(await readGameFile(options.game), options);
    if (options.json) printJson({ moves });
    else printLine(describeGame(moves));
    return;
  }
  if (words.length === 0) throw new InputError("bad-arguments", "which position? Give a FEN, or --batch for many");
  const position = readPosition(words.join(" "));
  const result = await withTables(options, (catalog) => probeIn(position, catalog));
  if (options.json) printJson(result);
  else printLine(describe(position, result, formatCollection(options)));
}

async function probeIn(position: Position, catalog: FolderCatalog): Promise<ProbeResult> {
  await requireTable(position, catalog);
  return probe(position, catalog);
}

/** Of a line of a batch: the position after the moves that follow it. */
function answer(line: string, catalog: FolderCatalog): Promise<ProbeResult> {
  const { text, moves } = splitLine(line);
  const play = (position: Position, move: string): Position => applyMove(position, parseUci(position, move));
  return probeIn(moves.reduce(play, readPosition(text)), catalog);
}

function describe(position: Position, result: ProbeResult, collection: string): string {
  const { fen, endgame, moves } = result;
  const mover = game.colours[position.turn];
  const ending = endingOf(position);
  const verdict = ending === null ? formatValue(result) : `is ${ending}d`;
  const value = `${mover} ${verdict}${formatReason(result, position.turn)}${explainDependence(result)}`;
  const head = `${fen}\n${endgame}, ${collection}: ${value}`;
  if (moves.length === 0) return head;
  const other = game.colours[opponent(position.turn)];
  const rows = moves.map((move) => [
    move.best ? "*" : "",
    ...namesOf(move),
    FOR_THE_MOVER[move.category],
    then(move, other),
    formatDependence(move),
  ]);
  return `${head}\n\n${formatColumns(rows, "llllllll")}`;
}

function namesOf({ uci, wxf, chinese, capture, check }: ProbedMove): string[] {
  const what = [...(capture ? ["takes"] : []), ...(check ? ["check"] : [])].join(", ");
  return [uci, wxf, chinese, what];
}

/** What the other side can still do after a move. */
function then(move: ProbedMove, other: string): string {
  return move.category === "draw" ? "" : `${other} ${formatValue(move)}`;
}
