/** `canju/rules`: what a move checks and chases and why, and what repetitions come to, by the Asian rules and by the Chinese. */
export { Adjudicator, type RuleBook } from "../../rules/adjudicator.ts";
export { asianRules } from "../../rules/asian/asian-rules.ts";
export { chineseRules } from "../../rules/chinese/chinese-rules.ts";
export { reportMove, type Attack, type MoveReport } from "../../rules/asian/chase.ts";
export { classDescriber, describeMove, describeVerdict } from "../../say/english.ts";
export { judgeByClasses, type GradedJudgement } from "../../rules/chinese/chinese-rules.ts";
export { labelMove, type Chased, type Label, type MoveLabel, type MoveReason } from "../../rules/chinese/label.ts";
export { classOf, type GradedConduct, type GradedVerdict, type MoveClass } from "../../rules/chinese/grades.ts";
export { judgeMoves, type Judgement } from "../../rules/asian/asian-rules.ts";
export { parseJudgedFen, type JudgedMove } from "../../rules/judging.ts";
export type { Man } from "../../rules/men.ts";
export { DEFAULT_RULES, parseSwitches, type RuleOptions } from "../../rules/asian/options.ts";
export { judgeRepetition } from "../../rules/asian/repetition.ts";
export type { Conduct, RepetitionVerdict, Target, Verdict } from "../../rules/asian/verdict.ts";
export type { EndingVerdict, Result } from "../../rules/judging.ts";
