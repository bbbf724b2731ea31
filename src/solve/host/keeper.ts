/** Keeps the journal of a solving by the vector kernel: puts aside how far it is, and takes up what was put aside. */
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import {
  NOTHING_SOLVED,
  DIRECTION_SETS,
  type DirectionSet,
  type DirectionState,
  type Journal,
  type LevelsState,
  type SolvedCounts,
  type SolvingState,
} from "../journal.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { Extent, SetBytes, Tape } from "../tape.ts";
import type { Jobs } from "./jobs.ts";
import { kernelInstance } from "./member.ts";
import type { KernelMemory } from "./memory.ts";
import type { SetRoom } from "./set-room.ts";

export interface KeeperHost {
  readonly module: WebAssembly.Module;
  readonly memory: KernelMemory;
  readonly jobs: Jobs;
  readonly tape: Tape;
  readonly room: SetRoom;
  readonly levelled: boolean;
  /** CPU seconds so far, of this process. */
  seconds(): number;
}

const FIELDS: Readonly<Record<DirectionSet, number>> = {
  done: offset.J_DONE,
  seeds: offset.J_FRESH_NEXT,
  captures: offset.J_CAPTURES,
};

export class Keeper {
  readonly #journal: Journal | undefined;
  readonly #host: KeeperHost;
  #state: SolvingState;
  readonly #secondsBefore: number;
  #savedAt = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(journal: Journal | undefined, host: KeeperHost) {
    this.#journal = journal;
    this.#host = host;
    this.#state = journal?.saved ?? NOTHING_SOLVED;
    this.#secondsBefore = this.#state.seconds;
  }

  get state(): SolvingState {
    return this.#state;
  }

  /** CPU seconds, those of processes before this one included. */
  get seconds(): number {
    return this.#secondsBefore + this.#host.seconds();
  }

  /** Reads what is on the tape already. */
  async begin(): Promise<void> {
    if (this.#journal === undefined) return;
    if (this.#journal.saved !== null) {
      for await (const piece of this.#journal.readTape()) this.#host.tape.add(piece);
    }
    this.#pauseInTime();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Takes up a direction whose captures were looked up. Its job has been begun. */
  async recall(winner: Colour, { ply, isFinished, ...mates }: DirectionState): Promise<void> {
    const { jobs, tape } = this.#host;
    for (const set of this.#needed(ply, isFinished)) {
      await this.#journal!.readSet(winner, set, this.#bytesOf(winner, set));
    }
    if (ply === null) {
      this.#kernel().flagSeeds(jobs.of[winner], winner === "red");
      return;
    }
    const end = this.#state.levels?.levels[1]?.start ?? Infinity;
    const fresh = isFinished ? null : ply;
    this.#replay(
      winner,
      tape.extents.filter((extent) => winnerOf(extent) === winner && extent.mark < end),
      fresh,
    );
    jobs.putBack(winner, { ply, ...mates });
  }

  /** The sets that it takes to go on with a direction, or with levels after it. */
  #needed(ply: number | null, isFinished: boolean): readonly DirectionSet[] {
    if (ply === null) return DIRECTION_SETS;
    if (this.#host.levelled) return ["done", "captures"];
    return isFinished ? [] : ["done"];
  }

  /** Brings levels above 0 into the sets. */
  readonly replayLevels = async (): Promise<void> => {
    const start = this.#state.levels?.levels[1]?.start ?? Infinity;
    const ofLevels = this.#host.tape.extents.filter(({ mark }) => mark >= start);
    for (const winner of COLOURS) {
      this.#replay(
        winner,
        ofLevels.filter((extent) => winnerOf(extent) === winner),
        null,
      );
    }
  };

  /** Keeps what captures are worth, once they are looked up. */
  async keepCaptures(winner: Colour): Promise<void> {
    for (const set of DIRECTION_SETS) await this.#journal?.writeSet(winner, set, this.#bytesOf(winner, set));
    this.#put(winner, { ply: null, isFinished: false, checkmated: 0, stalemated: 0 });
    await this.#save();
  }

  /** Nothing can be won in a direction. */
  keepNothing(winner: Colour): void {
    this.#put(winner, { ply: 0, isFinished: true, checkmated: 0, stalemated: 0 });
  }

  async keepPly(winner: Colour, isFinished: boolean): Promise<void> {
    this.#put(winner, { isFinished, ...this.#host.jobs.standing(winner) });
    if (!isFinished || this.#isDue()) await this.#save();
  }

  async keepLevels(levels: LevelsState): Promise<void> {
    this.#state = { ...this.#state, levels };
    if (this.#isDue()) await this.#save();
  }

  async keepSolved(solved: SolvedCounts): Promise<void> {
    this.#state = { ...this.#state, solved };
    await this.#save();
  }

  #put(winner: Colour, direction: DirectionState): void {
    this.#state = { ...this.#state, directions: { ...this.#state.directions, [winner]: direction } };
  }

  async #save(): Promise<void> {
    if (this.#journal === undefined) return;
    this.#state = { ...this.#state, seconds: this.seconds };
    await this.#journal.save(this.#state, this.#host.tape);
    this.#savedAt = performance.now();
    this.#pauseInTime();
  }

  #isDue(): boolean {
    return this.#journal !== undefined && performance.now() - this.#savedAt >= this.#journal.everyMilliseconds;
  }

  /** Has the kernel pause when it is time to save. */
  #pauseInTime(): void {
    const { jobs } = this.#host;
    const { everyMilliseconds } = this.#journal!;
    clearTimeout(this.#timer);
    jobs.wishPause(everyMilliseconds === 0);
    if (everyMilliseconds > 0) this.#timer = setTimeout(() => jobs.wishPause(true), everyMilliseconds);
  }

  #bytesOf(winner: Colour, set: DirectionSet): SetBytes {
    const { memory, jobs, room } = this.#host;
    return room.bytesOf(memory.load(jobs.of[winner] + FIELDS[set]));
  }

  /** The calling thread's own. */
  #kernel() {
    const { module, memory, room } = this.#host;
    return kernelInstance(module, memory.wasm, room.shelf).exports;
  }

  /** @param fresh the ply whose losses propagation goes on from */
  #replay(winner: Colour, extents: readonly Extent[], fresh: number | null): void {
    const { memory, jobs, tape } = this.#host;
    const job = jobs.of[winner];
    const kernel = this.#kernel();
    kernel.beginReplay(job, winner === "red");
    const room = memory.load(job + offset.J_SCRATCH);
    tape.byBand(extents).forEach((ofBand, band) => {
      if (ofBand.length === 0) return;
      kernel.enterBand(band);
      for (const { piece, first, end, mark } of ofBand) {
        memory.words(room, end - first).set(tape.read(piece, first, end));
        kernel.replay(room, mark === fresh);
      }
      kernel.leaveBand();
    });
  }
}

function winnerOf({ turn, mark }: Extent): Colour {
  return mark % 2 === 1 ? turn : opponent(turn);
}
