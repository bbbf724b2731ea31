/** Parts of graphs solved one after the other, as slices of endgames are, beside the whole. */
import { expect, it, test } from "vitest";
import { solveOnGraph } from "../oracle/algorithm8.ts";
import { mergeLevels, randomPartedGraph } from "../oracle/parted-graphs.ts";
import { GRAPH_KINDS, randomNumbers, type GraphKind } from "../oracle/random-graphs.ts";
import { solvePartByPart, type WhatToKnow } from "../oracle/slice-by-slice.ts";

/** In how many of so many graphs some number or kind is not the whole's; and in how many a level has both, own and border. */
function compare(kind: GraphKind, graphs: number, known: WhatToKnow) {
  const random = randomNumbers(7 * graphs + GRAPH_KINDS.indexOf(kind));
  const found = { wrong: 0, higher: 0, both: 0 };
  for (let i = 0; i < graphs; i++) {
    const parted = randomPartedGraph(kind, random);
    const whole = solveOnGraph(parted.graph, known.corrected ? "always" : "none");
    const parts = solvePartByPart(parted, known);
    const { kinds, levels } = mergeLevels(parts.map((part) => part.kinds));
    const numbers = parted.partOf.map((part, v) => {
      const value = parts[part]!.values.get(v);
      return value === undefined ? "drawn" : `${levels[part]![value.order]} ${value.distance}`;
    });
    const wanted = parted.partOf.map((_, v) =>
      whole.orders[v]! < 0 ? "drawn" : `${whole.orders[v]} ${whole.distances[v]}`,
    );
    if (numbers.join() !== wanted.join() || kinds.join() !== whole.kinds.slice(1).join()) found.wrong++;
    found.higher += whole.orders.filter((order) => order > 0).length;
    if (new Set(kinds).size === 2) found.both++;
  }
  return found;
}

test.each(GRAPH_KINDS)("values and patterns by man of what is ahead are all that a part needs: %s", (kind) => {
  for (const corrected of [false, true]) {
    const { wrong, higher } = compare(kind, 120, { corrected });
    expect(wrong).toBe(0);
    expect(higher).toBeGreaterThan(0);
  }
});

it("compares graphs with checks and chases", () => {
  expect(compare("free labels", 120, { corrected: true }).both).toBeGreaterThan(0);
});

it.each(["together", "nothing"] as const)("needs the patterns of each man: with those of %s it is wrong", (border) => {
  const wrong = GRAPH_KINDS.map((kind) => compare(kind, 120, { corrected: false, border }).wrong);
  expect(Math.max(...wrong)).toBeGreaterThan(0);
});
