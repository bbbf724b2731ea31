/** The views of the page and their parts. All but the explorer load when they are first opened. */
import type { ComponentType } from "preact";
import { Actions } from "./explorer/Actions.tsx";
import { Explorer } from "./explorer/Explorer.tsx";
import { lazy } from "./shown/lazy.tsx";
import { badLink, type View } from "./state/page.ts";

/** A view stands beside the board (`Panel`, with `UnderBoard` below the board), or has the whole page to itself. */
export type ViewParts =
  | { readonly Panel: ComponentType; readonly UnderBoard?: ComponentType }
  | { readonly Page: ComponentType };

const VIEW_PARTS: Readonly<Record<View, ViewParts>> = {
  explorer: { Panel: Explorer, UnderBoard: Actions },
  play: {
    Panel: lazy(() => import("./play/Play.tsx").then(({ Play }) => Play)),
    UnderBoard: lazy(() => import("./play/Hints.tsx").then(({ Hints }) => Hints)),
  },
  studies: { Panel: lazy(() => import("./studies/Studies.tsx").then(({ Studies }) => Studies)) },
  course: { Panel: lazy(() => import("./course/Course.tsx").then(({ Course }) => Course)) },
  editor: { Panel: lazy(() => import("./editor/Editor.tsx").then(({ Editor }) => Editor)) },
  endgames: { Page: lazy(() => import("./endgames/Endgames.tsx").then(({ Endgames }) => Endgames)) },
  material: { Page: lazy(() => import("./material/MaterialPage.tsx").then(({ MaterialPage }) => MaterialPage)) },
  lesson: { Page: lazy(() => import("./lessons/LessonPage.tsx").then(({ LessonPage }) => LessonPage)) },
  compared: { Page: lazy(() => import("./compared/ComparedPage.tsx").then(({ ComparedPage }) => ComparedPage)) },
  guide: { Page: lazy(() => import("./guide/Guide.tsx").then(({ Guide }) => Guide)) },
  rules: {
    Panel: lazy(() => import("./rules/Rules.tsx").then(({ Rules }) => Rules)),
    UnderBoard: lazy(() => import("./rules/DiagramSteps.tsx").then(({ DiagramSteps }) => DiagramSteps)),
  },
};

/** In the place of a position that a link should have named. */
const BAD_LINK: ViewParts = {
  Panel: lazy(() => import("./explorer/BadLinkPanel.tsx").then((each) => each.BadLinkPanel)),
};

/** What is shown of a view now. */
export function partsOf(view: View): ViewParts {
  return badLink.value === null ? VIEW_PARTS[view] : BAD_LINK;
}
