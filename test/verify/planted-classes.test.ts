import { beforeAll, describe, expect, test } from "vitest";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import {
  DEPENDS,
  distanceOf,
  DRAW,
  isDraw,
  isLoss,
  isWin,
  makeValue,
  orderOf,
  type Value,
} from "../../src/table/value.ts";
import { verifyEndgame } from "../../src/verify/node/verify.ts";
import { wonByClasses } from "../../src/verify/chinese/class-parity.ts";
import { makeMoveGraph } from "../../src/fang/graph.ts";
import { priorityOfClass, oddRegion } from "../../src/fang/parity.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { alterAsianTable, mapValues, problemsOf, type AsianDraft } from "./asian-tables.ts";
import { buildTablesUnder, copyTables } from "./tables.ts";
import { vouchingRing, type DrawnCell } from "./vouching-ring.ts";
import { LONG, testEach } from "../long.ts";
import { proofClasses } from "../../src/verify/chinese/move-classes.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";

// KRKN has one level, of checks: Black, to move, must check the red king for ever.

const rules = "chinese" as const;
let folder: string;
let ring: DrawnCell[];
beforeAll(async () => {
  folder = await buildTablesUnder({ metric: "dtc", rules }, "KRKN");
  const provider = new FolderCatalog(folder, { rules });
  ring = await vouchingRing(provider, "KRKN", "red");
  await provider.close();
}, 120_000);

async function verify(at: string, name: string) {
  const provider = new FolderCatalog(at, { rules });
  try {
    return await verifyEndgame(name, { threads: 1, provider });
  } finally {
    await provider.close();
  }
}

async function altered(name: string, change: (draft: AsianDraft) => void) {
  const copy = await copyTables(folder);
  await alterAsianTable(copy, name, change, undefined, rules);
  return verify(copy, name);
}

const isOrder = (value: Value, order: number) => !isDraw(value) && orderOf(value) === order;

test("KRKN under the Chinese rules is proven by the plain program", async () => {
  expect(await verify(folder, "KRKN")).toMatchObject({ proven: true, by: "plain", problems: [], wrong: 0 });
});

test("draws of a side without attacking men that depend are proven, and none of them is certain", LONG, async () => {
  const tables = await buildTablesUnder({ metric: "dtc", rules }, "KCPKB");
  expect(await verify(tables, "KCPKB")).toMatchObject({ proven: true, problems: [], wrong: 0 });
  await alterAsianTable(
    tables,
    "KCPKB",
    (draft) => mapValues(draft, (value) => (value === DEPENDS ? DRAW : value)),
    undefined,
    rules,
  );
  const report = await verify(tables, "KCPKB");
  expect(report).toMatchObject({ proven: false, wrong: 0 });
  expect(problemsOf(report, "level")[0]!.message).toContain("certain draws may be lost");
});

describe("under the Chinese rules the graph finds what no successor contradicts", () => {
  test("a level left out: its wins and losses are stored as draws", async () => {
    const report = await altered("KRKN", (draft) => mapValues(draft, (value) => (isOrder(value, 1) ? DRAW : value)));
    expect(report).toMatchObject({ proven: false, wrong: 0 });
    expect(problemsOf(report, "level")[0]!.message).toContain("certain draws may be lost");
  });

  test("that level stored as won and lost by the default reading only", LONG, async () => {
    const report = await altered("KRKN", (draft) =>
      mapValues(draft, (value) => (isOrder(value, 1) ? value + DEPENDS : value)),
    );
    expect(report).toMatchObject({ proven: false, wrong: 0 });
    expect(problemsOf(report, "level").map(({ message }) => message).join()).toContain("lost for certain"); // prettier-ignore
  });

  test("that level stored as draws that depend", LONG, async () => {
    const report = await altered("KRKN", (draft) => mapValues(draft, (value) => (isOrder(value, 1) ? DEPENDS : value)));
    expect(report).toMatchObject({ proven: false, wrong: 0 });
    const said = problemsOf(report, "level").map(({ message }) => message).join(); // prettier-ignore
    expect(said).toContain("lost for certain");
    expect(said).toContain("draws by the default reading are lost");
  });

  test("a ring of draws that vouch for one another, as lost for certain, or by default", LONG, async () => {
    expect(ring.length).toBeGreaterThan(10);
    for (const depends of [0, DEPENDS]) {
      const report = await altered("KRKN", (draft) => {
        for (const { turn, cell } of ring) draft[turn][cell] = depends + makeValue(2, turn === "red" ? 0 : 1);
      });
      expect(report).toMatchObject({ proven: false, wrong: 0 });
      expect(problemsOf(report, "level")[0]!.message).toContain("seeds of order 2 are not lost by their pattern");
    }
  });

  test("an order of a kind that its losers do not keep up", LONG, async () => {
    const report = await altered("KRKN", (draft) => {
      const orders = draft.info.orders.map((each) => (each.order === 1 ? { ...each, kind: "chase" as const } : each));
      draft.info = { ...draft.info, orders };
    });
    expect(report).toMatchObject({ proven: false, wrong: 0 });
    expect(problemsOf(report, "level")[0]!.message).toContain("seeds of order 1 are not lost by their pattern");
  });

  test("an order that a kind of a higher class has, and one that is not the least", LONG, async () => {
    const early = "losses are of a lower order or another kind than they are said to be, of order 1";
    const kind = await altered("KRKN", (draft) => {
      const orders = draft.info.orders.map((each) => (each.order === 1 ? { ...each, kind: "attack" as const } : each));
      draft.info = { ...draft.info, orders };
    });
    expect(kind).toMatchObject({ proven: false, wrong: 0 });
    expect(problemsOf(kind, "level").map(({ message }) => message).join()).toContain(early); // prettier-ignore
    const higher = await altered("KRKN", (draft) => {
      mapValues(draft, (value) => (isOrder(value, 1) ? makeValue(2, distanceOf(value)) : value));
      const orders = draft.info.orders.map((each) => (each.order === 1 ? { ...each, order: 2 } : each));
      draft.info = { ...draft.info, orders };
    });
    expect(higher).toMatchObject({ proven: false, wrong: 0 });
    expect(problemsOf(higher, "level").map(({ message }) => message).join()).toContain(early); // prettier-ignore
  });

  test("a certain draw that is said to depend", LONG, async () => {
    const report = await altered("KRKN", (draft) => (draft[ring[0]!.turn][ring[0]!.cell] = DEPENDS));
    expect(report).toMatchObject({ proven: false });
    expect(problemsOf(report, "level").at(-1)!.message).toContain("1 positions that are certain are said to depend");
  });
});

testEach(0, [
  ["a win stored as a draw", (value: Value) => isWin(value) && isOrder(value, 0), DRAW],
  [
    "a loss stored as one that depends",
    (value: Value) => isLoss(value) && isOrder(value, 0),
    DEPENDS + makeValue(0, 2),
  ],
  ["a seed stored as another order", (value: Value) => value === makeValue(1, 0), makeValue(3, 0)],
])("under the Chinese rules %s is found", async (_, isIt, planted) => {
  const report = await altered("KRKN", ({ black }) => (black[black.findIndex(isIt)] = planted));
  expect(report.proven).toBe(false);
  expect(report.wrong + problemsOf(report, "level").length).toBeGreaterThan(0);
});

test("the proof's parity games have the solutions of the solver's", () => {
  const random = randomNumbers(11);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let game = 0; game < 3000; game++) {
    const size = 2 + below(9);
    const mover = Uint8Array.from({ length: size }, () => below(2));
    const edges = [...mover.keys()].flatMap((from) => {
      const others = [...mover.keys()].filter((to) => mover[to] !== mover[from]);
      const targets = others.length === 0 ? [from] : others.filter(() => random() < 0.4);
      return (targets.length === 0 ? [others[below(others.length)]!] : targets).map((to) => ({ from, to, labels: below(4) })); // prettier-ignore
    });
    const graph = makeMoveGraph(mover, edges);
    for (const winner of COLOURS) {
      const odd = winner === "red" ? 0 : 1;
      const arena = new Uint8Array(size).fill(1);
      const from = [...mover.keys()].flatMap((v) =>
        Array<number>(graph.firstEdge[v + 1]! - graph.firstEdge[v]!).fill(v),
      );
      const wanted = oddRegion(graph, arena, (e) => priorityOfClass(3, graph.labels[e]!, mover[from[e]!] === odd), odd);
      const found = wonByClasses({
        winners: mover.map((side) => (side === odd ? 1 : 0)),
        first: Uint32Array.from(graph.firstEdge),
        to: Uint32Array.from(graph.to),
        classes: Uint8Array.from(graph.labels),
      });
      expect([...found]).toEqual([...wanted]);
    }
  }
});

test("a weak attack is a full one in the edition of 1999, and only there", () => {
  const position = parseLegalFen("4k4/4a4/b8/9/9/8R/9/4K4/9/2N6 w");
  const classIn = (edition1999: boolean) =>
    proofClasses({ switches: { edition1999 } }).of(position, parseUci(position, "i4e4"), "default");
  expect([classIn(false), classIn(true)]).toEqual([1, 2]);
});
