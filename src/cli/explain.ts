/** `canju explain`: why a position is decided, or drawn, by the rules on repetitions. */
import type { Command } from "commander";
import { explain, type Attempt, type ExplainedMove, type Explanation } from "../play/explanation.ts";
import { parseFen } from "../xiangqi/fen.ts";
import { applyMove } from "../xiangqi/moves.ts";
import { parseUci } from "../xiangqi/notation/uci.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import type { Position } from "../xiangqi/position.ts";
import { reportMove } from "../xiangqi/rules/chase.ts";
import { describeMove } from "../xiangqi/rules/explain.ts";
import type { RuleOptions } from "../xiangqi/rules/options.ts";
import { addTableOptions, type TableOptions } from "./options.ts";
import { formatColumns, printJson, printLine } from "./output.ts";
import { addPositionArgument, readPosition } from "./positions.ts";
import { requireTable, withTables } from "./tables.ts";
import { COLOUR_NAMES, formatCollection, formatPlies, formatReason, formatValue } from "./values.ts";

export function registerExplain(program: Command): void {
  const command = program
    .command("explain")
    .description("the perpetual that a position's loser is forced into, and every attempt to leave it");
  addTableOptions(addPositionArgument(command, true)).action((words: string[], options: TableOptions) =>
    runExplain(words, options),
  );
}

async function runExplain(words: string[], options: TableOptions): Promise<void> {
  const position = readPosition(words.join(" "));
  const found = await withTables(options, async (catalog) => {
    await requireTable(position, catalog);
    return explain(position, catalog);
  });
  if (options.json) printJson(found);
  else printLine(describe(found, position, formatCollection(options)));
}

function describe(found: Explanation, position: Position, collection: string): string {
  const { fen, endgame, approach, cycle, switches } = found;
  const value = `${COLOUR_NAMES[position.turn]} ${formatValue(found)}${formatReason(found, position.turn)}`;
  const parts = [`${fen}\n${endgame}, ${collection}: ${value}`, describeSubject(found)];
  if (cycle === null) return parts.join("\n\n");
  if (approach.length > 0) parts.push(`First\n${describeMoves(position, approach, switches)}`);
  parts.push(`${cycle.fen}\n${describeMoves(parseFen(cycle.fen), cycle.moves, switches)}`, cycle.verdict.reason);
  return parts.join("\n\n");
}

function describeSubject({ subject, loser, bound, confinedTo, limit, cycle, rules }: Explanation): string {
  const limited = `Not found among ${limit.positions} positions and ${formatPlies(limit.plies)} of play.`;
  if (subject === "perpetual")
    return cycle === null ? limited : `${COLOUR_NAMES[loser!]} has nothing better than this:`;
  if (subject === "nothing") {
    if (limit.reached) return limited;
    return rules === "none" ? "No repetition is forbidden by these rules." : "No repetition decides this position.";
  }
  if (confinedTo !== null) return `A draw that goes round among ${confinedTo} positions: whoever leaves them loses.`;
  const names = bound.map((colour) => COLOUR_NAMES[colour]).join(" and ");
  return `A draw that ${names} can hold only by checking and chasing for ever:`;
}

/** Every move with what it does, a sentence each, and what comes of the others. */
function describeMoves(start: Position, moves: readonly ExplainedMove[], switches: RuleOptions): string {
  let position = start;
  const lines: string[] = [];
  for (const [i, { uci, wxf, chinese, attempts, mover }] of moves.entries()) {
    const ply = i + (start.turn === "black" ? 1 : 0);
    const number = `${Math.floor(ply / 2) + 1}.${ply % 2 === 0 ? "" : ".."}`;
    const move = parseUci(position, uci);
    lines.push(`${number.padEnd(5)} ${uci} ${wxf} ${chinese}`);
    lines.push(...describeMove(reportMove(position, move, switches)).map((sentence) => `      ${sentence}`));
    if (attempts !== null && attempts.length === 0) lines.push("      The only move.");
    if (attempts !== null && attempts.length > 0) lines.push("      Otherwise:", describeAttempts(attempts, mover));
    position = applyMove(position, move);
  }
  return lines.join("\n");
}

function describeAttempts(attempts: readonly Attempt[], mover: Colour): string {
  const rows = attempts.map((attempt) => [
    "       ",
    attempt.uci,
    attempt.wxf,
    attempt.chinese,
    describeOutcome(attempt, COLOUR_NAMES[opponent(mover)]),
  ]);
  return formatColumns(rows, "lllll");
}

function describeOutcome(attempt: Attempt, other: string): string {
  const takes = attempt.capture ? "takes; " : "";
  if (attempt.outcome === "repeats") return "more of the same";
  if (attempt.outcome === "draws") return `${takes}draws as well`;
  const why = attempt.outcome === "perpetual" ? ` by perpetual ${attempt.kind}` : "";
  return `${takes}${other} ${formatValue(attempt)}${why}`;
}
