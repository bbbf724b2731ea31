/**
 * Draws the endgames that test what is said of material: node scripts/material-draw.ts SEED
 *
 * By seed, from all that are neither learned from nor held out so far, before any of them is built. For each class (attacking
 * men of the attacking side and of the defending one) endgames are taken until they have enough materials, in turn from those
 * without defending men, with some on one side and with some on both. Once their results were looked at to change
 * something, others have to be drawn.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { endgamesUpTo } from "../src/knowledge/atlas/endgames.ts";
import { attackingMen, type Endgame, type MenCount } from "../src/endgame/endgame.ts";
import { countCells } from "../src/endgame/count.ts";
import { MATERIAL_FILES } from "../src/knowledge/material/base.ts";
import { MATERIAL_FOLDER, readMeasured } from "../src/knowledge/material/node/files.ts";
import { writeWhole } from "../src/base/node/disk.ts";
import { readDrawn, type Drawn } from "../src/knowledge/material/node/files.ts";

/** How large endgames may be, in millions of cells for each side to move: what can be built within hours, all together. */
const MOST_CELLS: Readonly<Record<string, number>> = {
  "1v0": 12,
  "2v0": 12,
  "3v0": 45,
  "4v0": 100,
  "1v1": 35,
  "2v1": 105,
  "1v2": 110,
  "1v3": 100,
  "2v2": 480,
  "3v1": 480,
};
const LEAST = { materials: 20, endgames: 3 };

const [seed] = process.argv.slice(2);
if (seed === undefined) {
  console.error("usage: node scripts/material-draw.ts SEED");
  process.exit(2);
}
const known = new Set([
  ...Object.keys(readMeasured(join(MATERIAL_FOLDER, MATERIAL_FILES.basic)).tables),
  ...Object.values(readDrawn().classes).flat(),
]);
const candidates = endgamesUpTo(1e6 * Math.max(...Object.values(MOST_CELLS)))
  .filter((endgame) => attackingMen(endgame.red).length > 0 && !known.has(endgame.name))
  .filter((endgame) => countCells(endgame) <= 1e6 * (MOST_CELLS[classOf(endgame)] ?? 0));
const drawn = [...Map.groupBy(candidates, classOf)]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, members]) => [name, drawFrom(members).map((endgame) => endgame.name)] as const);
const found: Drawn = { kind: "canju-material-drawn", seed, excluded: known.size, classes: Object.fromEntries(drawn) };
await writeWhole(join(MATERIAL_FOLDER, MATERIAL_FILES.drawn), `${JSON.stringify(found, null, 2)}\n`);
for (const [name, endgames] of drawn) console.log(`${name}: ${endgames.join(" ")}`);

function drawFrom(members: readonly Endgame[]): Endgame[] {
  const strata = [
    ...Map.groupBy(shuffled(members), ({ red, black }) => [red, black].map(hasDefenders).join()).values(),
  ];
  const taken: Endgame[] = [];
  let materials = 0;
  const enough = () => materials >= LEAST.materials && taken.length >= LEAST.endgames;
  for (let turn = 0; !enough() && strata.some((stratum) => stratum.length > 0); turn++) {
    const next = strata[turn % strata.length]!.shift();
    if (next === undefined) continue;
    taken.push(next);
    materials += materialsOf(next);
  }
  return taken;
}

/** By a hash of seed and name: who else is there does not matter. */
function shuffled(members: readonly Endgame[]): Endgame[] {
  const place = ({ name }: Endgame) => createHash("sha256").update(`${seed} ${name}`).digest("hex");
  return members.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** Attacking men of the side with more attack power, and of the other one. */
function classOf({ red, black }: Endgame): string {
  const power = (men: MenCount) => 10 * men.chariot + 5 * (men.horse + men.cannon) + men.soldier;
  const counts = [red, black].map((men) => attackingMen(men).length);
  return (power(red) < power(black) ? counts.reverse() : counts).join("v");
}

function hasDefenders({ advisor, elephant }: MenCount): boolean {
  return advisor + elephant > 0;
}

/** Soldiers are of three categories. */
function materialsOf({ red, black }: Endgame): number {
  const ways = ({ soldier }: MenCount) => ((soldier + 1) * (soldier + 2)) / 2;
  return ways(red) * ways(black);
}
