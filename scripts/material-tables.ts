/**
 * Builds the endgames that were drawn as tests of the paper's method, smallest first, and counts them:
 * node scripts/material-tables.ts DATA. What is built and counted is kept when it is stopped.
 * Fast rather than small: the values are those of `canju build`, but files and their SHA-256 depend on the level.
 */
import { join } from "node:path";
import { countCells } from "../src/endgame/count.ts";
import { parseEndgame } from "../src/endgame/endgame.ts";
import { formatMeasured, updateDistributions } from "../src/knowledge/learn/exact/count.ts";
import { readMeasured } from "../src/knowledge/material/node/files.ts";
import { writeWhole } from "../src/base/node/disk.ts";
import { buildClosure } from "../src/solve/node/build.ts";
import { MEASURED_FOLDER, readDrawn } from "../src/knowledge/material/node/files.ts";

const [data] = process.argv.slice(2);
if (data === undefined) {
  console.error("usage: node scripts/material-tables.ts DATA");
  process.exit(2);
}
const path = join(MEASURED_FOLDER, "held-out.json");
const drawn = Object.values(readDrawn().classes).flat().map(parseEndgame);
for (const endgame of drawn.sort((a, b) => countCells(a) - countCells(b))) {
  await buildClosure([endgame], { folder: data, metric: "dtc", rules: "asian" });
  const belongs = ({ name }: { readonly name: string }) => name === endgame.name;
  const counted = await updateDistributions(readMeasured(path), { data, belongs, tell: console.log });
  await writeWhole(path, formatMeasured(counted));
}
