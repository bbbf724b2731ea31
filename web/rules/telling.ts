/** What moves and repetitions are said to be, by the Asian rules or by the classes of the Chinese ones. */
import type { GradedVerdict } from "../../src/rules/chinese/grades.ts";
import type { RepetitionVerdict } from "../../src/rules/asian/verdict.ts";
import { classDescriberIn, describerIn } from "../state/places.ts";
import type { Dictionary } from "../words/en/page.ts";
import type { JudgingWords } from "../words/spoken.ts";
import type { JudgedMove } from "./judged-moves.ts";

/** A sentence, and the clause of the Asian rules that it follows from. */
export interface Told {
  readonly text: string;
  readonly clause?: string;
}

export interface Telling {
  /** What a move does, a sentence each. */
  move(judged: JudgedMove): readonly Told[];
  /** The same in a few words. */
  marks(judged: JudgedMove): readonly string[];
  verdict(verdict: RepetitionVerdict | GradedVerdict): string;
}

/** Moves are told by their classes where they have any. */
export function tellingIn(say: Dictionary, { repetitions, classes }: JudgingWords): Telling {
  const asian = describerIn(say, repetitions);
  const chinese = classDescriberIn(say, repetitions, classes);
  return {
    move: ({ report, label }) =>
      label === null ? asian.move(report) : chinese.move(label).map((text): Told => ({ text })),
    marks: ({ report, label }) => (label === null ? asian.marks(report) : [chinese.mark(label)]),
    verdict: (verdict) => (verdict.kind === "grades" ? chinese.verdict(verdict) : asian.verdict(verdict)),
  };
}
