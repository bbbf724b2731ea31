/** No text of a panel is squeezed by what stands beside it; in all languages and sizes in test/nightly. */
import { expect } from "vitest";
import { picture, usePage } from "./page.ts";
import { look, LOOKS } from "./squeezed.ts";
import { HANDS } from "./views.ts";
import { testEach } from "./matrix.ts";

const [[, desk], [, phone]] = HANDS;

const { visit, url } = usePage(["KRKA", "KRKN", "KRKAABB"]);

const names = Object.keys(LOOKS);

testEach(0, [
  ["vi", names.filter((_, i) => i % 4 === 1), phone],
  ["vi", names.filter((_, i) => i % 4 !== 1), phone],
  ["en", names, desk],
] as const)(
  "no text has less than a third of its panel: %s, %j",
  async (locale, looks, options) => {
    const { page } = await visit("", { locale, ...options });
    const found: Record<string, string[]> = {};
    for (const name of looks) {
      const texts = await look(page, url(), LOOKS[name]!);
      await picture(page, `look-${name.replaceAll(" ", "-")}-${locale}`);
      if (texts.length > 0) found[name] = texts;
    }
    expect(found).toEqual({});
  },
  180_000,
);
