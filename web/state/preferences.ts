/** What the person at the page prefers: kept over visits. */
import { computed } from "@preact/signals";
import type { Dictionary } from "../i18n/dictionary.ts";
import { DICTIONARIES, languageFor, LANGUAGES, type Language } from "../i18n/languages.ts";
import { NOTATIONS, type Notation } from "../notation.ts";
import { stored } from "./stored.ts";

export type PieceSet = "chinese" | "western";
export const PIECE_SETS: readonly PieceSet[] = ["chinese", "western"];

export const language = stored<Language>("language", LANGUAGES, languageFor(navigator.languages));

/** The dictionary of the current language. */
export const words = computed<Dictionary>(() => DICTIONARIES[language.value]);

export const notation = stored<Notation>("notation", NOTATIONS, language.value === "en" ? "wxf" : "chinese");

export const pieceSet = stored<PieceSet>("men", PIECE_SETS, "chinese");
