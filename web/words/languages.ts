/**
 * The words of the page in each language, a folder each; every file is loaded when it is first spoken. Traditional Chinese is made from
 * simplified when the page is built (scripts/traditional-chinese.ts).
 */
import type { Language } from "../../src/say/words/languages.ts";
import { files as en } from "./en/files.ts";
import { files as vi } from "./vi/files.ts";
import { files as simplified } from "./zh-Hans/files.ts";
import { files as traditional } from "./zh-Hant/files.ts";
import type { AllWords, Files } from "./en/files.ts";

const FILES: Readonly<Record<Language, Files>> = { en, "zh-Hans": simplified, "zh-Hant": traditional, vi };

/** What one file of a language says. */
export async function loadWords<Name extends keyof AllWords>(name: Name, language: Language): Promise<AllWords[Name]> {
  return (await FILES[language][name]())[name];
}
