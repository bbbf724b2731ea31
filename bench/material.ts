/**
 * How fast the database of material answers, and how large it is: `node bench/material.ts`. Limits of the project: less
 * than a microsecond warm, less than 4 MB.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { openAtlas } from "../src/knowledge/atlas/node/files.ts";
import { makeAnswerer } from "../src/knowledge/material/answer.ts";
import { rolesOf } from "../src/knowledge/material/paper/knowledge.ts";
import { parsePair } from "../src/knowledge/material/paper/names.ts";
import { MATERIAL_FILES } from "../src/knowledge/material/base.ts";
import { MATERIAL_FOLDER, readMaterialBase } from "../src/knowledge/material/node/files.ts";
import { MATERIALS } from "../src/knowledge/material/paper/space.ts";

const LOOKUPS = 2_000_000;

const started = performance.now();
const base = readMaterialBase();
const openMilliseconds = performance.now() - started;

// Pairs in no order, so that caches do not help more than they would in play.
const pairs = Array.from({ length: 65_536 }, (_, i) => {
  const [first, second] = [(i * 7919) % MATERIALS, (i * 104_729 + 31) % MATERIALS];
  return rolesOf(first, second);
});
let sum = 0;
const round = () => {
  const start = performance.now();
  for (let i = 0; i < LOOKUPS; i++) sum += base.database.lookUp(pairs[i & 65_535]!).score;
  return ((performance.now() - start) * 1e6) / LOOKUPS;
};
const rounds = Array.from({ length: 7 }, round).sort((a, b) => a - b);

const { answer } = makeAnswerer(base, (await openAtlas()).entries);
const pair = parsePair("KRNKCCAABB");
const explained = performance.now();
for (let i = 0; i < 200; i++) sum += answer(pair).reasons.length;
const explainMicroseconds = ((performance.now() - explained) * 1000) / 200;

const size = (file: keyof typeof MATERIAL_FILES) => statSync(join(MATERIAL_FOLDER, MATERIAL_FILES[file])).size;
console.log(`lookup, warm: ${rounds[0]!.toFixed(0)} ns best, ${rounds[3]!.toFixed(0)} ns median of 7 (limit 1000 ns)`);
console.log(`answer with reasons: ${explainMicroseconds.toFixed(0)} us`);
console.log(`opening: ${openMilliseconds.toFixed(0)} ms`);
console.log(`states: ${size("states")} bytes (limit 4,000,000), model: ${size("model")} bytes`);
if (sum < 0) throw new Error("the sum keeps the loops from being left out");
