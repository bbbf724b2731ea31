import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { AttackFinder } from "../../src/solve/chinese/attack-sets.ts";
import { mergedTape } from "../../src/solve/chinese/merge.ts";
import { combine, outcomesIn } from "../../src/solve/chinese/readings.ts";
import { solveInMemory } from "../../src/solve/in-memory.ts";
import { kernelOfRules } from "../../src/solve/kernel-of-rules.ts";
import type { Solution, SolveRequest } from "../../src/solve/kernel.ts";
import { solveWithoutAttackingMen } from "../../src/solve/no-attacking-men.ts";
import { addSlot, hasSlot, newSet, outcomesOfTape, type Outcomes } from "../../src/solve/outcomes.ts";
import { cellOfSlot } from "../../src/solve/planes.ts";
import { playTape } from "../../src/solve/play.ts";
import { valueOfMark } from "../../src/solve/tape.ts";
import { KernelMemory } from "../../src/solve/vector/memory.ts";
import { teamOfOne } from "../../src/solve/vector/team.ts";
import { openPlaced } from "../../src/table/catalog.ts";
import { rawCodec } from "../../src/table/codec.ts";
import { memorySource } from "../../src/table/source.ts";
import { DEPENDS, DRAW, isDraw, isDependent, isLoss, isWin, type Value } from "../../src/table/value.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import { forcesByChecks, matesByChecks } from "../../src/xiangqi/rules/chinese/forced.ts";
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
  playTape({ index, tape, levels } as Solution, turn, marks, [...Array(count).keys()].map((mark) => mark + 1)); // prettier-ignore
  return Array.from(marks, (mark) => (mark === 0 ? DRAW : valueOfMark(levels, mark - 1)));
}

test.each(["KRKN", "KRKC", "KRKR", "KNKC", "KPKP"])(
  "in %s no value differs from the Asian rules, and all are certain",
  async (name) => {
    const [chinese, asian] = [await solve(name, "chinese"), await solve(name, "asian")];
    for (const turn of COLOURS) expect(valuesOf(chinese, turn)).toEqual(valuesOf(asian, turn));
  },
);

test.each(["KRKN", "KRNK", "KCKP"])("in %s mates and captures by checks are those that searches find", async (name) => {
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
    const mating = matesByChecks(board, side);
    const taking = forcesByChecks(board, side, { goal: "capture", spared: new Set() });
    const what = `${name} ${slot} ${side}`;
    if (mating !== null) expect([what, hasSlot(mates[side], slot)]).toEqual([what, mating]);
    if (mating === true) found++;
    // In check anything counts as an aim, as a step of a series of checks.
    if (inCheck(board, side)) expect([what, hasSlot(aims[side], slot)]).toEqual([what, true]);
    else if (taking !== null && !hasSlot(aims[side], slot)) expect([what, taking]).toEqual([what, false]);
  }
  expect(found).toBeGreaterThan(name === "KCKP" ? -1 : 0);
});

test("one tape holds what is certain, and apart from it what depends, draws as well", async () => {
  const certain = await solve("KRKN", "none");
  const byDefault = await solve("KRKN", "asian");
  const { index } = certain;
  const decided = (of: Solution, turn: Colour) => {
    const { won, lost } = outcomesOf(of);
    return combine(won[turn], lost[turn], (a, b) => a | b);
  };
  const depends = { red: newSet(index), black: newSet(index) };
  for (const turn of COLOURS) {
    const known = decided(byDefault, turn);
    depends[turn].set(combine(known, decided(certain, turn), (a, b) => a & ~b));
    for (let slot = 5; slot < index.cells; slot += 977) if (!hasSlot(known, slot)) addSlot(depends[turn], slot);
  }
  const merged = { ...certain, ...mergedTape(index, certain, byDefault, depends) };
  const outcomes = outcomesOf(merged);
  for (const turn of COLOURS) {
    const [sure, other] = [valuesOf(certain, turn), valuesOf(byDefault, turn)];
    const wanted = sure.map((value, slot) => (hasSlot(depends[turn], slot) ? DEPENDS + other[slot]! : value));
    expect(wanted.some((value) => isDependent(value) && isDraw(value))).toBe(true);
    expect(valuesOf(merged, turn)).toEqual(wanted);
    wanted.forEach((value, slot) => {
      const found = [outcomes.won, outcomes.lost, outcomes.depends!].map((sets) => hasSlot(sets[turn], slot));
      if (found.join() !== [isWin(value), isLoss(value), isDependent(value)].join()) expect(found).toBe(value);
    });
  }
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
