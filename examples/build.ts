/** Builds an endgame with all that captures lead to, and proves its table: node build.ts KRKA tables */
import { buildClosure, verifyEndgame } from "canju/build";
import { canonicalEndgame, parseEndgame } from "canju/endgame";
import { FolderCatalog } from "canju/node";

const [name = "KRKA", folder = "tables"] = process.argv.slice(2);
const { endgame } = canonicalEndgame(parseEndgame(name));
const { built, present } = await buildClosure([endgame], { folder, metric: "dtc", rules: "asian" });
for (const { endgame: each, cells, fileBytes } of built) console.log(`${each}: ${cells} cells in ${fileBytes} bytes`);
console.log(`${built.length} built, ${present.length} were there`);

const catalog = new FolderCatalog(folder);
const { proven, problems } = await verifyEndgame(endgame.name, { provider: catalog });
console.log(proven ? `${endgame.name} is proven` : problems);
await catalog.close();
