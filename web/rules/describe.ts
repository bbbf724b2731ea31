/** What the rules' data say, in the page's languages. Pure. */
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { Attack, MoveReport } from "../../src/xiangqi/rules/chase.ts";
import type { Man } from "../../src/xiangqi/rules/men.ts";
import type { Conduct, RepetitionVerdict, Result } from "../../src/xiangqi/rules/verdict.ts";
import { squareName } from "../../src/xiangqi/squares.ts";
import { joinSentences } from "../format.ts";
import type { Dictionary } from "../i18n/dictionary.ts";
import type { Clause } from "./diagrams.ts";
import type { JudgingWords } from "./judging-words.ts";

/** A man as data give it: its square as a number or by name. */
export interface SomeMan extends Pick<Man, "colour" | "role"> {
  readonly square: number | string;
}

/** How a repetition is judged, without the attacks. */
export interface Judged {
  readonly result: Result;
  readonly clause: RepetitionVerdict["clause"];
  readonly conduct: Readonly<Record<Colour, JudgedConduct>>;
}

interface JudgedConduct {
  readonly moves: number;
  readonly checks: number;
  readonly chased: readonly { readonly man: SomeMan; readonly times: number }[];
}

/** A sentence and the clause that it follows from. */
export interface Sentence {
  readonly text: string;
  readonly clause: Clause;
}

export interface Describer {
  /** What a move does, a sentence each: its check, its chases, and attacks that are none. */
  move(report: MoveReport): Sentence[];
  /** In a few words: `check`, `chases the horse`. */
  marks(report: MoveReport): string[];
  verdict(judged: Judged): string;
}

export function makeDescriber(say: Dictionary, judging: JudgingWords): Describer {
  const manOf = ({ colour, role, square }: SomeMan): string => {
    const name = say.man(say.colours[colour], say.roles[role]);
    return judging.man(name, typeof square === "number" ? squareName(square) : square);
  };
  const menOf = (men: readonly SomeMan[]) => judging.list(men.map(manOf));

  const whyReal = ({ clause, by }: Attack["threat"]): string => {
    if (clause === "c4") return judging.why.chariot;
    if (clause === "c5") return judging.why.noExchange;
    return by.length > 0 ? judging.why.falseRoots(menOf(by)) : judging.why.unprotected;
  };
  const attackOf = ({ threat, before, chase, clause, by }: Attack): Sentence => {
    const [capturer, target] = [manOf(threat.capturer), manOf(threat.target)];
    if (!chase) {
      const deny = judging.noChase[clause as keyof JudgingWords["noChase"]];
      return { text: deny(capturer, target, menOf(by)), clause };
    }
    const stood = before?.clause;
    const obstacle = stood === "c3" || stood === "c5" || stood === "c7" ? stood : null;
    return { text: judging.chase(capturer, target, whyReal(threat), obstacle), clause: threat.clause };
  };
  /** The men that a side chases on every move. */
  const chasedBy = ({ moves, chased }: JudgedConduct): string =>
    menOf(chased.filter(({ times }) => times === moves).map(({ man }) => man));
  /** What a side does that is not forbidden; nothing where it does nothing. */
  const conductOf = (side: Colour, { moves, checks, chased }: JudgedConduct): string[] => {
    const { verdict } = judging;
    const deeds = chased.map(({ man, times }) => verdict.chases(manOf(man), times, moves));
    if (checks > 0) deeds.unshift(verdict.checks(checks, moves));
    return deeds.length === 0 ? [] : [verdict.conduct(say.colours[side], judging.list(deeds))];
  };

  return {
    move({ capture, check, checkers, attacks }) {
      const sentences: Sentence[] = [];
      if (check) sentences.push({ text: judging.check(menOf(checkers)), clause: "b1" });
      if (capture) sentences.push({ text: judging.capture, clause: "c11" });
      const chasesFirst = [...attacks].sort((a, b) => Number(b.chase) - Number(a.chase));
      sentences.push(...chasesFirst.map(attackOf));
      return sentences.length === 0 ? [{ text: judging.idle, clause: "c10" }] : sentences;
    },
    marks({ check, chased }) {
      const chases = chased.map(({ role }) => judging.marks.chase(say.roles[role]));
      return check ? [judging.marks.check, ...chases] : chases;
    },
    verdict({ result, clause, conduct }) {
      const { verdict } = judging;
      if (result === "draw") {
        if (clause === "d3") return verdict.mutualCheck;
        if (clause === "d4") return verdict.mutualChase(chasedBy(conduct.red), chasedBy(conduct.black));
        return joinSentences([verdict.nothing, ...COLOURS.flatMap((side) => conductOf(side, conduct[side]))]);
      }
      const loser: Colour = result === "red-loss" ? "red" : "black";
      const [name, other] = [say.colours[loser], say.colours[opponent(loser)]];
      if (clause === "d4") return verdict.chase(name, chasedBy(conduct[loser]), other);
      const target = chasedBy(conduct[opponent(loser)]);
      return target === "" ? verdict.check(name, other) : verdict.checkAgainstChase(name, other, target);
    },
  };
}

/** A verdict as the adjudicator gives it. */
export function judgedOf({ result, clause, conduct }: RepetitionVerdict): Judged {
  const judge = ({ moves, checks, targets }: Conduct): JudgedConduct => ({ moves, checks, chased: targets });
  return {
    result,
    clause,
    conduct: { red: judge(conduct.red), black: judge(conduct.black) },
  };
}
