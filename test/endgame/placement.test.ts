import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ATTACKING_ROLES } from "../../src/endgame/endgame.ts";
import { enumeratePlacements, sameHomeFile, type OuterMan } from "../../src/endgame/placement.ts";
import { pieceOf } from "../../src/xiangqi/pieces.ts";
import { canStand } from "../../src/xiangqi/steps.ts";
import { mirrorSquare, parseSquare, SQUARES, type Square } from "../../src/xiangqi/squares.ts";

const R: OuterMan = { colour: "red", role: "chariot" };
const N: OuterMan = { colour: "red", role: "horse" };
const P: OuterMan = { colour: "red", role: "soldier" };
const r: OuterMan = { colour: "black", role: "chariot" };
const p: OuterMan = { colour: "black", role: "soldier" };

describe("placements", () => {
  test.each([
    ["no man", [], 1],
    ["a chariot", [R], 90],
    ["a soldier", [P], 55],
    ["two chariots of one colour", [R, R], (90 * 89) / 2],
    ["two chariots of both colours", [R, r], 90 * 89],
    ["a horse and a soldier", [N, P], 90 * 55 - 55],
    ["two soldiers of one colour, never both behind the river on one file", [P, P], (55 * 54) / 2 - 5],
    ["two soldiers of both colours, which share 20 squares", [P, p], 55 * 55 - 20],
  ])("of %s are counted", (_, men, count) => expect(enumeratePlacements(men).count).toBe(count));

  const anyMen = fc
    .array(fc.record({ colour: fc.constantFrom("red", "black"), role: fc.constantFrom(...ATTACKING_ROLES) }), {
      maxLength: 2,
    })
    .map((men) => men.sort((a, b) => (a.colour + a.role < b.colour + b.role ? -1 : 1)) as OuterMan[]);

  test("are found by their squares, mirrored, and by squares of identical men in any order", () => {
    fc.assert(
      fc.property(anyMen, fc.nat(), (men, seed) => {
        const placements = enumeratePlacements(men);
        const placement = seed % placements.count;
        const squares = men.map((_, man) => placements.squareOf(placement, man));
        men.forEach(({ colour, role }, man) => expect(canStand(pieceOf(colour, role), squares[man]!)).toBe(true));
        expect(placements.find(squares)).toBe(placement);
        expect(placements.find(squares.map(mirrorSquare))).toBe(placements.mirror[placement]);
        expect(placements.mirror[placements.mirror[placement]!]).toBe(placement);
        const areTwins = men.length === 2 && men[0]!.colour === men[1]!.colour && men[0]!.role === men[1]!.role;
        if (areTwins) expect(placements.find(squares.toReversed())).toBe(placement);
      }),
      { numRuns: 50 },
    );
  });

  test("are not found on squares that are taken, out of reach or excluded", () => {
    const find = (men: readonly OuterMan[], names: readonly string[]) =>
      enumeratePlacements(men).find(names.map(parseSquare));
    expect(find([R, N], ["e4", "e4"])).toBe(-1);
    expect(find([P], ["e2"])).toBe(-1);
    expect(find([P], ["b4"])).toBe(-1);
    expect(find([p], ["e7"])).toBe(-1);
    expect(find([P, P], ["e3", "e4"])).toBe(-1);
    expect(find([P, P], ["e4", "e5"])).toBeGreaterThanOrEqual(0);
    expect(find([p, p], ["e5", "e6"])).toBe(-1);
    expect(find([P, p], ["e3", "e4"])).toBeGreaterThanOrEqual(0);
  });
});

test("two soldiers share a home file only behind the river of their own side", () => {
  const share = (colour: "red" | "black", a: string, b: string) => sameHomeFile(colour, parseSquare(a), parseSquare(b));
  expect(share("red", "c3", "c4")).toBe(true);
  expect(share("red", "c4", "c5")).toBe(false);
  expect(share("red", "c3", "e3")).toBe(false);
  expect(share("black", "c5", "c6")).toBe(true);
  expect(share("black", "c4", "c5")).toBe(false);
  const all = Array.from({ length: SQUARES }, (_, square): Square => square);
  for (const a of all) for (const b of all) expect(sameHomeFile("red", a, b)).toBe(sameHomeFile("red", b, a));
});
