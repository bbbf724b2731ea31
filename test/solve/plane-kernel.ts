/** Kernels in tests: what each finds, as planes that can be compared in every cell. */
import type { Endgame } from "../../src/endgame/endgame.ts";
import type { EndgameIndex } from "../../src/endgame/index.ts";
import type { Kernel, Solution, SolveRequest } from "../../src/solve/kernel.ts";
import { newSet, addSlot, type Outcomes } from "../../src/solve/outcomes.ts";
import { marksOf, planesOfTape, type Plane, type Planes } from "../../src/solve/planes.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { playIllegal } from "../oracle/table-content.ts";

/** Illegal cells are marked. */
export type SolvedPlanes = Planes &
  Pick<Solution, "index" | "checkmated" | "stalemated" | "seconds" | "memoryBytes" | "subMemoryBytes">;

export type PlaneRequest = Omit<SolveRequest, "load"> & {
  /** The planes of a canonical sub-endgame. */
  load(endgame: Endgame): Promise<Planes>;
};

export interface PlaneKernel {
  solve(request: PlaneRequest): Promise<SolvedPlanes>;
}

/** A kernel that is asked for planes. */
export function planeKernel(kernel: Kernel): PlaneKernel {
  return {
    async solve(request) {
      const load = async (endgame: Endgame) => {
        const planes = await request.load(endgame);
        return request.metric === "dtc" ? outcomesOfPlanes(planes) : planes;
      };
      return solvedPlanes(await kernel.solve({ ...request, load }));
    },
  };
}

export function solvedPlanes(solution: Solution): SolvedPlanes {
  const planes = planesOfTape(solution.index, solution.tape, solution.levels);
  for (const turn of COLOURS) playIllegal(solution, turn, planes[turn], marksOf(planes[turn]).illegal);
  return { ...solution, ...planes };
}

export function outcomesOfPlanes({ index, red, black }: Planes): Outcomes {
  const side = (plane: Plane, parity: number) => setWhere(index, plane, (mark) => mark % 2 === parity);
  return {
    index,
    won: { red: side(red, 1), black: side(black, 1) },
    lost: { red: side(red, 0), black: side(black, 0) },
  };
}

function setWhere(index: EndgameIndex, plane: Plane, isWanted: (mark: number) => boolean): Uint32Array {
  const set = newSet(index);
  const { illegal } = marksOf(plane);
  plane.forEach((mark, slot) => {
    if (mark < illegal && isWanted(mark)) addSlot(set, slot);
  });
  return set.some((word) => word !== 0) ? set : new Uint32Array();
}
