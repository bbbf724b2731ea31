/** What one thread of the team does: runs the kernel over a list of tasks. Browser-safe. */
import { parseEndgame } from "../../endgame/endgame.ts";
import { endgameIndex, type EndgameIndex } from "../../endgame/index.ts";
import { isSliceName, parseSlice, sliceIndex } from "../../endgame/slice.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import type { SlotArray } from "../levels/cell-sets.ts";
import { OneManChased, WITNESSES } from "../levels/chase-candidates.ts";
import { SharedBytes } from "../planes.ts";
import type { OpenShelf, Shelf, ShelfPlace } from "../tape.ts";

/** One call of the kernel, for a job in its memory. */
export type KernelTask =
  /** Marks the illegal cells of a view with this side to move. */
  | { readonly kind: "mark"; readonly job: number; readonly turn: Colour }
  /** One direction at level 0: it begins, captures are looked up, and what can be won is found. */
  | { readonly kind: "init" | "stuck" | "solve"; readonly job: number; readonly winner: Colour }
  /** Captures of the winner into lost positions, or of the loser into such as are not won. */
  | {
      readonly kind: "captures";
      readonly job: number;
      readonly winner: Colour;
      readonly place: number;
      readonly asked: "lost" | "won";
    }
  /** What follows from the losses of an even ply. */
  | {
      readonly kind: "propagate";
      readonly job: number;
      readonly winner: Colour;
      readonly ply: number;
      readonly ofLevelZero: boolean;
    }
  /** What is won besides, from an even ply on, by captures that were looked up anew. */
  | { readonly kind: "extend"; readonly job: number; readonly winner: Colour; readonly ply: number }
  /** An operation on sets of cells. */
  | { readonly kind: "operate"; readonly job: number; readonly winner: Colour; readonly operation: number }
  /** What OneManChased finds for each of these slots. */
  | {
      readonly kind: "chased";
      /** The name of an endgame, or of a slice. */
      readonly endgame: string;
      readonly attacker: Colour;
      readonly options: RuleOptions;
      /** Where the bit vectors of what is won for the attacker are, in the kernel's memory. */
      readonly won: number;
      readonly cells: SlotArray;
      readonly witnesses: SlotArray;
      readonly threads: number;
    };

export interface TeamWork {
  /** With the first tasks on a memory; threads keep their instance, as sending these takes longer than most tasks. */
  readonly kernel: {
    readonly module: WebAssembly.Module;
    readonly memory: WebAssembly.Memory;
    readonly shelf: ShelfPlace | null;
  } | null;
  readonly tasks: readonly KernelTask[];
}

export interface TeamResult {
  /** `paused`: the last task, `solve` or `propagate`, is to be gone on with. */
  readonly result: "done" | "stopped" | "paused";
  /** What has been decided: pieces of the tape, in memory that threads share. */
  readonly tape: readonly Uint32Array[];
}

interface KernelExports {
  mark(job: number, thread: number, redToMove: boolean): number;
  init(job: number, thread: number, redWins: boolean): number;
  captures(job: number, thread: number, redWins: boolean, place: number, ofWinner: boolean): number;
  stuck(job: number, thread: number, redWins: boolean): number;
  solve(job: number, thread: number, redWins: boolean): number;
  propagate(job: number, thread: number, redWins: boolean, ply: number, ofLevelZero: boolean): number;
  extend(job: number, thread: number, redWins: boolean, ply: number): number;
  operate(job: number, thread: number, redWins: boolean, operation: number): number;
  illegalOf(job: number, first: number, end: number, redToMove: number, blackToMove: number): void;
  beginReplay(job: number, redWins: boolean): void;
  enterBand(band: number): void;
  replay(extent: number, areFresh: boolean): void;
  leaveBand(): void;
  flagSeeds(job: number, redWins: boolean): void;
}

/** An instance of the kernel, and what it has added to the tape. */
export function kernelInstance(module: WebAssembly.Module, memory: WebAssembly.Memory, shelf: Shelf | null) {
  const tape: Uint32Array[] = [];
  const takeTape = (at: number, bytes: number): void => {
    const piece = new Uint32Array(new SharedBytes(bytes));
    piece.set(new Uint32Array(memory.buffer, at >>> 0, bytes / 4));
    tape.push(piece);
  };
  const moveSet = (set: number, first: number, at: number, bytes: number, isOut: number): void => {
    const window = new Uint8Array(memory.buffer, at >>> 0, bytes);
    if (isOut === 0) shelf!.read(set, first >>> 0, window);
    else shelf!.write(set, first >>> 0, window);
  };
  const { exports } = new WebAssembly.Instance(module, { env: { memory, takeTape, moveSet, abort: () => {} } });
  return { exports: exports as unknown as KernelExports, tape, memory };
}

/** What the kernel returns. */
const RESULTS: Readonly<Record<number, TeamResult["result"]>> = { 1: "done", 2: "stopped", 3: "paused" };

/**
 * A member of a team, with an instance of the kernel of its own: it runs tasks in order, in step with the other members; all get
 * the same result.
 * @param openShelf where sets may lie outside of the memory
 */
export function newMember(thread: number, openShelf?: OpenShelf): (work: TeamWork) => TeamResult {
  let instance: ReturnType<typeof kernelInstance> | undefined;
  return ({ kernel, tasks }) => {
    if (kernel !== null) {
      const { module, memory, shelf } = kernel;
      instance = kernelInstance(module, memory, shelf && openShelf!(shelf));
    }
    const { exports, tape, memory } = instance!;
    let result: TeamResult["result"] = "done";
    for (const task of tasks) {
      if (task.kind === "chased") findChased(task, thread, memory);
      else {
        result = RESULTS[runTask(exports, task, thread)]!;
        if (result !== "done") break;
      }
    }
    return { result, tape: tape.splice(0) };
  };
}

function runTask(
  kernel: KernelExports,
  task: Exclude<KernelTask, { readonly kind: "chased" }>,
  thread: number,
): number {
  if (task.kind === "mark") return kernel.mark(task.job, thread, task.turn === "red");
  const redWins = task.winner === "red";
  switch (task.kind) {
    case "init":
    case "stuck":
    case "solve":
      return kernel[task.kind](task.job, thread, redWins);
    case "captures":
      return kernel.captures(task.job, thread, redWins, task.place, task.asked === "lost");
    case "propagate":
      return kernel.propagate(task.job, thread, redWins, task.ply, task.ofLevelZero);
    case "extend":
      return kernel.extend(task.job, thread, redWins, task.ply);
    case "operate":
      return kernel.operate(task.job, thread, redWins, task.operation);
  }
}

/** Positions a thread looks at in one go; neighbours take equally long. */
const STRIDE = 256;

let known: { readonly name: string; readonly index: EndgameIndex } | undefined;

/** The index of an endgame or a slice: many tasks ask for the same. */
function indexOf(name: string): EndgameIndex {
  if (known?.name !== name) {
    known = { name, index: isSliceName(name) ? sliceIndex(parseSlice(name)) : endgameIndex(parseEndgame(name)) };
  }
  return known.index;
}

function findChased(
  task: Extract<KernelTask, { readonly kind: "chased" }>,
  thread: number,
  memory: WebAssembly.Memory,
): void {
  const { endgame, options, attacker, cells, witnesses, threads } = task;
  const index = indexOf(endgame);
  const won = new Uint32Array(memory.buffer, task.won, (index.cells / SQUARES) * 4);
  const search = new OneManChased({ index, options }, attacker, won);
  for (let first = thread * STRIDE; first < cells.length; first += threads * STRIDE) {
    const end = Math.min(first + STRIDE, cells.length);
    for (let i = first; i < end; i++) search.find(cells[i]!, witnesses, i * WITNESSES);
  }
}
