/** `canju/rules`: the Asian rules. What a move checks and chases and why, and what repetitions of it come to. */
export { Adjudicator } from "../xiangqi/rules/adjudicator.ts";
export { reportMove, type Attack, type MoveReport } from "../xiangqi/rules/chase.ts";
export { describeMove, describeVerdict } from "../words/english.ts";
export { judgeMoves, type JudgedMove, type Judgement } from "../xiangqi/rules/judge.ts";
export { parseJudgedFen } from "../xiangqi/rules/judge.ts";
export type { Man } from "../xiangqi/rules/men.ts";
export { DEFAULT_RULES, parseSwitches, type RuleOptions } from "../xiangqi/rules/options.ts";
export { judgeRepetition } from "../xiangqi/rules/repetition.ts";
export type { Conduct, EndingVerdict, RepetitionVerdict, Result, Target, Verdict } from "../xiangqi/rules/verdict.ts";
