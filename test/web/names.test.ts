/** Endgames and materials are called as people call them, their codes left to those who use codes. */
import { expect, test } from "vitest";
import { nameOfPair, sayReason } from "../../web/material/names.ts";
import { LANGUAGES, type Language } from "../../src/say/words/languages.ts";
import { loadWords } from "../../web/words/languages.ts";

const CODE = /K[RNCPAB]/;

const PAIRS: Readonly<Record<Language, readonly (readonly [code: string, name: string])[]>> = {
  en: [
    ["KRNKCCAABB", "chariot and horse against two cannons, two advisors and two elephants"],
    ["KRPlPlKB", "chariot and two low soldiers against elephant"],
    ["KPtPbK", "top soldier and bottom soldier against a bare king"],
  ],
  "zh-Hans": [
    ["KRNKCCAABB", "车马对双炮士象全"],
    ["KRPlPlKB", "车双低兵对单象"],
    ["KPtPbK", "高兵底兵对单将"],
  ],
  "zh-Hant": [
    ["KRNKCCAABB", "車馬對雙炮士象全"],
    ["KRPlPlKB", "車雙低兵對單象"],
    ["KPtPbK", "高兵底兵對單將"],
  ],
  vi: [
    ["KRNKCCAABB", "xe mã đối hai pháo hai sĩ hai tượng"],
    ["KRPlPlKB", "xe hai tốt thấp đối tượng"],
    ["KPtPbK", "tốt cao tốt lụt đối tướng trơ"],
  ],
};

test.each(LANGUAGES)("what a material is called in %s, and why it is worth what it is", async (language) => {
  const say = await loadWords("material", language);
  for (const [code, name] of PAIRS[language]) expect(nameOfPair(code, say)).toBe(name);
  const reason = sayReason({ kind: "superset", from: "KRKAABB", state: "HARD_WIN", won: 0.08 }, say);
  expect(reason).not.toMatch(CODE);
  const shares = { win: 1, draw: 0, loss: 0 };
  expect(sayReason({ kind: "solved", pair: "KRKA", state: "WIN", shares }, say)).not.toMatch(CODE);
});

test.each(LANGUAGES)("a build, damage and the groups of moves are told in %s without codes", async (language) => {
  const { building, endgames, why } = await loadWords("page", language);
  const told = [building.working("KRPKRA"), building.phase("KRPKRA", ""), endgames.damaged("KRPKRA")];
  for (const text of told) {
    expect(text).toContain(endgames.name("KRPKRA"));
    expect(text).not.toMatch(CODE);
  }
  expect(why.perpetual("A", "check", 1)).not.toMatch(/\d/);
  expect(why.perpetual("A", "check", 2)).toMatch(/2/);
});
