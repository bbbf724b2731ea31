import { words } from "../words/spoken.ts";

/** A number as the page's language writes it: 1,234 or 1.234. */
export function formatCount(count: number): string {
  return count.toLocaleString(words.value.htmlLang);
}

/** A day as the page's language writes it. */
export function formatDay(date: string): string {
  return new Date(date).toLocaleDateString(words.value.htmlLang, { dateStyle: "medium" });
}
