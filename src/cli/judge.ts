/** `canju judge`: what each move checks and chases, and the verdict on a repetition. */
import type { Command } from "commander";
import { nameMoveIn } from "../xiangqi/notation/move-names.ts";
import { describeMove, describeVerdict, repetitions } from "../words/english.ts";
import { InputError } from "../xiangqi/errors.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { applyMove } from "../xiangqi/moves.ts";
import type { Position } from "../xiangqi/position.ts";
import type { MoveReport } from "../xiangqi/rules/chase.ts";
import { parseJudgedFen, judgeMoves, type Judgement } from "../xiangqi/rules/judge.ts";
import { squareName } from "../xiangqi/squares.ts";
import { toJudgementJson, type JudgementJson } from "../words/judgement.ts";
import { answerLines, printJson, printLine } from "./output.ts";
import { jsonOption, addSwitches, type SwitchOptions } from "./options.ts";
import { readPosition, splitLine, splitPosition } from "./positions.ts";

interface JudgeOptions extends SwitchOptions {
  readonly json?: true;
  readonly batch?: true;
}

export function registerJudge(program: Command): void {
  const command = program
    .command("judge")
    .description("what each move checks and chases, and the verdict under the Asian rules")
    .argument("[position]", "where the moves begin: a FEN or a Pai code")
    .argument("[moves...]", "such as h2e2")
    .option("--batch", "a position on each line of stdin, then a tab and moves; a JSON object for each")
    .addOption(jsonOption());
  addSwitches(command).action((position: string | undefined, moves: string[], options: JudgeOptions) =>
    runJudge(position === undefined ? [] : [position, ...moves], options),
  );
}

async function runJudge(words: readonly string[], options: JudgeOptions): Promise<void> {
  if (options.batch) {
    if (words.length > 0)
      throw new InputError("bad-arguments", "--batch reads positions from stdin and takes no other");
    await answerLines((line) => answer(line, options));
    return;
  }
  if (words.length === 0) throw new InputError("bad-arguments", "which position? Give a FEN, or --batch for many");
  const judgement = judge(splitPosition(words), options);
  if (options.json) printJson(toJudgementJson(judgement));
  checkLegal(judgement);
  if (!options.json) printLine(describeJudgement(judgement));
}

function answer(line: string, options: JudgeOptions): JudgementJson {
  const judgement = judge(splitLine(line), options);
  checkLegal(judgement);
  return toJudgementJson(judgement);
}

function judge({ text, moves }: ReturnType<typeof splitLine>, options: JudgeOptions): Judgement {
  return judgeMoves(readPosition(text, parseJudgedFen), moves, options.switch);
}

/** @throws InputError when the last move judged is illegal */
function checkLegal({ moves }: Judgement): void {
  const last = moves.at(-1);
  if (last === undefined || last.report !== null) return;
  const place = moves.length === 1 ? "" : `, as move ${moves.length},`;
  throw new InputError("illegal-move", `"${last.uci}"${place} is not legal here`);
}

/** Every move with its checks, chases and the attacks that are none, a sentence each, and the verdict. All moves are legal. */
function describeJudgement(judgement: Judgement): string {
  const parts = [formatFen(judgement.start)];
  let position = judgement.start;
  const lines: string[] = [];
  for (const [i, { report }] of judgement.moves.entries()) {
    const ply = i + (judgement.start.turn === "black" ? 1 : 0);
    lines.push(describePly(position, report!, ply), ...describeMove(report!).map((sentence) => `      ${sentence}`));
    position = applyMove(position, report!.move);
  }
  if (lines.length > 0) parts.push(lines.join("\n"));
  return [...parts, describeEnd(judgement)].join("\n\n");
}

function describePly(position: Position, report: MoveReport, ply: number): string {
  const number = `${Math.floor(ply / 2) + 1}.${ply % 2 === 0 ? "" : ".."}`;
  const { uci, wxf, chinese } = nameMoveIn(position, report.move);
  return `${number.padEnd(5)} ${uci} ${wxf} ${chinese}  ${summarize(report)}`;
}

function summarize({ check, capture, chased }: MoveReport): string {
  const deeds = [
    ...(capture ? ["takes"] : []),
    ...(check ? ["checks"] : []),
    ...(chased.length === 0 ? [] : [`chases ${chased.map(({ square }) => squareName(square)).join(" and ")}`]),
  ];
  return deeds.length === 0 ? "idle" : deeds.join(", ");
}

function describeEnd({ moves, verdict, verdictAfter }: Judgement): string {
  if (verdict === null) return repetitions.verdict.none;
  const when = verdictAfter === moves.length ? "" : ` (after ${verdictAfter} of ${moves.length} moves)`;
  return `${describeVerdict(verdict)}${when}`;
}
