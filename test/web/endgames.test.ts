/** What the endgames view makes of names, counts and graphs. */
import { expect, test } from "vitest";
import { canonicalEndgame, parseEndgame } from "../../src/endgame/endgame.ts";
import { makeValue } from "../../src/table/value.ts";
import {
  faultOf,
  isLongSide,
  kindOf,
  listTables,
  matches,
  namedEndgame,
  parseQuery,
  readName,
} from "../../web/endgames/catalog.ts";
import { distancesOf, outcomesOf, totalOf, usualEnd, usualEndOfAll } from "../../web/endgames/figures.ts";
import { layOutGraph } from "../../web/endgames/graph.ts";
import { barsOf, HEIGHT, layOut } from "../../web/endgames/plot.ts";
import { LANGUAGES } from "../../src/say/words/languages.ts";
import { loadWords } from "../../web/words/languages.ts";

test.each(LANGUAGES)("in %s the page's own name of every endgame is found", async (language) => {
  const { endgames } = await loadWords("page", language);
  for (const name of ["KRKN", "KRPPKAB", "KCNKAABB", "KRK", "KPPPPK", "KRRKAAB", "KCKABB", "KNCPKCAA"]) {
    const { name: canonical } = canonicalEndgame(parseEndgame(name)).endgame;
    expect([name, namedEndgame(endgames.name(canonical))]).toEqual([name, canonical]);
  }
});

test("who writes Vietnamese is told of men in Vietnamese", async () => {
  const { endgames } = await loadWords("page", "vi");
  expect(endgames.unreadable(faultOf("xe đối hậu")!)).toBe(
    '"u" không phải quân cờ: hãy viết K R N C P A B hoặc xe mã pháo tốt sĩ tượng.',
  );
});

test("endgames are listed by type, as Pai does, smaller ones first", () => {
  expect(["KRKAABB", "KRPKA", "KRKN", "KAABBKAABB"].map(kindOf)).toEqual(["chariot", "chariot", "both", "none"]);
  const table = (endgame: string) => ({ endgame }) as Parameters<typeof listTables>[0][number];
  const tables = ["KRKAA", "KNK", "KRK", "KRKN"].map(table);
  const names = (text: string) =>
    listTables(tables, text).map(([kind, all]) => [kind, all.map((each) => each.endgame)]);
  expect(names("")).toEqual([
    ["chariot", ["KRK", "KRKAA"]],
    ["horse", ["KNK"]],
    ["both", ["KRKN"]],
  ]);
  expect(names(" kaak")).toEqual([["chariot", ["KRKAA"]]]);
  expect(names("zzz")).toEqual([]);
});

test.each([
  ["krkn", "KRKN", true],
  ["KNKR", "KRKN", true],
  ["k h v k r", "KRKN", true],
  ["R v N", "KRKN", true],
  ["rook vs knight", "KRKN", true],
  ["Chariot against horse", "KRKN", true],
  ["Two chariots and a soldier against two advisors and elephant", "KRRPKAAB", true],
  ["a chariot against a bare king", "KRK", true],
  ["a v r", "KRKA", true],
  ["the horse against cannon", "KNKA", false],
  ["n vs r", "KRKN", true],
  ["R v", "KRKN", true],
  ["KR-KN", "KRKN", true],
  ["R v N", "KRNKA", false],
  ["KRvsKN", "KRKN", true],
  ["车对马", "KRKN", true],
  ["車對馬", "KRKN", true],
  ["单车对士象全", "KRKAABB", true],
  ["馬對單缺象", "KNKAAB", true],
  ["车对单将", "KRKA", true],
  ["双兵对双士", "KPPKAA", true],
  ["krk", "KRKN", true],
  ["krk", "KRPKA", false],
  ["rp", "KRPKA", true],
  ["r", "KNKA", false],
  ["", "KNKA", true],
  ["xe mã", "KRNKA", true],
  ["xe mã", "KRKN", false],
  ["Xe đối mã", "KRKN", true],
  ["xe doi ma", "KRKN", true],
  ["XE ĐỐI MÃ", "KRKN", true],
  ["xe đối mã".normalize("NFD"), "KRKN", true],
  ["mã", "KNKA", true],
  ["pháo", "KNKA", false],
  ["Xe hai tốt đối sĩ tượng", "KRPPKAB", true],
  ["xe đối tướng trơ", "KRK", true],
  ["ba chốt đối hai sĩ", "KPPPKAA", true],
  ["xe đối sĩ tượng bền", "KRKAABB", true],
  ["mã đối khuyết tượng", "KNKAAB", true],
  ["song pháo đối tượng", "KCCKB", true],
  ["R v ma", "KRKAB", true], // letters, as nothing here is Vietnamese for certain
])("%j finds %s: %s", (text, endgame, found) => {
  expect(matches(parseEndgame(endgame), parseQuery(text)!)).toBe(found);
});

test.each(["x", "krkrk", "车对马对炮", "1"])("%j is no list of men", (text) => {
  expect(parseQuery(text)).toBeNull();
});

test("a full name is found in any spelling, in the colours that have a table", () => {
  expect(namedEndgame("khvkr")).toBe("KRKN");
  expect(namedEndgame("KKRA")).toBe("KRAK");
  expect(namedEndgame("kr")).toBeNull();
  expect(namedEndgame("krrrk")).toBeNull();
});

test("many men without a sign between the sides may be meant for two", () => {
  expect(["车兵车士", "双兵", "车兵对车士", "rp ra", "x"].map(isLongSide)).toEqual([true, false, false, true, false]);
});

test("the name of a cone is read as it is", () => {
  expect(readName("KPPPKPP.from999-99")).toBe("KPPPKPP.from999-99");
  expect(readName("KPKP.from99-9")).toMatchObject({ kind: "sign" }); // more ranks than soldiers
});

const SIDE = { checkmated: 0, stalemated: 0, longestWin: 1, longestLoss: 0, longestWinFen: null, longestLossFen: null };

test("the shares of the side that wins more say how an endgame usually ends", () => {
  const side = (wins: number, draws: number, losses: number) => ({ ...SIDE, positions: 1000, wins, draws, losses });
  expect(usualEnd("red", side(981, 19, 0))).toEqual({ usual: "won", winner: "red" });
  expect(usualEnd("red", side(980, 20, 0))).toEqual({ usual: "mostly-won", winner: "red" });
  expect(usualEnd("black", side(701, 299, 0))).toEqual({ usual: "mostly-won", winner: "black" });
  expect(usualEnd("black", side(700, 299, 1))).toEqual({ usual: "open", winner: "black" });
  expect(usualEnd("black", side(100, 800, 200))).toEqual({ usual: "mostly-drawn", winner: "red" });
  expect(usualEnd("red", side(20, 980, 0))).toEqual({ usual: "drawn", winner: "red" });
  expect(usualEnd("red", side(600, 199, 201))).toEqual({ usual: "both", winner: "red" });
  expect(usualEnd("red", side(10, 0, 990))).toEqual({ usual: "won", winner: "black" });
  const won = { red: side(1000, 0, 0), black: side(0, 0, 1000) };
  expect(usualEndOfAll(won)).toEqual({ usual: "always", winner: "red", dependsOnTurn: false });
  const first = { ...won, black: side(0, 30, 970) };
  expect(usualEndOfAll(first)).toEqual({ usual: "always", winner: "red", dependsOnTurn: true });
  expect(outcomesOf("black", side(1, 2, 997))).toEqual({ redWins: 997, draws: 2, blackWins: 1 });
});

test("wins are counted for the winner, whoever is to move", () => {
  const values = [0, makeValue(0, 0), makeValue(0, 3), makeValue(1, 1)];
  const histogram = { red: [5, 0, 7, 2], black: [5, 4, 0, 3] };
  const [conversion, check] = distancesOf(values, histogram, [
    { order: 0, kind: "conversion" },
    { order: 1, kind: "check" },
  ]);
  expect(conversion!.red).toEqual({ counts: [4, 0, 0, 7], longest: 3 });
  expect(conversion!.black).toEqual({ counts: [], longest: -1 });
  expect([check!.red, check!.black].map(totalOf)).toEqual([2, 3]);
});

test("bars stay inside the plot and grow with the count", () => {
  const distances = {
    order: 0,
    kind: "conversion",
    red: { counts: [1, 10, 1_000_000], longest: 1 },
    black: { counts: [0, 3], longest: 1 },
  } as const;
  const layout = layOut(distances, 600);
  const red = barsOf(distances.red, "red", layout);
  expect(red.map(({ height }) => height)).toEqual(red.map(({ height }) => height).sort((a, b) => a - b));
  for (const { y, height } of [...red, ...barsOf(distances.black, "black", layout)]) {
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(HEIGHT);
  }
});

test("the graph of an endgame has every capture of its closure once", () => {
  const { nodes, edges } = layOutGraph("KRKN");
  expect(nodes.map(({ endgame }) => endgame).sort()).toEqual(["KK", "KNK", "KRK", "KRKN"]);
  expect(edges.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(["KNK KK", "KRK KK", "KRKN KNK", "KRKN KRK"]);
  const large = layOutGraph("KRCKNAABB");
  expect(large.nodes.length).toBeLessThanOrEqual(40);
  expect(large.edges.length).toBeGreaterThan(3);
});

test.each([
  ["en", "KRPPKAB", "Chariot and two soldiers against advisor and elephant"],
  ["en", "KRK", "Chariot against a bare king"],
  ["zh-Hans", "KRPPKAAB", "车双兵对单缺象"],
  ["zh-Hant", "KRKAABB", "車對士象全"],
  ["zh-Hant", "KRK", "車對單將"],
  ["vi", "KRKAA", "Xe đối hai sĩ"],
  ["en", "KPPPPK", "Four soldiers against a bare king"],
  ["zh-Hans", "KPPPPK", "四兵对单将"],
  ["zh-Hant", "KRPKRP", "車兵對車兵"],
] as const)("in %s %s is called %s", async (language, endgame, name) => {
  expect((await loadWords("page", language)).endgames.name(endgame)).toBe(name);
});

test.each([
  [
    "en",
    "KRNPKRP has 5 attacking men (chariots, horses, cannons, soldiers): tables of whole endgames are offered for at most 4.",
  ],
  ["zh-Hans", "KRNPKRP 有车马炮兵 5 个，这里生成的整个残局最多 4 个。"],
  ["zh-Hant", "KRNPKRP 有車馬炮兵 5 個，這裡生成的整個殘局最多 4 個。"],
  ["vi", "KRNPKRP có 5 quân tấn công (xe, mã, pháo, tốt): ở đây chỉ tạo bảng của cả cờ tàn với nhiều nhất 4 quân."],
] as const)("in %s five attacking men are too many", async (language, sentence) => {
  expect((await loadWords("page", language)).errors.beyondTables("KRNPKRP", 5)).toBe(sentence);
});

test.each(LANGUAGES)("%s has a name for every endgame of one attacker", async (language) => {
  const { endgames } = await loadWords("page", language);
  for (const name of ["KRKAABB", "KNKAAB", "KCAABBKABB", "KPKAB", "KK", "KAKB"]) {
    expect(endgames.name(name)).not.toMatch(/undefined|^\s|\s$/);
  }
});
