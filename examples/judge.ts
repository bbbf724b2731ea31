/** Referees a game: what a move checks and chases, and the verdict when a position occurs for the third time. */
import { describeMove, describeVerdict, judgeMoves, parseJudgedFen } from "canju/rules";

// The black chariot checks for ever.
const start = parseJudgedFen("4k4/9/9/9/9/9/9/4r4/9/3K5 b");
const cycle = ["e2d2", "d0e0", "d2e2", "e0d0"];
const { moves, verdict, verdictAfter } = judgeMoves(start, [...cycle, ...cycle, ...cycle]);
for (const { uci, report } of moves.slice(0, verdictAfter ?? moves.length)) {
  console.log(`${uci}  ${report === null ? "is illegal" : describeMove(report).join(" ")}`);
}
console.log(verdict === null ? "the game goes on" : describeVerdict(verdict));
