/** What the person at the page prefers: kept over visits. */
import { computed, effect, signal } from "@preact/signals";
import type { Dictionary } from "../i18n/dictionary.ts";
import { languageFor, LANGUAGES, loadDictionary, type Language } from "../i18n/languages.ts";
import { NOTATIONS, type Notation } from "../notation.ts";
import { stored } from "./stored.ts";

/** The moves by their worth, or as Pai's query system prints them. */
export type Listing = "grouped" | "classic";
export const LISTINGS: readonly Listing[] = ["grouped", "classic"];

export type PieceSet = "chinese" | "western";
export const PIECE_SETS: readonly PieceSet[] = ["chinese", "western"];

export const language = stored<Language>("language", LANGUAGES, languageFor(navigator.languages));

const spoken = signal<Dictionary | null>(null);

/** The dictionary of the current language, of the last one while that is loading. To be read after `speak`. */
export const words = computed<Dictionary>(() => spoken.value!);

/** Keeps `words` in step with the language; resolves when there are any. */
export function speak(): Promise<void> {
  return new Promise((resolve, reject) => {
    effect(() => {
      const asked = language.value;
      loadDictionary(asked).then((dictionary) => {
        if (asked === language.peek()) spoken.value = dictionary;
        resolve();
      }, reject);
    });
  });
}

export const notation = stored<Notation>("notation", NOTATIONS, language.value.startsWith("zh") ? "chinese" : "wxf");

export const listing = stored<Listing>("listing", LISTINGS, "grouped");

export const pieceSet = stored<PieceSet>("men", PIECE_SETS, "chinese");
