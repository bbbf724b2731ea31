// The vector kernel: retrograde analysis on bit vectors, one thread of a team. See docs/kernel.md.
import { captureBlock, lookThrough } from "./captures";
import { begin, job, outer } from "./context";
import {
  J_FOUND,
  J_LAST_SEED,
  J_PASS,
  J_PAUSED,
  J_PLY,
  J_SEEDS,
  O_A,
  O_COUNT,
  O_KIND,
  O_PLY,
  O_SIDE,
  O_TARGET,
  SET_SOME,
} from "./layout";
import { markIllegalBlock } from "./legality";
import {
  beginDirection,
  keepFresh,
  takeFound,
  turnOver,
  flags,
  flagsNext,
  flagsWon,
  levelZero,
  timed,
  winnerIsX,
} from "./direction";
import { clearFlags, flagsOf } from "./flags";
import { loseBlock, winAndLoseBlock } from "./lose";
import { findNear, isNear, nearAll } from "./near";
import { setBlock } from "./sets";
import { initBlock, lostAtOnceBlock, stuckBlock } from "./start";
import { beginTape, endTape } from "./tape";
import { winBlock } from "./win";
import { outerIsX } from "./block";
export { differences } from "./differences";
export { storedSide, uniform } from "./sheet";
export { play, ranks, turn } from "./turn";
export { illegalOf } from "./legality";
export { beginReplay, replay } from "./tape";
export { flagSeeds } from "./captures";
import { barrier, chunkEnd, chunkFirst, takeChunk } from "./team";

const OK: u32 = 1;
const STOPPED: u32 = 2;
const PAUSED: u32 = 3;

const ILLEGAL: u32 = 0;
const INIT: u32 = 1;
const CAPTURES: u32 = 2;
const STUCK: u32 = 3;
const LOST_AT_ONCE: u32 = 4;
const WIN: u32 = 5;
const LOSE: u32 = 6;
const BOTH: u32 = 7;
const SET: u32 = 8;

let operation: usize = 0;
let forX: bool = false;

function pass(kind: u32, ply: u32, thread: u32): bool {
  if (thread == 0) {
    store<u32>(job + J_PASS, kind);
    store<u32>(job + J_PLY, ply);
  }
  if (!narrow(kind, ply)) return false;
  while (takeChunk()) {
    for (let b = chunkFirst; b < chunkEnd; b++) {
      if (!isNear(b)) passOver(kind, b);
      else if (kind == WIN) winBlock(b, ply);
      else if (kind == LOSE) loseBlock(b, ply);
      else if (kind == BOTH) winAndLoseBlock(b, ply);
      else if (kind == SET) setBlock(b, operation);
      else if (kind == INIT) initBlock(b);
      else if (kind == CAPTURES) captureBlock(b);
      else if (kind == STUCK) stuckBlock(b);
      else if (kind == LOST_AT_ONCE) lostAtOnceBlock(b);
      else markIllegalBlock(b, forX);
    }
  }
  return barrier();
}

/** Finds which blocks a pass has to look at: all, or those near what is new. */
function narrow(kind: u32, ply: u32): bool {
  nearAll();
  if (kind == SET) {
    if (load<u32>(operation + O_KIND) != SET_SOME) return true;
    return findNear(load<u32>(operation + O_A + 4), load<u32>(operation + O_SIDE) != 0);
  }
  if (timed) return true; // captures have plies of their own
  if (kind == LOSE) return findNear(flagsWon, !winnerIsX);
  if (kind != WIN && kind != BOTH) return true;
  return ply == 1 && levelZero ? true : findNear(flags, winnerIsX); // in ply 1 of level 0 captures win
}

/** What a pass leaves in a block that has nothing new near it. */
function passOver(kind: u32, b: u32): void {
  if (kind == SET) clearFlags(flagsOf(load<u32>(operation + O_TARGET + 4), b));
  if (kind == WIN || kind == BOTH) clearFlags(flagsOf(flagsWon, b));
  if (kind == LOSE || kind == BOTH) clearFlags(flagsOf(flagsNext, b));
}

/** Marks the illegal cells of a view, the job's frame, for one side to move. Every thread calls this, and all below. */
export function mark(at: usize, thread: u32, xToMove: bool): u32 {
  begin(at, thread);
  forX = xToMove;
  return pass(ILLEGAL, 0, thread) ? OK : STOPPED;
}

/** Begins a direction. */
export function init(at: usize, thread: u32, xWins: bool): u32 {
  begin(at, thread);
  beginDirection(xWins, 0, true);
  return pass(INIT, 0, thread) ? OK : STOPPED;
}

/** Looks up the captures that lead into a view: of the winner, or of the loser. Adds the winner's to J_SEEDS. */
export function captures(at: usize, thread: u32, xWins: bool, place: u32, ofWinner: bool): u32 {
  begin(at, thread);
  beginDirection(xWins, 0, true);
  lookThrough(place, ofWinner);
  if (!pass(CAPTURES, 0, thread)) return STOPPED;
  atomic.add<u32>(job + J_SEEDS, min(takeFound(), 1));
  return barrier() ? OK : STOPPED;
}

/** As long as no captures of the loser are looked up: adds 1 to J_FOUND where something might be lost at once. */
export function stuck(at: usize, thread: u32, xWins: bool): u32 {
  begin(at, thread);
  beginDirection(xWins, 0, true);
  if (!pass(STUCK, 0, thread)) return STOPPED;
  atomic.add<u32>(job + J_FOUND, min(takeFound(), 1));
  return barrier() ? OK : STOPPED;
}

/**
 * Finds all wins of one side by mate and conversion, once captures are looked up. Returns 1; 2 when the host stopped it; or, when
 * the host wanted a pause, 3: all up to J_PLY, an even ply, is on the tape then, and `propagate` goes on from there. Levels above 0
 * do not pause.
 */
export function solve(at: usize, thread: u32, xWins: bool): u32 {
  begin(at, thread);
  beginTape();
  beginDirection(xWins, 0, true);
  if (!pass(LOST_AT_ONCE, 0, thread)) return STOPPED;
  return propagateFrom(0, xWins, thread);
}

/** Propagates the losses of an even ply, which SET_SEED made or a pause left; results as for `solve`. */
export function propagate(at: usize, thread: u32, xWins: bool, ply: u32, ofLevelZero: bool): u32 {
  begin(at, thread);
  beginTape();
  beginDirection(xWins, ply, ofLevelZero);
  return propagateFrom(ply, xWins, thread);
}

/** One operation on sets (O_KIND), in the direction of a job. Its count is added to O_COUNT. */
export function operate(at: usize, thread: u32, xWins: bool, op: usize): u32 {
  begin(at, thread);
  beginTape();
  beginDirection(xWins, load<u32>(op + O_PLY), false);
  operation = op;
  if (!pass(SET, load<u32>(op + O_PLY), thread)) return STOPPED;
  endTape();
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
  let slot: u32 = 0;
  let fresh: u32 = 1;
  for (let ply = seedPly + 1; ; ply += 2) {
    if (fresh == 0 && ply > atomic.load<u32>(job + J_LAST_SEED)) break;
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
    if (levelZero && fresh != 0 && load<u32>(job + J_PAUSED) != 0) {
      endTape();
      if (thread == 0) {
        store<u32>(job + J_PLY, ply + 1);
        keepFresh();
      }
      return PAUSED;
    }
  }
  endTape();
  return OK;
}

function share(slot: u32): void {
  atomic.add<u32>(job + J_FOUND + (slot << 2), min(takeFound(), 1));
}
