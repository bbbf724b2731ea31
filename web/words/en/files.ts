/** The files of English, by which those of all languages are known. */
import type { ClassWords } from "../../../src/say/words/classes.ts";
import type { RepetitionWords } from "../../../src/say/words/repetitions.ts";
import type { AtlasWords } from "./atlas.ts";
import type { ComparedWords } from "./compared.ts";
import type { CourseWords } from "./course.ts";
import type { GamesWords } from "./games.ts";
import type { GuideWords } from "./guide.ts";
import type { MaterialPageWords } from "./material.ts";
import type { OutsideWords } from "./outside.ts";
import type { Dictionary } from "./page.ts";
import type { RulesWords } from "./rules.ts";
import type { ShareWords } from "./share.ts";
import type { StudiesWords } from "./studies.ts";

/** What each file says. */
export interface AllWords {
  readonly page: Dictionary;
  readonly rules: RulesWords;
  readonly material: MaterialPageWords;
  readonly games: GamesWords;
  readonly guide: GuideWords;
  readonly atlas: AtlasWords;
  readonly compared: ComparedWords;
  readonly course: CourseWords;
  readonly outside: OutsideWords;
  readonly share: ShareWords;
  readonly studies: StudiesWords;
  readonly repetitions: RepetitionWords;
  readonly classes: ClassWords;
}

/** How the files of a language are loaded. */
export type Files = {
  readonly [Name in keyof AllWords]: () => Promise<{ readonly [name in Name]: AllWords[name] }>;
};

export const files: Files = {
  page: () => import("./page.ts"),
  rules: () => import("./rules.ts"),
  material: () => import("./material.ts"),
  games: () => import("./games.ts"),
  guide: () => import("./guide.ts"),
  atlas: () => import("./atlas.ts"),
  compared: () => import("./compared.ts"),
  course: () => import("./course.ts"),
  outside: () => import("./outside.ts"),
  share: () => import("./share.ts"),
  studies: () => import("./studies.ts"),
  repetitions: () => import("../../../src/say/words/en/repetitions.ts"),
  classes: () => import("../../../src/say/words/en/classes.ts"),
};
