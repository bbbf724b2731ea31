import type { Dictionary } from "./dictionary.ts";
import { en } from "./en.ts";
import { zhHans } from "./zh-Hans.ts";
import { zhHant } from "./zh-Hant.ts";

export const DICTIONARIES = { en, "zh-Hans": zhHans, "zh-Hant": zhHant } as const satisfies Record<string, Dictionary>;
export type Language = keyof typeof DICTIONARIES;
export const LANGUAGES = Object.keys(DICTIONARIES) as Language[];

/** The page's language for a list of BCP 47 tags in order of preference: the first tag it speaks, else English. */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags.map((each) => each.toLowerCase())) {
    if (/^zh\b.*\bhans\b/.test(tag)) return "zh-Hans";
    if (/^zh\b.*\b(hant|tw|hk|mo)\b/.test(tag)) return "zh-Hant";
    if (/^zh\b/.test(tag)) return "zh-Hans";
    if (/^en\b/.test(tag)) return "en";
  }
  return "en";
}
