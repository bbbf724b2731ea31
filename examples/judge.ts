/** Referees a game: what a move checks and chases, and the verdict when a position occurs for the third time. */
import { classDescriber, describeMove, describeVerdict, judgeByClasses, judgeMoves, parseJudgedFen } from "canju/rules";

// The black chariot checks for ever.
const start = parseJudgedFen("4k4/9/9/9/9/9/9/4r4/9/3K5 b");
const cycle = ["e2d2", "d0e0", "d2e2", "e0d0"];
const { moves, verdict, verdictAfter } = judgeMoves(start, [...cycle, ...cycle, ...cycle]);
for (const { uci, report } of moves.slice(0, verdictAfter ?? moves.length)) {
  console.log(`${uci}  ${report === null ? "is illegal" : describeMove(report).join(" ")}`);
}
console.log(verdict === null ? "the game goes on" : describeVerdict(verdict));

// A threat of mate and a check in turn: the Asian rules allow it, the Chinese forbid it.
const held = parseJudgedFen("4k4/9/9/9/9/9/9/9/N1R2K3/4r4 b");
const round = ["e0e7", "f1f0", "e7e0", "f0f1"];
const asian = judgeMoves(held, [...round, ...round]);
const chinese = judgeByClasses(held, [...round, ...round]);
for (const { uci, report } of chinese.moves.slice(0, round.length)) {
  console.log(`${uci}  ${report === null ? "is illegal" : classDescriber.mark(report)}`);
}
if (asian.verdict !== null) console.log(`Asian rules: ${describeVerdict(asian.verdict)}`);
if (chinese.verdict !== null) console.log(`Chinese rules: ${classDescriber.verdict(chinese.verdict)}`);
