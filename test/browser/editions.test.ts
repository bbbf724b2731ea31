/** Tables of the edition of 1999 of the Chinese rules: they are said to be, and nothing of another edition is built beside them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { picture, usePage, WON_BY_RULE } from "./page.ts";
import { testEach } from "./matrix.ts";

const { visit, folder } = usePage(["KK"], { builds: { maxPositions: 1_000_000 } });

beforeAll(async () => {
  const options = { rules: "chinese", edition: "1999", metric: "dtc", folder: folder(), threads: 1 } as const;
  await buildClosure([parseEndgame("KRK")], options);
});

testEach(0, [
  ["en", "Chinese rules (edition of 1999); distance to conversion"],
  ["zh-CN", "中国规则（1999 年版）；转换距离"],
  ["vi", "luật Trung Quốc (bản 1999); khoảng cách tới khi ăn quân hoặc chiếu bí"],
])("the page of an endgame names the edition: %s", async (locale, told) => {
  const { page, errors } = await visit("?view=endgames&topic=KRK&rules=chinese", { locale });
  await page.getByText(told).waitFor();
  expect(errors).toEqual([]);
});

testEach(0, [
  ["en", "Build it in this browser", /^It could not be built: The tables here were built under another edition/],
  ["zh-CN", "在服务器上生成", /^未能生成：这里的残局库按规则的另一版本或另一种解释生成/],
  ["zh-CN", "在本浏览器中生成", /^未能生成：这里的残局库按规则的另一版本或另一种解释生成/],
])("what is missing is not built from them, in plain words: %s, %s", async (locale, button, told) => {
  const { page, errors } = await visit(`?fen=${WON_BY_RULE.replaceAll(" ", "_")}&rules=chinese`, { locale });
  await page.getByRole("button", { name: button }).click();
  await page.locator(".complaint").getByText(told).waitFor();
  await picture(page, `other-edition-${locale}`);
  expect(readdirSync(join(folder(), "chinese/dtc")).filter((file) => file.endsWith("KRKN.canju"))).toEqual([]);
  expect(errors).toEqual([]);
});
