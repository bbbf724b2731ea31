/**
 * A team of threads that all run the same program over shared memory and meet at barriers. A team of one is the
 * sequential program.
 */
export interface Member {
  readonly index: number;
  readonly size: number;
  /** Returns when every member has called it. */
  barrier(): void;
  /** Shares out 0 .. total - 1 in chunks, in ascending order to each member, and ends with a barrier. */
  share(total: number, chunk: number, work: (from: number, to: number) => void): void;
  /** Adds the members' numbers; all get the sum. At most `SLOTS` at a time. */
  sum(...mine: number[]): number[];
}

/** The memory a team meets in. */
export interface TeamMemory {
  readonly size: number;
  readonly control: Int32Array;
  readonly sums: Float64Array;
}

const ARRIVED = 0;
const GENERATION = 1;
const FAILED = 2;
const JOINED = 6;
/** Three cursors in turn: one in use, one just left behind, one made ready for the phase after. */
const CURSORS = 3;
const CONTROL_WORDS = 7;
const SLOTS = 4;
const SPINS = 200;

export const makeTeamMemory = (size: number): TeamMemory => ({
  size,
  control: new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS)),
  sums: new Float64Array(new SharedArrayBuffer(8 * SLOTS * size)),
});

/** Wakes everyone out of a barrier that can no longer be completed. */
export const failTeam = ({ control }: TeamMemory): void => {
  Atomics.store(control, FAILED, 1);
  Atomics.add(control, GENERATION, 1);
  Atomics.notify(control, GENERATION);
};

/** Tells that the thread of a member runs. */
export const announce = ({ control }: TeamMemory): void => {
  Atomics.add(control, JOINED, 1);
  Atomics.notify(control, JOINED);
};

/** Waits until `threads` have announced themselves: a thread that never started would be waited for at every barrier. */
export const awaitThreads = ({ control }: TeamMemory, threads: number, milliseconds: number): void => {
  const deadline = performance.now() + milliseconds;
  for (let joined = 0; (joined = Atomics.load(control, JOINED)) < threads;) {
    const left = deadline - performance.now();
    if (left <= 0) throw new Error(`Only ${joined} of ${threads} threads started.`);
    Atomics.wait(control, JOINED, joined, left);
  }
};

export const joinTeam = (memory: TeamMemory, index: number): Member => {
  const { size, control, sums } = memory;
  let phase = 0;

  const barrier = (): void => {
    if (size === 1) return;
    const generation = Atomics.load(control, GENERATION);
    if (Atomics.add(control, ARRIVED, 1) === size - 1) {
      Atomics.store(control, ARRIVED, 0);
      Atomics.add(control, GENERATION, 1);
      Atomics.notify(control, GENERATION);
    } else {
      for (let spin = 0; spin < SPINS && Atomics.load(control, GENERATION) === generation; spin++);
      while (Atomics.load(control, GENERATION) === generation) Atomics.wait(control, GENERATION, generation);
    }
    if (Atomics.load(control, FAILED) === 1) throw new Error("Another thread of the team has failed.");
  };

  const share = (total: number, chunk: number, work: (from: number, to: number) => void): void => {
    const cursor = CURSORS + (phase % 3);
    if (index === 0) Atomics.store(control, CURSORS + ((phase + 1) % 3), 0);
    phase++;
    const chunks = Math.ceil(total / chunk);
    for (let next = Atomics.add(control, cursor, 1); next < chunks; next = Atomics.add(control, cursor, 1)) {
      work(next * chunk, Math.min(total, (next + 1) * chunk));
    }
    barrier();
  };

  const sum = (...mine: number[]): number[] => {
    mine.forEach((value, slot) => (sums[index * SLOTS + slot] = value));
    barrier();
    const totals = mine.map((_, slot) => {
      let total = 0;
      for (let member = 0; member < size; member++) total += sums[member * SLOTS + slot]!;
      return total;
    });
    barrier();
    return totals;
  };

  return { index, size, barrier, share, sum };
};
