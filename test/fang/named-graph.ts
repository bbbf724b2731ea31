/** Small graphs written by hand. */
import { CHECK, makeMoveGraph, type PatternGraph } from "../../src/fang/graph.ts";

/** From rows such as `b1 r0 check 1`: this move checks and chases Red's man 1. Red moves where names begin with r. */
export function graphOf(...rows: string[]): { graph: PatternGraph; names: string[] } {
  const moves = rows.map((row) => row.split(" "));
  const names = [...new Set(moves.flatMap(([from, to]) => [from!, to!]))].sort();
  const mover = Uint8Array.from(names, (name) => (name.startsWith("r") ? 0 : 1));
  const edges = moves.map(([from, to, ...labels]) => ({
    from: names.indexOf(from!),
    to: names.indexOf(to!),
    labels: labels.reduce((all, label) => all | (label === "check" ? CHECK : 2 ** Number(label)), 0),
  }));
  return { graph: { ...makeMoveGraph(mover, edges), men: { red: 3, black: 3 } }, names };
}
