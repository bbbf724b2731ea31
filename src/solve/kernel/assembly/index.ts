// The vector kernel: retrograde analysis on bit vectors, one thread of a team. See docs/kernel.md.
import { enterBlock } from "./block";
import { begin, blocks, dtm, frame, job, outer, wide } from "./context";
import { F_ALL_BLOCKS, J_DECIDED, J_FOUND, J_LAST_SEED, J_PASS, J_PLY, J_RESULT, J_WINNER } from "./offsets";
import { markBlock } from "./legality";
import {
  beginDirection, forgetHoldsBlock, initBlock, lostAtOnceBlock, loseBlock, takeFound, turnOver, winAndLoseBlock, winBlock,
} from "./step";
import { outerIsX } from "./block";
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

let weights: usize = 0;

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
 * Finds all wins of one side. Every thread of the team calls it; the planes must be marked.
 * Returns 1, 2 when the host stopped it, 3 when distances do not fit the planes (then use wide ones).
 */
export function solve(at: usize, thread: u32, xWins: bool, weightOfBlock: usize): u32 {
  begin(at, thread);
  weights = weightOfBlock;
  beginDirection(xWins);
  if (!pass(INIT, 0, thread)) return STOPPED;
  if (!pass(LOST_AT_ONCE, 0, thread)) return STOPPED;
  share(0);
  if (!barrier()) return STOPPED;
  let fused = xWins;
  for (let i: u32 = 0; i < outer; i++) if (!outerIsX(i)) fused = false;
  const longest: u32 = wide ? 0xfffd : 0xfd;
  let slot: u32 = 0;
  let fresh = atomic.load<u32>(job + J_FOUND);
  for (let ply: u32 = 1; ; ply += 2) {
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
  if (dtm && !pass(FORGET, 0, thread)) return STOPPED;
  return OK;
}

function share(slot: u32): void {
  const n = takeFound();
  if (n == 0) return;
  atomic.add<u32>(job + J_FOUND + (slot << 2), n);
  atomic.add<u64>(job + J_DECIDED, <u64>n);
}
