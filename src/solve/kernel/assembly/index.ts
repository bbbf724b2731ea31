// The vector kernel: retrograde analysis on bit vectors, one thread of a team. See docs/kernel.md.
import { begin, dtm, job, outer, wide } from "./context";
import { J_DECIDED, J_FOUND, J_LAST_SEED, J_PASS, J_PLY, O_COUNT, O_PLY } from "./layout";
import { markBlock } from "./legality";
import { beginDirection, takeFound, turnOver } from "./direction";
import { loseBlock, winAndLoseBlock } from "./lose";
import { setBlock } from "./sets";
import { forgetHoldsBlock, initBlock, lostAtOnceBlock } from "./start";
import { winBlock } from "./win";
import { outerIsX } from "./block";
export { outcomes } from "./planes";
export { countMarks, differences, ranks, storedSide, turn, uniform } from "./sheet";
import { barrier, chunkEnd, chunkFirst, takeChunk } from "./team";

const OK: u32 = 1;
const STOPPED: u32 = 2;
const TOO_LONG: u32 = 3;

const MARK: u32 = 0;
const MARK_NEW: u32 = 1;
const INIT: u32 = 2;
const LOST_AT_ONCE: u32 = 3;
const WIN: u32 = 4;
const LOSE: u32 = 5;
const BOTH: u32 = 6;
const FORGET: u32 = 7;
const SET: u32 = 8;

let weights: usize = 0;
let operation: usize = 0;

function pass(kind: u32, ply: u32, thread: u32): bool {
  if (thread == 0) {
    store<u32>(job + J_PASS, kind);
    store<u32>(job + J_PLY, ply);
  }
  while (takeChunk()) {
    for (let b = chunkFirst; b < chunkEnd; b++) {
      if (kind == INIT) initBlock(b);
      else if (kind == LOST_AT_ONCE) lostAtOnceBlock(b, <u32>load<u8>(weights + b));
      else if (kind == WIN) winBlock(b, ply);
      else if (kind == LOSE) loseBlock(b, ply);
      else if (kind == BOTH) winAndLoseBlock(b, ply);
      else if (kind == FORGET) forgetHoldsBlock(b);
      else if (kind == SET) setBlock(b, operation);
      else markBlock(b, kind == MARK_NEW);
    }
  }
  return barrier();
}

/** Marks the illegal cells of the job's frame; with `reset`, all others become unknown. Every thread calls it. */
export function mark(at: usize, thread: u32, reset: bool): u32 {
  begin(at, thread);
  return pass(reset ? MARK_NEW : MARK, 0, thread) ? OK : STOPPED;
}

/**
 * Finds all wins of one side by mate and conversion. Every thread of the team calls it; the planes must be marked.
 * Returns 1, 2 when the host stopped it, 3 when distances do not fit the planes (then use wide ones).
 */
export function solve(at: usize, thread: u32, xWins: bool, weightOfBlock: usize): u32 {
  begin(at, thread);
  weights = weightOfBlock;
  beginDirection(xWins, 0, true);
  if (!pass(INIT, 0, thread)) return STOPPED;
  if (!pass(LOST_AT_ONCE, 0, thread)) return STOPPED;
  const result = propagateFrom(0, xWins, thread);
  if (result == OK && dtm && !pass(FORGET, load<u32>(job + J_PLY), thread)) return STOPPED;
  return result;
}

/** Propagates the losses that SET_SEED made at an even ply; results as for `solve`. */
export function propagate(at: usize, thread: u32, xWins: bool, ply: u32): u32 {
  begin(at, thread);
  beginDirection(xWins, ply, false);
  return propagateFrom(ply, xWins, thread);
}

/** One operation on sets (O_KIND), in the direction of a job. Its count is added to O_COUNT. */
export function operate(at: usize, thread: u32, xWins: bool, op: usize): u32 {
  begin(at, thread);
  beginDirection(xWins, load<u32>(op + O_PLY), false);
  operation = op;
  if (!pass(SET, load<u32>(op + O_PLY), thread)) return STOPPED;
  atomic.add<u64>(op + O_COUNT, <u64>takeFound());
  return barrier() ? OK : STOPPED;
}

function propagateFrom(seedPly: u32, xWins: bool, thread: u32): u32 {
  if (thread == 0) {
    store<u32>(job + J_FOUND + 4, 0);
    store<u32>(job + J_FOUND + 8, 0);
  }
  share(0);
  if (!barrier()) return STOPPED;
  let fused = xWins;
  for (let i: u32 = 0; i < outer; i++) if (!outerIsX(i)) fused = false;
  // The highest narrow marks stand for what was carried out: ../../levels/epochs.ts.
  const longest: u32 = wide ? 0xfffd : 0xfb;
  let slot: u32 = 0;
  let fresh: u32 = 1;
  for (let ply = seedPly + 1; ; ply += 2) {
    if (fresh == 0 && ply > atomic.load<u32>(job + J_LAST_SEED)) break;
    if (ply + 1 > longest) return TOO_LONG;
    if (fused) {
      if (!pass(BOTH, ply, thread)) return STOPPED;
    } else {
      if (!pass(WIN, ply, thread)) return STOPPED;
      if (!pass(LOSE, ply + 1, thread)) return STOPPED;
    }
    turnOver();
    // Three counters in turn: one is read, one filled, one cleared.
    slot = (slot + 1) % 3;
    if (thread == 0) store<u32>(job + J_FOUND + (((slot + 1) % 3) << 2), 0);
    share(slot);
    if (!barrier()) return STOPPED;
    fresh = atomic.load<u32>(job + J_FOUND + (slot << 2));
  }
  return OK;
}

function share(slot: u32): void {
  const n = takeFound();
  if (n == 0) return;
  atomic.add<u32>(job + J_FOUND + (slot << 2), n);
  atomic.add<u64>(job + J_DECIDED, <u64>n);
}
