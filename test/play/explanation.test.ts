import { rm } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explain, type Explanation } from "../../src/play/explanation.ts";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { DRAW, orderOf } from "../../src/table/value.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { mirrorPosition, swapColours, type Position } from "../../src/xiangqi/position.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { LONG } from "../long.ts";
import { asianVerdict, expectTrue } from "./explanations.ts";
import { samplePositions } from "./games.ts";
import { buildTables } from "./sampled-games.ts";

const FANG: Collection = { rules: "asian", metric: "dtc", orders: "fang" };
const CHESSDB: Collection = { rules: "asian", metric: "dtm", orders: "chessdb" };
let folder: string;
let fang: FolderCatalog;
beforeAll(async () => {
  folder = await buildTables(["KRKN"], CHESSDB);
  await buildTables(["KRKN", "KPKP"], FANG, folder);
  fang = new FolderCatalog(folder, FANG);
});
afterAll(async () => {
  await fang.close();
  await rm(folder, { recursive: true });
});

const sample = (provider: FolderCatalog, name: string, order: number, count: number) =>
  samplePositions(provider, name, (value) => value !== DRAW && orderOf(value) === order, count, randomNumbers(order));

async function expectConfined(fen: string): Promise<void> {
  const explanation = await explain(parseLegalFen(fen), fang);
  expect(explanation).toMatchObject({ subject: "repetition", category: "draw", loser: null });
  expect(explanation.confinedTo).toBeGreaterThan(3);
  await expectTrue(explanation, fang);
  const attempts = explanation.cycle!.moves.flatMap((move) => move.attempts!);
  expect(attempts.filter(({ outcome }) => outcome === "loses").length).toBeGreaterThan(0);
  expect(attempts.map(({ outcome }) => outcome)).not.toContain("draws");
}

describe("a perpetual", () => {
  test("is explained by tables to mate with orders as chessdb numbers them", async () => {
    const provider = new FolderCatalog(folder, CHESSDB);
    for (const position of await sample(provider, "KRKN", 1, 15)) {
      await expectTrue(await explain(position, provider), provider);
    }
    await provider.close();
  });

  test("is told move by move, with every attempt to leave it", async () => {
    const explanation = await explain(parseLegalFen("4k4/9/9/9/9/9/9/9/1n7/R2K5 w"), fang);
    expect(explanation).toMatchObject({ subject: "perpetual", loser: "black", kind: "check", order: 1 });
    expect(explanation.limit.reached).toBe(false);
    const { moves } = explanation.cycle!;
    const verdict = asianVerdict(explanation.cycle!);
    expect(moves.map(({ mover, check }) => `${mover} ${check}`)).toEqual(
      explanation.cycle!.fen.endsWith("b")
        ? ["black true", "red false", "black true", "red false"]
        : ["red false", "black true", "red false", "black true"],
    );
    const forced = moves.find(({ mover }) => mover === "black")!;
    expect(forced.checkers).toEqual([expect.objectContaining({ colour: "black", role: "horse" })]);
    expect(forced.attempts!.filter(({ outcome }) => outcome === "loses").length).toBeGreaterThan(0);
    expect(verdict.conduct.black).toMatchObject({ moves: verdict.conduct.black.checks });
    expect(verdict.reason).toBe("Black loses: it checks on every move, while Red does not.");
  });
});

test("a draw that neither side can leave is explained by the few positions it is confined to", () =>
  expectConfined("9/9/3k5/9/p8/9/P8/9/9/4K4 w"));

test("there is nothing to explain about mates, conversions, other draws and tables without perpetual rules", async () => {
  const nothing = { subject: "nothing", cycle: null, approach: [], loser: null };
  for (const fen of ["5k3/9/9/9/9/R8/9/4n4/9/3K5 w", "9/5k3/9/9/9/2n6/9/3RK4/9/9 b"]) {
    expect(await explain(parseLegalFen(fen), fang)).toMatchObject(nothing);
  }
});

test("a limit that is reached is told, and nothing is claimed", async () => {
  const position = parseLegalFen("4k4/9/9/9/9/9/9/9/1n7/R2K5 w");
  for (const limit of [
    { positions: 2, plies: 100 },
    { positions: 1000, plies: 4 },
  ]) {
    const explanation = await explain(position, fang, limit);
    expect(explanation).toMatchObject({ subject: "perpetual", cycle: null, limit: { ...limit, reached: true } });
  }
});

describe("chariot against horse and soldier, of four orders", LONG, () => {
  const sampled: Record<number, readonly Position[]> = {};

  beforeAll(async () => {
    await buildTables(["KRKNP"], FANG, folder);
    for (const order of [1, 2, 3, 4]) sampled[order] = await sample(fang, "KRKNP", order, 8);
  });

  test.each([
    { order: 1, kind: "check", clause: "d3" },
    { order: 2, kind: "check", clause: "d3" },
    { order: 3, kind: "check", clause: "d3" },
    { order: 4, kind: "chase", clause: "d4" },
  ])("a perpetual of order $order is explained by a cycle of $kind that the adjudicator judges so", async (level) => {
    for (const [i, position] of sampled[level.order]!.entries()) {
      const explanation = await explain(i % 2 === 0 ? position : swapColours(position), fang);
      expect(explanation).toMatchObject({ subject: "perpetual", order: level.order, kind: level.kind });
      expect(asianVerdict(explanation.cycle!).clause).toBe(level.clause);
      await expectTrue(explanation, fang);
    }
  });

  test("a perpetual has the same explanation in the mirror and with the colours exchanged", async () => {
    const positions = Object.values(sampled).flat();
    const views: readonly ((position: Position) => Position)[] = [
      swapColours,
      mirrorPosition,
      (position) => swapColours(mirrorPosition(position)),
    ];
    const gist = ({ subject, category, order, kind, cycle }: Explanation) => {
      return { subject, category, order, kind, clause: cycle && asianVerdict(cycle).clause };
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...positions), fc.constantFrom(...views), async (position, view) => {
        const [plain, seen] = [await explain(position, fang), await explain(view(position), fang)];
        expect(gist(seen)).toEqual(gist(plain));
        expect(seen.loser === plain.loser).toBe(view === mirrorPosition);
        await expectTrue(seen, fang);
      }),
      { numRuns: 10 },
    );
  });

  test("a draw that neither side can leave", () => expectConfined("9/9/4k4/9/9/9/1n1p5/3K5/1R7/9 w"));
});
