/** `canju probe`: the value of a position and of each of its moves. */
import { formatCollection } from "../../table/format/header.ts";
import type { Command } from "commander";
import { type LimitVerdict, moveLimitOf } from "../../query/move-limit.ts";
import { type ProbeResult, type ProbedMove, probe } from "../../query/probe.ts";
import type { FolderCatalog } from "../../table/node/folder-catalog.ts";
import { type Category, categoryOf } from "../../table/value.ts";
import { InputError } from "../../base/errors.ts";
import { applyMove, endingOf } from "../../xiangqi/moves.ts";
import { parseUci } from "../../xiangqi/notation/coordinates.ts";
import { opponent } from "../../xiangqi/pieces.ts";
import type { LegalPosition, Position } from "../../xiangqi/position.ts";
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
import { type GameFlags, gameOption, readGameFile } from "./games.ts";
import { type TableOptions, addTableOptions, buildOption } from "./options.ts";
import { addPositionArgument, readPosition, splitLine } from "./positions.ts";
import { type PositionOptions, buildingMissing, requireTable, withTables } from "./tables.ts";
import { game } from "../../say/english.ts";
import { ruleBook } from "../../play/table-rules.ts";
import { Adjudicator } from "../../rules/adjudicator.ts";
import { rulesOf } from "../../play/game.ts";
import { lookUp } from "../../query/lookup.ts";
import { type JudgedEnd, type Slip, judgedEnd, slipsIn } from "../../query/slips.ts";
import { MissingTableError } from "../../table/format/errors.ts";
import type { GameRecord } from "../../xiangqi/games/record.ts";
import { type MoveNames, nameMoveIn } from "../../xiangqi/notation/move-names.ts";

interface ProbeOptions extends PositionOptions, GameFlags {
  readonly batch?: true;
  /** 0: none. */
  readonly moveLimit?: number;
}

/** What a limit of moves makes of a win. */
const LIMIT: Readonly<Record<LimitVerdict, (plies: number) => string>> = {
  within: (plies) => `Won within ${plies} plies, captures or none`,
  next: (plies) => `The next capture, or mate, comes within ${plies} plies; what follows a capture is not looked at`,
  beyond: (plies) => `Won, but not within the limit: no capture can be forced within ${plies} plies`,
  unknown: (plies) => `Whether it is won within ${plies} plies without a capture, this table does not tell`,
};

const FOR_THE_MOVER: Readonly<Record<Category, string>> = { loss: "wins", draw: "draws", win: "loses" };

export function registerProbe(program: Command): void {
  const command = program.command("probe").description("the value of a position and of each of its moves");
  addTableOptions(addPositionArgument(command, false))
    .addOption(buildOption())
    .option(
      "--batch",
      "a position on each line of stdin, then a tab and moves to play first; a JSON object for each, an error where a line is wrong",
    )
    .option(
      "--move-limit <plies>",
      "what a limit of so many plies without a capture makes of it, 120 for 60 moves of either side",
      parsePlies,
    )
    .addOption(gameOption("every move of a game, and what it threw away"))
    .action((words: string[], options: ProbeOptions) => runProbe(words, options));
}

async function runProbe(words: string[], options: ProbeOptions): Promise<void> {
  if (options.batch) {
    if (words.length > 0)
      throw new InputError("bad-arguments", "--batch reads positions from stdin and takes no other");
    await withTables(options, (catalog) =>
      answerLines(async (line) => {
        const position = positionOf(line);
        return buildingMissing(options, () => probeIn(position, catalog, options), position);
      }),
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
  const result = await withTables(options, (catalog) => probeIn(position, catalog, options), position);
  if (options.json) printJson(result);
  else printLine(describe(position, result, options));
}

/** @throws InputError `bad-arguments` */
function parsePlies(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new InputError("bad-arguments", `--move-limit takes a number of plies (0: none), not ${text}`);
}

async function probeIn(
  position: Position,
  catalog: FolderCatalog,
  { moveLimit }: Pick<ProbeOptions, "moveLimit">,
): Promise<ProbeResult> {
  await requireTable(position, catalog);
  return probe(position, catalog, moveLimitOf(moveLimit));
}

/** Of a line of a batch: the position after the moves that follow it. */
function positionOf(line: string): Position {
  const { text, moves } = splitLine(line);
  const play = (position: Position, move: string): Position => applyMove(position, parseUci(position, move));
  return moves.reduce(play, readPosition(text));
}

function describe(position: Position, result: ProbeResult, options: ProbeOptions): string {
  const { fen, endgame, moves } = result;
  const mover = game.colours[position.turn];
  const ending = endingOf(position);
  const verdict = ending === null ? formatValue(result) : `is ${ending}d`;
  const value = `${mover} ${verdict}${formatReason(result, position.turn)}${explainDependence(result)}`;
  const limit = result.limit ? `\n${LIMIT[result.limit](options.moveLimit!)}` : "";
  const head = `${fen}\n${endgame}, ${formatCollection(options)}: ${value}${limit}`;
  if (moves.length === 0) return head;
  const other = game.colours[opponent(position.turn)];
  const rows = moves.map((move) => [
    move.best ? "*" : "",
    ...namesOf(move),
    FOR_THE_MOVER[move.category],
    then(move, other),
    [formatDependence(move), move.limit === "beyond" ? "beyond the limit" : ""].join(" ").trim(),
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

/* `canju probe --game`: what each move of a game made of its position. */

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
