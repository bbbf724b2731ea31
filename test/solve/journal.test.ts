/** A solving that another process goes on with, from anything that was put aside, solves the same. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { canonicalEndgame, parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { rulesOf, solveWithoutAttackingMen, subOfSolution } from "../../src/solve/build/content.ts";
import type { Journal, SolvingState } from "../../src/solve/journal.ts";
import type { Solution, SolveRequest } from "../../src/solve/kernel.ts";
import { openShelf } from "../../src/solve/node/shelf.ts";
import { startTeam } from "../../src/solve/node/thread-team.ts";
import { contentOf } from "../oracle/table-content.ts";
import { KernelMemory } from "../../src/solve/host/memory.ts";
import { teamOfOne, type Team } from "../../src/solve/host/team.ts";
import { solveWith } from "../../src/solve/host/vector-kernel.ts";
import { testEach } from "../long.ts";
import { makeShelf } from "./shelves.ts";

const module = new WebAssembly.Module(readFileSync(new URL("../../build/kernel.wasm", import.meta.url)));
const alone = teamOfOne(openShelf);
const together = startTeam(2);
afterAll(() => together.close());

/** What was put aside at some moment. */
interface Save {
  readonly state: SolvingState;
  readonly tape: readonly Uint32Array[];
  readonly sets: ReadonlyMap<string, Uint8Array>;
}

/** A journal in memory that keeps all that was ever put aside. */
function memoryJournal(from: Save | null, saves: Save[]): Journal {
  const sets = new Map(from?.sets);
  return {
    saved: from?.state ?? null,
    everyMilliseconds: 0,
    readTape: async function* () {
      yield* from!.tape;
    },
    async readSet(winner, set, into) {
      into.write(0, sets.get(`${winner} ${set}`)!);
    },
    async writeSet(winner, set, bytes) {
      const copy = new Uint8Array(bytes.length);
      bytes.read(0, copy);
      sets.set(`${winner} ${set}`, copy);
    },
    async save(state, tape) {
      const pieces = tape.pieces.map((piece) => tape.read(piece).slice());
      saves.push({ state: structuredClone(state), tape: pieces, sets: new Map(sets) });
    },
  };
}

type Way = Pick<SolveRequest, "rules" | "orders">;

/** @param resident so many sets lie in memory, and bands are of two blocks, moved one at a time. Default: all sets */
async function solve(endgame: Endgame, way: Way, team: Team, journal?: Journal, resident?: number): Promise<Solution> {
  const index = endgameIndex(endgame);
  if (index.inner === null) return solveWithoutAttackingMen(index);
  const load = async (sub: Endgame) => subOfSolution(await solve(sub, way, team), "dtc");
  const request = { index, metric: "dtc", ...way, threads: team.threads, load, journal, makeShelf } as const;
  return solveWith(module, team, new KernelMemory(), request, { resident, small: resident !== undefined });
}

/** All that a table holds: statistics and the content sum. */
function contentsOf(solution: Solution, way: Way): unknown {
  const { statistics, sum } = contentOf(solution);
  const { name } = solution.index.endgame;
  const info = {
    endgame: name,
    metric: "dtc",
    ...rulesOf({ metric: "dtc", ...way }),
    ...way,
    index: statistics.index,
  } as const;
  return { statistics, certificate: solution.certificate, sum: sum(info, () => createHash("sha256")) };
}

describe("a solving that is gone on with", () => {
  testEach<[string, Way, number]>(3, [
    ["KRKAB", { rules: "asian" }, 5],
    ["KPK", { rules: "none" }, 10],
    ["KRKN", { rules: "asian" }, 20],
    ["KCAKP", { rules: "asian" }, 20],
    ["KRKN", { rules: "asian", orders: "chessdb" }, 20],
    ["KNKP", { rules: "none" }, 20],
    ["KCAKN", { rules: "asian" }, 20],
  ])("%s %o gives the same from each of its saves", async (name, way, least) => {
    const { endgame } = canonicalEndgame(parseEndgame(name));
    const expected = contentsOf(await solve(endgame, way, alone), way);
    const saves: Save[] = [];
    expect(contentsOf(await solve(endgame, way, alone, memoryJournal(null, saves)), way)).toEqual(expected);
    expect(saves.length).toBeGreaterThan(least);
    const every = saves.length > 60 ? 7 : 1; // in turn
    for (const [number, save] of saves.entries()) {
      if (number % every !== 0) continue;
      const team = number % 3 === 0 ? together : alone;
      const again = await solve(endgame, way, team, memoryJournal(save, []));
      expect(contentsOf(again, way), `save ${number}`).toEqual(expected);
    }
  });

  testEach<[string, Way]>(1, [
    ["KRKAB", { rules: "asian" }],
    ["KNKP", { rules: "none" }],
    ["KRKN", { rules: "asian" }],
    ["KCAKP", { rules: "asian", orders: "chessdb" }],
  ])("%s %o gives the same with sets outside of the memory, a block at a time", async (name, way) => {
    const { endgame } = canonicalEndgame(parseEndgame(name));
    const expected = contentsOf(await solve(endgame, way, alone), way);
    const saves: Save[] = [];
    expect(contentsOf(await solve(endgame, way, alone, memoryJournal(null, saves), 0), way)).toEqual(expected);
    const every = Math.ceil(saves.length / 8);
    for (const [number, save] of saves.entries()) {
      if (number % every !== 0) continue;
      const again = await solve(endgame, way, number % 2 === 0 ? together : alone, memoryJournal(save, []), number % 5);
      expect(contentsOf(again, way), `save ${number}`).toEqual(expected);
    }
  });

  test("may be interrupted again at each step", async () => {
    const endgame = parseEndgame("KRKN");
    const way = { rules: "asian" } as const;
    const expected = contentsOf(await solve(endgame, way, alone), way);
    const ended = new Error("the process ended");
    let last: Save | null = null;
    for (let lives = 0; ; lives++) {
      const saves: Save[] = [];
      const journal = memoryJournal(last, saves);
      const save: Journal["save"] = async (state, tape) => {
        await journal.save(state, tape);
        throw ended;
      };
      const outcome = await solve(endgame, way, alone, { ...journal, save }).catch((error: unknown) => error);
      if (outcome !== ended) {
        expect(contentsOf(outcome as Solution, way)).toEqual(expected);
        expect(lives).toBeGreaterThan(20);
        return;
      }
      last = saves[0]!;
    }
  });
});
