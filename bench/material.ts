/** How fast estimates of material are made, and how large their model is: `node bench/material.ts`. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { openAtlas } from "../src/knowledge/atlas/node/files.ts";
import { makeAnswerer } from "../src/knowledge/material/answer.ts";
import { MATERIAL_FILES } from "../src/knowledge/material/base.ts";
import { MATERIAL_FOLDER, readMaterialBase } from "../src/knowledge/material/node/files.ts";
import { parsePair } from "../src/knowledge/material/paper/space.ts";

const started = performance.now();
const { entries } = await openAtlas();
const answerer = makeAnswerer(readMaterialBase(), entries);
console.log(`opening: ${(performance.now() - started).toFixed(0)} ms`);

const pair = parsePair("KRNKCCAABB");
function time(what: string, work: () => unknown): void {
  const start = performance.now();
  work();
  console.log(`${what}: ${(performance.now() - start).toFixed(1)} ms`);
}
time("the first answer", () => answerer.answer(pair));
time("the same once more", () => answerer.answer(pair));
time("its map", () => answerer.map(pair));
console.log(`model: ${statSync(join(MATERIAL_FOLDER, MATERIAL_FILES.model)).size} bytes`);
