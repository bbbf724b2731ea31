/** include/canju.h: what a probe costs, beside its limits. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_COLLECTION, openOrMissing } from "../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { formatFen } from "../src/xiangqi/fen.ts";
import { COLOURS, type Colour } from "../src/xiangqi/pieces.ts";
import { isLegalPosition } from "../src/xiangqi/validate.ts";
import { ask, compileDriver, LACKING, newFolder } from "../test/c/driver.ts";
import { randomNumbers } from "../test/oracle/random-graphs.ts";
import { buildByProgram } from "./program.ts";
import { measured, short, spread, type Section } from "./report.ts";

/** Small and all in the processor's cache, middling, and 58 MB of codes. */
const ENDGAMES = ["KRKN", "KRKNAA", "KRNKR"];
const POSITIONS = 4000;
const ROUNDS = 25;
const RUNS = 5;
const LIMITS = { stored: 0.6, derived: 5, resolved: 0.6 };

/** Null where nothing can be compiled. @param root where tables are built unless they are there */
export async function benchReader(root: string, log: (line: string) => void): Promise<Section | null> {
  if (LACKING !== null) return null;
  const folder = newFolder();
  const program = compileDriver(folder, "driver", "-O2");
  const rows: string[][] = [];
  for (const name of ENDGAMES) {
    log(`reading ${name} in C`);
    const data = join(root, name);
    if (!existsSync(data)) await buildByProgram(name, 2, data);
    const { fens, derived } = await positionsOf(data, name, folder);
    for (const [what, turn, flags] of [
      ["stored", derived === "red" ? "black" : "red", 0],
      ["derived", derived, 0],
      ["resolved", derived, 1],
    ] as const) {
      const file = fens[turn];
      const opening = `open ${flags} ${2 ** 30} asian/dtc ${data}`;
      const question = `time ${ROUNDS} 1 ${file}`;
      const [, ...answers] = await ask(program, [opening, ...Array.from({ length: RUNS }, () => question)]);
      const runs = answers.map((answer) => Number(answer.split(" ")[0]) / 1000);
      const found = measured(runs);
      rows.push([`${name}, ${what}`, short(found.median), short(LIMITS[what]), spread(found)]);
    }
  }
  rmSync(folder, { recursive: true });
  const about =
    `Microseconds a probe of random legal positions (\`CANJU_TRUSTED\`) whose blocks are decoded, ${POSITIONS} of either side, one ` +
    `thread, gcc -O2: of the side that the file holds, of the other, and of the other in blocks resolved whole (\`CANJU_RESOLVE\`).`;
  return { title: "Probes in C", about, columns: ["endgame, side", "µs", "limit", "min..max"], rows };
}

/** Files of positions by the side to move, and which of them the table derives. */
async function positionsOf(data: string, name: string, folder: string) {
  const catalog = new FolderCatalog(data, DEFAULT_COLLECTION);
  const { index, header } = await openOrMissing(catalog, name);
  const random = randomNumbers(1);
  const fens: Record<Colour, string> = { red: "", black: "" };
  for (const turn of COLOURS) {
    const lines: string[] = [];
    while (lines.length < POSITIONS) {
      const board = index.boardAt(Math.floor(random() * index.cells));
      if (board !== null && isLegalPosition({ board, turn })) lines.push(formatFen({ board, turn }));
    }
    fens[turn] = join(folder, `${name}-${turn}`);
    writeFileSync(fens[turn], lines.join("\n"));
  }
  await catalog.close();
  return { fens, derived: header.derived! };
}
