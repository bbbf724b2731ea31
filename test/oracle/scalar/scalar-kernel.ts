/**
 * The scalar kernel: retrograde analysis one position at a time, on one thread, for hosts without SIMD or threads.
 *
 * Source: K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986; with counters of successors as
 * in R. Wu and D. Beal, "Fast, memory-efficient retrograde algorithms", ICGA Journal 24(3), 2001. Every move taken back
 * from a loss comes from a win one ply longer. Every move taken back from a win is crossed out, and a position without
 * any other is lost. This goes ply by ply, so that the first win found is the shortest and the last move crossed out the
 * longest.
 */
import { InputError } from "../../../src/base/errors.ts";
import { hasPerpetuals, type SolveProgress } from "../../../src/solve/kernel.ts";
import type { PlaneKernel, PlaneRequest, SolvedPlanes } from "../../solve/plane-kernel.ts";
import { loadSubEndgames } from "./captures.ts";
import { FirstLook } from "./first-look.ts";
import { Pacer } from "./pacer.ts";
import { PlanePosition } from "./plane-position.ts";
import { Propagation } from "./propagate.ts";
import { makeSide, sideBytes } from "./side.ts";
import { Unmoves } from "./unmoves.ts";

/** Cells between two looks at the clock. */
const STRIDE = 4096;

/** The kernel. It needs nothing of its host; `threads` of a request is ignored. */
export function scalarKernel(): PlaneKernel {
  return { solve };
}

async function solve(request: PlaneRequest): Promise<SolvedPlanes> {
  const { index, metric, signal } = request;
  if (hasPerpetuals(request)) {
    throw new InputError(
      "needs-vectors",
      `${index.endgame.name} has perpetuals to judge: only the vector kernel does that`,
    );
  }
  const subs = await loadSubEndgames(request);
  signal?.throwIfAborted();
  const pacer = new Pacer(signal);
  const position = new PlanePosition(index);
  const unmoves = new Unmoves(position);
  const sides = { red: makeSide(index.cells, metric), black: makeSide(index.cells, metric) };

  const overCells = async (phase: SolveProgress["phase"], ply: number, pass: (first: number, end: number) => void) => {
    for (let first = 0; first < index.cells; first += STRIDE) {
      pass(first, Math.min(first + STRIDE, index.cells));
      if (!pacer.isDue) continue;
      request.onProgress?.({ phase, ply, done: Math.min(1, (first + STRIDE) / index.cells) });
      await pacer.pause();
    }
  };

  const firstLook = new FirstLook(position, sides, metric, subs.distance);
  await overCells("captures", 0, (first, end) => {
    for (let cell = first; cell < end; cell++) firstLook.look(cell);
  });
  for (const winner of ["red", "black"] as const) {
    const propagation = new Propagation(position, unmoves, sides, winner);
    for (let ply = 0; ply <= propagation.lastPly; ply++) {
      await overCells(`${winner} wins`, ply, (first, end) => propagation.pass(ply, first, end));
    }
  }
  const { red, black } = sides;
  return {
    index,
    red: red.plane,
    black: black.plane,
    checkmated: { red: red.checkmated / index.twins, black: black.checkmated / index.twins },
    stalemated: { red: red.stalemated / index.twins, black: black.stalemated / index.twins },
    seconds: pacer.seconds,
    memoryBytes: sideBytes(red) + sideBytes(black) + subs.bytes,
    subMemoryBytes: subs.bytes,
  };
}
