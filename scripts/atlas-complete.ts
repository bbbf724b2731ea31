/**
 * Completes the records of the atlas that comes with the program, from tables of the values that were proven:
 * node scripts/atlas-complete.ts DATA FOLDER [PART/PARTS] writes the atlas with what is found into FOLDER, again and again, and goes on
 * where it was. A table counts where the content sum of its values, computed here, is the record's. Parts of the work, in folders of
 * their own, may run at the same time; scripts/atlas-merge.ts brings them together.
 */
import { createHash } from "node:crypto";
import { openAtlas, recordsIn, saveAtlas } from "../src/knowledge/atlas/node/files.ts";
import { type AtlasRecord, collectionOf, keyOf, outcomesOf } from "../src/knowledge/atlas/record.ts";
import { contentSum } from "../src/table/format/content-sum.ts";
import { InputError } from "../src/base/errors.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import type { Table } from "../src/table/read/table.ts";

const SAVE_MILLISECONDS = 60_000;
const newHash = () => createHash("sha256");

const [data, folder, share = "1/1"] = process.argv.slice(2);
const [part = 1, parts = 1] = share.split("/").map(Number);
if (data === undefined || folder === undefined) throw new Error("which data folder, and which folder for the atlas?");

const records = new Map<string, AtlasRecord>();
for await (const record of (await openAtlas()).records()) records.set(keyOf(record), record);
for (const [key, { outcomeSum, typical, sum }] of await recordsIn(folder)) {
  const known = records.get(key);
  if (known?.sum === sum && outcomeSum !== undefined) records.set(key, withOutcomes(known, { outcomeSum, typical }));
}
let missing = 0;
let found = 0;
let saved = performance.now();
const mine = [...records].filter((_, i) => i % parts === part - 1);
const left = mine.filter(([, record]) => record.outcomeSum === undefined);
for (const [key, record] of left) {
  const catalog = new FolderCatalog(data, collectionOf(record));
  const table = await catalog.open(record.endgame);
  if (table === null) missing++;
  else {
    try {
      const started = performance.now();
      const { sum, ...known } = await readWhole(table);
      if (sum !== record.sum)
        throw new InputError("other-values", `its content sum is ${sum} instead of ${record.sum}`);
      records.set(key, withOutcomes(record, known));
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${++found}/${left.length} ${key}: ${record.cells} cells, ${seconds} s`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      console.error(`${key} is left out: ${error.message}`);
      process.exitCode = 1;
    }
  }
  await catalog.close();
  if (performance.now() - saved < SAVE_MILLISECONDS) continue;
  await saveAtlas(folder, [...records.values()]);
  saved = performance.now();
}
const sizes = await saveAtlas(folder, [...records.values()]);
const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
console.log(`${found} records are complete now; of ${missing} there is no table; ${bytes} bytes`);

/** Members in the order of a record that is made anew. */
function withOutcomes(record: AtlasRecord, known: Pick<AtlasRecord, "outcomeSum" | "typical">): AtlasRecord {
  const { proof, ...figures } = record;
  return { ...figures, ...known, proof };
}

async function readWhole(table: Table) {
  const { info, cells, values, lists } = table.header;
  const { red, black } = await table.readHistogram();
  const sum = contentSum(
    info,
    cells,
    values.filter((_, code) => red[code]! + black[code]! > 0),
    newHash,
  );
  const rankOf = new Map(sum.values.map((value, rank) => [value, rank]));
  const known = await outcomesOf(table, newHash, (turn, codes) => {
    const ranks = new Uint16Array(2 ** 16).fill(sum.mark);
    lists[turn].forEach((value, code) => (ranks[code] = rankOf.get(value) ?? sum.mark));
    const all = sum.newRanks(codes.length);
    for (let cell = 0; cell < codes.length; cell++) all[cell] = ranks[codes[cell]!]!;
    sum.update(all);
  });
  return { sum: sum.digest(), ...known };
}
