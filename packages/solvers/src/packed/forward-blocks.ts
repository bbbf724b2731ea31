/**
 * One sweep in order, on several threads, with exactly the results of one thread. In a sweep that is not layered a
 * state may be proved by what the sweep has just found before it; so the states are taken in blocks:
 *
 * 1. All threads check the block's unsolved states against what was known before the block, note the proofs and list
 *    the parents these concern; nobody writes results.
 * 2. One thread walks through the block in order. It enters each proof at its state's turn, carries it to the parents
 *    where `direct` asks for that, and checks those states of the block again for which something has changed.
 */
import { type ForwardSweep, LOST, UNSOLVED, WON, codeOf, forwardCheck, setOwn } from "./codes.ts";
import { BLOCK, proofWords, type Job } from "./job.ts";
import type { Member } from "./team.ts";

/** States to a chunk of a thread's work. */
const CHUNK = 128;

/** A proof is written as: code, number of parents, parents. `proofAt` holds one more than its place, 0 for none. */
const HEADER = 2;
/** In `proofAt`: there was no room left to note a proof. Nothing is lost, the state is checked in its turn. */
const UNCHECKED = -1;

export const sweepInBlocks = (sweep: ForwardSweep, member: Member, job: Job): void => {
  const { states, maxMoves } = sweep.game;
  const again = new Uint8Array(BLOCK);
  const grandparents = new Int32Array(maxMoves);
  for (let base = 0; base < states; base += BLOCK) {
    const size = Math.min(BLOCK, states - base);
    checkBlock(sweep, member, job, base, size);
    if (member.index === 0) enterBlock(sweep, job, base, size, again, grandparents);
    member.barrier();
  }
};

const checkBlock = (sweep: ForwardSweep, member: Member, job: Job, base: number, size: number): void => {
  const { codes, game } = sweep;
  const capacity = proofWords(game.maxMoves);
  const mine = job.proofs[member.index]!;
  let length = 0;
  member.share(size, CHUNK, (from, to) => {
    for (let i = from; i < to; i++) {
      const state = base + i;
      job.proofAt[i] = 0;
      if (codeOf(codes, state) !== UNSOLVED) continue;
      sweep.forwardExpansions++;
      if (length + HEADER + game.maxMoves > capacity) {
        job.proofAt[i] = UNCHECKED;
        continue;
      }
      const found = forwardCheck(sweep, state);
      if (found === UNSOLVED) continue;
      job.proofAt[i] = member.index * capacity + length + 1;
      mine[length] = found;
      const room = mine.subarray(length + HEADER, length + HEADER + game.maxMoves);
      mine[length + 1] = settlesParents(sweep, found)
        ? listUnsolved(sweep, state, 0, game.states, room)
        : listUnsolved(sweep, state, state + 1, base + size, room);
      length += HEADER + mine[length + 1]!;
    }
  });
};

const settlesParents = (sweep: ForwardSweep, found: number): boolean => found === LOST && sweep.parameters.direct;

/** The unsolved parents among the states `from .. to - 1`. */
const listUnsolved = (sweep: ForwardSweep, state: number, from: number, to: number, out: Int32Array): number => {
  const count = sweep.game.parents(state, out);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const parent = out[i]!;
    if (parent >= from && parent < to && codeOf(sweep.codes, parent) === UNSOLVED) out[kept++] = parent;
  }
  return kept;
};

const enterBlock = (
  sweep: ForwardSweep,
  job: Job,
  base: number,
  size: number,
  again: Uint8Array,
  grandparents: Int32Array,
): void => {
  const { codes, game, parents } = sweep;
  const capacity = proofWords(game.maxMoves);
  const end = base + size;
  for (let i = 0; i < size; i++) {
    const place = job.proofAt[i]!;
    if (place === 0 && again[i] === 0) continue;
    again[i] = 0;
    const state = base + i;
    if (codeOf(codes, state) !== UNSOLVED) continue;
    let found: number;
    let concerned: Int32Array;
    if (place > 0) {
      const list = job.proofs[Math.floor((place - 1) / capacity)]!;
      const start = (place - 1) % capacity;
      found = list[start]!;
      concerned = list.subarray(start + HEADER, start + HEADER + list[start + 1]!);
    } else {
      found = forwardCheck(sweep, state);
      if (found === UNSOLVED) continue;
      const [from, to] = settlesParents(sweep, found) ? [0, game.states] : [state + 1, end];
      concerned = parents.subarray(0, listUnsolved(sweep, state, from, to, parents));
    }
    setOwn(codes, state, found);
    sweep.solved++;
    if (!settlesParents(sweep, found)) {
      for (const parent of concerned) again[parent - base] = 1;
      continue;
    }
    sweep.backwardExpansions++;
    for (const parent of concerned) {
      if (codeOf(codes, parent) !== UNSOLVED) continue;
      setOwn(codes, parent, WON);
      sweep.solved++;
      // In one thread's sweep the parent would be found solved: its check was one too many.
      if (parent > state && parent < end) sweep.forwardExpansions--;
      const count = listUnsolved(sweep, parent, state + 1, end, grandparents);
      for (let j = 0; j < count; j++) again[grandparents[j]! - base] = 1;
    }
  }
};
