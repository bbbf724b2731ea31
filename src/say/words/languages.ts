/** The languages that the page speaks. Another one is a line here; the compiler then names every table that lacks it. */

interface Spoken {
  /** What it calls itself. */
  readonly name: string;
  /** Which BCP 47 tags ask for it; of two languages that fit, the first one is meant. */
  readonly tags: RegExp;
  /** In which notation its readers expect moves. */
  readonly notation: "chinese" | "vietnamese" | "wxf";
}

const SPOKEN = {
  en: { name: "English", tags: /^en\b/i, notation: "wxf" },
  "zh-Hans": { name: "简体中文", tags: /^zh\b(.*\bhans\b|(?!.*\b(hant|tw|hk|mo)\b))/i, notation: "chinese" },
  "zh-Hant": { name: "繁體中文", tags: /^zh\b/i, notation: "chinese" },
  vi: { name: "Tiếng Việt", tags: /^vi\b/i, notation: "vietnamese" },
} satisfies Readonly<Record<string, Spoken>>;

export type Language = keyof typeof SPOKEN;

export const LANGUAGES = Object.keys(SPOKEN) as readonly Language[];

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(SPOKEN, tag);

export const languageName = (language: Language): string => SPOKEN[language].name;

export const usualNotation = (language: Language): Spoken["notation"] => SPOKEN[language].notation;

/** Languages with the tags that wish for them. */
export type Wishes = readonly (readonly [Language, RegExp])[];

export const WISHES: Wishes = LANGUAGES.map((language) => [language, SPOKEN[language].tags]);

/**
 * The page's language for a list of BCP 47 tags in order of preference: the first tag it speaks, else English.
 * @param asked a page of files has this function's own text in a script, where nothing else is
 */
export function languageFor(tags: readonly string[], asked: Wishes = WISHES): Language {
  for (const tag of tags) {
    const found = asked.find(([, wanted]) => wanted.test(tag));
    if (found !== undefined) return found[0];
  }
  return "en";
}
