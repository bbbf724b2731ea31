/** The graph of an endgame and all that captures lead to, in rows of equally many men. Pure. */
import { canonicalEndgame, parseEndgame, type Endgame, wholeEndgame } from "../../src/endgame/endgame.ts";
import { closure, conversions, leastInClosure, subEndgames, type Conversion } from "../../src/endgame/graph.ts";

export const NODE = { width: 112, height: 44 } as const;
const GAP = { x: 12, y: 46 } as const;
/** Of a larger closure only what one capture leads to is drawn. */
const MOST_NODES = 40;

export interface Node {
  readonly endgame: string;
  readonly x: number;
  readonly y: number;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly lost: Conversion["lost"];
  /** The data of an SVG path. */
  readonly path: string;
}

export interface GraphLayout {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly width: number;
  readonly height: number;
}

export function layOutGraph(name: string): GraphLayout {
  const root = parseEndgame(name);
  const all = leastInClosure(root) <= MOST_NODES ? closure([root]).reverse() : null; // those of many men are huge
  const drawn = all !== null && all.length <= MOST_NODES ? all : [root, ...subEndgames(root)];
  const rows = arrange([...Map.groupBy(drawn, (each) => wholeEndgame(each).name.length).values()]);
  const widest = Math.max(...rows.map((row) => row.length));
  const width = widest * (NODE.width + GAP.x) + GAP.x;
  const nodes = rows.flatMap((row, line) =>
    row.map((each, i): Node => ({
      endgame: each.name,
      x: (width - row.length * (NODE.width + GAP.x) + GAP.x) / 2 + i * (NODE.width + GAP.x),
      y: 4 + line * (NODE.height + GAP.y),
    })),
  );
  const places = new Map(nodes.map((node) => [node.endgame, node]));
  const edges = drawn.flatMap((each) =>
    conversions(each).flatMap(({ lost, endgame }): Edge[] => {
      const from = places.get(each.name)!;
      const to = places.get(canonicalEndgame(endgame).endgame.name);
      return to === undefined ? [] : [{ from: from.endgame, to: to.endgame, lost, path: pathBetween(from, to, lost) }];
    }),
  );
  return { nodes, edges, width, height: rows.length * (NODE.height + GAP.y) - GAP.y + 8 };
}

/** Orders each row by where its endgames are come from, Red's losses to the left, so that few lines cross. */
function arrange(rows: readonly Endgame[][]): Endgame[][] {
  const places = new Map<string, number[]>();
  return rows.map((row) => {
    const placeOf = ({ name }: Endgame) => {
      const from = places.get(name) ?? [0];
      return from.reduce((sum, place) => sum + place, 0) / from.length;
    };
    const arranged = row.toSorted((a, b) => placeOf(a) - placeOf(b));
    arranged.forEach((each, i) => {
      for (const { lost, endgame } of conversions(each)) {
        const { name } = canonicalEndgame(endgame).endgame;
        const place = i - (row.length - 1) / 2 + (lost.colour === "red" ? -0.3 : 0.3);
        places.set(name, [...(places.get(name) ?? []), place]);
      }
    });
    return arranged;
  });
}

/** Red's losses leave at the left of a node, Black's at the right, so that two between the same nodes are apart. */
function pathBetween(from: Node, to: Node, { colour }: Conversion["lost"]): string {
  const aside = colour === "red" ? -10 : 10;
  const [x1, y1] = [from.x + NODE.width / 2 + aside, from.y + NODE.height];
  const [x2, y2] = [to.x + NODE.width / 2 + aside, to.y];
  const bend = (y2 - y1) / 2;
  return `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
}
