/** The counts of a survey, held against a walk over the whole board by the plain move generator. */
import { expect, test } from "vitest";
import { describeEach } from "../long.ts";
import { valueOf } from "../../src/query/lookup.ts";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { categoryOf } from "../../src/table/value.ts";
import { verifyEndgame } from "../../src/verify/node/verify.ts";
import type { Survey } from "../../src/table/format/proof.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";
import { mirrorPosition, type LegalPosition } from "../../src/xiangqi/position.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { buildTablesUnder } from "./tables.ts";

/** Small ones: two-programs.test.ts compares both programs on more. */
const TABLES: readonly (readonly [name: string, collection: Collection])[] = [
  ["KPKA", { metric: "dtc", rules: "none" }],
  ["KPPK", { metric: "dtc", rules: "asian", orders: "fang" }],
];

const LOSS = -1;
const DRAW = 0;
const WIN = 1;

async function countPlainly(name: string, catalog: FolderCatalog): Promise<Survey> {
  const table = (await catalog.open(name))!;
  const { index } = table;
  const codes = { red: await table.readSide("red"), black: await table.readSide("black") };
  const outcome = async (position: LegalPosition): Promise<number> => {
    const cell = index.indexOf(position.board);
    const value = cell < 0 ? await valueOf(position, catalog) : table.header.values[codes[position.turn][cell]!]!;
    return ["loss", "draw", "win"].indexOf(categoryOf(value)) - 1;
  };
  const onlyWinningMoves = { red: 0, black: 0 };
  const zugzwangs = { both: 0, red: 0, black: 0 };
  for (let cell = 0; cell < index.cells; cell++) {
    const board = index.boardAt(cell);
    if (board === null || index.indexOf(board) !== cell) continue;
    const mirrored = mirrorPosition({ board, turn: "red" }).board;
    // A position and its mirror image have one cell, or two in a block that is its own image.
    const isOne = index.indexOf(mirrored) !== cell || board.every((piece, square) => piece === mirrored[square]);
    const weight = isOne ? 1 : 2;
    const outcomes: Partial<Record<Colour, number>> = {};
    for (const turn of COLOURS) {
      const position = { board, turn };
      if (!isLegalPosition(position)) continue;
      outcomes[turn] = await outcome(position);
      if (outcomes[turn] !== WIN) continue;
      let winning = 0;
      for (const move of legalMoves(position)) winning += Number((await outcome(applyMove(position, move))) === LOSS);
      if (winning === 1) onlyWinningMoves[turn] += weight;
    }
    const { red, black } = outcomes;
    if (red === undefined || black === undefined) continue;
    if (red === LOSS && black === LOSS) zugzwangs.both += weight;
    if (red === LOSS && black === DRAW) zugzwangs.red += weight;
    if (red === DRAW && black === LOSS) zugzwangs.black += weight;
  }
  return { onlyWinningMoves, zugzwangs };
}

describeEach(1, TABLES)("a survey of %s %o", (name, collection) => {
  test("counts what a plain walk finds", { timeout: 120_000 }, async () => {
    const catalog = new FolderCatalog(await buildTablesUnder(collection, name), collection);
    try {
      const { survey, proven } = await verifyEndgame(name, { provider: catalog, threads: 2 });
      expect(proven).toBe(true);
      expect(survey).toEqual(await countPlainly(name, catalog));
    } finally {
      await catalog.close();
    }
  });
});
