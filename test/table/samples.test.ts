import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { zstdDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/source.ts";
import { openTable } from "../../src/table/table.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { rawCodec } from "../../src/table/codec.ts";
import { content, smoothCode, tableBytes, valuesUpTo } from "./fixtures.ts";
import { naiveSolver } from "../oracle/naive.ts";

const folder = new URL("../../docs/spec/samples/", import.meta.url);
const sample = async (name: string) => new Uint8Array(await readFile(new URL(`${name}.canju`, folder)));

/** A reader made from docs/spec/table-format.md alone: value of a cell, Red's first, then Black's. */
function readAsSpecified(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const u32 = (at: number) => view.getUint32(at, true);
  const u64 = (at: number) => Number(view.getBigUint64(at, true));
  expect(String.fromCharCode(...bytes.subarray(0, 8))).toBe("CANJU\r\n\x1a");
  const values: number[] = [];
  for (let run = 0; run < u32(28); run++) {
    for (let i = 0; i < u32(128 + 8 * run + 4); i++) values.push(u32(128 + 8 * run) + i);
  }
  const [cells, cellsPerBlock, bytesPerCode] = [u64(32), u32(20), u32(24)];
  const [blocksPerSide, blocksPerPage, pageCount] = [u32(72), u32(76), u32(80)];
  const found: number[] = [];
  let page = u32(12);
  for (let i = 0; i < pageCount; i++) {
    const entry = 128 + 8 * u32(28) + 16 * i;
    let at = page;
    const leb128 = (): number => {
      const byte = bytes[at++]!;
      return byte < 128 ? byte : byte - 128 + 128 * leb128();
    };
    let start = u64(40) + u64(entry);
    let run = 0;
    let fill = 0;
    for (let block = i * blocksPerPage; block < Math.min((i + 1) * blocksPerPage, 2 * blocksPerSide); block++) {
      const count = Math.min(cellsPerBlock, cells - (block % blocksPerSide) * cellsPerBlock);
      const length = run > 0 ? 0 : leb128();
      if (length === 0) {
        if (run === 0) [fill, run] = [leb128(), leb128()];
        run--;
        for (let cell = 0; cell < count; cell++) found.push(values[fill]!);
        continue;
      }
      const payload = bytes.subarray(start + 4, start + length);
      start += length;
      const raw = payload.length === count * bytesPerCode ? payload : zstdDecompressSync(payload);
      for (let cell = 0; cell < count; cell++) {
        found.push(values[raw[cell]! + (bytesPerCode === 2 ? 256 * raw[count + cell]! : 0)]!);
      }
    }
    expect(at).toBe((page += u32(entry + 8)));
  }
  const hash = createHash("sha256")
    .update(bytes.subarray(u64(40)))
    .update(bytes.subarray(0, 92));
  expect(hash.update(bytes.subarray(128, u64(40))).digest()).toEqual(Buffer.from(bytes.subarray(96, 128)));
  return found;
}

describe.each(["KRK", "KPK"])("the sample %s", (name) => {
  it("is sound and says what its answers say", async () => {
    const table = await openTable(memorySource(await sample(name)), NODE_CODECS);
    await table.verifyChecksums(() => createHash("sha256"));
    const answers = JSON.parse(await readFile(new URL(`${name}.json`, folder), "utf8"));
    expect(answers.length).toBeGreaterThan(30);
    const index = endgameIndex(parseEndgame(name));
    for (const { fen, cell, value } of answers) {
      const { board, turn } = parseFen(fen);
      expect(index.indexOf(board)).toBe(cell);
      expect(await table.valueAt(turn, cell)).toBe(value);
    }
  });

  it("is read to the last value by a reader made from the specification", async () => {
    const { values } = naiveSolver("dtc")(name);
    const expected = [...values.red, ...values.black];
    const found = readAsSpecified(await sample(name));
    expect(found.length).toBe(expected.length);
    expect(found.map((value, cell) => (expected[cell] === null ? null : value))).toEqual(expected);
  });
});

it("the specification covers two-byte codes, filled blocks, several pages and the raw codec", async () => {
  for (const [values, codec] of [
    [1000, undefined],
    [1000, rawCodec],
    [40, rawCodec],
  ] as const) {
    const code = (turn: "red" | "black", cell: number) =>
      cell % 900 < 300 ? values - 1 : smoothCode(turn, cell, values);
    const bytes = await tableBytes(content(3_000, values, code), { cellsPerBlock: 70, blocksPerPage: 11, codec });
    const expected = (["red", "black"] as const).flatMap((turn) =>
      Array.from({ length: 3_000 }, (_, cell) => valuesUpTo(values)[code(turn, cell)]),
    );
    expect(readAsSpecified(bytes)).toEqual(expected);
  }
});
