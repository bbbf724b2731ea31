/** `canju explain`: why a position is decided, or drawn, by the rules on repetitions. */
import { formatCollection } from "../../table/format/header.ts";
import type { Command } from "commander";
import {
  EXPLANATION_LIMIT,
  explain,
  type Attempt,
  type ExplainedCycle,
  type ExplainedMove,
  type Explanation,
} from "../../play/explanation.ts";
import { parseFen } from "../../xiangqi/fen.ts";
import { applyMove } from "../../xiangqi/moves.ts";
import { parseUci } from "../../xiangqi/notation/coordinates.ts";
import type { MoveNames } from "../../xiangqi/notation/move-names.ts";
import { DEFAULT_COLLECTION } from "../../table/catalog/collection.ts";
import { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import { reportMove } from "../../rules/asian/chase.ts";
import { classDescriber, describeMove, game, repetitions } from "../../say/english.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import { InputError } from "../../base/errors.ts";
import type { Perpetual } from "../../say/words/game.ts";
import { gameOption, readGameFile, type GameFlags } from "./games.ts";
import { addTableOptions, buildOption } from "./options.ts";
import {
  explainDependence,
  formatColumns,
  formatDependence,
  formatReason,
  formatValue,
  printJson,
  printLine,
} from "./output.ts";
import { addPositionArgument, readPosition } from "./positions.ts";
import { requireTable, withTables, type PositionOptions } from "./tables.ts";

export function registerExplain(program: Command): void {
  const command = program
    .command("explain")
    .description("the perpetual that a position's loser is forced into, and every attempt to leave it");
  addTableOptions(addPositionArgument(command, false))
    .addOption(buildOption())
    .addOption(gameOption("explain where this game ends"))
    .action((words: string[], options: PositionOptions & GameFlags) => runExplain(words, options));
}

async function runExplain(words: string[], options: PositionOptions & GameFlags): Promise<void> {
  if ((options.game === undefined) === (words.length === 0)) {
    throw new InputError("bad-arguments", "which position? Give a FEN, or --game for where a game ends");
  }
  const position = options.game === undefined ? readPosition(words.join(" ")) : await endOfGame(options.game);
  const found = await withTables(
    options,
    async (catalog) => {
      await requireTable(position, catalog);
      if (options.rules !== "chinese") return explain(position, catalog);
      const asian = new FolderCatalog(options.data, DEFAULT_COLLECTION);
      return explain(position, catalog, EXPLANATION_LIMIT, asian).finally(() => asian.close());
    },
    position,
  );
  if (options.json) printJson(found);
  else printLine(describe(found, position, formatCollection(options)));
}

async function endOfGame(file: string): Promise<Position> {
  const { start, line } = await readGameFile(file);
  return line.reduce<Position>((position, { move }) => applyMove(position, move), start);
}

function describe(found: Explanation, position: Position, collection: string): string {
  const { fen, endgame, approach, cycle, switches } = found;
  const value = `${game.colours[position.turn]} ${formatValue(found)}${formatReason(found, position.turn)}${explainDependence(found)}`;
  const parts = [`${fen}\n${endgame}, ${collection}: ${value}`, describeSubject(found)];
  if (cycle === null) return parts.join("\n\n");
  if (approach.length > 0)
    parts.push(`${repetitions.explanation.approach}\n${describeMoves(position, approach, switches)}`);
  parts.push(`${cycle.fen}\n${describeMoves(parseFen(cycle.fen), cycle.moves, switches)}`);
  parts.push([cycle.verdict.reason, ...describeBeside(found, cycle)].join("\n"));
  return parts.join("\n\n");
}

/** Under the Chinese rules: what the cycle does not tell, and what the Asian ones say of it. */
function describeBeside({ depends, byAsian, loser }: Explanation, { verdict }: ExplainedCycle): string[] {
  if (!("asian" in verdict)) return [];
  const judged = { ...verdict, conduct: verdict.grades };
  const sentences = [
    ...classDescriber.otherwise(judged, depends === true),
    ...classDescriber.beside(judged, verdict.asian),
  ];
  if (byAsian === undefined) return sentences;
  const name = ({ uci, wxf, chinese }: MoveNames) => `${uci} (${wxf} ${chinese})`;
  const { move, after, category } = byAsian;
  const holds = classDescriber.byAsian(loser!, category !== "draw", move && name(move), after.map(name));
  return [...sentences, holds];
}

function describeSubject({ subject, loser, kind, bound, confinedTo, limit, cycle, rules }: Explanation): string {
  const say = repetitions.explanation;
  const limited = say.limited(limit.positions, limit.plies);
  if (subject === "perpetual") return cycle === null ? limited : say.forced(game.colours[loser!], kind as Perpetual);
  if (subject === "nothing") {
    if (limit.reached) return limited;
    return rules === "none" ? "No repetition is forbidden by these rules." : "No repetition decides this position.";
  }
  if (confinedTo !== null) return say.confined(confinedTo);
  return say.bound(repetitions.list(bound.map((colour) => game.colours[colour])));
}

/** Every move with what it does, a sentence each, and what comes of the others. */
function describeMoves(start: Position, moves: readonly ExplainedMove[], switches: RuleOptions): string {
  const say = repetitions.explanation;
  const indent = (text: string) => `      ${text}`;
  let position = start;
  const lines: string[] = [];
  for (const [i, { uci, wxf, chinese, attempts, mover, label }] of moves.entries()) {
    const ply = i + (start.turn === "black" ? 1 : 0);
    const number = `${Math.floor(ply / 2) + 1}.${ply % 2 === 0 ? "" : ".."}`;
    const move = parseUci(position, uci);
    const mark = label === undefined ? "" : `  ${classDescriber.mark(label)}`;
    lines.push(`${number.padEnd(5)} ${uci} ${wxf} ${chinese}${mark}`);
    lines.push(...(label?.reasons ?? describeMove(reportMove(position, move, switches))).map(indent));
    if (attempts !== null && attempts.length === 0) lines.push(indent(say.onlyMove));
    if (attempts !== null && attempts.length > 0) {
      lines.push(indent(`${say.others(attempts.length)}:`), describeAttempts(attempts, mover));
    }
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
    describeOutcome(attempt, game.colours[opponent(mover)]),
    attempt.outcome === "repeats" ? "" : formatDependence(attempt),
  ]);
  return formatColumns(rows, "llllll");
}

function describeOutcome(attempt: Attempt, other: string): string {
  const say = repetitions.explanation;
  const takes = attempt.capture ? "takes; " : "";
  if (attempt.outcome === "repeats") return say.repeats.toLowerCase();
  if (attempt.outcome === "draws") return takes + say.draws.toLowerCase();
  const why = attempt.outcome === "perpetual" ? ` by perpetual ${attempt.kind}` : "";
  return `${takes}${other} ${formatValue(attempt)}${why}`;
}
