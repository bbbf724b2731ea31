// Makes web/studies/classics.json of the positions of a book and the tables of a data folder: node scripts/classic-studies.ts FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { describeClassic } from "../src/play/studies/find.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { parseLegalFen } from "../src/xiangqi/fen.ts";

/**
 * Of Shiqing yaqu: its sixth volume holds what is drawn, the volumes before it what Red wins. The source gives no verdicts; that the
 * volume begins here is read off the titles, many of which speak of draws from here on.
 */
const FIRST_DRAW = 469;

const attackers = (fen: string): number => fen.split(" ")[0]!.match(/[rncp]/gi)!.length;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("which data folder?");
const catalog = new FolderCatalog(folder, DEFAULT_COLLECTION);
const studies = [];
for (const line of readFileSync("web/studies/shiqing-yaqu.txt", "utf8").trim().split("\n")) {
  const [, number, name, fen] = /^(\d+) (\S+) (.+)$/.exec(line)!;
  const claim = Number(number) < FIRST_DRAW ? "win" : "draw";
  if (attackers(fen!) > 4) continue; // scripts/proven-studies.ts
  const study = await describeClassic({ number: Number(number), claim }, parseLegalFen(fen!), catalog);
  studies.push(study);
  if (study.outcome !== null && study.outcome !== claim)
    console.log(`${number} ${name}: ${study.outcome}, not ${claim}`);
}
await catalog.close();
writeFileSync("web/studies/classics.json", `${JSON.stringify(studies, null, 1)}\n`);
const known = studies.filter(({ outcome }) => outcome !== null).length;
console.log(`${studies.length} positions, ${known} of them in tables`);
