/**
 * Solves an endgame slice by slice (endgame/slice.ts), each from those one step ahead: in the memory that the largest slice takes with
 * its border, and to the very same solution. A slice is numbered as the part of the endgame that it leads to, itself included,
 * which no move leaves: its levels are those of the whole without the ones at which nothing there is decided (test/fang). In the end
 * the slices' levels are merged.
 */
import { mergeLevels, ahead, sliceIndex, slicesOf, stepsMade, type Slice } from "../../endgame/slice.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import { InputError } from "../../base/errors.ts";
import type { Certificate } from "../../table/format/header.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { writeFrame } from "../host/frame.ts";
import { bareJob } from "../host/jobs.ts";
import { layOutViews, loadSubs, type LaidViews } from "../host/lookups.ts";
import type { KernelMemory } from "../host/memory.ts";
import type { Team } from "../host/team.ts";
import { blocksOfBand, illegalCells, SLICE_TAPE_BYTES, solveWith, vectorKernel } from "../host/vector-kernel.ts";
import { viewsOf } from "../host/views.ts";
import type { Kernel, Solution, SolveRequest } from "../kernel.ts";
import { NOTHING_SOLVED, type SliceState } from "../journal.ts";
import { LEVEL_ZERO, Tape, type Level, type TapePiece } from "../tape.ts";
import { Border, kindsOf, type ChasedPlaces, type SolvedSlice } from "../host/border.ts";
import { WholeTape } from "./whole-tape.ts";

/** What is kept of a slice to the end. */
type Counted = Omit<SliceState, "chased">;
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
      memory.clear();
      const solving = new SlicedSolving(module, team, memory, request);
      try {
        return await solving.solution();
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
  readonly #module: WebAssembly.Module;
  readonly #team: Team;
  readonly #memory: KernelMemory;
  readonly #request: SolveRequest;
  readonly #whole: WholeTape;
  /** Slices that others may still have as a border, by name. */
  readonly #solved = new Map<string, SolvedSlice>();
  readonly #counted: Counted[] = [];
  /** Of all slices, where there is a journal. */
  #pieces: (PieceToSave | typeof SAVED)[] = [];
  #savedAt = performance.now();
  #subMemoryBytes = 0;

  constructor(module: WebAssembly.Module, team: Team, memory: KernelMemory, request: SolveRequest) {
    checkSlices(request);
    [this.#module, this.#team, this.#memory, this.#request] = [module, team, memory, request];
    this.#whole = new WholeTape(request.index, blocksOfBand(request.index), request.makeShelf);
  }

  async solution(): Promise<Solution> {
    const { index } = this.#request;
    const memory = this.#memory;
    const views = viewsOf(index);
    const subs = await loadSubs(views, this.#request);
    const before = memory.usedBytes;
    const kernel = { module: this.#module, memory: memory.wasm, shelf: null };
    const laid = await layOutViews(memory, views, subs, this.#team.threads, (tasks) =>
      this.#team.run({ kernel, tasks }),
    );
    const afterViews = memory.usedBytes;
    this.#subMemoryBytes = afterViews - before;
    const slices = slicesOf(index.endgame);
    await this.#recall(slices);
    const { journal } = this.#request;
    for (const [number, slice] of slices.entries()) {
      if (number < this.#counted.length) continue;
      memory.giveBack(afterViews);
      await this.#drop(slice);
      await this.#solve(slice, laid);
      this.#request.onProgress?.({ phase: "slices", ply: number, done: (number + 1) / slices.length });
      const isDue = performance.now() - this.#savedAt >= (journal?.everyMilliseconds ?? Infinity);
      if (isDue || number + 1 === slices.length) await this.#save();
    }
    return this.#together();
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

  async #solve(slice: Slice, laid: LaidViews): Promise<void> {
    const index = sliceIndex(slice);
    const border = ahead(slice).map(({ name }) => this.#solved.get(name)!);
    let made: Border | undefined;
    const { journal: _, onProgress: __, ...request } = this.#request;
    const solution = await solveWith(
      this.#module,
      this.#team,
      this.#memory,
      { ...request, index },
      { slice: { laid, border: (memory, jobs) => (made = new Border(memory, jobs, index, border)) } },
    );
    const { tape, legal, checkmated, stalemated, certificate, seconds, memoryBytes, levels } = solution;
    const words = tape.pieces.reduce((sum, { length }) => sum + length, 0);
    const longest = longestOf(tape, levels);
    const counts = { longest, legal, checkmated, stalemated, certificate, seconds, memoryBytes, levels, words };
    this.#keep(index, { slice, tape, levels, chased: made!.chased }, counts);
  }

  /** Takes a solved slice to those that are. */
  #keep(index: EndgameIndex, solved: SolvedSlice, counts: Counted): void {
    const { slice, tape } = solved;
    this.#solved.set(slice.name, solved);
    this.#whole.add(this.#counted.length, index, tape);
    if (this.#request.journal !== undefined) {
      for (const piece of tape.pieces) this.#pieces.push({ ...piece, of: tape, piece });
    }
    this.#counted.push(counts);
  }

  async #save(): Promise<void> {
    const { journal } = this.#request;
    if (journal === undefined) return;
    const chasedOf = [...slicesOf(this.#request.index.endgame).keys()].map(() => [] as SliceState["chased"]);
    const numbers = new Map(slicesOf(this.#request.index.endgame).map(({ name }, number) => [name, number]));
    for (const [name, { chased }] of this.#solved) chasedOf[numbers.get(name)!] = chased.map(listChased);
    const slices = this.#counted.map((counts, number) => ({ ...counts, chased: chasedOf[number]! }));
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
      const shape = { blocks: index.blocks.length, bandBlocks: blocksOfBand(index), formations: index.black.count };
      const tape = new Tape(shape, makeShelf, SLICE_TAPE_BYTES);
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
      this.#keep(index, { slice, tape, levels: counts.levels, chased: chased.map(mapChased) }, counts);
      this.#pieces = [];
    }
    this.#pieces = Array.from({ length: pieces }, () => SAVED); // as the journal counts them
    await stream.next(); // which compares the sum of all
  }

  #together(): Solution {
    const { index } = this.#request;
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
    const sum = (of: (each: Counted) => Readonly<Record<Colour, number>>): Record<Colour, number> => {
      const ofSide = (turn: Colour) => Math.round(counted.reduce((all, each) => all + of(each)[turn], 0));
      return { red: ofSide("red"), black: ofSide("black") };
    };
    return {
      index,
      tape: this.#whole.tape(markOf),
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
      subMemoryBytes: this.#subMemoryBytes,
    };
  }

  close(): void {
    for (const { tape } of this.#solved.values()) tape.close();
    this.#whole.close();
  }
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

function readPiece({ of, piece }: PieceToSave): Uint32Array {
  return of.read(piece);
}

function listChased(of: Readonly<Record<Colour, ChasedPlaces>>): SliceState["chased"][number] {
  const list = ({ red, black }: ChasedPlaces) => ({ red: [...red], black: [...black] });
  return { red: list(of.red), black: list(of.black) };
}

function mapChased({ red, black }: SliceState["chased"][number]): Record<Colour, ChasedPlaces> {
  const map = (of: typeof red): ChasedPlaces => ({ red: new Map(of.red), black: new Map(of.black) });
  return { red: map(red), black: map(black) };
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
