/** What is found in a table is what the definitions say, and the longest of it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { findPuzzles, LEAST_PLIES, positionsOf } from "../../../src/play/studies/find.ts";
import type { Puzzle } from "../../../src/play/studies/puzzle.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { categoryOf, distanceOf } from "../../../src/table/value.ts";
import { valueOf } from "../../../src/query/lookup.ts";
import { parseLegalFen } from "../../../src/xiangqi/fen.ts";
import { applyMove, legalMoves } from "../../../src/xiangqi/moves.ts";
import { parseUci } from "../../../src/xiangqi/notation/coordinates.ts";
import * as oracle from "../../oracle/puzzles.ts";

const COUNT = 3;

/** @param names endgames whose every position is looked at */
export function holdStudiesAgainstDefinitions(NAMES: readonly string[]): void {
  let folder: string;
  let catalog: FolderCatalog;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "canju-puzzles-"));
    await buildClosure(NAMES.map(parseEndgame), { ...DEFAULT_COLLECTION, folder, threads: 1 });
    catalog = new FolderCatalog(folder, DEFAULT_COLLECTION);
  });
  afterAll(async () => {
    await catalog.close();
    await rm(folder, { recursive: true });
  });

  describe.each(NAMES)("%s", (name) => {
    let puzzles: Puzzle[];
    let all: oracle.Valued[];
    beforeAll(async () => {
      puzzles = await findPuzzles(name, catalog, { count: COUNT, patience: Infinity });
      all = await oracle.allPositions(name, catalog);
    });
    const of = (kind: Puzzle["kind"]) => puzzles.filter((each) => each.kind === kind);

    test("values are the table's, solutions are legal, false tries fail as is said", async () => {
      for (const { fen, outcome, distance, solution, tries } of puzzles) {
        const start = parseLegalFen(fen);
        const value = await valueOf(start, catalog);
        expect([categoryOf(value), outcome === "draw" ? null : distanceOf(value)]).toEqual([outcome, distance]);
        expect(positionsOf(start, solution)).toHaveLength(solution.length / 4 + 1);
        for (const { uci, result, reply } of tries) {
          const next = applyMove(start, parseUci(start, uci));
          expect(categoryOf(await valueOf(next, catalog))).toBe(result === "draw" ? "draw" : "win");
          if (reply !== null) expect(legalMoves(next)).toContain(parseUci(next, reply));
        }
      }
    });

    test("wins by quiet king moves: there is no longer one", async () => {
      const found = of("quiet-king");
      const fens = found.map(({ fen }) => fen);
      const those = all.filter(({ position }) => fens.some((fen) => sameAs(fen, position)));
      expect(await oracle.quietKingWins(those, LEAST_PLIES, catalog)).toHaveLength(found.length);
      const longer = found.length === 0 ? LEAST_PLIES : found[0]!.distance! + 1;
      expect(await oracle.quietKingWins(all, longer, catalog)).toEqual([]);
    });

    test("only moves are the only ones at every step", async () => {
      for (const { fen, solution } of of("only-moves")) {
        const start = parseLegalFen(fen);
        const positions = positionsOf(start, solution);
        const moves = (solution.match(/.{4}/g) ?? []).map((uci, i) => parseUci(positions[i]!, uci));
        expect(await oracle.hasOnlyMoves(start, moves, catalog)).toBe(true);
      }
    });

    test("zugzwangs are those of the whole board, the longest first", () => {
      const known = oracle.zugzwangBoards(all);
      const found = of("zugzwang");
      expect(found.length > 0).toBe(known.size > 0);
      for (const { fen } of found) expect(known.has(fen.split(" ")[0]!)).toBe(true);
      const losses = [...known.values()].map(([red, black]) => distanceOf(categoryOf(red) === "loss" ? red : black));
      if (found.length > 0) expect(found[0]!.distance).toBe(losses.reduce((a, b) => Math.max(a, b)));
    });

    test("perpetuals: of each order the longest with one winning move", async () => {
      const found = of("perpetual");
      for (const order of new Set(found.map((each) => each.order))) {
        const [first] = found.filter((each) => each.order === order);
        expect(first!.by).toMatch(/^(check|chase)$/);
        expect(await oracle.onlyMovePerpetuals(all, order, first!.distance! + 1, catalog)).toEqual([]);
        expect((await oracle.onlyMovePerpetuals(all, order, first!.distance!, catalog)).length).toBeGreaterThan(0);
      }
    });
  });
}

const sameAs = (fen: string, position: { board: Uint8Array; turn: string }) => {
  const other = parseLegalFen(fen);
  return other.turn === position.turn && other.board.every((piece, square) => piece === position.board[square]);
};
