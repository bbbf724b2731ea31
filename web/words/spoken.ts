/** The language that the page speaks, and its words: those of the page as a whole, and those that only some views need. */
import { computed, effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { formatBytes } from "../../src/base/sizes.ts";
import { percentOf } from "../../src/query/statistics.ts";
import { LANGUAGES, languageFor, type Language } from "../../src/say/words/languages.ts";
import type { ClassWords } from "../../src/say/words/classes.ts";
import type { RepetitionWords } from "../../src/say/words/repetitions.ts";
import { stored } from "../base/stored.ts";
import type { AllWords } from "./en/files.ts";
import type { Dictionary } from "./en/page.ts";
import { loadWords } from "./languages.ts";

export const language = stored<Language>("language", LANGUAGES, languageFor(navigator.languages));

const spoken = signal<Dictionary | null>(null);

/** The dictionary of the current language, of the last one while that is loading. To be read after `speak`. */
export const words = computed<Dictionary>(() => spoken.value!);

/** Keeps `words` in step with the language; resolves when there are any. */
export function speak(): Promise<void> {
  return new Promise((resolve, reject) => {
    effect(() => {
      const asked = language.value;
      loadWords("page", asked).then((dictionary) => {
        if (asked === language.peek()) spoken.value = dictionary;
        resolve();
      }, reject);
    });
  });
}

export const useRulesWords = lazyWords("rules");
export const useGamesWords = lazyWords("games");
export const useGuideWords = lazyWords("guide");
export const useAtlasWords = lazyWords("atlas");
export const useComparedWords = lazyWords("compared");
export const useCourseWords = lazyWords("course");
export const useOutsideWords = lazyWords("outside");
export const useShareWords = lazyWords("share");
export const useStudiesWords = lazyWords("studies");
export const useMaterialWords = lazyWords("material");
/** What is said of checks, chases and repetitions. */
export const useRepetitionWords = lazyWords("repetitions");
/** What is said of classes of moves under the Chinese rules. */
export const useClassWords = lazyWords("classes");

/** What is said of repetitions by any rules. */
export interface JudgingWords {
  readonly repetitions: RepetitionWords;
  readonly classes: ClassWords;
}

export function useJudgingWords(needed: boolean): JudgingWords | null {
  const repetitions = useRepetitionWords(needed);
  const classes = useClassWords(needed);
  return repetitions === null || classes === null ? null : { repetitions, classes };
}

/**
 * @returns a hook that gives the words of the current language; null while they are loading, and as long as it is told
 * that they are not needed yet
 */
function lazyWords<Name extends keyof AllWords>(name: Name): (needed?: boolean) => AllWords[Name] | null {
  const loaded = signal<Partial<Record<Language, AllWords[Name]>>>({});
  return function useLazyWords(needed = true) {
    const asked = language.value;
    const found = loaded.value[asked] ?? null;
    useEffect(() => {
      if (found !== null || !needed) return;
      loadWords(name, asked).then(
        (fresh) => (loaded.value = { ...loaded.value, [asked]: fresh }),
        () => {}, // the network went away: asked for again when the view is opened again
      );
    }, [asked, needed]);
    return found;
  };
}

/** A number as the page's language writes it: 1,234 or 1.234. */
export function formatCount(count: number): string {
  return count.toLocaleString(words.value.htmlLang);
}

/** A number with so many digits behind the point as the page's language writes it: 1.5 or 1,5. */
export function formatFixed(value: number, digits: number): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return value.toLocaleString(words.value.htmlLang, format);
}

/** A size for people as the page's language writes it: 3.4 MB or 3,4 MB. */
export function formatSize(bytes: number): string {
  return formatBytes(bytes).replace(/\d+\.\d/, (figure) => formatFixed(Number(figure), 1));
}

/** A share in percent as the page's language writes it. */
export function formatShare(part: number, whole: number): string {
  return words.value.percent(percentOf(part, whole));
}

/** A large number in words, two digits of it: 12 billion, 120 亿. */
export function formatRoughly(count: number): string {
  const format = { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 2 } as const;
  return spaced(count.toLocaleString(words.value.htmlLang, format));
}

/** A time of so many seconds in words, in the unit that suits it: 3 minutes. */
export function formatSeconds(seconds: number): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= 1.5 * least) ?? UNITS.at(-1)!;
  const { htmlLang } = words.value;
  const unitDisplay = htmlLang.startsWith("zh") ? "short" : "long"; // 秒, not 秒钟
  const format = { style: "unit", unit, unitDisplay, maximumSignificantDigits: 2 } as const;
  return spaced(Math.max(1, seconds / size).toLocaleString(htmlLang, format));
}

/** With a blank between a number and Chinese, as everywhere on the page. */
function spaced(text: string): string {
  return text.replaceAll(/(?<=\d)(?=\p{Script=Han})/gu, " ");
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A day as the page's language writes it. */
export function formatDay(date: string): string {
  return new Date(date).toLocaleDateString(words.value.htmlLang, { dateStyle: "medium" });
}
