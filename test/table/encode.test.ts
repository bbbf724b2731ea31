import { createHash, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { rawCodec } from "../../src/table/format/codec.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { encodeTable } from "../../src/table/write/encode.ts";
import { memoryOutput } from "../../src/table/write/output.ts";
import { sha256 } from "../../src/base/sha256.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { openTable } from "../../src/table/read/table.ts";
import { content, noise, tableBytes } from "./fixtures.ts";

it("hashes as node:crypto does, however the bytes come", () => {
  for (let length = 0; length < 260; length++) {
    const bytes = randomBytes(length);
    const hash = sha256();
    for (const [from, to] of [
      [0, length >> 2],
      [length >> 2, length],
    ])
      hash.update(bytes.subarray(from, to));
    expect(Buffer.from(hash.digest())).toEqual(createHash("sha256").update(bytes).digest());
  }
});

it("stores a block compressed where that is shorter, else as it is", async () => {
  const stored = async (what: Parameters<typeof tableBytes>[0]) =>
    (await openTable(memorySource(await tableBytes(what, { cellsPerBlock: 4096 })), NODE_CODECS)).header.data.length;
  expect(await stored(content(40_960))).toBeLessThan(40_960);
  const random = randomBytes(81_920);
  const code = (turn: string, cell: number) => random[cell + (turn === "red" ? 0 : 40_960)]!;
  expect(await stored(content(40_960, 256, code))).toBe(20 * (4 + 4096));
});

it.each([
  ["blocks that compress", content(300_000)],
  ["blocks that do not", content(300_000, 32, noise)],
  ["blocks of one code", content(300_000, 1)],
])("writes the same table to memory as to a file: %s", async (_, what) => {
  const output = memoryOutput();
  await encodeTable(output, what, { codec: rawCodec, newHash: sha256 });
  expect(Buffer.from(output.bytes()).equals(await tableBytes(what, { codec: rawCodec }))).toBe(true);
  const table = await openTable(memorySource(output.bytes()), [rawCodec]);
  await table.verifyChecksums(sha256);
});
