/**
 * Vite plugin: a module `zh-Hant/NAME.ts`, which is no file, is `zh-Hans/NAME.ts` in traditional characters. Signs are those
 * of Taiwan; where its words differ as well, `WORDS` says how.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ConverterFactory, Locale } from "opencc-js/cn2t";
import type { Plugin } from "vite";

const WORDS: [simplified: string, traditional: string][] = [
  ["zh-Hans", "zh-Hant"],
  ["回车键", "Enter 鍵"],
  ["光标", "游標"],
  ["服务器", "伺服器"],
  ["链接", "連結"],
  ["文件", "檔案"],
  ["队列", "佇列"],
  ["导航", "導覽"],
  ["撤销", "復原"],
  ["粘贴", "貼上"],
  ["查找", "尋找"],
  ["分布", "分布"],
  ["生成程序", "產生程式"],
  ["算法", "演算法"],
  ["运行", "執行"],
  ["校验和", "校驗碼"],
  ["许可", "授權"],
  ["概率", "機率"],
  ["束手就系", "束手就繫"],
  ["游丝系虎", "遊絲繫虎"],
  ["只马归命", "隻馬歸命"],
  ["只马当", "隻馬當"],
];

const convert = ConverterFactory([WORDS, ...Locale.from.cn.flat()], ...Locale.to.tw);

/** Tells what is made of a file from the file. */
const MADE = "?zh-Hant";

export function traditionalChinese(): Plugin {
  return {
    name: "traditional-chinese",
    enforce: "pre",
    resolveId(source, importer) {
      if (importer === undefined || !/\/zh-Hant\/[^/]+\.ts$/.test(source)) return null;
      return resolve(dirname(importer), source.replace("/zh-Hant/", "/zh-Hans/")) + MADE;
    },
    load(id) {
      return id.endsWith(MADE) ? convert(readFileSync(id.slice(0, -MADE.length), "utf8")) : null;
    },
  };
}
