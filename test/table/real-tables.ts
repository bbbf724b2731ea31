/** Small tables of real endgames, solved naively and written to a data folder. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closure, subEndgames } from "../../src/endgame/graph.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { tablePath } from "../../src/table/catalog/catalog.ts";
import { describeIndex } from "../../src/table/format/index-parameters.ts";
import { addUp } from "../../src/table/format/histogram.ts";
import { distanceOf, isWin, type Value, type Metric } from "../../src/table/value.ts";
import { plainContent } from "./plain-content.ts";
import { writeTable } from "../../src/table/node/writer.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { endingOf } from "../../src/xiangqi/moves.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";
import { naiveSolver, type NaiveTable } from "../oracle/naive.ts";

/** Solves these endgames and all they need, and writes a table for each. @returns the data folder */
export async function buildNaively(metric: Metric, ...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "canju-test-"));
  const solve = naiveSolver(metric);
  for (const { name } of closure(names.map(parseEndgame))) {
    await writeNaive(join(folder, tablePath({ rules: "none", metric }, name)), metric, solve(name));
  }
  return folder;
}

async function writeNaive(path: string, metric: Metric, { endgame, values: found }: NaiveTable): Promise<void> {
  const index = endgameIndex(endgame);
  const cellsPerBlock = index.cells / index.blocks.length;
  const values = [...new Set([...found.red, ...found.black])].filter((value) => value !== null).sort((a, b) => a - b);
  const codeOf = new Map<Value | null, number>(values.map((value, code) => [value, code]));
  const counts: Record<Colour, number[]> = { red: values.map(() => 0), black: values.map(() => 0) };
  const extras = { red: noExtras(), black: noExtras() };
  for (const turn of COLOURS) {
    const longest = { win: -1, loss: -1 };
    found[turn].forEach((value, cell) => {
      if (value === null) return;
      const weight = index.weights[Math.floor(cell / cellsPerBlock)]!;
      counts[turn][codeOf.get(value)!]! += weight;
      if (value === 0) return;
      const position = { board: index.boardAt(cell)!, turn };
      const distance = distanceOf(value);
      if (isWin(value) && distance > longest.win) {
        longest.win = distance;
        extras[turn].longestWinFen = formatFen(position);
      } else if (!isWin(value) && distance > longest.loss) {
        longest.loss = distance;
        extras[turn].longestLossFen = formatFen(position);
      }
      const ending = endingOf(position);
      if (ending !== null) extras[turn][ending === "checkmate" ? "checkmated" : "stalemated"] += weight;
    });
  }
  await writeTable(
    path,
    plainContent({
      info: {
        endgame: endgame.name,
        metric,
        rules: "none",
        switches: {},
        orderForm: null,
        index: describeIndex(index),
        ...addUp(values, counts, extras),
        builder: { name: "naive", version: "1" },
        inputs: subEndgames(endgame).map(({ name }) => ({ name, sha256: "" })),
      },
      cells: index.cells,
      values,
      histogram: counts,
      codes(turn, first, count, out) {
        for (let i = 0; i < count; i++) out[i] = codeOf.get(found[turn][first + i]!) ?? 0;
      },
    }),
  );
}

function noExtras() {
  return {
    checkmated: 0,
    stalemated: 0,
    longestWinFen: null as string | null,
    longestLossFen: null as string | null,
  };
}
