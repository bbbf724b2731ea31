/** What every kernel must do. One suite, run on each of them. */
import { afterAll, describe, expect, test } from "vitest";
import { testEach } from "../long.ts";
import { canonicalEndgame, parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex, type EndgameIndex } from "../../src/endgame/index.ts";
import type { SolveProgress } from "../../src/solve/kernel.ts";
import type { Planes } from "../../src/solve/planes.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import { mirrorPosition, swapColours, type Position } from "../../src/xiangqi/position.ts";
import { wholeBoardSolver } from "../oracle/whole-board.ts";
import type { Candidate } from "./candidates.ts";
import { closureSolver, countSide, findDifference, oraclePlanes, verdictOf } from "./planes.ts";
import { TRUTH_POSITIONS, TRUTH_ROWS, type TruthRow } from "./truth.ts";
import type { Metric } from "../../src/table/value.ts";

/** Canonical, and small enough for the oracle: every role as inner man, attackers of both sides, twins, defenders of both sides. */
const QUICK = ["KCKB", "KPKA", "KNAAK", "KRK", "KRKA", "KPPK", "KNKP", "KCAKA"];
/** More of it: every role as outer man of both sides. */
const THOROUGH = [...QUICK, "KPKAB", "KRRK", "KNNK", "KCCK", "KPKP", "KRKR", "KRKN", "KNKC", "KRKC", "KCKP", "KCABK"];

const METRICS = ["dtc", "dtm"] as const;
const oracle = wholeBoardSolver();
const oracleCache = new Map<string, Planes>();

/** What the oracle says; the same for all kernels. */
function wantedPlanes(index: EndgameIndex, metric: Metric): Planes {
  const { name } = index.endgame;
  const key = `${name} ${metric}`;
  if (!oracleCache.has(key)) oracleCache.set(key, oraclePlanes(index, oracle(name), metric));
  return oracleCache.get(key)!;
}

export interface ConformanceOptions {
  /** Compares more endgames with the oracle, which takes minutes. */
  readonly thorough?: boolean;
  /** Leaves out published figures of endgames with more cells than this, for slow kernels. Default: none. */
  readonly mostCells?: number;
  /** Counts of endgames with more cells than this are long. Default: none. */
  readonly fewCells?: number;
}

/** Time enough for the oracle on a busy machine. */
const TIMEOUT = { timeout: 600_000 };

export function kernelConformance(
  name: string,
  makeCandidate: () => Candidate,
  { thorough = false, mostCells = Infinity, fewCells = Infinity }: ConformanceOptions = {},
): void {
  const isWanted = (endgame: string) => cellsOf(endgame) <= mostCells;
  const rows = TRUTH_ROWS.filter(({ endgame }) => isWanted(endgame)).toSorted(
    (a, b) => cellsOf(a.endgame) - cellsOf(b.endgame),
  );
  const fewRows = rows.filter(({ endgame }) => cellsOf(endgame) <= fewCells).length;
  const positions = TRUTH_POSITIONS.filter(({ endgame }) => isWanted(endgame));
  describe(name, TIMEOUT, () => {
    const candidate = makeCandidate();
    const solve = closureSolver(candidate.kernel, candidate.threads);
    afterAll(() => candidate.close());

    describe.each(METRICS)("in %s", (metric) => {
      testEach(thorough ? THOROUGH.length : 4, thorough ? THOROUGH : QUICK)(
        "solves %s as the oracle does, in every cell",
        async (endgame) => {
          const solution = await solve(endgame, metric);
          expect(findDifference(solution, wantedPlanes(solution.index, metric))).toBeNull();
          const { checkmated, stalemated } = oracle(endgame);
          expect(solution.checkmated).toEqual(checkmated);
          expect(solution.stalemated).toEqual(stalemated);
        },
      );

      test.each(["KRKR", "KNKN", "KPKP"].filter(isWanted))("finds %s the same for both sides", async (endgame) => {
        const solution = await solve(endgame, metric);
        expect(countSide(solution, "red")).toEqual(countSide(solution, "black"));
        for (const position of somePositions(endgame)) {
          const verdict = verdictOf(solution, position.board, position.turn);
          const turned = swapColours(position);
          expect(verdictOf(solution, turned.board, turned.turn)).toBe(verdict);
          const mirrored = mirrorPosition(position);
          expect(verdictOf(solution, mirrored.board, mirrored.turn)).toBe(verdict);
        }
      });

      testEach(fewRows, rows)("counts $endgame as published", async (row) => {
        const solution = await solve(row.endgame, metric);
        const { swapped } = canonicalEndgame(parseEndgame(row.endgame));
        for (const colour of COLOURS) {
          expect(countSide(solution, swapped ? opponent(colour) : colour)).toMatchObject(
            wantedCounts(row, colour, metric),
          );
        }
      });

      test.runIf(positions.length > 0)("values positions as published", async () => {
        for (const { endgame, fen, outcome, ...plies } of positions) {
          const { swapped } = canonicalEndgame(parseEndgame(endgame));
          const position = parseFen(fen);
          const { board, turn } = swapped ? swapColours(position) : position;
          const verdict = verdictOf(await solve(endgame, metric), board, turn);
          expect(verdict, `${fen} in ${metric}`).toBe(outcome === "draw" ? "draw" : plies[metric]);
        }
      });
    });

    test("tells how far it is and what it took", async () => {
      const seen: SolveProgress[] = [];
      const index = endgameIndex(parseEndgame("KRKA"));
      const { kernel, threads } = candidate;
      const solution = await kernel.solve({
        index,
        metric: "dtc",
        rules: "none",
        threads,
        load: ({ name: sub }) => solve(sub, "dtc"),
        onProgress: (progress) => seen.push(progress),
      });
      expect(seen[0]).toEqual({ phase: "load", ply: 0, done: 0 });
      for (const { done } of seen) expect(done).toSatisfy((part: number) => part >= 0 && part <= 1);
      expect(solution.memoryBytes).toBeGreaterThanOrEqual(0.7 * index.cells + solution.subMemoryBytes);
      expect(solution.seconds).toBeGreaterThanOrEqual(0);
    });

    test("asks for each sub-endgame once", async () => {
      const asked: string[] = [];
      const load = (sub: { name: string }) => {
        asked.push(sub.name);
        return solve(sub.name, "dtc");
      };
      const index = endgameIndex(parseEndgame("KPKP"));
      await candidate.kernel.solve({ index, metric: "dtc", rules: "none", threads: candidate.threads, load });
      expect(asked).toEqual(["KPK"]);
    });

    test("stops when it is told to", async () => {
      const controller = new AbortController();
      const load = (sub: { name: string }) => {
        controller.abort(new Error("enough"));
        return solve(sub.name, "dtc");
      };
      const { signal } = controller;
      const index = endgameIndex(parseEndgame("KRKA"));
      const solving = candidate.kernel.solve({
        index,
        metric: "dtc",
        rules: "none",
        threads: candidate.threads,
        load,
        signal,
      });
      await expect(solving).rejects.toThrow("enough");
    });
  });
}

function cellsOf(endgame: string): number {
  return endgameIndex(canonicalEndgame(parseEndgame(endgame)).endgame).cells;
}

function wantedCounts(row: TruthRow, colour: Colour, metric: Metric) {
  const { positions, wins, draws, losses, checkmated, stalemated, ...longest } = row[colour];
  const longestWin = longest[metric === "dtc" ? "longestWinDtc" : "longestWinDtm"];
  const longestLoss = longest[metric === "dtc" ? "longestLossDtc" : "longestLossDtm"];
  return {
    positions,
    wins,
    draws,
    losses,
    checkmated,
    stalemated,
    longestWin: wins > 0 ? longestWin : -1,
    longestLoss: losses > 0 ? longestLoss : -1,
  };
}

/** Every 97th cell of an endgame that has a board, with each side to move. */
function* somePositions(endgame: string): Generator<Position> {
  const index = endgameIndex(parseEndgame(endgame));
  for (let cell = 0; cell < index.cells; cell += 97) {
    const board = index.boardAt(cell);
    if (board === null) continue;
    for (const turn of COLOURS) yield { board, turn };
  }
}
