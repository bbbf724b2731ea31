// Makes web/studies/trees.json of the studies and the tables of a data folder: node scripts/study-trees.ts FOLDER
import { writeFileSync } from "node:fs";
import { HELD_MOVES, solutionTree } from "../src/play/studies/tree.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/catalog.ts";
import { MissingTableError } from "../src/table/format/errors.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { parseLegalFen } from "../src/xiangqi/fen.ts";
import { COLLECTION, idOf, isTask, TREES } from "../web/studies/collection.ts";

const LIMITS = { mostMoves: 90, deepest: 20 };
const HOLD = { mostMoves: 60, deepest: HELD_MOVES };

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("which data folder?");
const catalog = new FolderCatalog(folder, DEFAULT_COLLECTION);
const trees: Record<string, readonly string[]> = {};
for (const study of COLLECTION) {
  // What is won by a perpetual has no end but the verdict.
  if (!isTask(study) || study.order > 0) continue;
  const id = idOf(study);
  try {
    trees[id] = await solutionTree(parseLegalFen(study.fen), catalog, study.outcome === "draw" ? HOLD : LIMITS);
  } catch (error) {
    if (!(error instanceof MissingTableError)) throw error;
    if (TREES[id] === undefined) console.log(`${id}: there is no table of ${error.endgame}`);
    else trees[id] = TREES[id];
  }
}
await catalog.close();
const lines = Object.entries(trees).map(([id, tree]) => `${JSON.stringify(id)}: ${JSON.stringify(tree)}`);
writeFileSync("web/studies/trees.json", `{\n${lines.join(",\n")}\n}\n`);
console.log(`${lines.length} trees`);
