// Tables under the Chinese rules against brute force on the whole board, position by position; with one attacking man on either side
// no result differs from the Asian rules, whatever counts as a chase.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { valueOf } from "../../src/query/lookup.ts";
import type { AttackSets } from "../../src/solve/chinese/attack-sets.ts";
import { ClassLevels } from "../../src/solve/chinese/class-levels.ts";
import type { MoveClasses, QuietMove } from "../../src/solve/chinese/classes.ts";
import { solveInMemory } from "../../src/solve/build/in-memory.ts";
import { hasSlot, outcomesOfTable, outcomesOfTape, type Outcomes } from "../../src/solve/outcomes.ts";
import { slotOfCell } from "../../src/solve/planes.ts";
import { LEVEL_ZERO } from "../../src/solve/tape.ts";
import { KernelMemory } from "../../src/solve/host/memory.ts";
import { teamOfOne } from "../../src/solve/host/team.ts";
import { solveWith } from "../../src/solve/host/vector-kernel.ts";
import { openOrMissing } from "../../src/table/catalog/catalog.ts";
import { isDependent, isDraw, isWin, type Value } from "../../src/table/value.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { applyMove } from "../../src/xiangqi/moves.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { chineseWholeBoardSolver } from "../oracle/chinese-whole-board.ts";

const kernel = new WebAssembly.Module(readFileSync(new URL("../../build/kernel.wasm", import.meta.url)));

const outcomeOf = (value: Value): number => (isDraw(value) ? 0 : isWin(value) ? 1 : -1);

test.each(["KRKN", "KRKC", "KRKR", "KNKC", "KPKP", "KCKP", "KCPKB"])(
  "in %s what is certain, possible and by default is what brute force finds, and what the Asian rules say",
  async (name) => {
    const chinese = await solveInMemory(name, { kernel, rules: "chinese", metric: "dtc" });
    const asian = await solveInMemory(name, { kernel, rules: "asian", metric: "dtc" });
    const solve = chineseWholeBoardSolver();
    const readings = (["certain", "default", "possible"] as const).map((reading) => solve(name, reading));
    const different: string[] = [];
    for (const { board, turn } of readings[0]!.all()) {
      const position = { board, turn } as LegalPosition;
      const value = await valueOf(position, chinese);
      const [certain, byDefault, possible] = readings.map((solution) => solution.outcomeOf(board, turn));
      const wanted = [isDependent(value) ? 0 : outcomeOf(value), outcomeOf(value), isDependent(value)];
      const found = [certain, byDefault, possible !== certain];
      if (found.join() !== wanted.join()) different.push(`${formatFen(position)}: ${wanted} instead of ${found}`);
      if (outcomeOf(value) !== outcomeOf(await valueOf(position, asian))) different.push(formatFen(position));
    }
    expect(different).toEqual([]);
  },
);

test.each(["KRKNA", "KRKCA"])("in %s too no result differs from the Asian rules, and none depends", async (name) => {
  const [chinese, asian] = await Promise.all(
    (["chinese", "asian"] as const).map(async (rules) => {
      const tables = await solveInMemory(name, { kernel, rules, metric: "dtc" });
      return outcomesOfTable(await openOrMissing(tables, name));
    }),
  );
  const { index } = asian!;
  const different: string[] = [];
  for (const turn of COLOURS) {
    const sets = [chinese!, asian!].map(({ won, lost, depends }) => [won[turn], lost[turn], depends![turn]]);
    for (let cell = 0; cell < index.cells; cell++) {
      const slot = slotOfCell(index, cell);
      const [found, wanted] = sets.map((of) => of.map((set) => set.length > 0 && hasSlot(set, slot)).join());
      if (found === wanted) continue;
      const board = index.boardAt(cell); // what illegal cells hold means nothing
      if (board !== null && isLegalPosition({ board, turn })) different.push(formatFen({ board, turn }));
    }
  }
  expect(different).toEqual([]);
});

/** Checks are the only class. */
const classOf = ({ position, move }: QuietMove) =>
  inCheck(applyMove(position, move).board, opponent(position.turn)) ? 3 : 0;
const checksOnly = { classOf, told: classOf } as unknown as MoveClasses;

async function solveForChecks(name: string): Promise<Outcomes> {
  const index = endgameIndex(parseEndgame(name));
  const below = await solveInMemory(name, { kernel, rules: "none", metric: "dtc" });
  const none = { red: new Uint32Array(), black: new Uint32Array() };
  const attacks: AttackSets = { index, checked: none, mates: none, mated: none, aims: none };
  const { tape, levels } = await solveWith(
    kernel,
    teamOfOne(),
    new KernelMemory(),
    {
      index,
      rules: "chinese",
      metric: "dtc",
      threads: 1,
      load: async (sub) => outcomesOfTable(await openOrMissing(below, sub.name)),
    },
    {
      async findLevels(sets, { start, onFound }) {
        const patterns = await ClassLevels.make(sets, attacks, checksOnly);
        const found = await patterns.find("certain", { start, winners: ["red", "black"] });
        const all = [LEVEL_ZERO, ...found.levels];
        await onFound!({ levels: all, end: found.end, correctedLosses: 0 });
        return { levels: all, certificate: null };
      },
    },
  );
  return outcomesOfTape(index, tape, levels);
}

test.each(["KRKN", "KRKC", "KRKR", "KNKC"])(
  "in %s, with checks as the only class, results are those of brute force",
  async (name) => {
    const { index, won, lost } = await solveForChecks(name);
    const different: string[] = [];
    const has = (sets: Outcomes["won"], turn: Colour, slot: number) =>
      sets[turn].length > 0 && hasSlot(sets[turn], slot);
    for (const { board, turn, outcome } of chineseWholeBoardSolver()(name, "checks").all()) {
      const slot = slotOfCell(index, index.indexOf(board));
      const found = has(won, turn, slot) ? 1 : has(lost, turn, slot) ? -1 : 0;
      if (found !== outcome) different.push(`${formatFen({ board, turn })}: ${found} instead of ${outcome}`);
    }
    expect(different).toEqual([]);
  },
);
