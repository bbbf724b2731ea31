/** The long form of test/browser/squeezed.test.ts: all languages, all sizes. */
import { expect, test } from "vitest";
import { usePage } from "../../browser/page.ts";
import { look, LOOKS } from "../../browser/squeezed.ts";

const { visit, url } = usePage(["KRKA", "KRKN", "KRKAABB"]);

const SIZES = [
  [320, 640],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1180, 820],
  [1440, 900],
] as const;
const SETTINGS = ["en", "zh-CN", "zh-TW", "vi"].flatMap((locale) => SIZES.map((size) => [locale, ...size] as const));

test.each(SETTINGS)("no text has less than a third of its panel: %s, %i by %i", async (locale, width, height) => {
  const { page, errors } = await visit("", { locale, viewport: { width, height }, hasTouch: width < 1440 });
  const found: Record<string, string[]> = {};
  for (const [name, each] of Object.entries(LOOKS)) {
    const texts = await look(page, url(), each);
    if (texts.length > 0) found[name] = texts;
  }
  expect(found).toEqual({});
  expect(errors).toEqual([]);
});
