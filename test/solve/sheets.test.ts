import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { canonicalEndgame, parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { rulesOf } from "../../src/solve/content.ts";
import { marksOf, type Plane, type Solution } from "../../src/solve/kernel.ts";
import { solveWithoutAttackingMen } from "../../src/solve/no-attacking-men.ts";
import { sheetTeamOfOne, startSheetTeam } from "../../src/solve/node/sheet-team.ts";
import { contentOf, planesOfSolution } from "../../src/solve/planes.ts";
import { KernelMemory } from "../../src/solve/vector/memory.ts";
import { contentOnSheet } from "../../src/solve/vector/sheet-content.ts";
import type { SheetTeam } from "../../src/solve/vector/sheet.ts";
import { teamOfOne } from "../../src/solve/vector/team.ts";
import { vectorKernel } from "../../src/solve/vector/vector-kernel.ts";
import type { Codec } from "../../src/table/codec.ts";
import { encodeTable, type TableContent } from "../../src/table/encode.ts";
import type { TableInfo } from "../../src/table/header.ts";
import { compressSync, zstdCodec } from "../../src/table/node/codecs.ts";
import { memoryOutput } from "../../src/table/output.ts";

const module = new WebAssembly.Module(readFileSync(new URL("../../build/kernel.wasm", import.meta.url)));
const newHash = () => createHash("sha256");
const codec: Codec = { ...zstdCodec, compress: async (raw, effort) => compressSync(raw, effort) };
const sheets = [1, 2, 3].map((threads) => {
  const memory = new KernelMemory();
  const team: SheetTeam =
    threads === 1 ? sheetTeamOfOne(module, memory.wasm) : startSheetTeam(module, memory.wasm, threads);
  return { team, memory, effort: "fast" as const };
});
afterAll(() => Promise.all(sheets.map(({ team }) => team.close())));

/** The same distances in planes of two bytes. */
function widened(solution: Solution): Solution {
  const wide = (plane: Plane): Plane => {
    const { unknown, illegal } = marksOf(plane);
    const marks = marksOf(new Uint16Array());
    const copy = Uint16Array.from(plane, (mark) =>
      mark === unknown ? marks.unknown : mark === illegal ? marks.illegal : mark,
    );
    const shared = new Uint16Array(new SharedArrayBuffer(copy.byteLength));
    shared.set(copy);
    return shared;
  };
  return { ...solution, red: wide(solution.red), black: wide(solution.black) };
}

async function solve(name: string): Promise<Solution> {
  const kernel = vectorKernel(module, teamOfOne());
  const solveEndgame = async (endgame: Endgame): Promise<Solution> => {
    const index = endgameIndex(endgame);
    if (index.inner === null) return solveWithoutAttackingMen(index);
    const load = async (sub: Endgame) => planesOfSolution(await solveEndgame(sub));
    return kernel.solve({ index, metric: "dtc", rules: "asian", threads: 1, load });
  };
  return solveEndgame(canonicalEndgame(parseEndgame(name)).endgame);
}

async function fileOf(content: TableContent): Promise<Uint8Array> {
  const output = memoryOutput();
  await encodeTable(output, content, { codec, newHash });
  return output.bytes();
}

describe("a sheet gives the file that the plain way gives, on any number of threads", () => {
  test.each([
    ["KAABK, in which nobody attacks", "KAABK", false],
    ["KRKABB, Black's side derived", "KRKABB", false],
    ["KNPKA, Red's side derived", "KNPKA", false],
    ["KAPKB, with red formations", "KAPKB", false],
    ["KPPK, with twins", "KPPK", false],
    ["KRKN, with levels of perpetuals", "KRKN", false],
    ["KRKB in planes of two bytes", "KRKB", true],
  ])("%s", async (_, name, wide) => {
    const solved = await solve(name);
    const solution = wide ? widened(solved) : solved;
    const describeIt = (statistics: ReturnType<typeof contentOf>["statistics"]): TableInfo => ({
      endgame: solution.index.endgame.name,
      metric: "dtc",
      rules: "asian",
      ...rulesOf({ metric: "dtc", rules: "asian" }),
      ...statistics,
      builder: { name: "test", version: "1" },
      inputs: [],
    });
    const plain = contentOf(solution);
    const info = describeIt(plain.statistics);
    const wanted = await fileOf(plain.content({ ...info, contentSum: plain.sum(info, newHash) }));
    for (const sheet of sheets) {
      const content = await contentOnSheet(solution, async (statistics) => describeIt(statistics), sheet);
      expect(Buffer.compare(await fileOf(content), wanted), `${sheet.team.threads} threads`).toBe(0);
    }
  });
});
