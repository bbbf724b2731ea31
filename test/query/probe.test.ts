import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testEach } from "../long.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { abortable, type TableProvider } from "../../src/table/catalog/catalog.ts";
import { BlockCache } from "../../src/table/read/blocks.ts";
import { MissingTableError } from "../../src/table/format/errors.ts";
import { lookUp, valueOf } from "../../src/query/lookup.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { probe, rankMoves } from "../../src/query/probe.ts";
import { statisticsOf } from "../../src/query/statistics.ts";
import { Table } from "../../src/table/read/table.ts";
import { DRAW, makeValue } from "../../src/table/value.ts";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { mirrorPosition, swapColours } from "../../src/xiangqi/position.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { buildNaively } from "../table/real-tables.ts";
import { SourceError } from "../../src/base/errors.ts";

const NAMES = ["KRKA", "KPKA"];
const folders: string[] = [];
const catalogs: Record<"dtc" | "dtm", FolderCatalog> = {} as never;

beforeAll(async () => {
  for (const metric of ["dtc", "dtm"] as const) {
    const folder = await buildNaively(metric, ...NAMES);
    folders.push(folder);
    catalogs[metric] = new FolderCatalog(folder, { rules: "none", metric });
  }
});

afterAll(async () => {
  for (const catalog of Object.values(catalogs)) await catalog.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

/** Every `step`th legal position of an endgame. */
function* positions(name: string, step: number) {
  const index = endgameIndex(parseEndgame(name));
  for (let cell = 0; cell < index.cells; cell += step) {
    const board = index.boardAt(cell);
    if (board === null) continue;
    for (const turn of COLOURS) {
      const position = { board, turn };
      if (isLegalPosition(position)) yield position;
    }
  }
}

it("asks for a table once a position, and answers no question that was given up", async () => {
  const asked: string[] = [];
  const open: TableProvider["open"] = (name, signal) => {
    asked.push(name);
    return catalogs.dtc.open(name, signal);
  };
  const position = parseLegalFen("4k4/4a4/9/9/9/9/9/4R4/9/3K5 w");
  const { moves } = await probe(position, { rules: "none", metric: "dtc", open });
  expect(asked.length).toBeLessThanOrEqual(1 + moves.length);
  const controller = new AbortController();
  const given = probe(position, abortable(catalogs.dtc, controller.signal));
  controller.abort("given up");
  await expect(given).rejects.toBe("given up");
});

it("pauses after each block that it waited for: many may have", async () => {
  const cold = new FolderCatalog(folders[0]!, { rules: "none", metric: "dtc", cache: new BlockCache(0) });
  const waits = vi.spyOn(Table.prototype, "valueAt");
  let pauses = 0;
  const pause = async () => void pauses++;
  const open: TableProvider["open"] = (name, signal) => cold.open(name, signal);
  await probe(parseLegalFen("4k4/4a4/9/9/9/9/9/4R4/9/3K5 w"), { rules: "none", metric: "dtc", open, pause });
  expect(waits.mock.calls.length).toBeGreaterThan(10);
  expect(pauses).toBe(waits.mock.calls.length);
  waits.mockRestore();
  await cold.close();
});

describe.each(["dtc", "dtm"] as const)("tables of %s", (metric) => {
  testEach(2, [
    ["KRKA", 41],
    ["KPKA", 41],
    ["KRKA", 11],
    ["KPKA", 11],
    ["KRK", 1],
    ["KPK", 1],
  ] as const)("give positions of %s the value of their best move, one cell of %i", async (name, step) => {
    for (const position of positions(name, step)) {
      const value = await valueOf(position, catalogs[metric]);
      const best = (await rankMoves(position, catalogs[metric]))[0]?.value ?? makeValue(0, 0);
      if (value !== best) expect(`${formatFen(position)}: ${value}`).toBe(best);
    }
  });

  it("give a position, its mirror image and the same with the colours exchanged one value", async () => {
    for (const position of positions("KRKA", 101)) {
      const { fen: _1, moves, ...result } = await probe(position, catalogs[metric]);
      const { fen: _2, moves: mirrored, ...mirrorResult } = await probe(mirrorPosition(position), catalogs[metric]);
      const { fen: _3, moves: swapped, ...swapResult } = await probe(swapColours(position), catalogs[metric]);
      expect(mirrorResult).toEqual(result);
      expect(swapResult).toEqual({ ...result, endgame: "KAKR" });
      const values = (list: typeof moves) =>
        list.map(({ distance, category, best }) => `${category} ${distance} ${best}`);
      expect(values(mirrored)).toEqual(values(moves));
      expect(values(swapped)).toEqual(values(moves));
    }
  });
});

describe("a probe", () => {
  it("tells the value of a position and all its moves, the best first", async () => {
    const result = await probe(parseLegalFen("9/4k4/9/9/9/9/9/R8/9/3K5 w"), catalogs.dtm);
    expect(result).toMatchObject({ endgame: "KRK", metric: "dtm", rules: "none", category: "win", order: 0 });
    expect(result.moves.map(({ best }) => best)).toEqual(
      result.moves
        .map(({ best }) => best)
        .sort()
        .reverse(),
    );
    const [first] = result.moves;
    expect(first).toMatchObject({ category: "loss", distance: result.distance! - 1, capture: false, best: true });
    expect(Object.keys(first!)).toEqual([
      "uci",
      "wxf",
      "chinese",
      "capture",
      "check",
      "category",
      "order",
      "distance",
      "kind",
      "checkmate",
      "stalemate",
      "best",
    ]);
  });

  it("counts any winning capture as the shortest conversion, the quicker mate first", async () => {
    const result = await probe(parseLegalFen("3k5/9/3a5/9/9/3R5/9/9/9/4K4 w"), catalogs.dtc);
    expect(result).toMatchObject({ endgame: "KRKA", category: "win", distance: 1 });
    expect(result.moves[0]).toMatchObject({ uci: "d4d7", wxf: "R6+3", chinese: "车六进三", capture: true, best: true });
    expect(result.moves.filter(({ best }) => best)).toHaveLength(1);
  });

  it("knows without a table who has no move, and that nobody wins without attackers", async () => {
    const nothing: TableProvider = { rules: "none", metric: "dtc", open: async () => null };
    expect(await probe(parseLegalFen("3k5/9/9/9/9/3R5/9/9/9/4K4 b"), nothing)).toMatchObject({
      category: "loss",
      order: 0,
      distance: 0,
      moves: [],
    });
    expect(await probe(parseLegalFen("3k5/9/9/9/9/9/9/9/4A4/3AK4 w"), nothing)).toMatchObject({
      category: "draw",
      order: null,
      distance: null,
    });
  });

  it("tells mate, stalemate and check from other moves", async () => {
    const over = async (fen: string) => {
      const { moves, checkmate, stalemate } = await probe(parseLegalFen(fen), catalogs.dtc);
      const named = (uci: string) => moves.find((move) => move.uci === uci);
      return { checkmate, stalemate, named };
    };
    expect(await over("3k5/9/9/9/9/3R5/9/9/9/4K4 b")).toMatchObject({ checkmate: true, stalemate: false });
    const mating = await over("3k5/9/9/9/9/8R/9/9/9/4K4 w");
    expect(mating).toMatchObject({ checkmate: false, stalemate: false });
    expect(mating.named("i4d4")).toMatchObject({ check: true, checkmate: true, stalemate: false, distance: 0 });
    expect(mating.named("i4h4")).toMatchObject({ check: false, checkmate: false, stalemate: false });
    const stalling = await over("3k5/9/4P4/9/9/9/9/9/9/4K4 w");
    expect(stalling.named("e7e8")).toMatchObject({ check: false, checkmate: false, stalemate: true, distance: 0 });
  });

  it("says what decides: conversion, the perpetual that the table names for the order, nothing in a draw", async () => {
    const table = (await catalogs.dtc.open("KRKA"))!;
    const position = parseLegalFen("3k5/9/3a5/9/9/3R5/9/9/9/4K4 w");
    const answering = (value: number): TableProvider => {
      const orders = [1, 2].map((order) => ({ ...table.header.info.orders[0]!, order, kind: KINDS[order]! }));
      const header = { ...table.header, info: { ...table.header.info, orders } };
      const answer = Object.create(table, {
        header: { value: header },
        index: { value: table.index },
        valueIfCached: { value: () => value },
      });
      return { rules: "asian", metric: "dtc", open: async () => answer as typeof table };
    };
    const KINDS = ["conversion", "check", "chase"] as const;
    for (const order of [0, 1, 2]) {
      expect(await lookUp(position, answering(makeValue(order, 3)))).toEqual({
        value: makeValue(order, 3),
        kind: KINDS[order],
      });
    }
    expect((await lookUp(position, answering(makeValue(3, 3)))).kind).toBeNull();
    expect(await lookUp(position, answering(DRAW))).toEqual({ value: DRAW, kind: null });
  });

  it("asks once more where the file of a table was replaced, and never for any other error", async () => {
    const table = (await catalogs.dtc.open("KRKA"))!;
    const position = parseLegalFen("3k5/9/3a5/9/9/3R5/9/9/9/4K4 w");
    const failing = (error: Error, times: number) => {
      const opened: string[] = [];
      const open = async (name: string) => {
        opened.push(name);
        if (opened.length > times) return table;
        const fail = {
          value: () => {
            throw error;
          },
        };
        return Object.create(table, { index: { value: table.index }, valueIfCached: fail }) as typeof table;
      };
      const provider: TableProvider = { rules: "none", metric: "dtc", open };
      return { asked: valueOf(position, provider), opened };
    };
    const changed = new SourceError("changed", "the file was replaced");
    const once = failing(changed, 1);
    expect(await once.asked).toBe(makeValue(0, 1));
    expect(once.opened).toEqual(["KRKA", "KRKA"]);
    await expect(failing(changed, 2).asked).rejects.toBe(changed);
    for (const other of [new SourceError("short-read", "the disk is broken"), new Error("a bug")]) {
      const never = failing(other, 1);
      await expect(never.asked).rejects.toBe(other);
      expect(never.opened).toEqual(["KRKA"]);
    }
  });

  it("refuses a position with a man where the table knows none to stand", async () => {
    const { board } = parseLegalFen("3k5/9/3a5/9/9/3R5/9/9/9/4K4 w");
    const impossible = { board: board.with(66, 0).with(31, 9 + 1), turn: "red" as const };
    await expect(valueOf(impossible as LegalPosition, catalogs.dtc)).rejects.toMatchObject({
      code: "impossible-position",
      message: `impossible position: ${formatFen(impossible)}`,
    });
  });

  it("names the table that is missing", async () => {
    const asked = probe(parseLegalFen("3k5/9/9/9/9/9/9/9/9/N3K4 w"), catalogs.dtc);
    await expect(asked).rejects.toThrow(MissingTableError);
    await expect(asked).rejects.toMatchObject({ code: "missing-table", endgame: "KNK" });
  });
});

describe("statistics", () => {
  it("are given in the colours asked for", async () => {
    const { header } = (await catalogs.dtc.open("KRKA"))!;
    const straight = statisticsOf(header.info, parseEndgame("KRKA"));
    const swapped = statisticsOf(header.info, parseEndgame("kakr"));
    expect(straight.red).toMatchObject({ positions: 18507, wins: 18507, longestWin: 7, longestLoss: -1 });
    expect(straight.black).toMatchObject({
      positions: 22806,
      draws: 732,
      losses: 22074,
      checkmated: 462,
      stalemated: 12,
    });
    expect(swapped.endgame).toBe("KAKR");
    expect(swapped.black).toMatchObject({ wins: 18507, longestLossFen: null });
    const longest = parseLegalFen(swapped.black.longestWinFen!);
    expect(await probe(longest, catalogs.dtc)).toMatchObject({ endgame: "KAKR", category: "win", distance: 7 });
    expect(swapped.orders[0]!.red).toEqual(straight.orders[0]!.black);
  });
});
