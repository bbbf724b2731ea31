/** What the page begins with, for itself and for whoever serves it: the position that is shown first, and its answer. */
import type { ProbeResult } from "../query/probe.ts";
import type { Statistics } from "../query/statistics.ts";
import type { Rules } from "../table/format/header.ts";
import type { Position } from "../xiangqi/position.ts";

/** What a visitor without a link sees first: the longest win of a chariot against full defence. */
export const FIRST_FEN = "3a1k3/9/b2a5/9/2b6/9/9/9/9/1R1K5 w";

/** The id of the element in which a page is given the answer to its first question, as `/api/v1/probe` gives it. */
export const FIRST_ANSWER = "first-answer";

/** A page with that answer; nothing in it ends the element. */
export function withFirstAnswer(html: string, probe: object): string {
  const json = JSON.stringify(probe).replaceAll("<", "\\u003c");
  return html.replace(
    "</head>",
    () => `  <script type="application/json" id="${FIRST_ANSWER}">${json}</script>\n  </head>`,
  );
}

/* What other programs show of a link to the page: asked for by a server, told in the page's words (web/link-preview.ts). */

/** What a link is about, as far as a server knows. */
export interface Linked {
  /** As an address names it; "explorer" where it names none. */
  readonly view: string;
  readonly endgame: string | null;
  /** Where one is shown. */
  readonly position: Position | null;
  /** What a table says of it. */
  readonly probe: ProbeResult | null;
  /** What the atlas has of the endgame. */
  readonly known: Statistics | null;
  readonly rules: Rules;
}

export interface Preview {
  readonly title: string;
  /** Empty where nothing is told but what the page is. */
  readonly text: string;
}
