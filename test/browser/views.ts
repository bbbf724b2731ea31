/** The views beside the explorer: their addresses, and the languages, sizes and hands that they are tested in. */
const FINGER = { hasTouch: true, isMobile: true } as const;
const LAPTOP = { viewport: { width: 1280, height: 800 }, locale: "en" } as const;
const PHONE = { viewport: { width: 390, height: 800 }, locale: "zh-CN", ...FINGER } as const;

/** Two languages and two sizes: a name for pictures, what a context needs, and whether it is the English one. */
export const SETTINGS = [
  { name: "en-laptop", options: LAPTOP, english: true },
  { name: "zh-CN-phone", options: PHONE, english: false },
] as const;

/** What makes gestures: a name, and what a context needs. `click` and `drag` of page.ts use what the page has. */
export const HANDS = [
  ["a mouse", {}],
  ["a finger on a phone", { viewport: { width: 390, height: 844 }, ...FINGER }],
  ["a finger on a tablet", { viewport: { width: 820, height: 1180 }, ...FINGER }],
] as const;

/** The address of a view with a position on the board. */
export function addressAt(view: "play" | "editor", fen: string): string {
  return `?view=${view}&fen=${fen.replaceAll(" ", "_")}`;
}
