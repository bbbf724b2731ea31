/**
 * The languages of the page, a folder each; every file is loaded when it is first spoken. Traditional Chinese is made from
 * simplified when the page is built (scripts/traditional-chinese.ts).
 */
import type { Language } from "../../src/say/beginning.ts";
import type { ClassWords } from "../../src/say/words/classes.ts";
import type { RepetitionWords } from "../../src/say/words/repetitions.ts";
import type { AtlasWords } from "./en/atlas.ts";
import type { ComparedWords } from "./en/compared.ts";
import type { CourseWords } from "./en/course.ts";
import type { Dictionary } from "./en/page.ts";
import type { GamesWords } from "./en/games.ts";
import type { GuideWords } from "./en/guide.ts";
import type { MaterialPageWords } from "./en/material.ts";
import type { OutsideWords } from "./en/outside.ts";
import type { RulesWords } from "./en/rules.ts";
import type { ShareWords } from "./en/share.ts";
import type { StudiesWords } from "./en/studies.ts";

export { LANGUAGES, languageFor, type Language } from "../../src/say/beginning.ts";

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
  vi: "Tiếng Việt",
};

type Loaders<Words> = Readonly<Record<Language, () => Promise<Words>>>;

const PAGE: Loaders<Dictionary> = {
  en: () => import("./en/page.ts").then(({ page }) => page),
  "zh-Hans": () => import("./zh-Hans/page.ts").then(({ page }) => page),
  "zh-Hant": () => import("./zh-Hant/page.ts").then(({ page }) => page),
  vi: () => import("./vi/page.ts").then(({ page }) => page),
};

const RULES: Loaders<RulesWords> = {
  en: () => import("./en/rules.ts").then(({ rules }) => rules),
  "zh-Hans": () => import("./zh-Hans/rules.ts").then(({ rules }) => rules),
  "zh-Hant": () => import("./zh-Hant/rules.ts").then(({ rules }) => rules),
  vi: () => import("./vi/rules.ts").then(({ rules }) => rules),
};

const MATERIAL: Loaders<MaterialPageWords> = {
  en: () => import("./en/material.ts").then(({ material }) => material),
  "zh-Hans": () => import("./zh-Hans/material.ts").then(({ material }) => material),
  "zh-Hant": () => import("./zh-Hant/material.ts").then(({ material }) => material),
  vi: () => import("./vi/material.ts").then(({ material }) => material),
};

const GAMES: Loaders<GamesWords> = {
  en: () => import("./en/games.ts").then(({ games }) => games),
  "zh-Hans": () => import("./zh-Hans/games.ts").then(({ games }) => games),
  "zh-Hant": () => import("./zh-Hant/games.ts").then(({ games }) => games),
  vi: () => import("./vi/games.ts").then(({ games }) => games),
};

const GUIDE: Loaders<GuideWords> = {
  en: () => import("./en/guide.ts").then(({ guide }) => guide),
  "zh-Hans": () => import("./zh-Hans/guide.ts").then(({ guide }) => guide),
  "zh-Hant": () => import("./zh-Hant/guide.ts").then(({ guide }) => guide),
  vi: () => import("./vi/guide.ts").then(({ guide }) => guide),
};

const ATLAS: Loaders<AtlasWords> = {
  en: () => import("./en/atlas.ts").then(({ atlas }) => atlas),
  "zh-Hans": () => import("./zh-Hans/atlas.ts").then(({ atlas }) => atlas),
  "zh-Hant": () => import("./zh-Hant/atlas.ts").then(({ atlas }) => atlas),
  vi: () => import("./vi/atlas.ts").then(({ atlas }) => atlas),
};

const COMPARED: Loaders<ComparedWords> = {
  en: () => import("./en/compared.ts").then(({ compared }) => compared),
  "zh-Hans": () => import("./zh-Hans/compared.ts").then(({ compared }) => compared),
  "zh-Hant": () => import("./zh-Hant/compared.ts").then(({ compared }) => compared),
  vi: () => import("./vi/compared.ts").then(({ compared }) => compared),
};

const COURSE: Loaders<CourseWords> = {
  en: () => import("./en/course.ts").then(({ course }) => course),
  "zh-Hans": () => import("./zh-Hans/course.ts").then(({ course }) => course),
  "zh-Hant": () => import("./zh-Hant/course.ts").then(({ course }) => course),
  vi: () => import("./vi/course.ts").then(({ course }) => course),
};

const OUTSIDE: Loaders<OutsideWords> = {
  en: () => import("./en/outside.ts").then(({ outside }) => outside),
  "zh-Hans": () => import("./zh-Hans/outside.ts").then(({ outside }) => outside),
  "zh-Hant": () => import("./zh-Hant/outside.ts").then(({ outside }) => outside),
  vi: () => import("./vi/outside.ts").then(({ outside }) => outside),
};

const STUDIES: Loaders<StudiesWords> = {
  en: () => import("./en/studies.ts").then(({ studies }) => studies),
  "zh-Hans": () => import("./zh-Hans/studies.ts").then(({ studies }) => studies),
  "zh-Hant": () => import("./zh-Hant/studies.ts").then(({ studies }) => studies),
  vi: () => import("./vi/studies.ts").then(({ studies }) => studies),
};

const SHARE: Loaders<ShareWords> = {
  en: () => import("./en/share.ts").then(({ share }) => share),
  "zh-Hans": () => import("./zh-Hans/share.ts").then(({ share }) => share),
  "zh-Hant": () => import("./zh-Hant/share.ts").then(({ share }) => share),
  vi: () => import("./vi/share.ts").then(({ share }) => share),
};

const REPETITIONS: Loaders<RepetitionWords> = {
  en: () => import("../../src/say/words/en/repetitions.ts").then(({ repetitions }) => repetitions),
  "zh-Hans": () => import("../../src/say/words/zh-Hans/repetitions.ts").then(({ repetitions }) => repetitions),
  "zh-Hant": () => import("../../src/say/words/zh-Hant/repetitions.ts").then(({ repetitions }) => repetitions),
  vi: () => import("../../src/say/words/vi/repetitions.ts").then(({ repetitions }) => repetitions),
};

const CLASSES: Loaders<ClassWords> = {
  en: () => import("../../src/say/words/en/classes.ts").then(({ classes }) => classes),
  "zh-Hans": () => import("../../src/say/words/zh-Hans/classes.ts").then(({ classes }) => classes),
  "zh-Hant": () => import("../../src/say/words/zh-Hant/classes.ts").then(({ classes }) => classes),
  vi: () => import("../../src/say/words/vi/classes.ts").then(({ classes }) => classes),
};

export const loadDictionary = (language: Language) => PAGE[language]();
export const loadRulesWords = (language: Language) => RULES[language]();
export const loadMaterialWords = (language: Language) => MATERIAL[language]();
export const loadGamesWords = (language: Language) => GAMES[language]();
export const loadGuideWords = (language: Language) => GUIDE[language]();
export const loadAtlasWords = (language: Language) => ATLAS[language]();
export const loadComparedWords = (language: Language) => COMPARED[language]();
export const loadCourseWords = (language: Language) => COURSE[language]();
export const loadOutsideWords = (language: Language) => OUTSIDE[language]();
export const loadStudiesWords = (language: Language) => STUDIES[language]();
export const loadShareWords = (language: Language) => SHARE[language]();
export const loadClassWords = (language: Language) => CLASSES[language]();
export const loadRepetitionWords = (language: Language) => REPETITIONS[language]();
