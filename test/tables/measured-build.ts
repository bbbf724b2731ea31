/** Builds an endgame into a folder and prints what was told of memory, and what was taken: `node measured-build.ts NAME FOLDER`. */
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";

const [, , name, folder] = process.argv;
let toldBytes = 0;
await buildClosure([parseEndgame(name!)], {
  metric: "dtc",
  rules: "asian",
  threads: 2,
  folder: folder!,
  onEvent: (event) => {
    if (event.kind === "plan") toldBytes = event.memoryBytes;
  },
});
console.log(JSON.stringify({ toldBytes, takenBytes: process.resourceUsage().maxRSS * 1024 }));
