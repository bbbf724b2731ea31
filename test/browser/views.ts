/** The views beside the explorer: their addresses, and the languages and sizes that they are tested in. */
const LAPTOP = { viewport: { width: 1280, height: 800 }, locale: "en" } as const;
const PHONE = { viewport: { width: 390, height: 800 }, locale: "zh-CN" } as const;

/** Two languages and two sizes: a name for pictures, what a context needs, and whether it is the English one. */
export const SETTINGS = [
  { name: "en-laptop", options: LAPTOP, english: true },
  { name: "zh-CN-phone", options: PHONE, english: false },
] as const;

/** The address of a view with a position on the board. */
export function addressAt(view: "play" | "editor", fen: string): string {
  return `?view=${view}&fen=${fen.replaceAll(" ", "_")}`;
}
