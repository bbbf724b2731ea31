/** A judgement for people. */
import { nameMoveIn } from "../xiangqi/notation/move-names.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { applyMove } from "../xiangqi/moves.ts";
import type { Position } from "../xiangqi/position.ts";
import type { MoveReport } from "../xiangqi/rules/chase.ts";
import { describeMove, describeVerdict } from "../xiangqi/rules/explain.ts";
import type { Judgement } from "../xiangqi/rules/judge.ts";
import { squareName } from "../xiangqi/squares.ts";

/** Every move with its checks, chases and the attacks that are none, a sentence each, and the verdict. All moves are legal. */
export function describeJudgement(judgement: Judgement): string {
  const parts = [formatFen(judgement.start)];
  let position = judgement.start;
  const lines: string[] = [];
  for (const [i, { report }] of judgement.moves.entries()) {
    const ply = i + (judgement.start.turn === "black" ? 1 : 0);
    lines.push(describeOne(position, report!, ply), ...describeMove(report!).map((sentence) => `      ${sentence}`));
    position = applyMove(position, report!.move);
  }
  if (lines.length > 0) parts.push(lines.join("\n"));
  return [...parts, describeEnd(judgement)].join("\n\n");
}

function describeOne(position: Position, report: MoveReport, ply: number): string {
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
  if (verdict === null) return "No verdict: no position has occurred three times.";
  const when = verdictAfter === moves.length ? "" : ` (after ${verdictAfter} of ${moves.length} moves)`;
  return `${describeVerdict(verdict)}${when}`;
}
