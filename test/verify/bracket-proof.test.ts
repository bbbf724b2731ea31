// The proof of what tables under the Chinese rules say of repetitions, against the same done in the plain way.
import { createHash } from "node:crypto";
import { beforeAll, expect } from "vitest";
import { openOrMissing } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { DEPENDS, DRAW, isDraw, makeValue, orderOf, type Value } from "../../src/table/value.ts";
import { BracketProof } from "../../src/verify/chinese/bracket-proof.ts";
import { Checker } from "../../src/verify/plain/check.ts";
import { openInputs } from "../../src/verify/inputs.ts";
import { loadTables } from "../../src/verify/node/load.ts";
import { TablePlanes } from "../../src/verify/planes.ts";
import type { ProofProblem } from "../../src/verify/report.ts";
import { LegalCells } from "../../src/verify/walk.ts";
import { canonicalEndgame, endgameOf } from "../../src/endgame/endgame.ts";
import { swapColours, type Position } from "../../src/xiangqi/position.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { PlainBracketProof } from "../oracle/bracket-proof.ts";
import { alterAsianTable, mapValues } from "./asian-tables.ts";
import { buildTablesUnder, copyTables } from "./tables.ts";
import { testEach } from "../long.ts";

const rules = "chinese" as const;

let tables: string;
beforeAll(async () => {
  tables = await buildTablesUnder({ metric: "dtc", rules }, "KRKN");
}, 120_000);

/** By orders, how many positions there is something wrong with, and what; the example told may be another. */
function told(problems: readonly ProofProblem[]) {
  return problems.map((problem) => ({ ...problem, fen: null, message: problem.message.split(", one is")[0] }));
}

/** What is wrong with what a table says of repetitions, by the proof and by its oracle. */
async function proveTwice(folder: string, name: string): Promise<{ fast: ProofProblem[]; plain: ProofProblem[] }> {
  const provider = new FolderCatalog(folder, { rules });
  try {
    const table = await openOrMissing(provider, name);
    const { inputs } = await openInputs(
      table.header,
      provider,
      () => createHash("sha256"),
      () => Promise.resolve(null),
    );
    const decoded = await loadTables(table, inputs, { onProgress: () => undefined });
    const checker = new Checker(decoded, new LegalCells(table.header.cells));
    const planes = new Map(
      [...decoded.inputs, [name, decoded.table] as const].map(([each, one]) => [each, new TablePlanes(one)]),
    );
    const { index } = planes.get(name)!;
    checker.run(0, index.blocks.length);
    const { seeds, holdings } = checker.tally;
    const lookUp = (position: Position): Value => {
      const { endgame, swapped } = canonicalEndgame(endgameOf(position.board));
      const { board, turn } = swapped ? swapColours(position) : position;
      const of = planes.get(endgame.name)!;
      return of.valueAt(turn, of.index.indexOf(board));
    };
    const valueAt: TablePlanes["valueAt"] = (turn, cell) => planes.get(name)!.valueAt(turn, cell);
    const plain = new PlainBracketProof({ index, valueAt, lookUp }, table.header.info).run(seeds, holdings);
    const run = new BracketProof(decoded, table.header.info).run(seeds, holdings);
    for (;;) {
      const step = run.next();
      if (step.done) return { fast: step.value, plain };
    }
  } finally {
    await provider.close();
  }
}

const isLevelled = (value: Value): boolean => !isDraw(value) && orderOf(value) > 0;

testEach(0, [
  ["true", () => 1],
  ["a level stored as draws", (): Value => DRAW],
  ["a level that depends", (value: Value) => value + DEPENDS],
  ["draws that depend", (): Value => DEPENDS],
  ["a higher order", (value: Value) => value + makeValue(1, 0) - makeValue(0, 0)],
  [
    "a mixture",
    (value: Value, random: () => number): Value => [value, value, value + DEPENDS, DRAW][Math.floor(4 * random())]!,
  ],
] as const)(
  "of %s the proof finds the same in flat lists as with objects and sets",
  async (what, change) => {
    const copy = await copyTables(tables);
    const random = randomNumbers(1);
    if (what !== "true") {
      await alterAsianTable(copy, "KRKN", (draft) => mapValues(draft, (value) => (isLevelled(value) ? change(value, random) : value)), undefined, rules); // prettier-ignore
    }
    const { fast, plain } = await proveTwice(copy, "KRKN");
    expect(told(fast)).toEqual(told(plain));
    expect(fast.length > 0).toBe(what !== "true");
  },
  300_000,
);
