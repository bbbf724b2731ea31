import { describe, expect, it, test } from "vitest";
import { solveOnGraph, type Correction, type GraphSolution } from "../oracle/algorithm8.ts";
import { coneOfPart, mergeLevels, randomPartedGraph, type LevelKind } from "../oracle/parted-graphs.ts";
import { GRAPH_KINDS, randomNumbers, type GraphKind } from "../oracle/random-graphs.ts";

/** Cones solved alone and merged, beside the whole. */
function compareCones(kind: GraphKind, graphs: number, correction: Correction) {
  const random = randomNumbers(graphs + GRAPH_KINDS.indexOf(kind));
  const found = { wrong: 0, wrongOutcomes: 0, ofHigherOrder: 0, renumbered: 0, across: 0, doubtful: 0, mixed: 0 };
  for (let i = 0; i < graphs; i++) {
    const parted = randomPartedGraph(kind, random);
    const { graph, edges, partOf, parts } = parted;
    const whole = solveOnGraph(graph, correction);
    const cones = Array.from({ length: parts }, (_, part) => {
      const cone = coneOfPart(parted, part);
      return { ...cone, solved: solveOnGraph(cone.graph, correction) };
    });
    const { kinds, levels } = mergeLevels(cones.map(({ solved }) => levelsOf(solved)));
    const isPerpetual = (v: number) => whole.orders[v]! > 0;
    let same = kinds.join() === levelsOf(whole).join();
    for (const [part, { vertices, solved }] of cones.entries()) {
      for (const [own, v] of vertices.entries()) {
        const order = solved.orders[own]!;
        const merged = order < 0 ? -1 : levels[part]![order]!;
        if (outcomeOf(solved, own) !== outcomeOf(whole, v)) found.wrongOutcomes++;
        if (merged !== whole.orders[v] || (merged >= 0 && solved.distances[own] !== whole.distances[v])) same = false;
        if (merged !== order) found.renumbered++;
      }
    }
    if (!same) found.wrong++;
    found.ofHigherOrder += [...partOf.keys()].filter(isPerpetual).length;
    found.across += edges.filter(
      ({ from, to }) => partOf[from] !== partOf[to] && isPerpetual(from) && whole.orders[from] === whole.orders[to],
    ).length;
    if (whole.certificate.innerPatterns > 0) found.doubtful++;
    if (new Set(kinds).size === 2) found.mixed++;
  }
  return found;
}

const levelsOf = ({ kinds }: GraphSolution) => kinds.slice(1) as LevelKind[];
const outcomeOf = ({ orders, distances }: GraphSolution, v: number) =>
  orders[v]! < 0 ? "drawn" : distances[v]! % 2 === 1 ? "won" : "lost";

describe.each(["none", "always"] as const)("with Algorithm 5' asked: %s", (correction) => {
  test.each(GRAPH_KINDS)("cones have the whole's values, with levels renumbered, on random graphs: %s", (kind) => {
    const { wrong, wrongOutcomes, ofHigherOrder, renumbered, across } = compareCones(kind, 400, correction);
    expect([wrong, wrongOutcomes]).toEqual([0, 0]);
    expect(Math.min(ofHigherOrder, across)).toBeGreaterThan(0);
    // With levels of one kind alone no cone idles while another goes on.
    if (!kind.endsWith("only")) expect(renumbered).toBeGreaterThan(0);
  });
});

it("graphs with checks and chases, and with inner patterns, are among those compared", () => {
  const { wrong, mixed, doubtful } = compareCones("free labels", 500, "always");
  expect(wrong).toBe(0);
  expect(Math.min(mixed, doubtful)).toBeGreaterThan(0);
});

test.each(GRAPH_KINDS)("outcomes are the whole's where 5' is asked only when 5 finds nothing more: %s", (kind) => {
  expect(compareCones(kind, 400, "lazy").wrongOutcomes).toBe(0);
});

it("levels of checks come first in a whole, and those of cones that idle meanwhile are later there", () => {
  const { kinds, levels } = mergeLevels([["chase"], ["check", "chase", "check"], []]);
  expect(kinds).toEqual(["check", "chase", "check"]);
  expect(levels).toEqual([[0, 2], [0, 1, 2, 3], [0]]);
});
