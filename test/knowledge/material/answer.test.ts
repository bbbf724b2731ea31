/** Answers about material, with the files that come with the program. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openAtlas } from "../../../src/knowledge/atlas/node/files.ts";
import { makeAnswerer } from "../../../src/knowledge/material/answer.ts";
import { readMaterialBase } from "../../../src/knowledge/material/node/files.ts";
import { parsePair } from "../../../src/knowledge/material/paper/space.ts";
import { smallMaterials } from "./arbitrary.ts";

const base = readMaterialBase();
const { answer, map } = makeAnswerer(base, (await openAtlas()).entries);

describe("an answer", () => {
  test("is certain of nothing but what is solved, and says what is not known well", () => {
    fc.assert(
      fc.property(smallMaterials, smallMaterials, (first, second) => {
        const { pair, basis, state, estimated, probabilities, proven } = answer({ first, second });
        expect(probabilities?.[state!] === 1).toBe(basis === "exact");
        if (basis === "predicted") expect(probabilities![state!]).toBeGreaterThanOrEqual(0.6);
        if (basis === "doubtful") expect(probabilities![state!]).toBeLessThan(0.6);
        if (proven !== null || (pair.match(/[RNCP]/g) ?? []).length > 4) expect(estimated).toBeNull();
      }),
      { numRuns: 100 },
    );
  });

  test("gives the solved endgames that bound it as its reasons, named from the side that attacks", () => {
    const { attack, basis, reasons, state } = answer(parsePair("KRPlKRAA"));
    expect({ attack, basis, state }).toEqual({ attack: "KRPl", basis: "predicted", state: "CHANCE_WIN" });
    expect(reasons).toMatchObject([
      { kind: "superset", from: "KRKRAA", state: "CHANCE_WIN" },
      { kind: "subset", from: "KRPKRA", state: "CHANCE_WIN" },
    ]);
    expect(answer(parsePair("KRAAKRPl"))).toMatchObject({ attacking: "second", reasons });
  });

  test("knows two strong men against one chariot, and answers EASY_WIN", () => {
    expect(answer(parsePair("KRKNN"))).toMatchObject({ attack: "KR", state: "EASY_WIN", basis: "exact" });
    expect(answer(parsePair("KRKNCAA")).state).not.toBe("WIN");
  });

  test("estimates nothing far from what was learned, but keeps what solved endgames leave", () => {
    expect(answer(parsePair("KRNCPKRNC"))).toMatchObject({ basis: "far", state: null, estimated: null });
    expect(answer(parsePair("KRRNCKCA"))).toMatchObject({ basis: "extension", state: "WIN", estimated: null });
  });
});

describe("what the atlas has", () => {
  const proven = makeAnswerer(base, new Map([["KRPKRA", { red: [60, 36, 4], black: [35, 48, 17] }]]));

  test("is answered by all positions of the endgame, and by no estimate", () => {
    const shares = {
      attackToMove: { win: 0.6, draw: 0.36, loss: 0.04 },
      defenceToMove: { win: 0.17, draw: 0.48, loss: 0.35 },
    };
    const expected = {
      state: null,
      basis: "atlas",
      estimated: null,
      probabilities: null,
      reasons: [],
      proven: { endgame: "KRPKRA", ...shares },
    };
    expect(proven.answer(parsePair("KRPlKRA"))).toMatchObject({ attacking: "first", ...expected });
    expect(proven.answer(parsePair("KRAKRPb"))).toMatchObject({ attacking: "second", ...expected });
  });

  test("keeps the exact shares of quiet positions where these were counted", () => {
    expect(answer(parsePair("KRKN"))).toMatchObject({ basis: "exact", state: "WIN", proven: { endgame: "KRKN" } });
  });

  test("stands in the map as a share, all else as a state or as nothing", () => {
    const cells = map(parsePair("KRPlKR")).flat();
    expect(cells.length).toBe(27 * 9);
    const cell = cells.find(({ second }) => second === "KRA")!;
    expect([cell.state, Math.round(100 * cell.won!)]).toEqual([null, 39]);
    expect(cells.find(({ second }) => second === "KRAABB")).toMatchObject({ state: "CHANCE_WIN", won: null });
    expect(cells.find(({ second }) => second === "KRNNCCAABB")).toMatchObject({ state: null, won: null });
  });
});
