/** The diagram of the rules that is on the board, and how far it has been played. */
import { computed, signal } from "@preact/signals";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { finish } from "../../src/base/pausing.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { DEFAULT_RULES } from "../../src/rules/asian/options.ts";
import { DEFAULT_TABLE_RULES, ruleBook } from "../../src/play/table-rules.ts";
import { Adjudicator } from "../../src/rules/adjudicator.ts";
import type { GradedVerdict } from "../../src/rules/chinese/grades.ts";
import type { RepetitionVerdict } from "../../src/rules/asian/verdict.ts";
import { rules } from "../base/rules.ts";
import { CHINESE_DIAGRAMS, DIAGRAMS, movesOf, type Clause, type Diagram } from "./diagrams.ts";
import { judgeInTurn, type JudgedMove } from "./judged-moves.ts";

export interface PlayedDiagram {
  readonly start: Position;
  readonly moves: readonly JudgedMove[];
  /** On the repetition that the moves end with. */
  readonly verdict: RepetitionVerdict | GradedVerdict | null;
}

/** Plays a diagram through, by the rules as the tables use them unless told otherwise. */
export function playDiagram(diagram: Diagram): PlayedDiagram {
  const start = parseFen(diagram.fen);
  const byClasses = diagram.byClasses === true;
  const moves = finish(judgeInTurn(start, movesOf(diagram), DEFAULT_RULES, byClasses));
  const adjudicator = new Adjudicator(start, ruleBook(byClasses ? "chinese" : "asian", DEFAULT_TABLE_RULES));
  const verdicts = moves.map(({ move }) => adjudicator.play(move));
  return { start, moves, verdict: verdicts.at(-1) ?? null };
}

export const chosen = signal<Diagram>(rules.peek() === "chinese" ? CHINESE_DIAGRAMS[0]! : DIAGRAMS.b1[0]!);
export const step = signal(0);
export const played = computed(() => playDiagram(chosen.value));

export function chooseDiagram(diagram: Diagram): void {
  chosen.value = diagram;
  step.value = 0;
}

/** The clause of the Asian rules that a diagram belongs to. */
export function clauseOf(diagram: Diagram): Clause | undefined {
  return (Object.keys(DIAGRAMS) as Clause[]).find((clause) => DIAGRAMS[clause].includes(diagram));
}

export function stepBy(count: number): void {
  step.value = Math.max(0, Math.min(played.value.moves.length, step.value + count));
}
