import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { areBeyond, ranksOfSoldiers, type SoldierRanks } from "../../src/endgame/cone.ts";
import { closureSize, countCells, countNetPairs } from "../../src/endgame/count.ts";
import { canonicalEndgame, coneOf, makeEndgame, parseEndgame, swapEndgame } from "../../src/endgame/endgame.ts";
import { closure, subEndgames } from "../../src/endgame/graph.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import { swapColours } from "../../src/xiangqi/position.ts";
import { findProblems, legalPosition } from "../../src/xiangqi/validate.ts";
import { testEach } from "../long.ts";
import { anyEndgame, boardOf, smallEndgame } from "./arbitrary.ts";

const CONES = [
  "KPK.from6-",
  "KRKP.from-7",
  "KNPKP.from8-9",
  "KRPPKA.from58-",
  "KNPPK.from49-",
  "KPPKP.from77-8",
  "KPKPP.from7-48",
  "KRKPP.from-46",
];

describe("names", () => {
  it("a cone is parsed from its name in any case and any order of ranks, and printed to it", () => {
    const cone = parseEndgame(" knppkpa.FROM97-5 ");
    expect(cone).toEqual({
      ...makeEndgame({ horse: 1, soldier: 2 }, { soldier: 1, advisor: 1 }),
      name: cone.name,
      from: { red: [7, 9], black: [5] },
    });
    expect(cone.name).toBe("KNPPKPA.from79-5");
    expect(parseEndgame("KRKP.from-9").name).toBe("KRKP.from-9");
  });

  it("a cone from where soldiers begin is the whole endgame", () => {
    expect(parseEndgame("KPPKP.from33-3")).toEqual(parseEndgame("KPPKP"));
    expect(parseEndgame("KRK.from-")).toEqual(parseEndgame("KRK"));
  });

  test.each([
    ["KPPKP.from6-9", "KPPKP has soldiers 2-1"],
    ["KPPKP.from67-", "KPPKP has soldiers 2-1"],
    ["KPKP.from2-9", "behind the dot"],
    ["KPKP.from5", "behind the dot"],
    ["KPKP.at5-5", "behind the dot"],
    ["KPKP.from5-5.outcomes", "behind the dot"],
    ["KPKP.", "behind the dot"],
    [".from-", "two kings"],
  ])("%s is refused with one line", (name, why) => {
    expect(() => parseEndgame(name)).toThrow(why);
  });

  it("of cones of an endgame with the same men on both sides one of the two is canonical, once and for all", () => {
    const rank = fc.integer({ min: 3, max: 9 });
    const side = fc.array(rank, { minLength: 2, maxLength: 2 }).map((ranks) => ranks.toSorted());
    fc.assert(
      fc.property(side, side, fc.constantFrom({}, { chariot: 1 }, { advisor: 1 }), (red, black, more) => {
        const men = { soldier: 2, ...more };
        const cone = makeEndgame(men, men, { red, black });
        const { endgame } = canonicalEndgame(cone);
        expect(canonicalEndgame(endgame)).toEqual({ endgame, swapped: false });
        expect(canonicalEndgame(swapEndgame(cone)).endgame).toEqual(endgame);
      }),
    );
  });
});

describe("what a cone holds", () => {
  it("is told from a position by the ranks of its soldiers", () => {
    const { board } = parseFen("3k5/9/2PP5/9/9/4p4/9/4K4/6p2/9 b");
    expect(coneOf(board).name).toBe("KPPKPP.from77-58");
    expect(canonicalEndgame(coneOf(board)).endgame.name).toBe("KPPKPP.from77-58");
    expect(canonicalEndgame(coneOf(swapColours({ board, turn: "red" }).board))).toEqual({
      endgame: parseEndgame("KPPKPP.from77-58"),
      swapped: true,
    });
  });

  it("captures lead into the cones of the lowest ranks that are left", () => {
    const names = (name: string) =>
      subEndgames(parseEndgame(name))
        .map((each) => each.name)
        .toSorted();
    expect(names("KRPPKP.from69-8")).toEqual(["KPPKP.from66-8", "KRPKP.from6-8", "KRPPK.from69-"]);
    expect(names("KPPKPP.from77-58")).toEqual(["KPPKP.from55-7", "KPPKP.from77-5"]);
  });

  testEach(1, [5, 100])(
    "any legal move from %i positions leads to a cell of the cone, or of one in its closure",
    (starts) => {
      const boards = smallEndgame.filter(({ red, black }) => red.soldier + black.soldier > 0).chain(boardOf);
      fc.assert(
        fc.property(boards, fc.constantFrom("red" as const, "black" as const), (start, turn) => {
          fc.pre(findProblems({ board: start, turn }).length === 0);
          const { endgame, swapped } = canonicalEndgame(coneOf(start));
          const position = legalPosition(swapped ? swapColours({ board: start, turn }) : { board: start, turn });
          const indexes = closure([endgame]).map(endgameIndex);
          for (const move of legalMoves(position)) {
            const after = applyMove(position, move);
            const holds = indexes.some((index) =>
              [after, swapColours(after)].some(({ board }) => index.indexOf(board) >= 0),
            );
            expect(holds).toBe(true);
          }
        }),
        { numRuns: starts },
      );
    },
  );

  test.each(CONES)("%s: its index numbers just the positions whose soldiers are beyond those ranks", (name) => {
    const { endgame: cone } = canonicalEndgame(parseEndgame(name));
    const whole = canonicalEndgame(makeEndgame(cone.red, cone.black)).endgame;
    const index = endgameIndex(cone);
    const all = endgameIndex(whole);
    expect(index.cells).toBe(countCells(cone));
    const isInside = (board: Uint8Array): boolean => {
      const { red, black } = ranksOfSoldiers(board);
      return areBeyond(red, cone.from!.red) && areBeyond(black, cone.from!.black);
    };
    const board = new Uint8Array(90);
    let held = 0;
    for (let cell = 0; cell < all.cells; cell += strideOf(all.cells)) {
      if (all.boardAt(cell, board) === null || all.indexOf(board) !== cell) continue;
      const inside = isInside(board);
      if (inside !== index.indexOf(board) >= 0) expect.fail(`cell ${cell}`);
      held += Number(inside);
    }
    expect(held).toBeGreaterThan(0);
    let own = 0;
    for (let cell = 0; cell < index.cells; cell += strideOf(index.cells)) {
      if (index.boardAt(cell, board) === null) continue;
      if (!isInside(board)) expect.fail(`cell ${cell} of the cone`);
      own++;
    }
    expect(own).toBeGreaterThan(0);
  });
});

describe("sizes", () => {
  test.each(CONES)("%s: positions are counted as they are numbered", (name) => {
    const { endgame } = canonicalEndgame(parseEndgame(name));
    const { red, black, placements, innerReach, inner, twins, width } = endgameIndex(endgame);
    let [all, symmetric] = [0, 0];
    const rest = (formations: typeof red) => formations.mirror.reduce((sum, m, i) => sum + Number(m === i), 0);
    for (let placement = 0; placement < placements.count; placement++) {
      const squares = placements.men.map((_man, i) => placements.squareOf(placement, i));
      for (let square = 0; square < width; square++) {
        if (innerReach[square] === 0 || (inner !== null && squares.includes(square))) continue;
        if (
          inner === "soldier" &&
          square < 45 &&
          squares.some((other, i) => placements.men[i]!.colour === "red" && other < 45 && other % 9 === square % 9)
        )
          continue;
        all++;
        const mirrored = new Set(
          [...squares, ...(inner === null ? [] : [square])].map((each) => 8 - 2 * (each % 9) + each),
        );
        const own = placements.mirror[placement] === placement && (inner === null || square % 9 === 4);
        if (own || (twins > 1 && isOwnImage(endgame.red.soldier, placements, placement, square, mirrored))) symmetric++;
      }
    }
    expect(countNetPairs(endgame)).toBe(
      (red.count * black.count * (all / twins) + rest(red) * rest(black) * (symmetric / twins)) / 2,
    );
  });

  it("a cone's closure is told before anything is built", () => {
    const whole = closureSize([parseEndgame("KPPKPP")]);
    const cone = closureSize([parseEndgame("KPPKPP.from77-77")]);
    expect(whole.tables).toBe(closure([parseEndgame("KPPKPP")]).length);
    expect(whole.netPairs).toBeGreaterThan(80e6);
    expect(cone.tables).toBe(whole.tables);
    expect(cone.netPairs / whole.netPairs).toBeLessThan(0.1);
    expect(cone.netPairs).toBeLessThan(cone.cells);
  });

  it("cones together are no larger than their endgame, whatever men it has", () => {
    fc.assert(
      fc.property(
        anyEndgame,
        fc.array(fc.integer({ min: 3, max: 9 }), { minLength: 8, maxLength: 8 }),
        (endgame, ranks) => {
          const from: SoldierRanks = {
            red: ranks.slice(0, endgame.red.soldier).toSorted(),
            black: ranks.slice(4, 4 + endgame.black.soldier).toSorted(),
          };
          const cone = makeEndgame(endgame.red, endgame.black, from);
          expect(countCells(cone)).toBeLessThanOrEqual(countCells(endgame));
          expect(countNetPairs(cone)).toBeLessThanOrEqual(countNetPairs(endgame));
        },
      ),
    );
  });
});

/** So that some 20,000 cells of all kinds are looked at. */
function strideOf(cells: number): number {
  return 2 * Math.floor(cells / 40_000) + 1;
}

/** Whether inner and outer soldiers together are their own mirror image though the placement alone is not. */
function isOwnImage(
  soldiers: number,
  placements: ReturnType<typeof endgameIndex>["placements"],
  placement: number,
  square: number,
  mirrored: ReadonlySet<number>,
): boolean {
  const men = placements.men.map((man, i) => ({ ...man, square: placements.squareOf(placement, i) }));
  const all = [{ colour: "red", role: "soldier", square }, ...men];
  const mirror = (each: number) => each + 8 - 2 * (each % 9);
  return (
    soldiers > 0 &&
    mirrored.size === all.length &&
    all.every(({ colour, role, square: at }) =>
      all.some((other) => other.colour === colour && other.role === role && other.square === mirror(at)),
    )
  );
}
