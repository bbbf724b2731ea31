import type { Basis } from "../../src/material/answer.ts";
import type { Kind } from "../../src/material/paper/space.ts";
import type { State } from "../../src/material/paper/states.ts";
import { lazyWords } from "../i18n/lazy-words.ts";

type Party = "attacker" | "defender";

/** What languages say of material. Pairs are names such as `KRNKCCAABB`, shares texts such as `97 %`. */
export interface MaterialWords {
  readonly title: string;
  readonly intro: string;
  readonly name: string;
  readonly pick: string;
  readonly sides: readonly [first: string, second: string];
  readonly add: (man: string) => string;
  readonly remove: (man: string) => string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly states: Readonly<Record<State, string>>;
  /** A line about what the state means. */
  readonly meanings: Readonly<Record<State, string>>;
  readonly bases: Readonly<Record<Basis, string>>;
  readonly forSide: (attack: string) => string;
  readonly shares: (win: string, draw: string, loss: string) => string;
  readonly probabilities: string;
  readonly why: string;
  readonly solved: (pair: string, state: string, shares: string) => string;
  readonly soldiers: (from: string) => string;
  readonly superset: (from: string) => string;
  readonly subset: (from: string) => string;
  readonly exchange: (by: Party, active: string, passive: string, share: string, left: string) => string;
  readonly without: (side: Party, man: string, left: string) => string;
  readonly valued: (pair: string, state: string, basis: string) => string;
  readonly map: (first: string) => string;
  readonly mapHelp: string;
  readonly bySecond: (state: string) => string;
}

/** The words of the current language; null while they are loading. */
export const useMaterialWords = lazyWords<MaterialWords>({
  en: () => import("./words/en.ts").then(({ material }) => material),
  "zh-Hans": () => import("./words/zh-Hans.ts").then(({ material }) => material),
  "zh-Hant": () => import("./words/zh-Hant.ts").then(({ material }) => material),
  vi: () => import("./words/vi.ts").then(({ material }) => material),
});
