import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect } from "vitest";
import { testEach } from "../long.ts";
import { canonicalEndgame, parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { rulesOf, solveWithoutAttackingMen, subOfSolution } from "../../src/solve/build/content.ts";
import type { Solution } from "../../src/solve/kernel.ts";
import { sheetTeamOfOne, startSheetTeam } from "../../src/solve/node/sheet-team.ts";
import { contentOf } from "../oracle/table-content.ts";
import { Tape, visitRecords } from "../../src/solve/tape.ts";
import { KernelMemory } from "../../src/solve/host/memory.ts";
import { contentOnSheet } from "../../src/solve/sheets/sheet-content.ts";
import type { SheetTeam } from "../../src/solve/sheets/sheet.ts";
import { teamOfOne } from "../../src/solve/host/team.ts";
import { vectorKernel } from "../../src/solve/host/vector-kernel.ts";
import { makeShelf } from "./shelves.ts";
import type { Codec } from "../../src/table/format/codec.ts";
import { encodedBlocks, encodeTable, type EncodedBlock, type TableContent } from "../../src/table/write/encode.ts";
import type { TableInfo } from "../../src/table/format/header.ts";
import { compressSync, zstdCodec } from "../../src/table/node/codecs.ts";
import { memoryOutput } from "../../src/table/write/output.ts";
import { opponent, type Colour } from "../../src/xiangqi/pieces.ts";

const module = new WebAssembly.Module(readFileSync(new URL("../../build/kernel.wasm", import.meta.url)));
const newHash = () => createHash("sha256");
const codec: Codec = { ...zstdCodec, compress: async (raw, effort) => compressSync(raw, effort) };
/** Its lower half is taken, so that what it gives has addresses beyond 2 GiB. */
class UpperHalf extends KernelMemory {
  override clear(): void {
    super.clear();
    this.take(2 ** 31, false);
  }
}

const sheets = [1, 2, 3].map((threads) => {
  const memory = threads === 2 ? new UpperHalf() : new KernelMemory();
  const team: SheetTeam =
    threads === 1 ? sheetTeamOfOne(module, memory.wasm) : startSheetTeam(module, memory.wasm, threads);
  return { team, memory, effort: "fast" as const };
});
afterAll(() => Promise.all(sheets.map(({ team }) => team.close())));

async function solve(name: string): Promise<Solution> {
  const kernel = vectorKernel(module, teamOfOne());
  const solveEndgame = async (endgame: Endgame): Promise<Solution> => {
    const index = endgameIndex(endgame);
    if (index.inner === null) return solveWithoutAttackingMen(index);
    const load = async (sub: Endgame) => subOfSolution(await solveEndgame(sub), "dtc");
    return kernel.solve({ index, metric: "dtc", rules: "asian", threads: 1, load });
  };
  return solveEndgame(canonicalEndgame(parseEndgame(name)).endgame);
}

/** The same with distances longer by up to 598 plies, so many that codes take two bytes. */
function lengthened(solution: Solution): Solution {
  const { index, tape } = solution;
  const longer = new Tape(tape.shape, makeShelf, 0);
  for (const extent of tape.extents) {
    const first = tape.firstVector(extent.band);
    const add = (vector: number, cells: number, record: readonly number[]): void => {
      const block = Math.floor(vector / tape.shape.formations);
      const place = extent.band * 2 + (extent.turn === "red" ? 1 : 0);
      const mark = extent.mark + 2 * (vector % 300);
      longer.add(Uint32Array.of(record.length * 4, mark, place, cells * index.weights[block]!, ...record));
    };
    visitRecords(tape.recordsOf(extent), first, {
      onSquares(vector, squares, at, count) {
        const bytes = new Uint8Array((count + 3) & ~3);
        bytes.set(squares.subarray(at, at + count));
        add(vector, count, [(vector - first) * 16 + count, ...new Uint32Array(bytes.buffer)]);
      },
      onBits(vector, words, at) {
        const bits = [...words.subarray(at, at + 4)];
        const cells = bits.reduce((sum, word) => sum + word.toString(2).replaceAll("0", "").length, 0);
        add(vector, cells, [(vector - first) * 16, ...bits]);
      },
    });
  }
  return { ...solution, tape: longer };
}

async function fileOf(content: TableContent, cellsPerBlock?: number): Promise<Uint8Array> {
  const output = memoryOutput();
  // Blocks are asked for further ahead than small windows reach.
  await encodeTable(output, content, { codec, newHash, cellsPerBlock, threads: 32 });
  return output.bytes();
}

describe("a sheet gives the file that the plain way gives, on any number of threads, wherever in memory", () => {
  testEach(4, [
    ["KAABK, in which nobody attacks", "KAABK", false],
    ["KRKABB, Black's side derived", "KRKABB", false],
    ["KAPKB, with red formations", "KAPKB", false],
    ["KRKB with codes of two bytes", "KRKB", true],
    ["KPPK, with twins", "KPPK", false],
    ["KRKN, with levels of perpetuals", "KRKN", false],
    ["KNPKA, Red's side derived", "KNPKA", false],
    ["KRKAABB, with many formations", "KRKAABB", false],
  ])("%s", async (_, name, isLong) => {
    const solved = await solve(name);
    const solution = isLong ? lengthened(solved) : solved;
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
    const sideBytes = solution.index.cells * (isLong ? 2 : 1);
    // In blocks of 1024 cells, and with room for all of the stored side and a third of the other, the derived side is made in
    // several windows; with no memory to spare, both are in many.
    for (const [cellsPerBlock, less] of [
      [undefined, 0],
      [1024, 2 / 3],
      [1024, Infinity],
    ] as const) {
      const wanted = await fileOf(plain.content({ ...info, contentSum: plain.sum(info, newHash) }), cellsPerBlock);
      for (const sheet of sheets) {
        let played = 0;
        const content = await contentOnSheet(solution, async (statistics) => describeIt(statistics), {
          ...sheet,
          ...(cellsPerBlock !== undefined && { cellsPerBlock, mostBytes: Math.max(0, (2 - less) * sideBytes) }),
          makeShelf,
          onPlayed: () => played++,
        });
        expect(Buffer.compare(await fileOf(content, cellsPerBlock), wanted), `${sheet.team.threads} threads`).toBe(0);
        content.close();
        const hasWindows = cellsPerBlock !== undefined && solution.index.placements.count > 1;
        if (hasWindows) expect(played).toBeGreaterThan(2 * solution.tape.bands);
        else expect(played).toBe(solution.tape.bands);
      }
      // The sides each by itself, as of a table that is shared out.
      const made = { stored: [] as EncodedBlock[], derived: [] as EncodedBlock[] };
      let whole: TableContent | undefined;
      for (const only of ["derived", "stored"] as const) {
        const content = await contentOnSheet(solution, async (statistics) => describeIt(statistics), {
          ...sheets[0]!,
          ...(cellsPerBlock !== undefined && { cellsPerBlock, mostBytes: Math.max(0, (2 - less) * sideBytes) }),
          makeShelf,
          only,
        });
        const turn = only === "derived" ? content.derived! : opponent(content.derived!);
        for await (const block of encodedBlocks(content, [turn], { codec, cellsPerBlock })) made[only].push(block);
        const contentSum = await content.contentSum;
        expect(contentSum === undefined).toBe(only === "derived");
        const band = (side: Colour) => made[side === content.derived ? "derived" : "stored"].shift()!;
        whole = { ...content, info: { ...content.info, contentSum: contentSum ?? "" }, band };
        content.close();
      }
      const { contentSum: _sum, ...joined } = whole!;
      expect(Buffer.compare(await fileOf(joined, cellsPerBlock), wanted), "side by side").toBe(0);
    }
  });
});
