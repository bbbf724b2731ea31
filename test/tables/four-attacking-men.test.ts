/**
 * Four attacking men against the whole board. With all their squares they are too many for it; but soldiers on the last rank
 * only step sideways, so the positions in which all of them stand there are a game of their own, whose every value is the
 * table's.
 */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { valueOf } from "../../src/query/lookup.ts";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { DRAW, makeValue, type Value } from "../../src/table/value.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { COLOURS, colourOf, SOLDIER, type Colour, type Piece } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { squaresOf } from "../../src/xiangqi/steps.ts";
import { rankOf } from "../../src/xiangqi/squares.ts";
import { asianWholeBoardSolver } from "../oracle/asian-whole-board.ts";
import { wholeBoardSolver } from "../oracle/whole-board.ts";
import { buildTables } from "../play/sampled-games.ts";

/** All squares of a man, of a soldier the last rank. */
function lastRank(piece: Piece): number[] {
  const rank = colourOf(piece) === "red" ? 9 : 0;
  return squaresOf(piece).filter((square) => (piece & 7) !== SOLDIER || rankOf(square) === rank);
}

interface Judged {
  readonly board: Uint8Array;
  readonly turn: Colour;
  readonly value: Value;
}

/** The first differences in words, and how many positions were compared. */
async function compare(provider: FolderCatalog, wanted: Iterable<Judged>) {
  const wrong: string[] = [];
  let compared = 0;
  for (const { board, turn, value } of wanted) {
    compared++;
    const found = await valueOf({ board, turn } as LegalPosition, provider);
    if (found !== value && wrong.length < 10) {
      wrong.push(`${formatFen({ board, turn })}: ${found} instead of ${value}`);
    }
  }
  return { compared, wrong };
}

describe.each(["dtc", "dtm"] as const)("without rules on repetitions, in %s", (metric) => {
  const collection: Collection = { rules: "none", metric };
  const names = ["KPPPPK", "KRKPPP", "KPPPKP", "KPPKPP"];
  const oracle = wholeBoardSolver(lastRank);
  let folder: string;
  let provider: FolderCatalog;
  beforeAll(async () => {
    folder = await buildTables(names, collection);
    provider = new FolderCatalog(folder, collection);
  });
  afterAll(async () => {
    await provider.close();
    await rm(folder, { recursive: true });
  });

  function* judged(name: string): Generator<Judged> {
    const solution = oracle(name);
    for (const board of solution.boards()) {
      for (const turn of COLOURS) {
        const plies = solution.distance(metric, board, turn);
        if (plies !== undefined) yield { board, turn, value: plies === null ? DRAW : makeValue(0, plies) };
      }
    }
  }

  test.each(names)("every position of %s with its soldiers on the last rank has the oracle's value", async (name) => {
    const { compared, wrong } = await compare(provider, judged(name));
    expect(wrong).toEqual([]);
    const { red, black } = oracle(name).positions;
    expect(compared).toBe(red + black);
  });
});

describe("under the Asian rules", () => {
  const collection: Collection = { rules: "asian", metric: "dtc", orders: "fang" };
  const oracle = asianWholeBoardSolver(lastRank);
  let folder: string;
  let provider: FolderCatalog;
  beforeAll(async () => {
    folder = await buildTables(["KPPKPP", "KPPPKP"], collection);
    provider = new FolderCatalog(folder, collection);
  });
  afterAll(async () => {
    await provider.close();
    await rm(folder, { recursive: true });
  });

  function* judged(name: string): Generator<Judged> {
    for (const { board, turn, value } of oracle(name).all()) {
      yield { board, turn, value: value === null ? DRAW : makeValue(value.order, value.distance) };
    }
  }

  test.each(["KPPKPP", "KPPPKP"])(
    "every position of %s with its soldiers on the last rank has the oracle's value",
    async (name) => {
      const { compared, wrong } = await compare(provider, judged(name));
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(300_000);
    },
  );
});
