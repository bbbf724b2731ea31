/**
 * Lists the files of a set of outcomes, so that `canju fetch` knows them by their bytes: node scripts/outcome-files.ts SET
 *
 * SET is what `canju export-set SET --cells 30M --outcomes` of this version has written, which compares the sum over the outcomes of each with
 * the atlas. Here its lists are compared with the atlas and the files once more.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEndgame } from "../src/endgame/endgame.ts";
import { openAtlas, saveOutcomeFiles } from "../src/knowledge/atlas/node/files.ts";
import { DEFAULT_COLLECTION, tablePath } from "../src/table/catalog/catalog.ts";

const [set] = process.argv.slice(2);
if (set === undefined) throw new Error("which set?");
const atlas = await openAtlas();
const read = (list: string) =>
  [...readFileSync(join(set, list), "utf8").matchAll(/^([0-9a-f]+) {2}(.+)$/gm)].map(
    (line) => line.slice(1) as [string, string],
  );
const listed = new Map(read("SHA256SUMS").map(([sha256, path]) => [path, sha256]));
const files = new Map<string, string>();
for (const [sum, table] of read("outcome-sums.txt")) {
  const path = `${table}.canju`;
  const name = /([A-Z]+)\.outcomes$/.exec(table)![1]!;
  const sha256 = createHash("sha256")
    .update(readFileSync(join(set, path)))
    .digest("hex");
  const proven = (await atlas.find(parseEndgame(name), DEFAULT_COLLECTION))?.outcomeSum;
  const isOurs = path === tablePath(DEFAULT_COLLECTION, `${name}.outcomes`) && sum === proven;
  if (!isOurs || listed.get(path) !== sha256) throw new Error(`${path} is not what its lists say, or not the atlas's`);
  files.set(path, sha256);
}
console.log(`${files.size} files, ${await saveOutcomeFiles(files)} bytes`);
