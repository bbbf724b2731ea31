import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LONG, testEach } from "../long.ts";
import { parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { AttackFinder } from "../../src/solve/chinese/attack-sets.ts";
import { recordsOf } from "../../src/solve/chinese/records.ts";
import { combine, outcomesIn } from "../../src/solve/chinese/readings.ts";
import { solveInMemory } from "../../src/solve/build/in-memory.ts";
import { TAPE_BYTES } from "../../src/solve/kernel/assembly/layout.ts";
import { kernelOfRules, solveWithoutAttackingMen } from "../../src/solve/build/content.ts";
import type { Solution, SolveRequest } from "../../src/solve/kernel.ts";
import { addSlot, hasSlot, newSet, outcomesOfTape, type Outcomes } from "../../src/solve/outcomes.ts";
import { cellOfSlot, playTape } from "../../src/solve/planes.ts";
import { Tape, valueOfMark, visitRecords } from "../../src/solve/tape.ts";
import { KernelMemory } from "../../src/solve/host/memory.ts";
import { teamOfOne } from "../../src/solve/host/team.ts";
import { openPlaced } from "../../src/table/catalog/catalog.ts";
import { rawCodec } from "../../src/table/format/codec.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { DEPENDS, DRAW, isDependent, type Value } from "../../src/table/value.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { finish } from "../../src/base/pausing.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import { forcesByChecks, matesByChecks } from "../../src/rules/chinese/forced.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";

const module = new WebAssembly.Module(readFileSync(new URL("../../build/kernel.wasm", import.meta.url)));
const kernel = kernelOfRules(module, teamOfOne(), new KernelMemory());

async function solve(name: string, rules: SolveRequest["rules"]): Promise<Solution> {
  const solveEndgame = (endgame: Endgame): Promise<Solution> => {
    const index = endgameIndex(endgame);
    if (index.inner === null) return Promise.resolve(solveWithoutAttackingMen(index));
    const load = async (sub: Endgame) => outcomesOf(await solveEndgame(sub));
    return kernel.solve({ index, rules, metric: "dtc", threads: 1, load });
  };
  return solveEndgame(parseEndgame(name));
}

function outcomesOf({ index, tape, levels }: Solution): Outcomes {
  return outcomesOfTape(index, tape, levels);
}

function valuesOf({ index, tape, levels }: Solution, turn: Colour): Value[] {
  const marks = new Uint16Array(index.cells);
  const count = tape.weights()[turn].length;
  playTape(tape, turn, marks, [...Array(count).keys()].map((mark) => mark + 1)); // prettier-ignore
  return Array.from(marks, (mark) => (mark === 0 ? DRAW : valueOfMark(levels, mark - 1)));
}

testEach(1, ["KRKN", "KRKC", "KRKR", "KNKC", "KPKP"])(
  "in %s no value differs from the Asian rules, and all are certain",
  async (name) => {
    const [chinese, asian] = [await solve(name, "chinese"), await solve(name, "asian")];
    for (const turn of COLOURS) expect(valuesOf(chinese, turn)).toEqual(valuesOf(asian, turn));
  },
);

test("in KCPKB draws depend on what counts as a chase, although Black has nothing but an elephant", LONG, async () => {
  const found = await solve("KCPKB", "chinese");
  const depending = COLOURS.map((turn) => valuesOf(found, turn).filter(isDependent).length);
  expect(depending).toEqual([58_622, 51_693]);
  // It attacks the cannon, which the soldier protects, whatever Black does.
  const board = parseFen("2b1k4/9/CP7/9/9/9/9/9/9/3K5 b").board;
  expect(valuesOf(found, "black")[found.index.indexOf(board)]).toBe(DEPENDS);
});

testEach(1, ["KRKN", "KRNK", "KCKP"])(
  "in %s mates and captures by checks are those that searches find",
  async (name) => {
    const index = endgameIndex(parseEndgame(name));
    const memory = new KernelMemory();
    const finder = new AttackFinder(module, teamOfOne(), () => {
      memory.clear();
      return memory;
    });
    const { mates, aims } = await finder.of(index.endgame);
    const random = randomNumbers(3);
    let [compared, found] = [0, 0];
    while (compared < 150) {
      const slot = Math.floor(random() * index.cells);
      const board = index.boardAt(cellOfSlot(index, slot));
      const side = COLOURS[compared % 2]!;
      if (board === null || inCheck(board, opponent(side))) continue;
      compared++;
      const mating = finish(matesByChecks(board, side));
      const taking = finish(forcesByChecks(board, side, { goal: "capture", spared: new Set() }));
      const what = `${name} ${slot} ${side}`;
      if (mating !== null) expect([what, hasSlot(mates[side], slot)]).toEqual([what, mating]);
      if (mating === true) found++;
      if (taking !== null) expect([what, hasSlot(aims[side], slot)]).toEqual([what, taking]);
    }
    expect(found).toBeGreaterThan(name === "KCKP" ? -1 : 0);
  },
);

test("a set goes on the tape as it is, with a mark of its own", async () => {
  const { index, tape, levels } = await solve("KRKN", "none");
  const drawn = { red: newSet(index), black: newSet(index) };
  const before = outcomesOfTape(index, tape, levels);
  for (const turn of COLOURS) {
    const open = before.won[turn].map((word, i) => ~(word | (before.lost[turn][i] ?? 0)));
    for (let slot = 5; slot < index.cells; slot += 977) if (hasSlot(open, slot)) addSlot(drawn[turn], slot);
  }
  const last = tape.extents.reduce((most, { mark }) => Math.max(most, mark), 0);
  const start = last + 2 - (last % 2);
  const pieces = COLOURS.flatMap((turn) => [...recordsOf(drawn[turn], index, tape, turn, start)]);
  const count = (turn: Colour) => tape.weights()[turn].reduce((sum, weight) => sum + weight, 0);
  const decided = { red: count("red"), black: count("black") };
  for (const piece of pieces) tape.add(piece);
  const after = outcomesOfTape(index, tape, [...levels, { kind: "conversion", start, byDefault: "draw" }]);
  expect([after.won, after.lost]).toEqual([before.won, before.lost]);
  expect(after.depends).toEqual(drawn);
  for (const turn of COLOURS) {
    let cells = 0;
    for (let slot = 5; slot < index.cells; slot += 977) if (hasSlot(drawn[turn], slot)) cells++;
    expect(count(turn) - decided[turn]).toBeGreaterThanOrEqual(cells);
    expect(count(turn) - decided[turn]).toBeLessThanOrEqual(2 * cells);
    expect(cells).toBeGreaterThan(10);
  }
});

test("of a large set, no extent is longer than the room that it is played in", () => {
  const index = endgameIndex(parseEndgame("KRCKR"));
  const formations = index.black.count;
  const tape = new Tape({ blocks: index.blocks.length, bandBlocks: 5000, formations });
  const vectors = index.blocks.length * formations;
  const set = new Uint32Array(vectors * 4);
  for (let vector = 0; vector < vectors; vector++) if (vector % 5 !== 3) set[vector * 4 + (vector % 3)] = vector + 1;
  for (const extent of recordsOf(set, index, tape, "black", 8)) tape.add(extent);
  const found = new Uint32Array(set.length);
  for (const extent of tape.extents) {
    const records = tape.recordsOf(extent);
    expect(records.byteLength).toBeLessThanOrEqual(TAPE_BYTES);
    visitRecords(records, tape.firstVector(extent.band), {
      onSquares: () => expect.unreachable(),
      onBits: (vector, words, at) => found.set(words.subarray(at, at + 4), vector * 4),
    });
  }
  expect(tape.extents.length).toBeGreaterThan(tape.bands);
  expect(found).toEqual(set);
});

test("what sub-endgames have that depends is won by default, and is not certain", async () => {
  const index = endgameIndex(parseEndgame("KRKN"));
  const random = randomNumbers(9);
  /** KRKN from what KRK and KNK are said to be worth. */
  const solveWith = async (change: (sub: Outcomes) => Outcomes): Promise<Outcomes> => {
    const load = async (sub: Endgame) => change(outcomesOf(await solve(sub.name, "none")));
    return outcomesOf(await kernel.solve({ index, rules: "chinese", metric: "dtc", threads: 1, load }));
  };
  const marks = new Map<string, Uint32Array>();
  const open = (name: string, turn: Colour, words: number): Uint32Array => {
    const known = marks.get(name + turn) ?? Uint32Array.from({ length: words }, () => random() * 2 ** 32);
    marks.set(name + turn, known);
    return known;
  };
  const both = (make: (turn: Colour) => Uint32Array) => ({ red: make("red"), black: make("black") });
  const opened = await solveWith((sub) => {
    const size = newSet(sub.index).length;
    return { ...sub, depends: both((turn) => open(sub.index.endgame.name, turn, size)) };
  });
  const without = await solveWith((sub) => {
    const left = (sets: Outcomes["won"]) =>
      both((turn) =>
        combine(sets[turn], open(sub.index.endgame.name, turn, newSet(sub.index).length), (a, b) => a & ~b),
      );
    return { index: sub.index, won: left(sub.won), lost: left(sub.lost) };
  });
  const byDefault = await solveWith(({ index: of, won, lost }) => ({ index: of, won, lost }));
  let depending = 0;
  for (const turn of COLOURS) {
    const depends = opened.depends![turn];
    const certain = (sets: Outcomes["won"]) => combine(sets[turn], depends, (a, b) => a & ~b);
    for (const sets of ["won", "lost"] as const) {
      const empty = newSet(index);
      expect(combine(opened[sets][turn], empty, (a) => a)).toEqual(combine(byDefault[sets][turn], empty, (a) => a));
      expect(combine(certain(opened[sets]), empty, (a) => a)).toEqual(combine(without[sets][turn], empty, (a) => a));
    }
    depending += depends.filter((word) => word !== 0).length;
  }
  expect(depending).toBeGreaterThan(100);
});

test("what depends is nobody's when it must be certain, and one side's when it may be possible", () => {
  const sets = (red: number, black: number) => ({ red: Uint32Array.of(red), black: Uint32Array.of(black) });
  // Bits of Red to move: won, lost, drawn; then the same not certain.
  const sub = { won: sets(0b001001, 0), lost: sets(0b010010, 0), depends: sets(0b111000, 0) } as unknown as Outcomes;
  const bits = (game: Parameters<typeof outcomesIn>[0]) => {
    const { won, lost } = outcomesIn(game, sub);
    return [won.red[0]!.toString(2).padStart(6, "0"), lost.red[0]!.toString(2).padStart(6, "0")];
  };
  expect(bits("certain")).toEqual(["000001", "000010"]);
  expect(bits("default")).toEqual(["001001", "010010"]);
  expect(bits({ possibleFor: "red" })).toEqual(["111001", "000010"]);
  expect(bits({ possibleFor: "black" })).toEqual(["000001", "111010"]);
});

test("a table names how the rules were read, and is never taken for one of other rules", async () => {
  const { files } = await solveInMemory("KRKN", { kernel: module, rules: "chinese", metric: "dtc" });
  const source = () => memorySource(files.get("KRKN")!, "KRKN.canju");
  const table = await openPlaced(source(), [rawCodec], { rules: "chinese", metric: "dtc" }, "KRKN");
  expect(table.header.info).toMatchObject({
    rules: "chinese",
    orderForm: null,
    switches: { edition1999: false },
    bracket: { edition: "2020", reading: "default", bounds: ["narrow", "wide"] },
  });
  await expect(openPlaced(source(), [rawCodec], { rules: "asian", metric: "dtc" }, "KRKN")).rejects.toMatchObject({
    code: "damaged-table",
    message: expect.stringContaining("it holds KRKN (chinese/dtc) instead of KRKN (asian/dtc)"),
  });
  await expect(solveInMemory("KRKN", { kernel: module, rules: "chinese", metric: "dtm" })).rejects.toMatchObject({
    code: "bad-option",
  });
});
