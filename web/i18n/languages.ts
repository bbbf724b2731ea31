/** The languages of the page. Each dictionary is a file of its own, loaded when it is spoken. */
import type { Dictionary } from "./dictionary.ts";

export const LANGUAGES = ["en", "zh-Hans", "zh-Hant", "vi"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
  vi: "Tiếng Việt",
};

const LOADERS: Readonly<Record<Language, () => Promise<Dictionary>>> = {
  en: () => import("./en.ts").then(({ en }) => en),
  "zh-Hans": () => import("./zh-Hans.ts").then(({ zhHans }) => zhHans),
  "zh-Hant": () => import("./zh-Hant.ts").then(({ zhHant }) => zhHant),
  vi: () => import("./vi.ts").then(({ vi }) => vi),
};

export function loadDictionary(language: Language): Promise<Dictionary> {
  return LOADERS[language]();
}

/** The page's language for a list of BCP 47 tags in order of preference: the first tag it speaks, else English. */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags.map((each) => each.toLowerCase())) {
    if (/^zh\b.*\bhans\b/.test(tag)) return "zh-Hans";
    if (/^zh\b.*\b(hant|tw|hk|mo)\b/.test(tag)) return "zh-Hant";
    if (/^zh\b/.test(tag)) return "zh-Hans";
    if (/^vi\b/.test(tag)) return "vi";
    if (/^en\b/.test(tag)) return "en";
  }
  return "en";
}
