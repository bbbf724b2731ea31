/** `canju judge`: what each move checks and chases, or its class, and the verdict on a repetition. */
import { Option, type Command } from "commander";
import { formatUci } from "../../xiangqi/notation/coordinates.ts";
import { nameMoveIn } from "../../xiangqi/notation/move-names.ts";
import { classDescriber, describeMove, describeVerdict, repetitions } from "../../say/english.ts";
import { InputError } from "../../base/errors.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { applyMove } from "../../xiangqi/moves.ts";
import { judgeByClasses, type GradedJudgement } from "../../rules/chinese/chinese-rules.ts";
import type { MoveReport } from "../../rules/asian/chase.ts";
import type { Move } from "../../xiangqi/moves.ts";
import { parseJudgedFen } from "../../rules/judging.ts";
import { judgeMoves, type Judgement } from "../../rules/asian/asian-rules.ts";
import { squareName } from "../../xiangqi/squares.ts";
import { toGradedJudgementJson, toJudgementJson, type JudgementJson } from "../../say/judgement.ts";
import { gameOption, readGameFile, type GameFlags } from "./games.ts";
import { answerLines, printJson, printLine } from "./output.ts";
import type { Edition } from "../../rules/chinese/edition.ts";
import { addSwitches, checkEdition, editionOption, jsonOption, type SwitchOptions } from "./options.ts";
import { readPosition, splitLine, splitPosition } from "./positions.ts";

interface JudgeOptions extends SwitchOptions, GameFlags {
  readonly rules: "asian" | "chinese";
  readonly edition?: Edition;
  readonly json?: true;
  readonly batch?: true;
}

export function registerJudge(program: Command): void {
  const rules =
    "asian: perpetual check and chase lose; chinese: any unbroken mixture of check, threat of mate and chase";
  const command = program
    .command("judge")
    .description("what each move checks and chases, and the verdict on a repetition")
    .argument("[position]", "where the moves begin: a FEN or a Pai code")
    .argument("[moves...]", "such as h2e2")
    .addOption(new Option("--rules <rules>", rules).choices(["asian", "chinese"]).default("asian"))
    .addOption(editionOption())
    .option(
      "--batch",
      "a position on each line of stdin, then a tab and moves; a JSON object for each, an error where a line is wrong",
    )
    .addOption(gameOption("the game to judge"))
    .addOption(jsonOption());
  addSwitches(command).action((position: string | undefined, moves: string[], options: JudgeOptions) =>
    runJudge(position === undefined ? [] : [position, ...moves], options),
  );
}

async function runJudge(words: readonly string[], options: JudgeOptions): Promise<void> {
  if (options.rules === "chinese" && options.switch !== undefined) {
    throw new InputError("bad-arguments", "--switch is about the Asian rules, not with --rules chinese");
  }
  checkEdition(options);
  if (options.batch) {
    if (words.length > 0)
      throw new InputError("bad-arguments", "--batch reads positions from stdin and takes no other");
    await answerLines((line) => answer(line, options));
    return;
  }
  if (options.game !== undefined && words.length > 0) {
    throw new InputError("bad-arguments", "--game reads a position and moves from a file and takes no other");
  }
  if (words.length === 0 && options.game === undefined) {
    throw new InputError("bad-arguments", "which position? Give a FEN, --game for a file, or --batch for many");
  }
  const judged = judge(options.game === undefined ? splitPosition(words) : await gameIn(options.game), options);
  if (options.json) printJson(judged.toJson());
  checkLegal(judged);
  if (!options.json) printLine(judged.describe());
}

/** The main line of a game in a file. */
async function gameIn(file: string): Promise<ReturnType<typeof splitLine>> {
  const { start, line } = await readGameFile(file);
  return { text: formatFen(start), moves: line.map(({ move }) => formatUci(start, move)) };
}

function answer(line: string, options: JudgeOptions): JudgementJson {
  const judged = judge(splitLine(line), options);
  checkLegal(judged);
  return judged.toJson();
}

/** A judgement under either set of rules. */
interface Judged {
  readonly moves: readonly { readonly uci: string }[];
  /** Whether the last move is illegal, and so the end of the list. */
  readonly illegal: boolean;
  toJson(): JudgementJson;
  /** Every move has to be legal. */
  describe(): string;
}

function judge({ text, moves }: ReturnType<typeof splitLine>, options: JudgeOptions): Judged {
  const start = readPosition(text, parseJudgedFen);
  if (options.rules === "chinese") {
    const judgement = judgeByClasses(start, moves, options.edition);
    return {
      moves: judgement.moves,
      illegal: judgement.moves.at(-1)?.report === null,
      toJson: () => toGradedJudgementJson(judgement),
      describe: () => describeGraded(judgement),
    };
  }
  const judgement = judgeMoves(start, moves, options.switch);
  return {
    moves: judgement.moves,
    illegal: judgement.moves.at(-1)?.report === null,
    toJson: () => toJudgementJson(judgement),
    describe: () => describeJudgement(judgement),
  };
}

/** @throws InputError when the last move judged is illegal */
function checkLegal({ moves, illegal }: Judged): void {
  if (!illegal) return;
  const place = moves.length === 1 ? "" : `, as move ${moves.length},`;
  throw new InputError("illegal-move", `"${moves.at(-1)!.uci}"${place} is not legal here`);
}

/** Every move with its checks, chases and the attacks that are none, a sentence each, and the verdict. */
function describeJudgement(judgement: Judgement): string {
  const reports = judgement.moves.map(({ report }) => report!);
  const plies = reports.map((report) => ({ move: report.move, mark: summarize(report), why: describeMove(report) }));
  const { verdict } = judgement;
  return describeAll(judgement, plies, verdict === null ? null : describeVerdict(verdict));
}

/** Every move with its class and the reasons, a sentence each, and the verdict. */
function describeGraded(judgement: GradedJudgement): string {
  const plies = judgement.moves.map(({ report: label }) => ({
    move: label!.move,
    mark: classDescriber.mark(label!),
    why: classDescriber.move(label!),
  }));
  const { verdict } = judgement;
  return describeAll(judgement, plies, verdict === null ? null : classDescriber.verdict(verdict));
}

interface Ply {
  readonly move: Move;
  /** In a few words, what it does. */
  readonly mark: string;
  readonly why: readonly string[];
}

function describeAll(
  { start, verdictAfter }: Pick<Judgement, "start" | "verdictAfter">,
  plies: readonly Ply[],
  verdict: string | null,
): string {
  const lines: string[] = [];
  let position = start;
  for (const [i, { move, mark, why }] of plies.entries()) {
    const ply = i + (start.turn === "black" ? 1 : 0);
    const number = `${Math.floor(ply / 2) + 1}.${ply % 2 === 0 ? "" : ".."}`;
    const { uci, wxf, chinese } = nameMoveIn(position, move);
    lines.push(`${number.padEnd(5)} ${uci} ${wxf} ${chinese}  ${mark}`, ...why.map((sentence) => `      ${sentence}`));
    position = applyMove(position, move);
  }
  const when = verdictAfter === plies.length ? "" : ` (after ${verdictAfter} of ${plies.length} moves)`;
  const end = verdict === null ? repetitions.verdict.none : `${verdict}${when}`;
  return [formatFen(start), ...(lines.length > 0 ? [lines.join("\n")] : []), end].join("\n\n");
}

function summarize({ check, capture, chased }: MoveReport): string {
  const deeds = [
    ...(capture ? ["takes"] : []),
    ...(check ? ["checks"] : []),
    ...(chased.length === 0 ? [] : [`chases ${chased.map(({ square }) => squareName(square)).join(" and ")}`]),
  ];
  return deeds.length === 0 ? "idle" : deeds.join(", ");
}
