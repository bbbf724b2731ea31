/** Solves slices of an endgame, each from those of its border: whole endgames (sliced-kernel.ts), and parts of them that a fleet shares out. */
import type { EndgameIndex } from "../../endgame/index.ts";
import { ahead, sliceIndex, type Slice } from "../../endgame/slice.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { Border, type ChasedPlaces, type SolvedSlice } from "../host/border.ts";
import { layOutViews, loadSubs, type LaidViews } from "../host/lookups.ts";
import type { KernelMemory } from "../host/memory.ts";
import type { Team } from "../host/team.ts";
import { blocksOfBand, SLICE_TAPE_BYTES, solveWith } from "../host/vector-kernel.ts";
import { viewsOf } from "../host/views.ts";
import type { SolveRequest } from "../kernel.ts";
import type { SliceState } from "../journal.ts";
import { Tape, type Level, type MakeShelf } from "../tape.ts";

/** What is kept of a slice to the end. */
export type SliceCounts = Omit<SliceState, "chased">;

/** A solved slice with all that is made of it. */
export interface IndexedSlice {
  readonly solved: SolvedSlice;
  readonly index: EndgameIndex;
  readonly counts: SliceCounts;
}

export class SliceSolver {
  readonly #module: WebAssembly.Module;
  readonly #team: Team;
  readonly #memory: KernelMemory;
  readonly #request: SolveRequest;
  readonly #laid: LaidViews;
  readonly #afterViews: number;
  /** Bytes of memory that views of sub-endgames take. */
  readonly subMemoryBytes: number;

  private constructor(
    module: WebAssembly.Module,
    team: Team,
    memory: KernelMemory,
    request: SolveRequest,
    laid: LaidViews,
    subMemoryBytes: number,
  ) {
    [this.#module, this.#team, this.#memory, this.#request] = [module, team, memory, request];
    [this.#laid, this.#afterViews, this.subMemoryBytes] = [laid, memory.usedBytes, subMemoryBytes];
  }

  /**
   * Lays out the views of sub-endgames, for all slices.
   * @param memory of which nothing is used
   * @param request of the whole endgame
   */
  static async start(
    module: WebAssembly.Module,
    team: Team,
    memory: KernelMemory,
    request: SolveRequest,
  ): Promise<SliceSolver> {
    const views = viewsOf(request.index);
    const subs = await loadSubs(views, request);
    const before = memory.usedBytes;
    const kernel = { module, memory: memory.wasm, shelf: null };
    const laid = await layOutViews(memory, views, subs, team.threads, (tasks) => team.run({ kernel, tasks }));
    return new SliceSolver(module, team, memory, request, laid, memory.usedBytes - before);
  }

  /** @param solvedAhead the slice's border, in the order of `ahead` */
  async solve(slice: Slice, solvedAhead: readonly SolvedSlice[]): Promise<IndexedSlice> {
    this.#memory.giveBack(this.#afterViews);
    const index = sliceIndex(slice);
    let border: Border | undefined;
    const { journal: _, onProgress: __, ...request } = this.#request;
    const solution = await solveWith(
      this.#module,
      this.#team,
      this.#memory,
      { ...request, index },
      {
        slice: {
          laid: this.#laid,
          border: (memory, jobs) => (border = new Border(memory, jobs, index, solvedAhead)),
        },
      },
    );
    const { tape, legal, checkmated, stalemated, certificate, seconds, memoryBytes, levels } = solution;
    const words = tape.pieces.reduce((sum, { length }) => sum + length, 0);
    const longest = longestOf(tape, levels);
    const counts = { longest, legal, checkmated, stalemated, certificate, seconds, memoryBytes, levels, words };
    return { solved: { slice, tape, levels, chased: border!.chased }, index, counts };
  }
}

/** The solved slices of a slice's border, of those that are known by name. */
export function borderOf(slice: Slice, solved: ReadonlyMap<string, SolvedSlice>): SolvedSlice[] {
  return ahead(slice).map(({ name }) => solved.get(name)!);
}

/** An empty tape of a slice. */
export function newSliceTape(index: EndgameIndex, makeShelf: MakeShelf | undefined): Tape {
  const shape = { blocks: index.blocks.length, bandBlocks: blocksOfBand(index), formations: index.black.count };
  return new Tape(shape, makeShelf, SLICE_TAPE_BYTES);
}

/** The longest distance of each level. */
function longestOf(tape: Tape, levels: readonly Level[]): number[] {
  return levels.map(({ start }, level) => {
    const end = levels[level + 1]?.start ?? Infinity;
    return tape.extents.reduce(
      (most, { mark }) => (mark >= start && mark < end ? Math.max(most, mark - start) : most),
      0,
    );
  });
}

/** What a slice has found of chases, level by level, as a journal writes it. */
export function listChased(chased: SolvedSlice["chased"]): SliceState["chased"] {
  const list = ({ red, black }: ChasedPlaces) => ({ red: [...red], black: [...black] });
  return chased.map((of): Record<Colour, ReturnType<typeof list>> => ({ red: list(of.red), black: list(of.black) }));
}

/** The same, as `listChased` wrote it. */
export function mapChased(chased: SliceState["chased"]): SolvedSlice["chased"] {
  type Listed = SliceState["chased"][number][Colour];
  const map = (of: Listed): ChasedPlaces => ({ red: new Map(of.red), black: new Map(of.black) });
  return chased.map(({ red, black }) => ({ red: map(red), black: map(black) }));
}
