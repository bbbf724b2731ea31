import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { LONG } from "../long.ts";
import type { EndgameIndex } from "../../src/endgame/index.ts";
import { builtPath } from "../../src/base/node/built-path.ts";
import type { TableHeader } from "../../src/table/format/header.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { CheckPatterns, layOutLevels, setCell } from "../../src/verify/host/check-patterns.ts";
import { makeChunks } from "../../src/verify/host/chunks.ts";
import * as K from "../../src/verify/kernel/assembly/layout.ts";
import { makeMoveGraph, range } from "../../src/verify/asian/move-graph.ts";
import { largestPattern, nonMutualChecking } from "../../src/verify/asian/patterns.ts";
import { cellOfKey } from "../../src/verify/asian/positions.ts";
import { setOwn, startKernel } from "../../src/verify/host/proof-kernel.ts";
import { layOut } from "../../src/verify/host/proof-layout.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { moveFrom, moveTo, writeLegalMoves } from "../../src/xiangqi/moves.ts";
import { EMPTY, pieceOf, type Colour } from "../../src/xiangqi/pieces.ts";
import { fileOf, rankOf } from "../../src/xiangqi/squares.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { buildTablesUnder } from "./tables.ts";

// No small endgame has mutual checks. So Red's moves into positions chosen at random are called checks: after most of them
// Black can go on checking, and the patterns are full of what Algorithm 4 takes out.

const LEVELS = [1, 2, K.UNDECIDED, K.UNDECIDED];

interface Suspect {
  readonly cell: number;
  readonly level: number;
  /** The first level at which it is one. */
  readonly from: number;
  readonly checks: readonly number[];
}

/** Made up for an endgame: suspects, and by the cells after their checks the levels there. */
function makeUp(index: EndgameIndex) {
  const random = randomNumbers(8);
  const level = () => LEVELS[Math.floor(LEVELS.length * random())]!;
  // Cells of the same position are alike.
  const known = new Map<number, { checked: number; level: number; from: number }>();
  const checked = new Map<number, number>();
  const starts: Omit<Suspect, "checks">[] = [];
  for (let cell = 0; cell < index.cells; cell++) {
    const board = index.boardAt(cell);
    if (board === null) continue;
    const position = index.indexOf(board);
    if (!known.has(position)) {
      const isChecked = random() < 0.12 && isLegalPosition({ board, turn: "black" });
      const isStart = random() < (inCheck(board, "red") ? 0.9 : 0.1) && isLegalPosition({ board, turn: "red" });
      const own = isStart ? level() : 0;
      known.set(position, {
        checked: isChecked ? level() : 0,
        level: own,
        from: Math.min(own, random() < 0.7 ? 1 : 2),
      });
    }
    const made = known.get(position)!;
    if (made.checked > 0) checked.set(cell, made.checked);
    if (made.level > 0) starts.push({ cell, level: made.level, from: made.from });
  }
  const suspects = starts.map((start): Suspect => {
    const canCheck = movesNear(index.boardAt(start.cell)!, "red");
    return { ...start, checks: cellsAfter(index, start.cell, "red", canCheck).filter((end) => checked.has(end)) };
  });
  return { suspects, checked };
}

/** Moves that have to do with the black king: of others the kernel knows that they neither give a check nor answer one. */
function movesNear(board: Uint8Array, turn: Colour) {
  const king = board.indexOf(pieceOf("black", "king"));
  const isNear = (square: number) => {
    const files = Math.abs(fileOf(square) - fileOf(king));
    const ranks = Math.abs(rankOf(square) - rankOf(king));
    return files * ranks === 0 || files * ranks === 2 || (files === 1 && ranks === 1);
  };
  return (from: number, to: number) => board[from] === pieceOf(turn, "king") || isNear(from) || isNear(to);
}

function cellsAfter(index: EndgameIndex, cell: number, turn: Colour, counts: (from: number, to: number) => boolean) {
  const board = index.boardAt(cell)!;
  const moves = new Uint16Array(256);
  const cells: number[] = [];
  for (const move of moves.subarray(0, writeLegalMoves(board, turn, moves))) {
    const [from, to] = [moveFrom(move), moveTo(move)];
    if (board[to] !== EMPTY || !counts(from, to)) continue;
    board[to] = board[from]!;
    board[from] = EMPTY;
    cells.push(index.indexOf(board));
    board[from] = board[to]!;
    board[to] = EMPTY;
  }
  return cells;
}

/** The cells of the pattern of each level, by the kernel. */
async function patternsOfKernel(
  header: TableHeader,
  index: EndgameIndex,
  inputs: Parameters<typeof layOut>[1],
  { suspects, checked }: ReturnType<typeof makeUp>,
): Promise<number[][]> {
  const { layout, memory } = layOut(header, inputs, { threads: 1, chunks: makeChunks(index, 1e6), suspects: true });
  setOwn(layout, "red");
  const module = await WebAssembly.compile(await readFile(await builtPath("proof")));
  const kernel = startKernel(module, layout.memory);
  kernel.begin(layout.table, layout.scratch[0]!);
  const lists = suspects.map(({ cell, level, from, checks }) => {
    const list = new DataView(new ArrayBuffer(K.SUSPECT_BYTES + K.CHECK_BYTES * checks.length));
    setCell(list, 0, cell);
    [level, from, checks.length].forEach((byte, i) => list.setUint8(K.CELL_BYTES + i, byte));
    checks.forEach((end, i) => {
      const at = K.SUSPECT_BYTES + K.CHECK_BYTES * i;
      setCell(list, at, end);
      list.setUint8(at + K.CELL_BYTES, checked.get(end)!);
    });
    return new Uint8Array(list.buffer);
  });
  layOutLevels(
    memory,
    layout,
    kernel,
    () => lists,
    false,
    () => undefined,
  );
  kernel.beginLevels(layout.levels!);
  const patterns = new CheckPatterns(kernel, layout, "red");
  return LEVELS.map((_, i) => Array.from(patterns.make(i + 1, false).losses, cellOfKey));
}

/** The same on a graph: with what Algorithm 4 takes out, and without it. */
function patternsOfGraph(index: EndgameIndex, { suspects, checked }: ReturnType<typeof makeUp>) {
  const ends = [...checked.keys()];
  const startOf = new Map(suspects.map(({ cell }, i) => [cell, i]));
  const endOf = new Map(ends.map((cell, i) => [cell, suspects.length + i]));
  const out = [
    ...suspects.map(({ checks }) => checks.map((end) => endOf.get(end)!)),
    ...ends.map((cell) => {
      const canAnswer = movesNear(index.boardAt(cell)!, "black");
      return cellsAfter(index, cell, "black", canAnswer).flatMap((start) => startOf.get(start) ?? []);
    }),
  ];
  const to = Uint32Array.from(out.flat());
  const first = new Uint32Array(out.length + 1);
  out.forEach((each, i) => (first[i + 1] = first[i]! + each.length));
  const mover = Uint8Array.from(out, (_, i) => (i < suspects.length ? 0 : 1));
  const graph = makeMoveGraph(mover, range(out.length), { first, to, edge: range(to.length) });
  const redChecked = suspects.map(({ cell }) => inCheck(index.boardAt(cell)!, "red"));
  const checks = (edge: number) => to[edge]! >= suspects.length || redChecked[to[edge]!]!;
  return LEVELS.map((_, i) => {
    const level = i + 1;
    const arena = Uint8Array.from([
      ...suspects.map((each) => (each.level >= level && each.from <= level ? 1 : 0)),
      ...ends.map((cell) => (checked.get(cell)! >= level ? 1 : 0)),
    ]);
    const cells = (pattern: Uint8Array) => suspects.flatMap(({ cell }, v) => (pattern[v] === 1 ? [cell] : []));
    return {
      pattern: cells(nonMutualChecking(graph, arena, 0, checks)),
      withMutual: cells(largestPattern(graph, arena, 0, checks)),
    };
  });
}

test("the kernel's patterns of checks are those of Algorithm 4, level by level", LONG, async () => {
  const tables = new FolderCatalog(await buildTablesUnder({ metric: "dtc", rules: "asian" }, "KRKR"), {});
  const [{ header, index }, input] = [(await tables.open("KRKR"))!, (await tables.open("KRK"))!];
  const inputs = new Map([["KRK", { header: input.header, turns: new Set<Colour>(["red", "black"]) }]]);
  await tables.close();
  const madeUp = makeUp(index);
  const expected = patternsOfGraph(index, madeUp);
  console.log(
    madeUp.suspects.length,
    expected.map((e) => [e.pattern.length, e.withMutual.length]),
  );
  for (const { pattern, withMutual } of expected) {
    expect(pattern.length).toBeGreaterThan(0);
    expect(withMutual.length).toBeGreaterThan(pattern.length);
  }
  const found = await patternsOfKernel(header, index, inputs, madeUp);
  expect(found).toEqual(expected.map(({ pattern }) => pattern));
});
