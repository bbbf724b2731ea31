// Builds the tables that `canju material build` counts, smallest first, up to a size: node scripts/material-tables.ts DATA [MILLION-CELLS]
// Fast rather than small: the values are those of `canju build`, but files and their SHA-256 depend on the level.
import { solvableEndgames } from "./solvable-endgames.ts";
import { buildClosure } from "../src/solve/node/build.ts";

const [folder, millions = "60"] = process.argv.slice(2);
if (folder === undefined || !(Number(millions) > 0)) {
  console.error("usage: node scripts/material-tables.ts DATA [MILLION-CELLS]");
  process.exit(2);
}
const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("stopped: what is built is kept")));
await buildClosure(solvableEndgames(Number(millions) * 1e6), {
  folder,
  metric: "dtc",
  rules: "asian",
  signal: stop.signal,
  onEvent(event) {
    if (event.kind === "plan") console.log(`${event.endgames.length} tables, ${event.present.length} are there`);
    if (event.kind === "built") {
      const { cells, fileBytes, seconds } = event.table;
      console.log(`${event.endgame}: ${cells} cells, ${fileBytes} bytes, ${seconds.toFixed(1)} s`);
    }
  },
});
