/** Writes docs/material-report.md from the exact data that are committed. */
import { join } from "node:path";
import { MATERIAL_FOLDER } from "../src/material/node/files.ts";
import { writeReport } from "../src/material/node/report.ts";

const { basic, heldOut, methods } = writeReport(
  MATERIAL_FOLDER,
  join(import.meta.dirname, "../docs/material-report.md"),
);
const { name, all } = methods[0]!;
console.log(
  `basic ${basic.endgames} endgames, held out ${heldOut.endgames}; ${name}: ${all.correct} of ${all.total} correct, ${all.tolerant} tolerantly`,
);
