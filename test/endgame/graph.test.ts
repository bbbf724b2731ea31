import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attackingMen, canonicalEndgame, endgameOf, parseEndgame } from "../../src/endgame/endgame.ts";
import {
  closure,
  closureOfTables,
  conversions,
  enteredSides,
  entries,
  entryOf,
  leastInClosure,
  subEndgames,
} from "../../src/endgame/graph.ts";
import { applyMove, isCapture, legalMoves } from "../../src/xiangqi/moves.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { anyEndgame, endgameAndBoard } from "./arbitrary.ts";

const namesOf = (endgames: readonly { name: string }[]) => endgames.map(({ name }) => name);
const conversionNames = (name: string) => conversions(parseEndgame(name)).map(({ endgame }) => endgame.name);
const closureOf = (...names: string[]) => namesOf(closure(names.map(parseEndgame)));

describe("conversions", () => {
  test.each([
    ["KK", []],
    ["KAABBKAABB", []],
    ["KRK", ["KK"]],
    ["KRKAB", ["KKAB", "KRKB", "KRKA"]],
    ["KRBKA", ["KBKA", "KRBK"]],
    ["KNABKP", ["KABKP", "KNBKP", "KNAKP", "KNABK"]],
    ["KRRKN", ["KRKN", "KRRK"]],
    ["KPPPPPKC", ["KPPPPKC", "KPPPPPK"]],
  ])("of %s are %j", (name, names) => expect(conversionNames(name)).toEqual(names));

  test("take an advisor or elephant only with an attacker", () => {
    fc.assert(
      fc.property(anyEndgame, (endgame) => {
        for (const { lost } of conversions(endgame)) {
          const isDefender = lost.role === "advisor" || lost.role === "elephant";
          const enemy = endgame[lost.colour === "red" ? "black" : "red"];
          if (isDefender) expect(attackingMen(enemy)).not.toEqual([]);
        }
      }),
    );
  });

  test("cover every capture on the board", () => {
    fc.assert(
      fc.property(endgameAndBoard, ([endgame, board]) => {
        const names = namesOf(conversions(endgame).map((conversion) => conversion.endgame));
        for (const turn of COLOURS) {
          const position = { board, turn };
          for (const move of legalMoves(position)) {
            const after = applyMove(position, move).board;
            if (
              !isCapture(position, move) ||
              !after.some((piece) => piece === 1) ||
              !after.some((piece) => piece === 9)
            ) {
              continue;
            }
            expect(names).toContain(endgameOf(after).name);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("sub-endgames", () => {
  test("are canonical and named once", () => {
    expect(namesOf(subEndgames(parseEndgame("KRKR")))).toEqual(["KRK"]);
    expect(namesOf(subEndgames(parseEndgame("KRKN")))).toEqual(["KNK", "KRK"]);
    expect(namesOf(subEndgames(parseEndgame("KPAKP")))).toEqual(["KPKA", "KPKP", "KPAK"]);
  });

  test("are entered with one side to move: who has lost a man", () => {
    const entered = (name: string) => entries(parseEndgame(name)).map(({ endgame, turn }) => `${endgame.name} ${turn}`);
    expect(entered("KRKNA")).toEqual(["KNAK black", "KRKA black", "KRKN black"]);
    expect(entered("KRCKR")).toEqual(["KRKC black", "KRKR red", "KRCK black"]);
    const sidesOf = (names: readonly string[]) => enteredSides(names.map(parseEndgame)).get("KNAK");
    expect(sidesOf(["KRKNA", "KCKNA"])).toEqual(new Set(["black"]));
    expect(sidesOf(["KRKNA", "KNPAK"])).toEqual(new Set(["black", "red"]));
    fc.assert(
      fc.property(anyEndgame, (endgame) => {
        const all = conversions(endgame).map(entryOf);
        const distinct = new Set(all.map((entry) => `${entry.endgame.name} ${entry.turn}`));
        expect(distinct.size).toBe(new Set(all.map((entry) => entry.endgame.name)).size);
        expect(entries(endgame).length).toBe(distinct.size);
        const sides = [...enteredSides([endgame])].map(([name, turns]) => `${name} ${[...turns].join()}`);
        expect(new Set(sides)).toEqual(distinct);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the closure", () => {
  test("of KRKAABB is KRK with all it can lose, and all that is left without the chariot", () => {
    const defenders = ["", "A", "AA", "B", "AB", "AAB", "BB", "ABB", "AABB"];
    const withoutChariot = defenders.map((men) => `K${men}K`);
    expect(closureOf("KRKAABB").sort()).toEqual([...defenders.map((men) => `KRK${men}`), ...withoutChariot].sort());
  });

  test("never loses an elephant that Black cannot attack", () => {
    const names = closureOf("KCPBKAABB");
    // Once the attacking men are gone, Black may be the stronger side.
    for (const name of names) expect(name).toMatch(/^K(CP|C|P|)BK|KB$/);
    expect(names).toContain("KCBKAABB");
    expect(names).not.toContain("KCPKAABB");
  });

  test("is canonical, complete, without repetition, and each comes after all it leads to", () => {
    fc.assert(
      fc.property(fc.array(anyEndgame, { maxLength: 3 }), (endgames) => {
        const found = closure(endgames);
        const names = namesOf(found);
        expect(new Set(names).size).toBe(names.length);
        for (const endgame of endgames) expect(names).toContain(canonicalEndgame(endgame).endgame.name);
        found.forEach((endgame, i) => {
          expect(canonicalEndgame(endgame)).toEqual({ endgame, swapped: false });
          for (const { name } of subEndgames(endgame)) expect(names.slice(0, i)).toContain(name);
        });
      }),
      { numRuns: 50 },
    );
  });

  test("has at least as many endgames as is known without finding them, and at most twice as many", () => {
    fc.assert(
      fc.property(anyEndgame, (endgame) => {
        const least = leastInClosure(endgame);
        const { length } = closure([endgame]);
        expect(length).toBeGreaterThanOrEqual(least);
        expect(length).toBeLessThanOrEqual(2 * least);
      }),
      { numRuns: 50 },
    );
  });

  test("of endgames beyond tables is not looked for where tables are asked of it", () => {
    expect(() => closureOfTables(["KRK", "KRRCCNNPPPPPAABBKRRCCNNPPPPPAABB"].map(parseEndgame))).toThrow(
      /has 22 attacking men/,
    );
    expect(closureOfTables([parseEndgame("KRNKRA")])).toEqual(closure([parseEndgame("KRNKRA")]));
  });

  test("is the same for both colours", () => {
    expect(closureOf("KAABBKR")).toEqual(closureOf("KRKAABB"));
  });
});
