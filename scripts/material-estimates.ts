/** Learns estimates from the whole atlas, into the files that come with the program: node scripts/material-estimates.ts */
import { join } from "node:path";
import { writeWhole } from "../src/base/node/disk.ts";
import { openAtlas } from "../src/knowledge/atlas/node/files.ts";
import { learnEstimates } from "../src/knowledge/learn/estimates.ts";
import { MATERIAL_FILES } from "../src/knowledge/material/base.ts";
import { MATERIAL_FOLDER } from "../src/knowledge/material/node/files.ts";

const model = learnEstimates((await openAtlas()).entries);
await writeWhole(join(MATERIAL_FOLDER, MATERIAL_FILES.model), `${JSON.stringify(model)}\n`);
console.log(`${model.endgames.length} endgames; missed by ${model.missed.join(", ")} in log-odds`);
