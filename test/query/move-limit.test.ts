import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "../long.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { limitVerdict } from "../../src/query/move-limit.ts";
import { probe } from "../../src/query/probe.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { isLoss, makeValue } from "../../src/table/value.ts";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove, isCapture, legalMoves } from "../../src/xiangqi/moves.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { buildNaively } from "../table/real-tables.ts";

let folder: string;
let catalog: FolderCatalog;
beforeAll(async () => {
  folder = await buildNaively("dtc", "KPKA");
  catalog = new FolderCatalog(folder, { rules: "none", metric: "dtc" });
});
afterAll(async () => {
  await catalog.close();
  await rm(folder, { recursive: true });
});

/**
 * Of every position of KPKA in how many plies Red forces mate or a capture that keeps the win, by playing: a position is added
 * once a move of Red leads to one that was, or all moves of Black do.
 */
async function pliesByPlaying(): Promise<Map<string, number>> {
  const index = endgameIndex(parseEndgame("KPKA"));
  const nexts = new Map<string, (string | "converts" | "safe")[]>();
  for (let cell = 0; cell < index.cells; cell++) {
    const board = index.boardAt(cell);
    for (const turn of COLOURS) {
      if (board === null || !isLegalPosition({ board, turn })) continue;
      const position = parseLegalFen(formatFen({ board, turn }));
      const after = legalMoves(position).map(async (move) => {
        const next = applyMove(position, move);
        if (!isCapture(position, move)) return formatFen(next);
        return turn === "red" && isLoss(await valueOf(next, catalog)) ? "converts" : "safe";
      });
      nexts.set(formatFen(position), await Promise.all(after));
    }
  }
  const plies = new Map<string, number>();
  for (let ply = 0; ; ply++) {
    const isDone = (next: string) => (next === "converts" ? 0 : (plies.get(next) ?? Infinity)) < ply;
    const found = [...nexts].filter(([fen, moves]) => {
      if (plies.has(fen)) return false;
      return fen.includes(" w") ? moves.some(isDone) : moves.every(isDone);
    });
    for (const [fen] of found) plies.set(fen, ply);
    if (found.length === 0 && ply > 2) return plies;
  }
}

test("a win is beyond a limit exactly where playing forces neither mate nor capture within it", LONG, async () => {
  const plies = await pliesByPlaying();
  expect(plies.size).toBeGreaterThan(800);
  for (const [fen, least] of [...plies].filter((_, i) => i % 7 === 0)) {
    const value = await valueOf(parseLegalFen(fen), catalog);
    for (const limit of [0, 1, 2, 5, 9, 14, 30]) {
      expect([fen, limitVerdict(value, "dtc", { plies: limit })]).toEqual([fen, least <= limit ? "next" : "beyond"]);
      const passed = { plies: limit + 3, passed: 3 };
      expect(limitVerdict(value, "dtc", passed)).toBe(limitVerdict(value, "dtc", { plies: limit }));
    }
  }
});

test("to mate, a win is certain within its distance, and open beyond it; by a perpetual it is open", () => {
  expect(limitVerdict(makeValue(0, 99), "dtm", { plies: 100 })).toBe("within");
  expect(limitVerdict(makeValue(0, 101), "dtm", { plies: 100 })).toBe("unknown");
  expect(limitVerdict(makeValue(2, 5), "dtc", { plies: 100 })).toBe("unknown");
  expect(limitVerdict(0, "dtc", { plies: 100 })).toBeNull();
});

test("a probe tells it of the position and of its moves, a capture beginning the count again", async () => {
  const position = parseLegalFen("3k5/4a4/4P4/9/9/9/9/9/9/4K4 w");
  expect("limit" in (await probe(position, catalog))).toBe(false);
  const { category, distance, limit, moves } = await probe(position, catalog, { plies: 100, passed: 100 });
  expect([category, distance, limit]).toEqual(["win", 1, "beyond"]);
  for (const move of moves) {
    if (move.category === "draw") expect(move.limit).toBeNull();
    else if (move.capture) expect(move.limit).toBe("next");
    else expect(move.limit).toBe("beyond");
  }
  expect(moves.some(({ capture }) => capture)).toBe(true);
});
