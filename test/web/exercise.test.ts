/** How an exercise goes on where its tree tells no more: by the prover, or by a table of the rules that it is stated by. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { writeProofTree } from "../../src/prove/proof-tree.ts";
import { provePosition } from "../../src/prove/prove.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/collection.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { legalMoves } from "../../src/xiangqi/moves.ts";
import { formatUci, parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { InBook, Puzzle } from "../../src/play/studies/puzzle.ts";
import type { Prover } from "../../web/answers/prover.ts";
import { topic } from "../../web/state/page.ts";
import { allStudies, idOf, isLoaded, loadManual } from "../../web/studies/collection.ts";
import type { Attempt, Exercise } from "../../web/studies/exercise.ts";
import * as study from "../../web/studies/state.ts";

vi.mock("../../web/answers/prover.ts", () => ({
  /** Proves in this process. */
  Prover: class implements Pick<Prover, "ask"> {
    ask(...[of, how, hear]: Parameters<Prover["ask"]>): void {
      void provePosition(of, how).then(({ tree }) =>
        hear({ kind: "done", file: tree === null ? null : writeProofTree(tree), isLate: false }),
      );
    }
  },
}));

const folder = mkdtempSync(join(tmpdir(), "canju-exercise-"));
const catalogs = vi.hoisted(() => new Map<string, unknown>());
vi.mock("../../web/answers/current.ts", () => ({
  /** The rules chosen, those of no table here, where none are named. */
  answers: (by = "chinese") => ({ provider: async () => catalogs.get(by) }),
}));

let run: typeof import("../../web/studies/exercise.ts");

beforeAll(async () => {
  await buildClosure([parseEndgame("KRK")], { ...DEFAULT_COLLECTION, folder, threads: 1 });
  catalogs.set("asian", new FolderCatalog(folder, DEFAULT_COLLECTION));
  vi.stubGlobal("matchMedia", () => ({ matches: true })); // nothing waits to be seen
  run = await import("../../web/studies/exercise.ts");
  loadManual();
  await vi.waitUntil(() => isLoaded.value);
});

afterAll(async () => {
  await (catalogs.get("asian") as FolderCatalog).close();
  rmSync(folder, { recursive: true });
});

const boardOf = (exercise: Exercise) => run.positionsOf(run.attemptAt(exercise)).at(-1)!;

/** Plays a move, and waits until it is the solver's turn again, or over. */
async function play(exercise: Exercise, uci: string): Promise<Attempt> {
  run.playMove(exercise, parseUci(boardOf(exercise), uci));
  await vi.waitUntil(
    () => {
      const { status, node } = run.attemptAt(exercise);
      return status.state === "solving" ? node !== null : status.state !== "judging";
    },
    { timeout: 8000 },
  );
  return run.attemptAt(exercise);
}

const best = (exercise: Exercise) => formatUci(boardOf(exercise), run.bestMove(run.attemptAt(exercise))!);

function open(isIt: (book: InBook) => boolean): [Exercise, Puzzle] {
  const found = allStudies.value.find(({ book }) => book !== undefined && isIt(book))!;
  topic.value = idOf(found);
  return [study.exercise.value, found];
}

/** 7 plies to mate; two other first moves are known to win. */
const openSeven = () => open(({ manual, number }) => manual === "mengru-shenji" && number === 13);

test("a study of a manual is played to mate from another first move that is proven to win", async () => {
  const [exercise, { also }] = openSeven();
  let now = await play(exercise, also![0]!);
  expect(now.moves).toHaveLength(2);
  for (let turn = 0; now.status.state === "solving" && turn < 20; turn++) now = await play(exercise, best(exercise));
  expect(now.status).toEqual({ state: "solved", isTold: false });
  expect(legalMoves(boardOf(exercise))).toEqual([]);
  expect([run.starsOf(now), now.slow]).toEqual([3, 1]);
});

test("a study of a manual is played to mate by its solution, and a move on the way that loses is refuted", async () => {
  const [exercise, { solution }] = openSeven();
  run.tryAgain(exercise);
  const moves = solution.match(/.{4}/g)!;
  await play(exercise, moves[0]!);
  const failed = await play(exercise, "e5e6");
  expect(failed).toMatchObject({ status: { state: "failed", reply: expect.any(Number) }, faults: 1 });
  expect(failed.moves).toHaveLength(2);
  run.tryAgain(exercise);
  for (const move of [moves[2]!, moves[4]!, moves[6]!]) await play(exercise, move);
  expect(run.attemptAt(exercise)).toMatchObject({ status: { state: "solved", isTold: false }, slow: 0 });
});

test("a move in a study of a manual of which nothing is proven is no fault, and the hint shows one that is proven", async () => {
  const [exercise, { solution }] = open(({ manual, number }) => manual === undefined && number === 67);
  expect(await play(exercise, "d8d9")).toMatchObject({ status: { state: "unproven" }, moves: [], faults: 0 });
  run.tryAgain(exercise);
  run.askHint(exercise);
  expect(solution.startsWith(best(exercise))).toBe(true);
});

/** A chariot wins; the tree has its first move alone. */
const START = parseLegalFen("3k5/9/9/9/9/9/9/9/4R4/4K4 w");
const TOLD = { start: START, outcome: "win", tree: ["e1e2!d9d8"], beyond: "table" } as const;

test("where a tree ends, the table of the rules that the exercise is stated by goes on, whatever rules are chosen", async () => {
  for (const skill of [null, "perfect"] as const) {
    const now = await play({ ...TOLD, id: `against ${skill}`, skill }, "e1e2");
    expect(now.status.state).toBe("solving");
    expect(legalMoves(boardOf(now.exercise))).toContain(run.bestMove(now));
  }
});

test("where the table knows of no move that keeps the outcome, the exercise is solved as far as it was told", async () => {
  const start = parseLegalFen("3k5/2R6/9/9/9/9/9/9/9/4K4 w");
  const now = await play({ ...TOLD, start, tree: ["c8d8!d9d8"], id: "given away", skill: null }, "c8d8");
  expect(now.status).toEqual({ state: "solved", isTold: true });
});
