/**
 * Adds the records of other atlases (`canju census --atlas FOLDER`) to the one that comes with the program:
 * node scripts/atlas-merge.ts FOLDER ... A record that both have is taken from the other one, where it is of the same values;
 * what only one has is kept, in a record too.
 */
import { ATLAS_FOLDER, openAtlas, saveAtlas } from "../src/knowledge/atlas/node/files.ts";
import { keyOf, type AtlasRecord } from "../src/knowledge/atlas/record.ts";

const records = new Map<string, AtlasRecord>();
for (const folder of [ATLAS_FOLDER, ...process.argv.slice(2)]) {
  for await (const record of (await openAtlas(folder)).records()) {
    const before = records.get(keyOf(record));
    if (before !== undefined && before.sum !== record.sum) {
      console.error(`${keyOf(record)} has another content sum in ${folder}: ${record.sum}, not ${before.sum}`);
      process.exit(1);
    }
    records.set(keyOf(record), { ...before, ...record });
  }
}
const sizes = await saveAtlas(ATLAS_FOLDER, [...records.values()]);
const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
console.log(`${records.size} records, ${bytes} bytes, of which ${sizes.get("index.json")} in the index`);
