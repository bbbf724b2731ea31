/**
 * Writes the tables of small endgames with the values of the slow solver. It knows no perpetuals: with an attacker on one
 * side only there are none.
 */
import { join } from "node:path";
import { attackingMen, parseEndgame } from "../../../src/endgame/endgame.ts";
import { closure } from "../../../src/endgame/graph.ts";
import { endgameIndex } from "../../../src/endgame/index.ts";
import { DEFAULT_COLLECTION, tablePath } from "../../../src/table/catalog/catalog.ts";
import { plainContent } from "../../table/plain-content.ts";
import { writeTable } from "../../../src/table/node/writer.ts";
import { describeIndex } from "../../../src/table/format/index-parameters.ts";
import { DEFAULT_RULES } from "../../../src/rules/asian/options.ts";
import { addUp, type SideExtras } from "../../../src/table/format/histogram.ts";
import { DRAW, isWin, makeValue, type Value } from "../../../src/table/value.ts";
import { formatFen } from "../../../src/xiangqi/fen.ts";
import { endingOf } from "../../../src/xiangqi/moves.ts";
import { COLOURS, type Colour } from "../../../src/xiangqi/pieces.ts";
import type { Position } from "../../../src/xiangqi/position.ts";
import { naiveSolver } from "../../oracle/naive.ts";

const { rules, metric, orders } = DEFAULT_COLLECTION;

interface Entry {
  readonly position: Position;
  readonly value: Value;
  readonly weight: number;
}

/** Writes the tables of the endgames and of all that captures lead to. */
export async function writeSmallTables(dataDir: string, names: readonly string[]): Promise<void> {
  const solve = naiveSolver(metric);
  for (const endgame of closure(names.map(parseEndgame))) {
    if (attackingMen(endgame.red).length === 0) continue;
    const index = endgameIndex(endgame);
    const { values } = solve(endgame.name);
    const blockOf = (cell: number) => Math.floor(cell / (index.black.count * index.width));
    const entriesOf = (turn: Colour): Entry[] =>
      values[turn].flatMap((value, cell) =>
        value === null
          ? []
          : [{ position: { board: index.boardAt(cell)!, turn }, value, weight: index.weights[blockOf(cell)]! }],
      );
    const entries = { red: entriesOf("red"), black: entriesOf("black") };
    const longest = [...entries.red, ...entries.black].reduce((most, { value }) => Math.max(most, value), 0);
    // Without perpetuals values are 0 for a draw and distance + 1: they are their own codes.
    const dictionary = Array.from({ length: longest + 1 }, (_, code) => (code === 0 ? DRAW : makeValue(0, code - 1)));
    const histogram = { red: dictionary.map(() => 0), black: dictionary.map(() => 0) };
    for (const turn of COLOURS) for (const { value, weight } of entries[turn]) histogram[turn][value]! += weight;
    await writeTable(
      join(dataDir, tablePath(DEFAULT_COLLECTION, endgame.name)),
      plainContent({
        info: {
          endgame: endgame.name,
          metric,
          rules,
          switches: { ...DEFAULT_RULES },
          orderForm: orders,
          index: describeIndex(index),
          builder: { name: "test", version: "0" },
          inputs: [],
          ...addUp(dictionary, histogram, { red: extrasOf(entries.red), black: extrasOf(entries.black) }),
        },
        cells: index.cells,
        values: dictionary,
        histogram,
        codes(turn, first, count, out) {
          for (let i = 0; i < count; i++) out[i] = values[turn][first + i] ?? DRAW;
        },
      }),
    );
  }
}

function extrasOf(entries: readonly Entry[]): SideExtras {
  const longest = (wins: boolean): string | null => {
    const found = entries.filter(({ value }) => value !== DRAW && isWin(value) === wins);
    return found.length === 0 ? null : formatFen(found.reduce((a, b) => (b.value > a.value ? b : a)).position);
  };
  const ended = (ending: "checkmate" | "stalemate"): number =>
    entries.filter(({ position }) => endingOf(position) === ending).reduce((sum, { weight }) => sum + weight, 0);
  return {
    checkmated: ended("checkmate"),
    stalemated: ended("stalemate"),
    longestWinFen: longest(true),
    longestLossFen: longest(false),
  };
}
