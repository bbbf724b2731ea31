/** Writes docs/reports/study/README.md and its charts from docs/reports/study/measured: `node packages/solvers/bench/write-report.ts`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMeasured } from "./report/measured.ts";
import { writeReport } from "./report/write.ts";

const folder = join(import.meta.dirname, "../../../docs/reports/study");
const { markdown, charts } = writeReport(readMeasured(join(folder, "measured")));
writeFileSync(join(folder, "README.md"), markdown);
for (const [name, svg] of charts) writeFileSync(join(folder, name), svg);
