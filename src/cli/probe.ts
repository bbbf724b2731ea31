/** `canju probe`: the value of a position and of each of its moves. */
import type { Command } from "commander";
import { probe, type ProbedMove, type ProbeResult } from "../query/probe.ts";
import type { Category } from "../table/value.ts";
import { InputError } from "../xiangqi/errors.ts";
import { endingOf } from "../xiangqi/outcome.ts";
import { opponent } from "../xiangqi/pieces.ts";
import type { Position } from "../xiangqi/position.ts";
import { addTableOptions, type TableOptions } from "./options.ts";
import { formatColumns, printJson, printLine } from "./output.ts";
import { addPositionArgument, readPosition } from "./positions.ts";
import { probeBatch } from "./probe-batch.ts";
import { requireTable, withTables } from "./tables.ts";
import { COLOUR_NAMES, formatCollection, formatValue, formatReason } from "./values.ts";

interface ProbeOptions extends TableOptions {
  readonly batch?: true;
}

const FOR_THE_MOVER: Readonly<Record<Category, string>> = { loss: "wins", draw: "draws", win: "loses" };

export function registerProbe(program: Command): void {
  const command = program.command("probe").description("the value of a position and of each of its moves");
  addTableOptions(addPositionArgument(command, false))
    .option("--batch", "a position on each line of stdin, then a tab and moves to play first; a JSON object for each")
    .action((words: string[], options: ProbeOptions) => runProbe(words, options));
}

async function runProbe(words: string[], options: ProbeOptions): Promise<void> {
  if (options.batch) {
    if (words.length > 0)
      throw new InputError("bad-arguments", "--batch reads positions from stdin and takes no other");
    await probeBatch(options);
    return;
  }
  if (words.length === 0) throw new InputError("bad-arguments", "which position? Give a FEN, or --batch for many");
  const position = readPosition(words.join(" "));
  const result = await withTables(options, async (catalog) => {
    await requireTable(position, catalog);
    return probe(position, catalog);
  });
  if (options.json) printJson(result);
  else printLine(describe(position, result, formatCollection(options)));
}

function describe(position: Position, result: ProbeResult, collection: string): string {
  const { fen, endgame, moves } = result;
  const mover = COLOUR_NAMES[position.turn];
  const ending = endingOf(position);
  const verdict = ending === null ? formatValue(result) : `is ${ending}d`;
  const head = `${fen}\n${endgame}, ${collection}: ${mover} ${verdict}${formatReason(result, position.turn)}`;
  if (moves.length === 0) return head;
  const other = COLOUR_NAMES[opponent(position.turn)];
  const rows = moves.map((move) => [
    move.best ? "*" : "",
    ...namesOf(move),
    FOR_THE_MOVER[move.category],
    then(move, other),
  ]);
  return `${head}\n\n${formatColumns(rows, "lllllll")}`;
}

function namesOf({ uci, wxf, chinese, capture, check }: ProbedMove): string[] {
  const what = [...(capture ? ["takes"] : []), ...(check ? ["check"] : [])].join(", ");
  return [uci, wxf, chinese, what];
}

/** What the other side can still do after a move. */
function then(move: ProbedMove, other: string): string {
  return move.category === "draw" ? "" : `${other} ${formatValue(move)}`;
}
