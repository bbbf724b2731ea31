/** What the page begins with, for itself and for whoever serves it: the position that is shown first, and its answer. */

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
