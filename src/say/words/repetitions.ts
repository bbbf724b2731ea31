/** Checks, chases and repetitions in words: what a move does by the rules, and how a repetition is judged. */
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { Attack, MoveReport } from "../../rules/asian/chase.ts";
import type { Man } from "../../rules/men.ts";
import type { Conduct, RepetitionVerdict, Verdict } from "../../rules/asian/verdict.ts";
import type { Result } from "../../rules/judging.ts";
import { squareName } from "../../xiangqi/squares.ts";
import type { GameWords, Perpetual } from "./game.ts";

/** What languages say of checks, chases and repetitions. Men come in words, such as `the Red chariot on c1`. */
export interface RepetitionWords {
  readonly man: (name: string, square: string) => string;
  /** A man that is chased, by where it stood at the start. */
  readonly target: (name: string, square: string) => string;
  readonly list: (items: readonly string[]) => string;

  readonly check: (checkers: string) => string;
  /** Clause c11. */
  readonly capture: string;
  readonly idle: string;
  /** A chase: what the attack is (null: new), why the target could be taken for nothing. */
  readonly chase: (capturer: string, target: string, why: string, before: "c3" | "c5" | "c7" | null) => string;
  readonly why: {
    readonly unprotected: string;
    readonly falseRoots: (men: string) => string;
    readonly chariot: string;
    readonly noExchange: string;
  };
  /** Attacks that make no chase, by clause. `by`: the men that decide. */
  readonly noChase: Readonly<
    Record<
      "c2" | "c3" | "c5" | "c6" | "c7" | "c8" | "c9" | "c12",
      (capturer: string, target: string, by: string) => string
    >
  >;
  /** Short: `check`, `chases the horse`, and what a move does that does neither. */
  readonly marks: { readonly check: string; readonly chase: (role: string) => string; readonly idle: string };

  readonly verdict: {
    readonly check: (loser: string, other: string) => string;
    /** The other side chases a man on every move: that does not matter. */
    readonly checkAgainstChase: (loser: string, other: string, target: string) => string;
    readonly mutualCheck: string;
    readonly chase: (loser: string, target: string, other: string) => string;
    readonly mutualChase: (redTarget: string, blackTarget: string) => string;
    readonly nothing: string;
    /** What a side did when that is not forbidden. */
    readonly conduct: (side: string, deeds: string) => string;
    readonly checks: (times: number, moves: number) => string;
    readonly chases: (target: string, times: number, moves: number) => string;
    readonly none: string;
  };

  readonly explanation: {
    readonly loss: (loser: string) => string;
    readonly draw: string;
    readonly forced: (loser: string, kind: Perpetual) => string;
    readonly bound: (sides: string) => string;
    readonly confined: (positions: number) => string;
    readonly approach: string;
    readonly cycle: string;
    readonly others: (count: number) => string;
    readonly onlyMove: string;
    readonly repeats: string;
    readonly draws: string;
    /** Names the clause that decides. */
    readonly rule: (clause: "d3" | "d4" | "d5") => string;
    readonly limited: (positions: number, plies: number) => string;
  };
}

/** A man as data give it: its square as a number or by name. */
export interface SomeMan extends Pick<Man, "colour" | "role"> {
  readonly square: number | string;
}

/** How a repetition is judged, without the attacks. */
export interface JudgedRepetition {
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
  readonly clause: Attack["clause"] | "b1" | "c10" | "c11";
}

export interface Describer {
  /** What a move does, a sentence each: its check, its chases, and attacks that are none. */
  move(report: MoveReport): Sentence[];
  /** In a few words: `check`, `chases the horse`. */
  marks(report: MoveReport): string[];
  verdict(judged: JudgedRepetition | Verdict): string;
}

/** Sentences after one another: a Chinese full stop is as wide as one and the blank after it. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.join(" ").replaceAll("。 ", "。");
}

/** @param place what a square is called, by its name in coordinates */
export function makeDescriber(
  say: GameWords,
  judging: RepetitionWords,
  place: (square: string) => string = (square) => square,
): Describer {
  const nameOf = (name: RepetitionWords["man"], { colour, role, square }: SomeMan): string => {
    const named = place(typeof square === "number" ? squareName(square) : square);
    return name(say.man(say.colours[colour], say.roles[role]), named);
  };
  const manOf = (man: SomeMan): string => nameOf(judging.man, man);
  const targetOf = (man: SomeMan): string => nameOf(judging.target, man);
  const menOf = (men: readonly SomeMan[]) => judging.list(men.map(manOf));

  const whyReal = ({ clause, by }: Attack["threat"]): string => {
    if (clause === "c4") return judging.why.chariot;
    const reasons = [
      ...(clause === "c5" ? [judging.why.noExchange] : []),
      ...(by.length > 0 ? [judging.why.falseRoots(menOf(by))] : []),
    ];
    return reasons.length === 0 ? judging.why.unprotected : judging.list(reasons);
  };
  const attackOf = ({ threat, before, chase, clause, by }: Attack): Sentence => {
    const [capturer, target] = [manOf(threat.capturer), manOf(threat.target)];
    if (!chase) {
      const deny = judging.noChase[clause as keyof RepetitionWords["noChase"]];
      return { text: deny(capturer, target, menOf(by)), clause };
    }
    const stood = before?.clause;
    const obstacle = stood === "c3" || stood === "c5" || stood === "c7" ? stood : null;
    return { text: judging.chase(capturer, target, whyReal(threat), obstacle), clause: threat.clause };
  };
  /** The men that a side chases on every move. */
  const chasedBy = ({ moves, chased }: JudgedConduct): string =>
    judging.list(chased.filter(({ times }) => times === moves).map(({ man }) => targetOf(man)));
  /** What a side does that is not forbidden; nothing where it does nothing. */
  const conductOf = (side: Colour, { moves, checks, chased }: JudgedConduct): string[] => {
    const { verdict } = judging;
    const deeds = chased.map(({ man, times }) => verdict.chases(targetOf(man), times, moves));
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
    verdict(judged) {
      if ("ending" in judged) return say[judged.ending](say.colours[opponent(judged.loser)]);
      const { result, clause, conduct } = "kind" in judged ? judgedOf(judged) : judged;
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
function judgedOf({ result, clause, conduct }: RepetitionVerdict): JudgedRepetition {
  const judge = ({ moves, checks, targets }: Conduct): JudgedConduct => ({ moves, checks, chased: targets });
  return {
    result,
    clause,
    conduct: { red: judge(conduct.red), black: judge(conduct.black) },
  };
}
