// The vector kernel: retrograde analysis on bit vectors, one thread of a team. See docs/kernel.md.
import { bringBorder, isBorderLeft } from "./border";
import { captureBlock, lookThrough } from "./captures";
import { begin, job, outer, ownBlocks } from "./context";
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
  O_NEAR,
  O_PLY,
  O_SIDE,
  PASS_BOTH,
  PASS_CAPTURES,
  PASS_ILLEGAL,
  PASS_INIT,
  PASS_LOSE,
  PASS_LOST_AT_ONCE,
  PASS_SET,
  PASS_STUCK,
  PASS_WIN,
  SET_SOME,
} from "./layout";
import { markIllegalBlock } from "./legality";
import {
  beginDirection,
  bringOwn,
  foundSoFar,
  freshSet,
  keepFresh,
  seed,
  takeFound,
  turnOver,
  firstPly,
  flags,
  flagsNext,
  flagsWon,
  levelZero,
  seeded,
  timed,
  winnerIsX,
  wonSet,
} from "./direction";
import { clearFlagsFrom } from "./flags";
import { loseBlock, winAndLoseBlock } from "./lose";
import { findNear, isAnyNear, isNear, nearAll } from "./near";
import { bringOperands, intoSet, passOverSet, setBlock } from "./sets";
import { initBlock, lostAtOnceBlock, stuckBlock } from "./start";
import { beginTape, endTape } from "./tape";
import { winBlock } from "./win";
import { bringWhole, isWindowed, putBack } from "./windows";
import { outerIsX } from "./block";
export { differences, gather } from "./differences";
export { storedSide, uniform } from "./sheet";
export { play, ranks, turn } from "./turn";
export { illegalOf } from "./legality";
export { beginReplay, enterBand, leaveBand, replay } from "./tape";
export { flagSeeds } from "./captures";
import { barrier, chunkEnd, chunkFirst, takeChunk } from "./team";

const OK: u32 = 1;
const STOPPED: u32 = 2;
const PAUSED: u32 = 3;

let operation: usize = 0;
let forX: bool = false;

function pass(kind: u32, ply: u32, thread: u32): bool {
  if (thread == 0) {
    store<u32>(job + J_PASS, kind);
    store<u32>(job + J_PLY, ply);
  }
  if (!bringSource(kind) || !narrow(kind, ply)) return false;
  const windowed = isWindowed();
  const withBorder = kind <= <u32>PASS_INIT || kind == PASS_SET;
  while (takeChunk(withBorder)) {
    const before = foundSoFar();
    const isWanted = (chunkEnd > ownBlocks || isAnyNear(chunkFirst, chunkEnd)) && bringIn(kind, ply);
    if (!isWanted) {
      passOver(kind, chunkFirst, chunkEnd);
      continue;
    }
    for (let b = chunkFirst; b < chunkEnd; b++) {
      if (b < ownBlocks && !isNear(b)) passOver(kind, b, b + 1);
      else if (kind == PASS_WIN) winBlock(b, ply);
      else if (kind == PASS_LOSE) loseBlock(b, ply);
      else if (kind == PASS_BOTH) winAndLoseBlock(b, ply);
      else if (kind == PASS_SET) setBlock(b, operation);
      else if (kind == PASS_INIT) initBlock(b);
      else if (kind == PASS_CAPTURES) captureBlock(b);
      else if (kind == PASS_STUCK) stuckBlock(b);
      else if (kind == PASS_LOST_AT_ONCE) lostAtOnceBlock(b);
      else markIllegalBlock(b, forX);
    }
    // The first ones write where they find nothing, all others what they have found.
    if (windowed) putBack(kind <= <u32>PASS_CAPTURES || kind == PASS_LOST_AT_ONCE || foundSoFar() != before);
  }
  return barrier();
}

/** Has the set that a pass reads at random places in the memory. */
function bringSource(kind: u32): bool {
  if (kind == PASS_SET) {
    return !intoSet(operation) || bringWhole(load<u32>(operation + O_A), load<u32>(operation + O_A + 4));
  }
  if (kind == PASS_WIN || kind == PASS_BOTH) return bringWhole(freshSet, flags);
  if (kind == PASS_STUCK || kind == PASS_LOST_AT_ONCE || kind == PASS_LOSE) return bringWhole(wonSet, 0);
  return true;
}

/** Has the sets that a pass reads and writes in block order there, for the chunk. */
function bringIn(kind: u32, ply: u32): bool {
  if (kind == PASS_SET) return bringOperands(operation);
  bringOwn(kind, ply == firstPly + 1 && seeded);
  return true;
}

/** Finds which blocks a pass has to look at: all, or those near what is new. */
function narrow(kind: u32, ply: u32): bool {
  nearAll();
  if (kind == PASS_SET) {
    const ofX = load<u32>(operation + O_SIDE) != 0;
    const near: usize = load<u32>(operation + O_NEAR);
    if (near != 0) return findNear(near, ofX);
    return load<u32>(operation + O_KIND) != SET_SOME || findNear(load<u32>(operation + O_A + 4), ofX);
  }
  if (timed) return true; // captures have plies of their own
  if (kind == PASS_LOSE) return findNear(flagsWon, !winnerIsX);
  if (kind != PASS_WIN && kind != PASS_BOTH) return true;
  return ply == firstPly + 1 && seeded ? true : findNear(flags, winnerIsX); // then captures win
}

/** What a pass leaves in blocks that have nothing new near them. */
function passOver(kind: u32, first: u32, end: u32): void {
  if (kind == PASS_SET) passOverSet(first, end, operation);
  if (kind == PASS_WIN || kind == PASS_BOTH) clearFlagsFrom(flagsWon, first, end);
  if (kind == PASS_LOSE || kind == PASS_BOTH) clearFlagsFrom(flagsNext, first, end);
}

/** Marks the illegal cells of a view, the job's frame, for one side to move. Every thread calls this, and all below. */
export function mark(at: usize, thread: u32, xToMove: bool): u32 {
  begin(at, thread);
  forX = xToMove;
  return pass(PASS_ILLEGAL, 0, thread) ? OK : STOPPED;
}

/** Begins a direction. */
export function init(at: usize, thread: u32, xWins: bool): u32 {
  begin(at, thread);
  beginDirection(xWins, 0, true);
  return pass(PASS_INIT, 0, thread) ? OK : STOPPED;
}

/** Looks up the captures that lead into a view: of the winner, or of the loser. Adds the winner's to J_SEEDS. */
export function captures(at: usize, thread: u32, xWins: bool, place: u32, ofWinner: bool): u32 {
  begin(at, thread);
  beginDirection(xWins, 0, true);
  lookThrough(place, ofWinner);
  if (!pass(PASS_CAPTURES, 0, thread)) return STOPPED;
  atomic.add<u32>(job + J_SEEDS, <u32>min<u64>(takeFound(), 1));
  return barrier() ? OK : STOPPED;
}

/** As long as no captures of the loser are looked up: adds 1 to J_FOUND where something might be lost at once. */
export function stuck(at: usize, thread: u32, xWins: bool): u32 {
  begin(at, thread);
  beginDirection(xWins, 0, true);
  if (!pass(PASS_STUCK, 0, thread)) return STOPPED;
  atomic.add<u32>(job + J_FOUND, <u32>min<u64>(takeFound(), 1));
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
  return solveFrom(0, xWins, thread);
}

/** The same for a solved endgame whose captures were looked up anew, as they are worth more: what is won besides, from a ply on. */
export function extend(at: usize, thread: u32, xWins: bool, ply: u32): u32 {
  begin(at, thread);
  beginTape();
  beginDirection(xWins, ply, false);
  return solveFrom(ply, xWins, thread);
}

function solveFrom(ply: u32, xWins: bool, thread: u32): u32 {
  seed();
  if (!pass(PASS_LOST_AT_ONCE, ply, thread)) return STOPPED;
  return propagateFrom(ply, xWins, thread);
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
  if (!pass(PASS_SET, load<u32>(op + O_PLY), thread)) return STOPPED;
  endTape();
  atomic.add<u64>(op + O_COUNT, takeFound());
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
    if (fresh == 0 && ply > atomic.load<u32>(job + J_LAST_SEED) && !isBorderLeft(ply - 1)) break;
    if (!bringBorder(ply, thread)) return STOPPED;
    if (fused) {
      if (!pass(PASS_BOTH, ply, thread)) return STOPPED;
    } else {
      if (!pass(PASS_WIN, ply, thread)) return STOPPED;
      if (!pass(PASS_LOSE, ply + 1, thread)) return STOPPED;
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
  atomic.add<u32>(job + J_FOUND + (slot << 2), <u32>min<u64>(takeFound(), 1));
}
