/** `canju judge`: what each move checks and chases, and the verdict on a repetition. */
import type { Command } from "commander";
import { InputError } from "../xiangqi/errors.ts";
import { parseJudgedFen } from "../xiangqi/rules/judged-position.ts";
import { judgeMoves, toJudgementJson, type Judgement, type JudgementJson } from "../xiangqi/rules/judge.ts";
import { describeJudgement } from "./describe-judgement.ts";
import { messageOf } from "./errors.ts";
import { answerLines } from "./lines.ts";
import { jsonOption } from "./options.ts";
import { printJson, printLine } from "./output.ts";
import { readPosition, splitLine, splitPosition } from "./positions.ts";
import { addSwitches, type SwitchOptions } from "./switches.ts";

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
    await judgeBatch(options);
    return;
  }
  if (words.length === 0) throw new InputError("bad-arguments", "which position? Give a FEN, or --batch for many");
  const judgement = judge(splitPosition(words), options);
  if (options.json) printJson(toJudgementJson(judgement));
  checkLegal(judgement);
  if (!options.json) printLine(describeJudgement(judgement));
}

/** Answers in order, each line as it comes. What is wrong with a line is its answer: `{"error": ...}`. */
function judgeBatch(options: JudgeOptions): Promise<void> {
  return answerLines((line) => answer(line, options));
}

function answer(line: string, options: JudgeOptions): JudgementJson | { readonly error: string } {
  try {
    const judgement = judge(splitLine(line), options);
    checkLegal(judgement);
    return toJudgementJson(judgement);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { error: messageOf(error) };
  }
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
