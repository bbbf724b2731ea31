/** Readers of traditional characters meet the words that they use themselves. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toTraditional } from "../../scripts/traditional-chinese.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Words of the mainland in traditional characters, from OpenCC's dictionary, which knows nothing of our words. */
const MAINLAND = readFileSync(join(ROOT, "node_modules/opencc-js/dist/esm-lib/dict/TWPhrases.js"), "utf8")
  .split('"')[1]!
  .split("|")
  .map((line) => line.split(" ")[0]!);

/** Right in Taiwan as well, or no word where it stands: 的士 is a taxi elsewhere. */
const RIGHT = new Set("循環 查看 全局 鏡像 數字 連接 類型 代碼 算法 演算法 的士".split(" "));

test("no word of the mainland is left in what is made of simplified Chinese", () => {
  const files = globSync("{web,src/say}/words/zh-Hans/*.ts", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(15);
  const left = files.flatMap((file) => {
    const text = toTraditional(readFileSync(join(ROOT, file), "utf8"));
    return MAINLAND.filter((word) => text.includes(word) && !RIGHT.has(word)).map((word) => `${file}: ${word}`);
  });
  expect(left).toEqual([]);
});

test("names of studies whose characters stand for two of the traditional ones are written as in the books", () => {
  const names = "鸿门碎斗 匹马征戎 悟入斗宫 倒转干戈 毙马仆途 内攻外御 力穿七扎 环绕一周 鱼游浅濑 束手就系 只马归命";
  expect(toTraditional(names)).toBe(
    "鴻門碎斗 匹馬征戎 悟入斗宮 倒轉干戈 斃馬仆途 內攻外禦 力穿七札 環繞一周 魚游淺瀨 束手就繫 隻馬歸命",
  );
});
