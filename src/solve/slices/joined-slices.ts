/** The solution of a whole endgame from those of its slices: their levels are merged, and their tapes put together. */
import { mergeLevels, slicesOf } from "../../endgame/slice.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Certificate } from "../../table/format/header.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { kindsOf } from "../host/border.ts";
import { writeFrame } from "../host/frame.ts";
import { bareJob } from "../host/jobs.ts";
import type { KernelMemory } from "../host/memory.ts";
import { blocksOfBand, illegalCells } from "../host/vector-kernel.ts";
import type { Kernel, Solution, SolveRequest } from "../kernel.ts";
import { LEVEL_ZERO, type Level } from "../tape.ts";
import type { IndexedSlice, SliceCounts } from "./slice-solver.ts";
import { WholeTape } from "./whole-tape.ts";

/** Takes slices, in the order of `slicesOf`, to the solution. */
export class JoinedSlices {
  readonly #module: WebAssembly.Module;
  readonly #memory: KernelMemory;
  readonly #index: EndgameIndex;
  readonly #tape: WholeTape;
  readonly #counted: SliceCounts[] = [];

  /** @param memory that illegal cells are counted in */
  constructor(module: WebAssembly.Module, memory: KernelMemory, { index, makeShelf }: SolveRequest) {
    [this.#module, this.#memory, this.#index] = [module, memory, index];
    this.#tape = new WholeTape(index, blocksOfBand(index), makeShelf);
  }

  /** What was counted of the slices that it has taken. */
  get counted(): readonly SliceCounts[] {
    return this.#counted;
  }

  /** Takes the next slice, whose tape it does not keep. */
  add({ solved, index, counts }: IndexedSlice): void {
    this.#tape.add(this.#counted.length, index, solved.tape);
    this.#counted.push(counts);
  }

  /** Once all are taken. */
  solution(subMemoryBytes: number): Solution {
    const index = this.#index;
    const counted = this.#counted;
    const { kinds, levels: wholeOf } = mergeLevels(counted.map(kindsOf));
    const levels: Level[] = [LEVEL_ZERO];
    for (const [number, kind] of kinds.entries()) {
      const longest = counted.map((slice, i) => slice.longest[wholeOf[i]!.indexOf(number)] ?? 0);
      const most = longest.reduce((all, each) => Math.max(all, each), 0);
      levels.push({ kind, start: levels.at(-1)!.start + most + 2 - (most % 2) });
    }
    const markOf = (slice: number, mark: number): number => {
      const own = counted[slice]!.levels;
      const level = own.findLastIndex(({ start }) => start <= mark);
      return levels[wholeOf[slice]![level]!]!.start + mark - own[level]!.start;
    };
    const sum = (of: (each: SliceCounts) => Readonly<Record<Colour, number>>): Record<Colour, number> => {
      const ofSide = (turn: Colour) => Math.round(counted.reduce((all, each) => all + of(each)[turn], 0));
      return { red: ofSide("red"), black: ofSide("black") };
    };
    return {
      index,
      tape: this.#tape.tape(markOf),
      levels,
      legal: sum(({ legal }) => legal),
      checkmated: sum(({ checkmated }) => checkmated),
      stalemated: sum(({ stalemated }) => stalemated),
      certificate: addCertificates(counted.map(({ certificate }) => certificate)),
      illegal: () => {
        this.#memory.clear();
        const job = bareJob(this.#memory, writeFrame(this.#memory, index), 1);
        return illegalCells(this.#module, this.#memory, job, index);
      },
      seconds: counted.reduce((all, { seconds }) => all + seconds, 0),
      memoryBytes: counted.reduce((most, { memoryBytes }) => Math.max(most, memoryBytes), 0),
      subMemoryBytes,
    };
  }

  close(): void {
    this.#tape.close();
  }
}

/**
 * A kernel that solves nothing: it puts together what was solved elsewhere.
 * @param slices of the endgame, in the order of `slicesOf`, with their tapes in memory
 */
export function joiningKernel(
  module: WebAssembly.Module,
  memory: KernelMemory,
  slices: Iterable<IndexedSlice>,
): Kernel {
  return {
    async solve(request) {
      const joined = new JoinedSlices(module, memory, request);
      const { length } = slicesOf(request.index.endgame);
      try {
        for (const slice of slices) {
          joined.add(slice);
          const number = joined.counted.length;
          request.onProgress?.({ phase: "slices", ply: number - 1, done: number / length });
        }
        return joined.solution(0);
      } finally {
        joined.close();
      }
    },
  };
}

function addCertificates(certificates: readonly (Certificate | null)[]): Certificate | null {
  const all = certificates.filter((each) => each !== null);
  if (all.length === 0) return null;
  const sum = (of: (each: Certificate) => number) => all.reduce((total, each) => total + of(each), 0);
  const checks = sum(({ mutual }) => mutual?.checks ?? 0);
  const chases = sum(({ mutual }) => mutual?.chases ?? 0);
  return {
    innerPatterns: sum(({ innerPatterns }) => innerPatterns),
    correctedLosses: sum(({ correctedLosses }) => correctedLosses),
    ...(checks + chases > 0 && { mutual: { checks, chases } }),
  };
}
