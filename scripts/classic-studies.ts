// Makes web/studies/classics.json of the positions of a book and the tables of a data folder: node scripts/classic-studies.ts FOLDER
import { writeFileSync } from "node:fs";
import { describeClassic } from "../src/play/studies/find.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { parseLegalFen } from "../src/xiangqi/fen.ts";
import { isToBeProven, readManuals } from "./manuals.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("which data folder?");
const catalog = new FolderCatalog(folder, DEFAULT_COLLECTION);
const studies = [];
const positions = readManuals("web/studies/shiqing-yaqu.txt").filter((each) => !isToBeProven(each)); // scripts/proven-studies.ts has the others
for (const { book, name, fen } of positions) {
  const study = await describeClassic(book, parseLegalFen(fen), catalog);
  studies.push(study);
  if (study.outcome !== null && study.outcome !== book.claim)
    console.log(`${book.number} ${name}: ${study.outcome}, not ${book.claim}`);
}
await catalog.close();
writeFileSync("web/studies/classics.json", `${JSON.stringify(studies, null, 1)}\n`);
const known = studies.filter(({ outcome }) => outcome !== null).length;
console.log(`${studies.length} positions, ${known} of them in tables`);
