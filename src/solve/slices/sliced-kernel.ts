/**
 * Solves an endgame slice by slice (endgame/slice.ts), each from those one step ahead: in the memory that the largest slice takes with
 * its border, and to the very same solution. A slice is numbered as the part of the endgame that it leads to, itself included,
 * which no move leaves: its levels are those of the whole without the ones at which nothing there is decided (test/fang). In the end
 * the slices' levels are merged.
 */
import { sliceIndex, slicesOf, stepsMade, type Slice } from "../../endgame/slice.ts";
import { InputError } from "../../base/errors.ts";
import type { KernelMemory } from "../host/memory.ts";
import type { Team } from "../host/team.ts";
import { vectorKernel } from "../host/vector-kernel.ts";
import type { Kernel, Solution, SolveRequest } from "../kernel.ts";
import { NOTHING_SOLVED, type SliceState } from "../journal.ts";
import type { Tape, TapePiece } from "../tape.ts";
import type { SolvedSlice } from "../host/border.ts";
import { JoinedSlices } from "./joined-slices.ts";
import { borderOf, listChased, mapChased, newSliceTape, SliceSolver, type IndexedSlice } from "./slice-solver.ts";

/** A piece of a slice's tape that is to be put aside before the tape is closed; and in its place, one that was. */
interface PieceToSave extends TapePiece {
  readonly of: Tape;
  readonly piece: TapePiece;
}
const SAVED: TapePiece = { length: 0, words: null, onShelf: 0 };

/**
 * Makes the kernel from its compiled module and a team. To conversion; under the Asian rules with orders as Fang numbers them.
 * @param memory as for `vectorKernel`
 */
export function slicedKernel(module: WebAssembly.Module, team: Team, memory: KernelMemory): Kernel {
  const whole = vectorKernel(module, team, memory);
  return {
    async solve(request) {
      const slices = slicesOf(request.index.endgame);
      if (slices.length === 1) return whole.solve(request);
      checkSlices(request);
      memory.clear();
      const solver = await SliceSolver.start(module, team, memory, request);
      const solving = new SlicedSolving(solver, new JoinedSlices(module, memory, request), request);
      try {
        return await solving.solution(slices);
      } finally {
        solving.close();
      }
    },
  };
}

/** @throws InputError where an endgame cannot be solved slice by slice as it is asked for */
export function checkSlices({ metric, rules, orders }: Pick<SolveRequest, "metric" | "rules" | "orders">): void {
  const refuse = (why: string): never => {
    throw new InputError("not-in-slices", `slices cannot be solved ${why}: build the whole endgame without --slices`);
  };
  if (metric !== "dtc") refuse("to mate");
  if (rules === "chinese") refuse("under the Chinese rules, whose orders have not been shown to be those of the whole");
  if (rules === "asian" && orders === "chessdb")
    refuse("with orders as chessdb.cn numbers them, which moves into a slice decide");
}

class SlicedSolving {
  readonly #solver: SliceSolver;
  readonly #joined: JoinedSlices;
  readonly #request: SolveRequest;
  /** Slices that others may still have as a border, by name. */
  readonly #solved = new Map<string, SolvedSlice>();
  /** Of all slices, where there is a journal. */
  #pieces: (PieceToSave | typeof SAVED)[] = [];
  #savedAt = performance.now();

  constructor(solver: SliceSolver, joined: JoinedSlices, request: SolveRequest) {
    [this.#solver, this.#joined, this.#request] = [solver, joined, request];
  }

  async solution(slices: readonly Slice[]): Promise<Solution> {
    await this.#recall(slices);
    const { journal } = this.#request;
    for (const [number, slice] of slices.entries()) {
      if (number < this.#joined.counted.length) continue;
      await this.#drop(slice);
      this.#keep(await this.#solver.solve(slice, borderOf(slice, this.#solved)));
      this.#request.onProgress?.({ phase: "slices", ply: number, done: (number + 1) / slices.length });
      const isDue = performance.now() - this.#savedAt >= (journal?.everyMilliseconds ?? Infinity);
      if (isDue || number + 1 === slices.length) await this.#save();
    }
    return this.#joined.solution(this.#solver.subMemoryBytes);
  }

  /** Drops what no slice from one on has as a border. */
  async #drop(next: Slice): Promise<void> {
    for (const [name, { slice: other, tape }] of this.#solved) {
      if (stepsMade(other) <= stepsMade(next) + 1) continue;
      if (this.#pieces.some((piece) => "of" in piece && piece.of === tape)) await this.#save();
      tape.close();
      this.#solved.delete(name);
    }
  }

  /** Takes a solved slice to those that are. */
  #keep(indexed: IndexedSlice): void {
    const { slice, tape } = indexed.solved;
    this.#solved.set(slice.name, indexed.solved);
    if (this.#request.journal !== undefined) {
      for (const piece of tape.pieces) this.#pieces.push({ ...piece, of: tape, piece });
    }
    this.#joined.add(indexed);
  }

  async #save(): Promise<void> {
    const { journal } = this.#request;
    if (journal === undefined) return;
    const chasedOf = [...slicesOf(this.#request.index.endgame).keys()].map(() => [] as SliceState["chased"]);
    const numbers = new Map(slicesOf(this.#request.index.endgame).map(({ name }, number) => [name, number]));
    for (const [name, { chased }] of this.#solved) chasedOf[numbers.get(name)!] = listChased(chased);
    const slices = this.#joined.counted.map((counts, number) => ({ ...counts, chased: chasedOf[number]! }));
    const pieces = { pieces: this.#pieces, read: (piece: TapePiece) => readPiece(piece as PieceToSave) };
    const seconds = slices.reduce((sum, each) => sum + each.seconds, 0);
    await journal.save({ ...NOTHING_SOLVED, slices, seconds }, pieces);
    this.#pieces = this.#pieces.map(() => SAVED);
    this.#savedAt = performance.now();
  }

  /** Takes up the slices that another process has solved. */
  async #recall(slices: readonly Slice[]): Promise<void> {
    const { journal, makeShelf } = this.#request;
    const saved = journal?.saved?.slices ?? [];
    if (saved.length === 0) return;
    const stream = journal!.readTape()[Symbol.asyncIterator]();
    let left: Uint32Array = new Uint32Array();
    let pieces = 0;
    for (const [number, { chased, ...counts }] of saved.entries()) {
      const slice = slices[number]!;
      await this.#drop(slice);
      const index = sliceIndex(slice);
      const tape = newSliceTape(index, makeShelf);
      for (let missing = counts.words; missing > 0;) {
        if (left.length === 0) {
          const { value, done } = await stream.next();
          if (done === true) throw new Error("the tape that was put aside is shorter than what tells of it");
          left = value;
          pieces++;
        }
        const taken = left.slice(0, missing);
        tape.add(taken);
        left = left.subarray(taken.length);
        missing -= taken.length;
      }
      this.#keep({ solved: { slice, tape, levels: counts.levels, chased: mapChased(chased) }, index, counts });
      this.#pieces = [];
    }
    this.#pieces = Array.from({ length: pieces }, () => SAVED); // as the journal counts them
    await stream.next(); // which compares the sum of all
  }

  close(): void {
    for (const { tape } of this.#solved.values()) tape.close();
    this.#joined.close();
  }
}

function readPiece({ of, piece }: PieceToSave): Uint32Array {
  return of.read(piece);
}
