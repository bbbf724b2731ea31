/** Synthetic tables: no endgame, but of the shapes that tables have. */
import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countCells } from "../../src/endgame/count.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import type { TableInfo } from "../../src/table/format/header.ts";
import { DRAW, makeValue, type Value } from "../../src/table/value.ts";
import type { TableContent } from "../../src/table/write/encode.ts";
import { plainContent } from "./plain-content.ts";
import { writeTable, type WriteOptions } from "../../src/table/node/writer.ts";

const side = {
  positions: 3834,
  wins: 3000,
  draws: 800,
  losses: 34,
  checkmated: 1,
  stalemated: 2,
  longestWin: 3,
  longestLoss: -1,
  longestWinFen: "9/9/4k4/9/9/9/9/9/9/R3K4 w",
  longestLossFen: null,
};
const decided = { wins: 3000, losses: 34, longestWin: 3, longestLoss: -1 };

export const info: TableInfo = {
  endgame: "KRK",
  metric: "dtc",
  rules: "none",
  switches: {},
  orderForm: null,
  index: { scheme: "formations", version: 1, parameters: {} },
  red: side,
  black: { ...side, positions: 4914 },
  orders: [{ order: 0, kind: "conversion", red: decided, black: decided }],
  builder: { name: "canju", version: "0.1.0" },
  inputs: [{ name: "KK", sha256: "ab".repeat(32) }],
};

/** Draw, then order 0 from distance 0 on. */
export function valuesUpTo(count: number): Value[] {
  return Array.from({ length: count }, (_, i) => (i === 0 ? DRAW : makeValue(0, i - 1)));
}

/** Codes that change slowly, with every 97th out of line. */
export function smoothCode(turn: Colour, cell: number, values: number): number {
  const wave = Math.sin(cell / 700) + Math.sin(cell / 90) + (turn === "red" ? 2 : 2.5);
  return Math.floor((wave / 5) * values + (cell % 97 === 0 ? 1 : 0)) % values;
}

/** Codes without any order, which hardly compress. */
export function noise(turn: Colour, cell: number): number {
  const mixed = Math.imul(cell + (turn === "red" ? 1 : 7_654_321), 0x85ebca6b);
  return (Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) ^ (mixed >>> 7)) >>> 27;
}

export function content(cells: number, values = 40, code = smoothCode): TableContent {
  return plainContent({
    info,
    cells,
    values: valuesUpTo(values),
    histogram: { red: [1, 2], black: [3, 4] },
    codes(turn, first, count, out) {
      for (let i = 0; i < count; i++) out[i] = code(turn, first + i, values);
    },
  });
}

/** The same with the cells of an endgame's own index, which catalogs insist on. */
export function contentOf(endgame: string, values = 40, code = smoothCode): TableContent {
  const what = content(countCells(parseEndgame(endgame)), values, code);
  return { ...what, info: { ...info, endgame } };
}

export function temporaryPath(name = "KRK.canju"): string {
  return join(tmpdir(), `canju-test-${randomBytes(6).toString("hex")}`, name);
}

/** The bytes of a table file. */
export async function tableBytes(what: TableContent, options?: WriteOptions): Promise<Uint8Array<ArrayBuffer>> {
  const path = temporaryPath();
  await writeTable(path, what, options);
  const bytes = new Uint8Array(await readFile(path));
  await rm(join(path, ".."), { recursive: true });
  return bytes;
}
