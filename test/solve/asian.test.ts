import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { canonicalEndgame, parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { outcomesOfTape } from "../../src/solve/outcomes.ts";
import { planesOfTape, playTape } from "../../src/solve/planes.ts";
import { valueOfMark } from "../../src/solve/tape.ts";
import { slotOfCell } from "../../src/solve/planes.ts";
import type { Kernel, Solution, SolveRequest } from "../../src/solve/kernel.ts";
import { solveWithoutAttackingMen } from "../../src/solve/build/content.ts";
import { startTeam } from "../../src/solve/node/thread-team.ts";
import { tallyOf } from "../../src/solve/tally.ts";
import { vectorKernel } from "../../src/solve/host/vector-kernel.ts";
import { kernelOf } from "./candidates.ts";
import { distanceOf, DRAW, orderOf, type Value } from "../../src/table/value.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import { LONG, testEach } from "../long.ts";

const module = new WebAssembly.Module(readFileSync(new URL("../../build/kernel.wasm", import.meta.url)));
const team = startTeam(1);
const two = startTeam(2);
afterAll(() => Promise.all([team.close(), two.close()]));

type Rules = Pick<SolveRequest, "rules" | "orders" | "metric" | "checkMemory">;
const ASIAN: Rules = { rules: "asian", metric: "dtc" };

async function solve(kernel: Kernel, name: string, rules: Rules, threads = 1): Promise<Solution> {
  const solveEndgame = (endgame: Endgame): Promise<Solution> => {
    const index = endgameIndex(endgame);
    if (index.inner === null) return Promise.resolve(solveWithoutAttackingMen(index));
    const load = async (sub: Endgame) => {
      const solution = await solveEndgame(sub);
      return rules.metric === "dtc"
        ? outcomesOfTape(solution.index, solution.tape)
        : planesOfTape(solution.index, solution.tape, solution.levels);
    };
    return kernel.solve({ index, ...rules, threads, load });
  };
  return solveEndgame(canonicalEndgame(parseEndgame(name)).endgame);
}

/** [wins, losses, longest win, longest loss] of each order, Red then Black. */
function orders(solution: Solution) {
  const side = (order: ReturnType<typeof tallyOf>["statistics"]["orders"][number], colour: Colour) => {
    const { wins, losses, longestWin, longestLoss } = order[colour];
    return [wins, losses, longestWin, longestLoss];
  };
  return tallyOf(solution).statistics.orders.map((order) => [order.kind, side(order, "red"), side(order, "black")]);
}

/** The value of each slot; DRAW for what is no legal position as well. */
function valuesOf(solution: Solution, turn: Colour): Value[] {
  const marks = new Uint16Array(solution.index.cells);
  const count = solution.tape.weights()[turn].length;
  playTape(solution.tape, turn, marks, [...Array(count).keys()].map((mark) => mark + 1)); // prettier-ignore
  return Array.from(marks, (mark) => (mark === 0 ? DRAW : valueOfMark(solution.levels, mark - 1)));
}

const bothSides = (solution: Solution) => [valuesOf(solution, "red"), valuesOf(solution, "black")];

describe("levels of perpetuals", () => {
  const kernel = vectorKernel(module, team);

  test("KRKN has one check level", async () => {
    const solution = await solve(kernel, "KRKN", ASIAN);
    expect(orders(solution)).toEqual([
      ["conversion", [346_311, 1_008, 23, 4], [37_476, 370_780, 5, 24]],
      ["check", [624, 0, 1, -1], [0, 2_570, -1, 0]],
    ]);
    expect(solution.certificate).toEqual({ innerPatterns: 0, correctedLosses: 0 });
  });

  test("numbered as chessdb does, entrances to a pattern are lost two plies later", async () => {
    const solution = await solve(kernel, "KRKN", { ...ASIAN, orders: "chessdb" });
    expect(orders(solution)[1]).toEqual(["check", [624, 0, 1, -1], [0, 2_570, -1, 2]]);
  });

  // All of it was compared with xiangqitb's table, value for value.
  test(
    "numbered as chessdb does, what follows an answer to one of several threats is a seed, at every order",
    LONG,
    async () => {
      const solution = await solve(kernel, "KRKNN", { ...ASIAN, orders: "chessdb" });
      const values = { red: valuesOf(solution, "red"), black: valuesOf(solution, "black") };
      const valueOf = (fen: string) => {
        const { board, turn } = parseFen(fen);
        const value = values[turn][slotOfCell(solution.index, solution.index.indexOf(board))]!;
        return [orderOf(value), distanceOf(value)];
      };
      expect(valueOf("9/9/5k3/3R5/9/9/9/9/2n1K4/7n1 b")).toEqual([3, 0]);
      expect(valueOf("9/9/5k3/9/9/9/9/9/3K3n1/2R3n2 w")).toEqual([2, 1]);
      expect(valueOf("9/9/4k4/9/9/4n4/6R2/7n1/4K4/9 b")).toEqual([1, 2]);
    },
  );

  test("KRAKR has two check levels, both won by the side without the advisor's colour", async () => {
    expect(orders(await solve(kernel, "KRAKR", ASIAN)).slice(1)).toEqual([
      ["check", [4_522, 0, 9, -1], [0, 1_554, -1, 10]],
      ["check", [252, 0, 1, -1], [0, 72, -1, 0]],
    ]);
  });

  test("KRAAKC has one chase level", async () => {
    expect(orders(await solve(kernel, "KRAAKC", ASIAN)).slice(1)).toEqual([["chase", [36, 0, 1, -1], [0, 324, -1, 0]]]);
  });

  test("are the same with two threads, small bands and one view at a time", LONG, async () => {
    const usual = await solve(kernel, "KRAKR", ASIAN);
    const other = await solve(kernelOf(module, two, { small: true }), "KRAKR", ASIAN, 2);
    expect(bothSides(other)).toEqual(bothSides(usual));
    expect(other.levels).toEqual(usual.levels);
  });

  test("to mate, decide the same positions at the same orders", async () => {
    const [dtc, dtm] = [await solve(kernel, "KRKN", ASIAN), await solve(kernel, "KRKN", { ...ASIAN, metric: "dtm" })];
    const counts = (solution: Solution) =>
      tallyOf(solution).statistics.orders.map(({ red, black }) => [red.wins, red.losses, black.wins, black.losses]);
    expect(counts(dtm)).toEqual(counts(dtc));
  });

  testEach(4, ["KRK", "KRKAA", "KNKA", "KNAAK", "KCAKA", "KPKB", "KCPK", "KPPK", "KRABKAB"])(
    "there are none in %s, which has attackers on one side only",
    async (name) => {
      const searched = await solve(kernel, name, ASIAN);
      expect(searched.levels).toHaveLength(1);
      const plain = await solve(kernel, name, { ...ASIAN, rules: "none" });
      expect(bothSides(searched)).toEqual(bothSides(plain));
    },
  );
});

test(
  "room for what chases are looked for in is asked for first, and solving ends where there is none",
  LONG,
  async () => {
    const asked: number[] = [];
    const kernel = kernelOf(module, team, {});
    const solution = await solve(kernel, "KNPKP", { ...ASIAN, checkMemory: (bytes) => void asked.push(bytes) });
    solution.tape.close();
    expect(Math.max(...asked)).toBeGreaterThan(100); // 12 bytes for each candidate of a third of them
    const full = new Error("no room");
    const refuse = (bytes: number): void => {
      if (bytes === Math.max(...asked)) throw full;
    };
    await expect(solve(kernel, "KNPKP", { ...ASIAN, checkMemory: refuse })).rejects.toBe(full);
    (await solve(kernel, "KNPKP", ASIAN)).tape.close(); // the team still works
  },
);
