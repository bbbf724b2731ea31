import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Endgame,
  attackingMen,
  canonicalEndgame,
  checkAttackingMen,
  countAttackingMen,
  isBeyondOffers,
  endgameOf,
  isSymmetric,
  makeEndgame,
  parseEndgame,
  swapEndgame,
} from "../../src/endgame/endgame.ts";
import { InputError } from "../../src/base/errors.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { swapColours } from "../../src/xiangqi/position.ts";
import { anyEndgame, endgameAndBoard } from "./arbitrary.ts";

describe("the name of an endgame", () => {
  test.each([
    ["KRKAABB", "KRKAABB"],
    ["krkaabb", "KRKAABB"],
    ["  KRKBBAA\n", "KRKAABB"],
    ["KRKGGEE", "KRKAABB"],
    ["KRKGAME", "KRKAABB"],
    ["KHSKSH", "KNPKNP"],
    ["KBAPCNRKRNCPAB", "KRNCPABKRNCPAB"],
    ["KPPPPPKPPPPP", "KPPPPPKPPPPP"],
    ["kk", "KK"],
  ])("%j means %s", (text, name) => expect(parseEndgame(text).name).toBe(name));

  test("keeps the colours as they are written", () => {
    expect(parseEndgame("KAKR")).toEqual(makeEndgame({ advisor: 1 }, { chariot: 1 }));
    expect(parseEndgame("KAKR").name).toBe("KAKR");
  });

  const TWO_KINGS = "a name has two kings, the first at its start, such as KRKAABB";
  test.each([
    ["", TWO_KINGS],
    ["K", TWO_KINGS],
    ["KR", TWO_KINGS],
    ["RKK", TWO_KINGS],
    ["KRKAK", TWO_KINGS],
    ["KRKX", `"X" is no man (K R N C P A B)`],
    ["KR KA", `" " is no man (K R N C P A B)`],
    ["KRKaaa", "a side has at most 2 of A"],
    ["KBBBK", "a side has at most 2 of B"],
    ["KRRRK", "a side has at most 2 of R"],
    ["KHNHK", "a side has at most 2 of N"],
    ["KKCCC", "a side has at most 2 of C"],
    ["KPPPPPPK", "a side has at most 5 of P"],
  ])("%j is refused: %s", (text, why) => {
    const refuse = () => parseEndgame(text);
    expect(refuse).toThrow(InputError);
    expect(refuse).toThrow(expect.objectContaining({ code: "bad-endgame" }));
    expect(refuse).toThrow(`"${text}" is not an endgame: ${why}`);
  });

  test("is read back as it is written", () => {
    const isReadBack = (endgame: Endgame) => {
      expect(parseEndgame(endgame.name)).toEqual(endgame);
    };
    fc.assert(fc.property(anyEndgame, isReadBack));
  });
});

describe("the canonical endgame", () => {
  test.each([
    ["KRKN", "KRKN", false],
    ["KNKR", "KRKN", true],
    ["KAABBKP", "KPKAABB", true],
    ["KCKN", "KNKC", true],
    ["KPKC", "KCKP", true],
    ["KRKRP", "KRPKR", true],
    ["KRPKRN", "KRNKRP", true],
    ["KNPPKR", "KRKNPP", true],
    ["KPKPA", "KPAKP", true],
    ["KPBKPA", "KPAKPB", true],
    ["KBKA", "KAKB", true],
    ["KRAKRA", "KRAKRA", false],
  ])("of %s is %s", (name, canonical, swapped) => {
    expect(canonicalEndgame(parseEndgame(name))).toEqual({ endgame: parseEndgame(canonical), swapped });
  });

  test("is the same for both colours", () => {
    fc.assert(
      fc.property(anyEndgame, (endgame) => {
        const here = canonicalEndgame(endgame);
        const there = canonicalEndgame(swapEndgame(endgame));
        expect(there.endgame).toEqual(here.endgame);
        expect(isSymmetric(endgame)).toBe(endgame.name === swapEndgame(endgame).name);
        if (!isSymmetric(endgame)) expect(there.swapped).toBe(!here.swapped);
        expect(canonicalEndgame(here.endgame)).toEqual({ endgame: here.endgame, swapped: false });
      }),
    );
  });

  test("has an attacker on Red's side if there is any", () => {
    fc.assert(
      fc.property(anyEndgame, (endgame) => {
        const { red, black } = canonicalEndgame(endgame).endgame;
        expect(attackingMen(red).length > 0).toBe(attackingMen(red).length + attackingMen(black).length > 0);
      }),
    );
  });
});

test("an endgame of five attacking men is beyond tables, of seven if some are soldiers, whoever has them", () => {
  for (const name of ["KRNCPK", "KRRKRR", "KPPKNCAABB", "KPPPKPP", "KRNPKRNP"]) {
    expect(() => checkAttackingMen(name)).not.toThrow();
  }
  for (const name of ["KRNKRNC", "KPPPPKPPP"]) {
    const men = `${countAttackingMen(name)} attacking men (chariots, horses, cannons, soldiers)`;
    const why = `${name} has ${men}: tables are for at most 4, or 6 with soldiers where one is asked for by name`;
    expect(() => checkAttackingMen(name)).toThrow(new InputError("too-many-attacking-men", why));
  }
});

test("a table of five attacking men is offered to nobody, a cone is", () => {
  expect(["KPPKPP", "KPPPKPP", "KRNKRNC", "KPPPKPP.from666-66"].map(isBeyondOffers)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

describe("the endgame of a position", () => {
  test("is named in the position's own colours", () => {
    expect(endgameOf(parseFen("9/4a4/3k5/9/2b3R2/9/4p4/9/4A4/4K4 w").board).name).toBe("KRAKPAB");
    expect(endgameOf(parseFen("9/9/3k5/9/9/9/9/9/9/4K4 b").board).name).toBe("KK");
  });

  test("exchanges its sides with the colours", () => {
    fc.assert(
      fc.property(endgameAndBoard, ([endgame, board]) => {
        expect(endgameOf(board)).toEqual(endgame);
        expect(endgameOf(swapColours({ board, turn: "red" }).board)).toEqual(swapEndgame(endgame));
      }),
    );
  });
});
