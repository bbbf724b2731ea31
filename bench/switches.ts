/**
 * How many positions each open point of the Asian rules changes (docs/rules.md): solves endgames once as recommended and
 * once with each switch, and compares every value. Whole board, both sides to move; "result" counts those whose win, draw
 * or loss changes, "value" those whose order or distance does.
 */
import { readFile } from "node:fs/promises";
import { closure } from "../src/endgame/graph.ts";
import { canonicalEndgame, parseEndgame, type Endgame } from "../src/endgame/endgame.ts";
import { endgameIndex } from "../src/endgame/index.ts";
import type { Solution } from "../src/solve/kernel.ts";
import { solveWithoutAttackingMen, subOfSolution } from "../src/solve/build/content.ts";
import { playTape } from "../src/solve/planes.ts";
import { valueOfMark } from "../src/solve/tape.ts";
import { startTeam } from "../src/solve/node/thread-team.ts";
import { vectorKernel } from "../src/solve/host/vector-kernel.ts";
import { COLOURS } from "../src/xiangqi/pieces.ts";
import { DEFAULT_RULES, type RuleOptions } from "../src/rules/asian/options.ts";

const ENDGAMES = ["KRKN", "KRKNA", "KRAKR", "KRKPP", "KRKNP"];

const names = process.argv.slice(2);
const wanted = (names.length > 0 ? names : ENDGAMES).map((name) => canonicalEndgame(parseEndgame(name)).endgame);
const team = startTeam(2);
const kernel = vectorKernel(await WebAssembly.compile(await readFile("build/kernel.wasm")), team);

async function solveAll(options: RuleOptions): Promise<Map<string, Solution>> {
  const solved = new Map<string, Solution>();
  for (const endgame of closure(wanted)) solved.set(endgame.name, await solveOne(endgame, options, solved));
  return solved;
}

async function solveOne(endgame: Endgame, options: RuleOptions, solved: Map<string, Solution>): Promise<Solution> {
  const index = endgameIndex(endgame);
  if (index.inner === null) return solveWithoutAttackingMen(index);
  const load = async (sub: Endgame) => subOfSolution(solved.get(sub.name)!, "dtc");
  return kernel.solve({ index, metric: "dtc", rules: "asian", options, threads: team.threads, load });
}

/** A number for each slot that can be compared between solutions: 0 for a draw, else the value, odd for a win. */
function valuesOf(solution: Solution, side: "red" | "black"): Uint32Array {
  const marks = new Uint16Array(solution.index.cells);
  const values = solution.tape.weights()[side].map((_, mark) => valueOfMark(solution.levels, mark));
  playTape(solution.tape, side, marks, [...values.keys()].map((mark) => mark + 1)); // prettier-ignore
  return Uint32Array.from(marks, (mark) => (mark === 0 ? 0 : values[mark - 1]! + 1));
}

const results = new Map<string, Map<string, string>>();
const recommended = await solveAll(DEFAULT_RULES);
for (const name of Object.keys(DEFAULT_RULES) as (keyof RuleOptions)[]) {
  const other = await solveAll({ ...DEFAULT_RULES, [name]: true });
  for (const { name: endgame } of wanted) {
    const [a, b] = [recommended.get(endgame)!, other.get(endgame)!];
    const { index } = a;
    const blockCells = index.black.count * index.width;
    let values = 0;
    let outcomes = 0;
    for (const side of COLOURS) {
      const [of, ofOther] = [valuesOf(a, side), valuesOf(b, side)];
      for (let cell = 0; cell < index.cells; cell++) {
        const [x, y] = [of[cell]!, ofOther[cell]!];
        if (x === y) continue;
        const weight = index.weights[Math.floor(cell / blockCells)]! / index.twins;
        values += weight;
        if ((x === 0) !== (y === 0) || x % 2 !== y % 2) outcomes += weight;
      }
    }
    if (!results.has(endgame)) results.set(endgame, new Map());
    results.get(endgame)!.set(name, `${outcomes} / ${values}`);
  }
}
await team.close();

const switches = Object.keys(DEFAULT_RULES);
console.log(`| endgame | levels | ${switches.map((name) => `\`${name}\``).join(" | ")} |`);
console.log(`|---|---:|${switches.map(() => "---:").join("|")}|`);
for (const [endgame, changed] of results) {
  const levels = recommended.get(endgame)!.levels.length - 1;
  console.log(`| ${endgame} | ${levels} | ${switches.map((name) => changed.get(name)).join(" | ")} |`);
}
