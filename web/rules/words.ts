import { lazyWords } from "../i18n/lazy-words.ts";
import type { Clause } from "./diagrams.ts";

/** The text of the rules (docs/rules.md tells them at more length). */
export interface RulesWords {
  readonly title: string;
  readonly intro: string;
  readonly sections: Readonly<Record<"b" | "c" | "d", string>>;
  readonly clauses: Readonly<Record<Clause, { readonly title: string; readonly text: string }>>;
  /** A diagram without a move made yet. */
  readonly start: string;
}

/** The words of the current language; null while they are loading. */
export const useRulesWords = lazyWords<RulesWords>({
  en: () => import("./words/en.ts").then(({ rules }) => rules),
  "zh-Hans": () => import("./words/zh-Hans.ts").then(({ rules }) => rules),
  "zh-Hant": () => import("./words/zh-Hant.ts").then(({ rules }) => rules),
  vi: () => import("./words/vi.ts").then(({ rules }) => rules),
});
