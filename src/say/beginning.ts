/** What the page begins with, for itself and for whoever serves it: its languages, and the position that is shown first. */

export const LANGUAGES = ["en", "zh-Hans", "zh-Hant", "vi"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The page's language for a list of BCP 47 tags in order of preference: the first tag it speaks, else English. */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags.map((each) => each.toLowerCase())) {
    if (/^zh\b.*\bhans\b/.test(tag)) return "zh-Hans";
    if (/^zh\b.*\b(hant|tw|hk|mo)\b/.test(tag)) return "zh-Hant";
    if (/^zh\b/.test(tag)) return "zh-Hans";
    if (/^vi\b/.test(tag)) return "vi";
    if (/^en\b/.test(tag)) return "en";
  }
  return "en";
}

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
