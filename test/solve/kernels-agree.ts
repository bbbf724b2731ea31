/** Kernels compared with each other, where the oracle is too slow. */
import { afterAll, expect, test } from "vitest";
import { endgameIndex } from "../../src/endgame/index.ts";
import { parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { marksOf, type Plane, type Planes } from "../../src/solve/planes.ts";
import { makeScalar, makeVector, type Candidate } from "./candidates.ts";
import { closureSolver, findDifference } from "./planes.ts";
import type { Metric } from "../../src/table/value.ts";

const TIMEOUT = { timeout: 1_800_000 };

/** Every cell of each endgame, in both metrics unless they say otherwise. */
export function kernelsAgree(rows: readonly { endgame: string; metric: Metric }[]): void {
  const scalar = makeScalar();
  const vector = makeVector(2);
  afterAll(() => vector.close());
  const [solveScalar, solveVector] = [scalar, vector].map(({ kernel, threads }) => closureSolver(kernel, threads));

  test.each(rows)("agree on $endgame in $metric", TIMEOUT, async ({ endgame, metric }) => {
    const solution = await solveVector!(endgame, metric);
    const reference = await solveScalar!(endgame, metric);
    expect(findDifference(solution, reference)).toBeNull();
    expect(solution.checkmated).toEqual(reference.checkmated);
    expect(solution.stalemated).toEqual(reference.stalemated);
  });
}

/**
 * KNKP with sub-endgames that are made to last longer. Theirs are up to 20 plies, its own up to 41: by 200 plies more all
 * distances fit one byte, by 230 those of the sub-endgames do, by more not even those.
 */
export function kernelsAgreeOnLongDistances(lengths: readonly number[]): void {
  test.each(lengths)("agree when every mate after a capture takes %i plies more", TIMEOUT, async (more) => {
    const vector = makeVector(1);
    const solution = await solveLengthened(vector, "KNKP", more);
    await vector.close();
    const reference = await solveLengthened(makeScalar(), "KNKP", more);
    expect(findDifference(solution, reference)).toBeNull();
    expect(solution.red.BYTES_PER_ELEMENT).toBe(more === 200 ? 1 : 2);
    expect(longestIn(solution)).toBeGreaterThan(more + 20);
  });
}

async function solveLengthened({ kernel, threads }: Candidate, name: string, more: number): Promise<Planes> {
  const solve = closureSolver(kernel, threads);
  const index = endgameIndex(parseEndgame(name));
  const load = async ({ name: sub }: Endgame) => lengthen(await solve(sub, "dtm"), more);
  return kernel.solve({ index, metric: "dtm", rules: "none", threads, load });
}

function lengthen({ index, red, black }: Planes, more: number): Planes {
  const wide = marksOf(new Uint16Array(0));
  const lengthened = (plane: Plane) => {
    const { unknown, illegal } = marksOf(plane);
    const value = (old: number) => (old === unknown ? wide.unknown : old === illegal ? wide.illegal : old + more);
    return Uint16Array.from(plane, value);
  };
  return { index, red: lengthened(red), black: lengthened(black) };
}

function longestIn({ red, black }: Planes): number {
  let longest = -1;
  for (const plane of [red, black]) {
    const { illegal } = marksOf(plane);
    for (const value of plane) if (value < illegal && value > longest) longest = value;
  }
  return longest;
}
