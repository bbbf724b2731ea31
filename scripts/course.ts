/**
 * Makes src/play/course/lessons.json of the tables of a data folder: node scripts/course.ts FOLDER [ENDGAME ...]
 * Endings that it has stay as they are, but for those that are named. Fails where a claim that is said to be exact is not.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEndgame } from "../src/endgame/endgame.ts";
import { openAtlas } from "../src/knowledge/atlas/node/files.ts";
import { countLesson } from "../src/play/course/claim.ts";
import type { CountedEnding } from "../src/play/course/course.ts";
import { ENDINGS } from "../src/play/course/endings.ts";
import { drillsOf, examplesOf } from "../src/play/course/lesson.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { sumOfTable } from "../src/verify/node/content-sum.ts";

const FILE = "src/play/course/lessons.json";
const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error("which data folder?");
const before: readonly CountedEnding[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : [];
const lessons = new Map(before.map((each) => [each.endgame, each]));
const inOrder = () => ENDINGS.flatMap(({ endgame }) => lessons.get(endgame) ?? []);
const catalog = new FolderCatalog(folder, DEFAULT_COLLECTION);
const atlas = await openAtlas();
for (const { endgame, claims } of ENDINGS) {
  if (lessons.has(endgame) && !names.includes(endgame)) continue;
  const table = await catalog.open(endgame);
  if (table === null) throw new Error(`there is no table of ${endgame}`);
  const sum = await sumOfTable(table, () => createHash("sha256"));
  const record = (await atlas.find(parseEndgame(endgame)))!;
  if (record.sum !== sum) throw new Error(`${endgame}: the content sum is ${sum}, in the atlas ${record.sum}`);
  const { counts, calm } = await countLesson(table, claims);
  claims.forEach(({ share }, i) => {
    const { positions, hold } = counts[i]!;
    console.log(`${endgame} ${i + 1}: ${hold} of ${positions}, ${((100 * hold) / positions).toFixed(3)} %`);
    if (positions === 0 || (share === "all" && hold < positions))
      throw new Error(`${endgame}: claim ${i + 1} is not so`);
  });
  const examples = await examplesOf(record, catalog);
  lessons.set(endgame, { endgame, sum, counts, calm, ...examples, drills: await drillsOf(table, catalog) });
  writeFileSync(
    FILE,
    `[\n${inOrder()
      .map((each) => JSON.stringify(each))
      .join(",\n")}\n]\n`,
  );
}
await catalog.close();
console.log(`${lessons.size} endings, ${inOrder().reduce((sum, { drills }) => sum + drills.length, 0)} drills`);
