// docs/spec/bad: files with one thing wrong, and odd ones with nothing wrong, and what this program says of them.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { badFiles, type BadFile } from "../../scripts/make-bad-files.ts";
import { CODECS } from "../../src/doors/package/zstd.ts";
import { openPlaced } from "../../src/table/catalog/catalog.ts";
import { DamagedTableError, UnsupportedTableError } from "../../src/table/format/errors.ts";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";

const specification = new URL("../../docs/spec/", import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, specification)));
const listed = JSON.parse(Buffer.from(read("bad/files.json")).toString()) as BadFile[];
const answers = JSON.parse(Buffer.from(read("samples/KPK.json")).toString()) as { fen: string; value: number }[];

test("are the files that their script makes", () => {
  const made = badFiles(read("samples/KPK.canju"));
  expect([...made.keys()]).toEqual(listed);
  expect(readdirSync(new URL("bad/", specification)).sort()).toEqual(
    [...listed.map(({ file }) => file), "README.md", "files.json"].sort(),
  );
  for (const [{ file }, bytes] of made)
    expect([file, Buffer.from(bytes).equals(read(`bad/${file}`))]).toEqual([file, true]);
});

/** What is asked of a file, up to the first thing that is refused. */
async function ask(file: string, codecs: typeof NODE_CODECS): Promise<Pick<BadFile, "verdict" | "stage">> {
  let stage: BadFile["stage"] = "open";
  try {
    const source = memorySource(read(`bad/${file}`), "KPK.canju");
    const table = await openPlaced(source, codecs, { rules: "asian", metric: "dtc" }, "KPK");
    const { index } = table; // made when it is first asked for
    stage = "red";
    for (const each of ["red", "black"] as const) {
      for (const { fen, value } of answers) {
        const { board, turn } = parseFen(fen);
        if (turn !== each) continue;
        const cell = index.indexOf(board);
        expect([fen, await table.valueAt(turn, cell)]).toEqual([fen, value]);
        expect([fen, table.valueIfCached(turn, cell)]).toEqual([fen, value]);
      }
    }
    stage = "details";
    await table.readHistogram();
    await table.readSides();
    stage = "all";
    await table.verifyChecksums(() => createHash("sha256"));
  } catch (error) {
    if (error instanceof DamagedTableError) return { verdict: "damaged", stage };
    if (error instanceof UnsupportedTableError) return { verdict: "unknown", stage };
    throw error;
  }
  return { verdict: "sound" };
}

test.each(listed)("$file is $verdict: $what", async ({ file, verdict, stage }) => {
  const expected = { verdict, ...(stage && { stage }) };
  expect(await ask(file, NODE_CODECS)).toEqual(expected);
  expect(await ask(file, CODECS)).toEqual(expected);
});
