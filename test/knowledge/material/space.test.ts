import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MATERIALS,
  attackingSide,
  hasAtLeast,
  materialName,
  materialOf,
  menOf,
  pairName,
  parseMaterial,
  parsePair,
  without,
} from "../../../src/knowledge/material/paper/space.ts";
import { materials } from "./arbitrary.ts";

describe("the material space", () => {
  test("has 27 x 56 x 9 materials, numbered without gaps", () => {
    expect(MATERIALS).toBe(13_608);
    for (let material = 0; material < MATERIALS; material++) expect(materialOf(menOf(material))).toBe(material);
  });

  test("starts with the bare king and ends with everything", () => {
    expect(materialName(0)).toBe("K");
    expect(materialName(MATERIALS - 1)).toBe("KRRNNCCPtPtPtPtPtAABB");
  });

  test("has an order in which losing a man gives less", () => {
    fc.assert(
      fc.property(materials, (material) => {
        expect(hasAtLeast(material, material)).toBe(true);
        for (const kind of ["chariot", "top", "bottom", "elephant"] as const) {
          const less = without(material, kind);
          if (less === -1) expect(menOf(material)[kind]).toBe(0);
          else expect([hasAtLeast(material, less), hasAtLeast(less, material)]).toEqual([true, false]);
        }
      }),
    );
  });

  test("gives the attacking role to one side, whoever is named first", () => {
    fc.assert(
      fc.property(materials, materials, (a, b) => {
        fc.pre(a !== b);
        expect(attackingSide(a, b)).not.toBe(attackingSide(b, a));
      }),
    );
    expect(attackingSide(parseMaterial("KN"), parseMaterial("KPPPPP"))).toBe("first");
    expect(attackingSide(parseMaterial("KCC"), parseMaterial("KR"))).toBe("second");
  });
});

describe("names of materials", () => {
  test("are read back as they were printed", () => {
    fc.assert(
      fc.property(materials, materials, (first, second) => {
        expect(parseMaterial(materialName(first))).toBe(first);
        expect(parsePair(pairName({ first, second }))).toEqual({ first, second });
      }),
    );
  });

  test.each([
    ["KRPt", "KRPt"],
    ["KPlPl", "KPlPl"],
    ["KPbPtPl", "KPtPlPb"],
    ["KRP", "KRPt"],
    ["KHGGMM", "KNAABB"],
    ["krpb", "KRPtB"],
    ["KSlE", "KPlB"],
    [" KBARN ", "KRNAB"],
  ])("%s is %s", (text, name) => expect(materialName(parseMaterial(text))).toBe(name));

  test("KRNKCCAABB has two sides", () => expect(pairName(parsePair("KRNKCCAABB"))).toBe("KRNKCCAABB"));

  test.each([
    ["KRRRK", "at most 2 of R"],
    ["KPtPtPlPlPbPbK", "at most 5 of P"],
    ["KRQK", '"Q" is no man'],
    ["RK", "a king comes first"],
    ["KR", "a name has two kings"],
    ["KRKNKC", "a name has two kings"],
    ["", "a name has two kings"],
    ["KRtK", '"t" is no man'],
  ])("%s is refused: %s", (text, why) => expect(() => parsePair(text)).toThrow(why));
});
