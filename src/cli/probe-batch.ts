/** `canju probe --batch`: one position on each line of stdin, one JSON object on each line of stdout. */
import { probe, type ProbeResult } from "../query/probe.ts";
import type { FolderCatalog } from "../table/node/folder-catalog.ts";
import { InputError } from "../xiangqi/errors.ts";
import { applyMove } from "../xiangqi/moves.ts";
import { parseUci } from "../xiangqi/notation/uci.ts";
import type { Position } from "../xiangqi/position.ts";
import { messageOf } from "./errors.ts";
import { answerLines } from "./lines.ts";
import type { TableOptions } from "./options.ts";
import { readPosition, splitLine } from "./positions.ts";
import { explainMissing, requireTable, withTables } from "./tables.ts";

/** Answers in order, each line as it comes. What is wrong with a line is its answer: `{"error": ...}`. */
export async function probeBatch(options: TableOptions): Promise<void> {
  await withTables(options, async (catalog) => {
    await answerLines((line) => answer(line, catalog, options));
  });
}

async function answer(
  line: string,
  catalog: FolderCatalog,
  options: TableOptions,
): Promise<ProbeResult | { readonly error: string }> {
  try {
    const position = readLine(line);
    await requireTable(position, catalog);
    return await probe(position, catalog);
  } catch (error) {
    const explained = explainMissing(error, options);
    if (!(explained instanceof InputError)) throw explained;
    return { error: messageOf(explained) };
  }
}

/** The position after the moves that follow it on its line. */
function readLine(line: string): Position {
  const { text, moves } = splitLine(line);
  return moves.reduce((position, move) => applyMove(position, parseUci(position, move)), readPosition(text));
}
