/** What the course says of endings is what their tables hold. */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { countLesson } from "../../../src/play/course/claim.ts";
import { ENDINGS } from "../../../src/play/course/endings.ts";
import { readNode, type SolutionNode } from "../../../src/play/studies/tree.ts";
import { lookUp, valueOf } from "../../../src/query/lookup.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION, type TableProvider } from "../../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import { categoryOf, compareChoices, isDraw, distanceOf, valueOfMove } from "../../../src/table/value.ts";
import { sumOfTable } from "../../../src/verify/node/content-sum.ts";
import { parseLegalFen } from "../../../src/xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves } from "../../../src/xiangqi/moves.ts";
import { formatUci, parseUci } from "../../../src/xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../../../src/xiangqi/position.ts";
import { CHAPTERS } from "../../../web/course/course.ts";

/** The moves that keep the outcome, by their values one by one, and whether none is better. */
async function keepingMoves(at: LegalPosition, provider: TableProvider): Promise<Map<string, boolean>> {
  const outcome = categoryOf(await valueOf(at, provider));
  const worths = await Promise.all(
    legalMoves(at).map(async (move) => {
      const after = await valueOf(applyMove(at, move), provider);
      return { uci: formatUci(at, move), worth: valueOfMove(provider.metric, isCapture(at, move), after) };
    }),
  );
  const isBest = (worth: number) => worths.every((each) => compareChoices(each.worth, worth) <= 0);
  return new Map(
    worths.filter(({ worth }) => categoryOf(worth) === outcome).map(({ uci, worth }) => [uci, isBest(worth)]),
  );
}

/** Each node of a tree has every move that keeps the outcome, and its answers are legal. */
export async function checkTree(
  start: LegalPosition,
  tree: readonly SolutionNode[],
  provider: TableProvider,
): Promise<void> {
  const seen = new Set<number>();
  const waiting: [number, LegalPosition][] = [[0, start]];
  while (waiting.length > 0) {
    const [node, at] = waiting.pop()!;
    if (seen.has(node)) continue;
    seen.add(node);
    const kept = readNode(tree[node]!);
    expect(new Map(kept.map(({ uci, isBest }) => [uci, isBest]))).toEqual(await keepingMoves(at, provider));
    for (const { uci, reply, next } of kept) {
      const after = applyMove(at, parseUci(at, uci));
      if (reply === null) {
        expect(isCapture(at, parseUci(at, uci)) || legalMoves(after).length === 0).toBe(true);
        continue;
      }
      expect(legalMoves(after).map((move) => formatUci(after, move))).toContain(reply);
      if (next !== null) waiting.push([next, applyMove(after, parseUci(after, reply))]);
    }
  }
  expect(seen.size).toBe(tree.length);
}

/** @param names endings of the course; their tables are built */
export function holdCourseAgainstTables(names: readonly string[]): void {
  let folder: string;
  let catalog: FolderCatalog;
  beforeAll(async () => {
    folder = process.env.CANJU_COURSE_DATA ?? (await mkdtemp(join(tmpdir(), "canju-course-")));
    await buildClosure(names.map(parseEndgame), { ...DEFAULT_COLLECTION, folder });
    catalog = new FolderCatalog(folder, DEFAULT_COLLECTION);
  });
  afterAll(async () => {
    await catalog.close();
    if (process.env.CANJU_COURSE_DATA === undefined) await rm(folder, { recursive: true });
  });

  describe.each(names)("%s", (name) => {
    const chapter = CHAPTERS.find(({ endgame }) => endgame === name)!;
    const { claims } = ENDINGS.find(({ endgame }) => endgame === name)!;

    test("its claims are counted over the whole table, and those that are said to be exact are", async () => {
      const table = (await catalog.open(name))!;
      expect(await sumOfTable(table, () => createHash("sha256"))).toBe(chapter.sum);
      const { counts, calm } = await countLesson(table, claims);
      expect({ counts, calm }).toEqual({ counts: chapter.counts, calm: chapter.calm });
      for (const [i, { share }] of claims.entries()) {
        expect(counts[i]!.positions).toBeGreaterThan(0);
        if (share === "all") expect(counts[i]!.hold).toBe(counts[i]!.positions);
      }
    });

    test("its positions are worth what is said, and its drills have every move that keeps it", async () => {
      const { won, drawn, drills } = chapter;
      for (const example of [won, drawn, ...drills]) {
        if (example === null) continue;
        const { value } = await lookUp(parseLegalFen(example.fen), catalog);
        expect([categoryOf(value), isDraw(value) ? null : distanceOf(value)]).toEqual([
          example.outcome,
          example.distance,
        ]);
      }
      for (const { fen, tree } of drills) await checkTree(parseLegalFen(fen), tree, catalog);
    });
  });
}
