/** The files of Vietnamese. */
import type { Files } from "../en/files.ts";

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
  repetitions: () => import("../../../src/say/words/vi/repetitions.ts"),
  classes: () => import("../../../src/say/words/vi/classes.ts"),
};
