/** The atlas that comes with the program against endgames of it that are built and proven anew. */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openAtlas } from "../../src/knowledge/atlas/node/files.ts";
import { collectionOf, keyOf, recordOf, type AtlasRecord } from "../../src/knowledge/atlas/record.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { verifyEndgame } from "../../src/verify/node/verify.ts";
import { proofRecordOf } from "../../src/verify/report.ts";

const SAMPLE = 20;
const seed = Number(process.env["CANJU_SEED"] ?? Date.now() % 2 ** 31);

const newHash = () => createHash("sha256");

test(`${SAMPLE} records of the atlas, chosen by the seed ${seed}, are those of tables built anew`, async () => {
  const records: AtlasRecord[] = [];
  for await (const record of (await openAtlas()).records()) records.push(record);
  const some = fc.shuffledSubarray(records, { minLength: SAMPLE, maxLength: SAMPLE });
  const [chosen] = fc.sample(some, { numRuns: 1, seed });
  const folder = await mkdtemp(join(tmpdir(), "canju-atlas-"));
  try {
    for (const wanted of chosen!) expect(await buildAnew(wanted, folder), keyOf(wanted)).toEqual(wanted);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The record of the same endgame's table in the same collection; its proof tells the version that made the atlas. */
async function buildAnew(wanted: AtlasRecord, folder: string): Promise<AtlasRecord | null> {
  const collection = collectionOf(wanted);
  await buildClosure([parseEndgame(wanted.endgame)], { ...collection, folder, threads: 1 });
  const provider = new FolderCatalog(folder, collection);
  try {
    const report = await verifyEndgame(wanted.endgame, { provider });
    const proof = proofRecordOf(report, new Date(), wanted.proof.version);
    return proof && (await recordOf((await provider.open(wanted.endgame))!, proof, newHash));
  } finally {
    await provider.close();
  }
}
