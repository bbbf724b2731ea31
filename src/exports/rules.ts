/** `canju/rules`: what a move checks and chases and why, and what repetitions come to, by the Asian rules and by the Chinese. */
export { Adjudicator } from "../xiangqi/rules/adjudicator.ts";
export { reportMove, type Attack, type MoveReport } from "../xiangqi/rules/chase.ts";
export { classDescriber, describeMove, describeVerdict } from "../words/english.ts";
export { judgeByClasses, type GradedJudgement, type LabelledMove } from "../xiangqi/rules/chinese/judge.ts";
export { labelMove, type Chased, type Label, type MoveLabel, type Reason } from "../xiangqi/rules/chinese/label.ts";
export { classOf, type GradedConduct, type GradedVerdict, type MoveClass } from "../xiangqi/rules/chinese/verdict.ts";
export { judgeMoves, parseJudgedFen, type JudgedMove, type Judgement } from "../xiangqi/rules/judge.ts";
export type { Man } from "../xiangqi/rules/men.ts";
export { DEFAULT_RULES, parseSwitches, type RuleOptions } from "../xiangqi/rules/options.ts";
export { judgeRepetition } from "../xiangqi/rules/repetition.ts";
export type { Conduct, EndingVerdict, RepetitionVerdict, Result, Target, Verdict } from "../xiangqi/rules/verdict.ts";
