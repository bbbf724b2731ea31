import { lazyWords } from "../i18n/lazy-words.ts";

/** What languages say of checks, chases and repetitions. Men come in words, such as `the Red chariot on c1`. */
export interface JudgingWords {
  readonly man: (name: string, square: string) => string;
  readonly list: (items: readonly string[]) => string;

  readonly check: (checkers: string) => string;
  /** Clause c11. */
  readonly capture: string;
  readonly idle: string;
  /** A chase: what the attack is (null: new), why the target could be taken for nothing. */
  readonly chase: (attacker: string, target: string, why: string, before: "c3" | "c5" | "c7" | null) => string;
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
      (attacker: string, target: string, by: string) => string
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

  readonly step: (step: number, steps: number) => string;
  readonly previous: string;
  readonly next: string;
  readonly restart: string;
  readonly back: string;

  readonly explanation: {
    readonly loss: (loser: string) => string;
    readonly draw: string;
    readonly forced: (loser: string, kind: "check" | "chase") => string;
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
    readonly thinking: string;
    readonly failed: string;
  };
}

/** The words of the current language; null while they are loading. */
export const useJudgingWords = lazyWords<JudgingWords>({
  en: () => import("./judging/en.ts").then(({ judging }) => judging),
  "zh-Hans": () => import("./judging/zh-Hans.ts").then(({ judging }) => judging),
  "zh-Hant": () => import("./judging/zh-Hant.ts").then(({ judging }) => judging),
  vi: () => import("./judging/vi.ts").then(({ judging }) => judging),
});
