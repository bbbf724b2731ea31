// One ply of retrograde analysis for a block, in pull form: a thread writes only to its own blocks.
import { count as countBits, isEmpty, meet, mirrorBits, none, valid } from "./bits";
import { innerMovers } from "./attack";
import {
  block, count, enterBlock, free, listMoves, moveAt, moveBlock, moveMirrored, movePath, MOVES_BYTES, occupied, overlap,
} from "./block";
import { bitOf, dtm, frame, groups, has, job, NOWHERE, planeX, planeY, scratch, vectorBytes, yCount, yOcc } from "./context";
import {
  F_Y_MIRROR, F_Y_MOVE, F_Y_MOVES, J_CHECKMATED, J_DONE, J_FLAGS, J_FLAGS_KNOWN, J_FLAGS_NEXT, J_FLAGS_WON, J_FRESH, J_FRESH_NEXT, J_HOLD, J_HOLD_BLOCK, J_LAST_SEED, J_SEED, J_SEED_BLOCK, J_STALEMATED, J_WON, O_A, O_B, O_C, O_KIND, O_SIDE, O_TARGET, SET_ALL, SET_AND, SET_AND_NOT, SET_CAPTURES, SET_CHECKED, SET_OR, SET_SEED, SET_SOME, SET_UNKNOWN, SET_WON,
} from "./offsets";
import { collect, distanceAt, escapes, holds, legalCaptures, seeds, someCaptureWins } from "./captures";
import { anyFlag, clearFlag, clearFlags, flagsOf, groupAt, hasFlag, setFlag } from "./flags";
import { getCell, illegal, put, putCell, unknown, whereDecided, whereEqual, whereIllegal } from "./planes";

const NEVER: u32 = 0xffff;

let winnerIsX: bool = false;
let planeW: usize = 0; // the winner to move
let planeL: usize = 0;
let won: usize = 0;
let done: usize = 0;
let fresh: usize = 0; // losses found in the last ply
let freshNext: usize = 0;
let flags: usize = 0;
let flagsNext: usize = 0;
let flagsWon: usize = 0;
let known: usize = 0;
let seedPly: usize = 0;
let seedBlock: usize = 0;
let holdPly: usize = 0;
let holdBlock: usize = 0;
let yMirror: usize = 0;
let seeded: bool = false;
/** Metric to mate, level 0: losing captures count. */
let holding: bool = false;
/** Ply of the seeds: losses at this ply start the propagation, later ones follow. */
let firstPly: u32 = 0;

// Scratch of the thread: wins pulled together for each vector, and which vectors were touched.
let pulled: usize = 0;
let touched: usize = 0;
let candidates: usize = 0;

/** Decided cells since the last call. */
let found: u32 = 0;
export function takeFound(): u32 {
  const n = found;
  found = 0;
  return n;
}

/**
 * Takes up one direction: which side's wins are sought, from seeds of a ply (0, or the first of a level) on. At levels
 * above 0 a losing capture puts nothing off: it leads to a loss of level 0, which is worse.
 */
export function beginDirection(xWins: bool, first: u32, levelZero: bool): void {
  winnerIsX = xWins;
  firstPly = first;
  holding = dtm && levelZero;
  planeW = xWins ? planeX : planeY;
  planeL = xWins ? planeY : planeX;
  won = load<u32>(job + J_WON);
  done = load<u32>(job + J_DONE);
  fresh = load<u32>(job + J_FRESH);
  freshNext = load<u32>(job + J_FRESH_NEXT);
  flags = load<u32>(job + J_FLAGS);
  flagsNext = load<u32>(job + J_FLAGS_NEXT);
  flagsWon = load<u32>(job + J_FLAGS_WON);
  known = load<u32>(job + J_FLAGS_KNOWN);
  seedPly = load<u32>(job + J_SEED);
  seedBlock = load<u32>(job + J_SEED_BLOCK);
  holdPly = load<u32>(job + J_HOLD);
  holdBlock = load<u32>(job + J_HOLD_BLOCK);
  yMirror = load<u32>(frame + F_Y_MIRROR);
  seeded = someCaptureWins(xWins);
  pulled = scratch + MOVES_BYTES;
  touched = pulled + (<usize>yCount << 4);
  candidates = touched + (<usize>groups << 1);
  memory.fill(pulled, 0, (<usize>yCount << 4) + (<usize>groups << 2));
}

/** The fresh losses of this ply become those of the last. */
export function turnOver(): void {
  const f = fresh;
  fresh = freshNext;
  freshNext = f;
  const g = flags;
  flags = flagsNext;
  flagsNext = g;
}

/** Pass 1: legality, and the winner's captures into positions lost for the loser. */
export function initBlock(stored: u32): void {
  enterBlock(stored);
  clearFlags(flagsOf(flags, stored));
  clearFlags(flagsOf(flagsNext, stored));
  clearFlags(flagsOf(flagsWon, stored));
  clearFlags(flagsOf(known, stored));
  const first = stored * yCount;
  let blockSeed = NEVER;
  let last: u32 = 0;
  for (let f: u32 = 0; f < yCount; f++) {
    const vector = first + f;
    const w = planeW + <usize>vector * vectorBytes;
    const l = planeL + <usize>vector * vectorBytes;
    const bad = whereIllegal(w);
    v128.store(won + (<usize>vector << 4), bad);
    const closed = v128.or(whereIllegal(l), whereDecided(l));
    v128.store(done + (<usize>vector << 4), v128.or(closed, v128.not(valid())));
    let next = NEVER;
    if (seeded && !overlap) {
      collect(f, winnerIsX, true);
      const wins = v128.andnot(seeds, bad);
      if (!isEmpty(wins)) {
        if (dtm) {
          for (let square: u32 = 0; square < 90; square++) {
            if (!has(wins, square)) continue;
            const distance = distanceAt(square);
            putCell(w, square, distance);
            next = min(next, distance);
            last = max(last, distance);
          }
        } else {
          put(w, wins, 1);
          next = 1;
          last = max(last, 1);
        }
      }
    }
    store<u16>(seedPly + (<usize>vector << 1), <u16>next);
    store<u16>(holdPly + (<usize>vector << 1), <u16>NEVER);
    blockSeed = min(blockSeed, next);
  }
  store<u16>(seedBlock + (<usize>stored << 1), <u16>blockSeed);
  store<u16>(holdBlock + (<usize>stored << 1), <u16>NEVER);
  raiseLastSeed(last);
}

function raiseLastSeed(ply: u32): void {
  const at = job + J_LAST_SEED;
  let old = atomic.load<u32>(at);
  while (ply > old) {
    const seen = atomic.cmpxchg<u32>(at, old, ply);
    if (seen == old) return;
    old = seen;
  }
}

/** Pass 2: positions lost at once: mates, stalemates and, to conversion, positions with losing captures only. */
export function lostAtOnceBlock(stored: u32, weight: u32): void {
  enterBlock(stored);
  if (overlap) return;
  listMoves(!winnerIsX);
  const first = stored * yCount;
  const loser: usize = winnerIsX ? 8 : 0;
  const flagsKnown = flagsOf(known, stored);
  let checkmates: u32 = 0;
  let stalemates: u32 = 0;
  for (let f: u32 = 0; f < yCount; f++) {
    const lost = evaluate(f, 0);
    if (isEmpty(lost)) continue;
    lose(f, lost, 0);
    // The captures of this vector have just been collected: known was not set before.
    const mates = v128.andnot(lost, legalCaptures);
    const inCheck = v128.load(won + (<usize>(first + f) << 4));
    checkmates += countBits(v128.and(mates, inCheck));
    stalemates += countBits(v128.andnot(mates, inCheck));
  }
  if (anyFlag(flagsKnown)) {
    atomic.add<u64>(job + J_CHECKMATED + loser, <u64>(checkmates * weight));
    atomic.add<u64>(job + J_STALEMATED + loser, <u64>(stalemates * weight));
  }
}

/** The winner's ply: pulls the last ply's losses through the winner's moves. */
export function winBlock(stored: u32, ply: u32): void {
  const flagsOwn = flagsOf(flagsWon, stored);
  clearFlags(flagsOwn);
  enterBlock(stored);
  if (overlap) return;
  listMoves(winnerIsX);
  for (let i: u32 = 0; i < count; i++) pullMove(moveAt(i));
  pullOwn(stored);
  const first = stored * yCount;
  const seedNow = <u32>load<u16>(seedBlock + (<usize>stored << 1)) == ply;
  if (seedNow) {
    for (let f: u32 = 0; f < yCount; f++) {
      const vector = first + f;
      if (<u32>load<u16>(seedPly + (<usize>vector << 1)) == ply) {
        pull(f, whereEqual(planeW + <usize>vector * vectorBytes, ply));
      }
    }
  }
  for (let g: u32 = 0; g < groups; g++) {
    let m = groupAt(touched, g);
    if (m == 0) continue;
    store<u16>(touched + (<usize>g << 1), 0);
    while (m != 0) {
      const f = (g << 4) + <u32>ctz(m);
      m &= m - 1;
      const at = pulled + (<usize>f << 4);
      const vector = first + f;
      const wonAt = won + (<usize>vector << 4);
      const old = v128.load(wonAt);
      const wins = v128.andnot(v128.load(at), old);
      v128.store(at, none());
      if (isEmpty(wins)) continue;
      v128.store(wonAt, v128.or(old, wins));
      put(planeW + <usize>vector * vectorBytes, wins, ply);
      found += countBits(wins);
      setFlag(flagsOwn, f);
    }
  }
  if (seedNow) nextSeeds(stored, ply);
}

function nextSeeds(stored: u32, ply: u32): void {
  const first = stored * yCount;
  let blockSeed = NEVER;
  for (let f: u32 = 0; f < yCount; f++) {
    const at = seedPly + (<usize>(first + f) << 1);
    let next = <u32>load<u16>(at);
    if (next == ply) {
      next = dtm ? nextDistance(first + f, planeW, ply, 1) : NEVER;
      store<u16>(at, <u16>next);
    }
    blockSeed = min(blockSeed, next);
  }
  store<u16>(seedBlock + (<usize>stored << 1), <u16>blockSeed);
}

/** The smallest distance beyond `ply` in a vector, of one parity: a tentative one, as no final one is so large. */
function nextDistance(vector: u32, plane: usize, ply: u32, parity: u32): u32 {
  const at = plane + <usize>vector * vectorBytes;
  let next = NEVER;
  for (let cell: u32 = 0; cell < 90; cell++) {
    const d = getCell(at, cell);
    if (d > ply && d < illegal() && (d & 1) == parity) next = min(next, d);
  }
  return next;
}

// @ts-ignore: decorator
@inline
function pull(f: u32, wins: v128): void {
  const at = pulled + (<usize>f << 4);
  v128.store(at, v128.or(v128.load(at), wins));
  setFlag(touched, f);
}

function pullMove(move: usize): void {
  const source = moveBlock(move);
  const at = flagsOf(flags, source);
  if (!anyFlag(at)) return;
  const isMirrored = moveMirrored(move);
  const path = movePath(move);
  const vectors = fresh + (<usize>(source * yCount) << 4);
  for (let g: u32 = 0; g < groups; g++) {
    let m = groupAt(at, g);
    while (m != 0) {
      let f = (g << 4) + <u32>ctz(m);
      m &= m - 1;
      let losses = v128.load(vectors + (<usize>f << 4));
      if (isMirrored) {
        f = <u32>load<u16>(yMirror + (<usize>f << 1));
        losses = mirrorBits(losses);
      }
      if (free(path, v128.load(yOcc + (<usize>f << 4)))) pull(f, v128.andnot(losses, path));
    }
  }
}

/** Moves inside the block: of the inner man, or of Y's formation. */
function pullOwn(stored: u32): void {
  const at = flagsOf(flags, stored);
  if (!anyFlag(at)) return;
  const vectors = fresh + (<usize>(stored * yCount) << 4);
  const starts: usize = load<u32>(frame + F_Y_MOVES);
  const moves: usize = load<u32>(frame + F_Y_MOVE);
  for (let g: u32 = 0; g < groups; g++) {
    let m = groupAt(at, g);
    while (m != 0) {
      const f = (g << 4) + <u32>ctz(m);
      m &= m - 1;
      const losses = v128.load(vectors + (<usize>f << 4));
      if (winnerIsX) {
        const men = v128.or(occupied, v128.load(yOcc + (<usize>f << 4)));
        pull(f, innerMovers(losses, v128.andnot(valid(), men)));
      } else {
        const end = load<u32>(starts + (<usize>(f + 1) << 2));
        for (let i = load<u32>(starts + (<usize>f << 2)); i < end; i++) {
          const move = load<u32>(moves + (<usize>i << 2));
          const eye = bitOf(move >> 24);
          if (!meet(eye, occupied)) pull(move & 0xffff, v128.andnot(losses, eye));
        }
      }
    }
  }
}

/** The loser's ply: looks again at every position with a move into a new win. */
export function loseBlock(stored: u32, ply: u32): void {
  clearFlags(flagsOf(flagsNext, stored));
  enterBlock(stored);
  if (overlap) return;
  listMoves(!winnerIsX);
  for (let i: u32 = 0; i < count; i++) {
    const move = moveAt(i);
    const at = flagsOf(flagsWon, moveBlock(move));
    if (!anyFlag(at)) continue;
    for (let g: u32 = 0; g < groups; g++) {
      let m = groupAt(at, g);
      if (!moveMirrored(move)) {
        if (m != 0) store<u16>(candidates + (<usize>g << 1), <u16>(groupAt(candidates, g) | m));
        continue;
      }
      while (m != 0) {
        setFlag(candidates, <u32>load<u16>(yMirror + (<usize>((g << 4) + <u32>ctz(m)) << 1)));
        m &= m - 1;
      }
    }
  }
  judgeCandidates(stored, ply);
}

/** Adds the candidates inside the block and those with a hold that ends, and decides them all. */
function judgeCandidates(stored: u32, ply: u32): void {
  const at = flagsOf(flagsWon, stored);
  if (anyFlag(at)) {
    const starts: usize = load<u32>(frame + F_Y_MOVES);
    const moves: usize = load<u32>(frame + F_Y_MOVE);
    for (let g: u32 = 0; g < groups; g++) {
      let m = groupAt(at, g);
      if (!winnerIsX) {
        if (m != 0) store<u16>(candidates + (<usize>g << 1), <u16>(groupAt(candidates, g) | m));
        continue;
      }
      while (m != 0) {
        const f = (g << 4) + <u32>ctz(m);
        m &= m - 1;
        const end = load<u32>(starts + (<usize>(f + 1) << 2));
        for (let i = load<u32>(starts + (<usize>f << 2)); i < end; i++) {
          setFlag(candidates, load<u32>(moves + (<usize>i << 2)) & 0xffff);
        }
      }
    }
  }
  const holdNow = <u32>load<u16>(holdBlock + (<usize>stored << 1)) == ply;
  if (holdNow) endHolds(stored, ply);
  for (let g: u32 = 0; g < groups; g++) {
    let m = groupAt(candidates, g);
    if (m == 0) continue;
    store<u16>(candidates + (<usize>g << 1), 0);
    while (m != 0) {
      const f = (g << 4) + <u32>ctz(m);
      m &= m - 1;
      const lost = evaluate(f, ply);
      if (!isEmpty(lost)) lose(f, lost, ply);
    }
  }
}

function lose(f: u32, lost: v128, ply: u32): void {
  const vector = block * yCount + f;
  const doneAt = done + (<usize>vector << 4);
  v128.store(doneAt, v128.or(v128.load(doneAt), lost));
  const next = ply == firstPly;
  v128.store((next ? fresh : freshNext) + (<usize>vector << 4), lost);
  setFlag(flagsOf(next ? flags : flagsNext, block), f);
  put(planeL + <usize>vector * vectorBytes, lost, ply);
  found += countBits(lost);
}

/** The squares on which every move of the loser leads to a won position; on others it is not lost at this ply. */
function evaluate(f: u32, ply: u32): v128 {
  const first = block * yCount;
  const vector = first + f;
  const doneAt = done + (<usize>vector << 4);
  let lost = v128.not(v128.load(doneAt));
  if (isEmpty(lost)) return lost;
  const wonHere = won + (<usize>first << 4);
  const yMen = v128.load(yOcc + (<usize>f << 4));
  if (winnerIsX) {
    const starts: usize = <usize>load<u32>(frame + F_Y_MOVES) + (<usize>f << 2);
    const moves: usize = load<u32>(frame + F_Y_MOVE);
    const end = load<u32>(starts + 4);
    for (let i = load<u32>(starts); i < end; i++) {
      const move = load<u32>(moves + (<usize>i << 2));
      const eye = move >> 24;
      if (eye != NOWHERE && has(occupied, eye)) continue;
      lost = v128.and(lost, v128.or(v128.load(wonHere + (<usize>(move & 0xffff) << 4)), bitOf(eye)));
      if (isEmpty(lost)) return lost;
    }
  }
  for (let i: u32 = 0; i < count; i++) {
    const move = moveAt(i);
    const path = movePath(move);
    if (!free(path, yMen)) continue;
    const source = won + (<usize>(moveBlock(move) * yCount) << 4);
    let wins: v128;
    if (moveMirrored(move)) wins = mirrorBits(v128.load(source + (<usize>load<u16>(yMirror + (<usize>f << 1)) << 4)));
    else wins = v128.load(source + (<usize>f << 4));
    lost = v128.and(lost, v128.or(wins, path));
    if (isEmpty(lost)) return lost;
  }
  if (!winnerIsX) {
    const notWon = v128.andnot(valid(), v128.load(wonHere + (<usize>f << 4)));
    const empty = v128.andnot(valid(), v128.or(occupied, yMen));
    lost = v128.andnot(lost, innerMovers(v128.and(notWon, empty), empty));
    if (isEmpty(lost)) return lost;
  }
  // Captures are looked at only here, once a vector has a position without a quiet escape.
  const flagsKnown = flagsOf(known, block);
  if (!hasFlag(flagsKnown, f)) {
    setFlag(flagsKnown, f);
    collect(f, !winnerIsX, false);
    v128.store(doneAt, v128.or(v128.load(doneAt), escapes));
    if (holding) hold(vector, v128.andnot(holds, v128.load(doneAt)), ply);
    lost = v128.andnot(lost, v128.load(doneAt));
  }
  return lost;
}

/** Puts off losses until the longest losing capture has run its course. */
function hold(vector: u32, cells: v128, ply: u32): void {
  if (isEmpty(cells)) return;
  const at = planeL + <usize>vector * vectorBytes;
  const doneAt = done + (<usize>vector << 4);
  let next = NEVER;
  let last: u32 = 0;
  let held = none();
  for (let square: u32 = 0; square < 90; square++) {
    if (!has(cells, square)) continue;
    const until = distanceAt(square);
    if (until <= ply) continue;
    putCell(at, square, until);
    held = v128.or(held, bitOf(square));
    next = min(next, until);
    last = max(last, until);
  }
  v128.store(doneAt, v128.or(v128.load(doneAt), held));
  store<u16>(holdPly + (<usize>vector << 1), <u16>next);
  const blockAt = holdBlock + (<usize>block << 1);
  store<u16>(blockAt, <u16>min(next, <u32>load<u16>(blockAt)));
  raiseLastSeed(last);
}

function endHolds(stored: u32, ply: u32): void {
  const first = stored * yCount;
  let blockHold = NEVER;
  for (let f: u32 = 0; f < yCount; f++) {
    const vector = first + f;
    const at = holdPly + (<usize>vector << 1);
    let next = <u32>load<u16>(at);
    if (next == ply) {
      const doneAt = done + (<usize>vector << 4);
      const ended = whereEqual(planeL + <usize>vector * vectorBytes, ply);
      v128.store(doneAt, v128.andnot(v128.load(doneAt), ended));
      setFlag(candidates, f);
      next = nextDistance(vector, planeL, ply, 0);
      store<u16>(at, <u16>next);
    }
    blockHold = min(blockHold, next);
  }
  store<u16>(holdBlock + (<usize>stored << 1), <u16>blockHold);
}

/** Both plies at once, where the loser's moves stay inside the block: it is then still in the cache. */
export function winAndLoseBlock(stored: u32, ply: u32): void {
  winBlock(stored, ply);
  clearFlags(flagsOf(flagsNext, stored));
  if (overlap) return;
  listMoves(false);
  judgeCandidates(stored, ply + 1);
}

/** Metric to mate: positions whose hold ended without a loss are unknown again. */
export function forgetHoldsBlock(stored: u32): void {
  const first = stored * yCount;
  for (let f: u32 = 0; f < yCount; f++) {
    const vector = first + f;
    const at = planeL + <usize>vector * vectorBytes;
    const undone = v128.not(v128.load(done + (<usize>vector << 4)));
    put(at, v128.and(undone, whereDecided(at)), unknown());
  }
}

// Sets of cells: what move patterns are made of (../../asian).

/** The cells of a set in one vector. */
// @ts-ignore: decorator
@inline
function member(bits: usize, flagsAt: usize, vector: u32, f: u32): v128 {
  return hasFlag(flagsAt, f) ? v128.load(bits + (<usize>vector << 4)) : none();
}

// @ts-ignore: decorator
@inline
function keep(bits: usize, flagsAt: usize, vector: u32, f: u32, cells: v128): void {
  if (isEmpty(cells)) {
    clearFlag(flagsAt, f);
    return;
  }
  v128.store(bits + (<usize>vector << 4), cells);
  setFlag(flagsAt, f);
  found += countBits(cells);
}

/** One operation of O_KIND on one block. The target may be an operand, but not the set that moves lead into. */
export function setBlock(stored: u32, op: usize): void {
  const kind = load<i32>(op + O_KIND);
  const ofX = load<u32>(op + O_SIDE) != 0;
  const target: usize = load<u32>(op + O_TARGET);
  const targetFlags = flagsOf(load<u32>(op + O_TARGET + 4), stored);
  const a: usize = load<u32>(op + O_A);
  const aFlags = flagsOf(load<u32>(op + O_A + 4), stored);
  const b: usize = load<u32>(op + O_B);
  const bFlags = flagsOf(load<u32>(op + O_B + 4), stored);
  const c: usize = load<u32>(op + O_C);
  const cFlags = flagsOf(load<u32>(op + O_C + 4), stored);
  const first = stored * yCount;
  if (kind == SET_SEED) {
    clearFlags(flagsOf(flags, stored));
    clearFlags(flagsOf(flagsNext, stored));
  } else if (kind >= SET_SOME && !anyFlag(bFlags)) {
    clearFlags(targetFlags);
    return;
  }
  if (kind >= SET_SEED) enterBlock(stored);
  if (kind == SET_ALL) {
    listMoves(!winnerIsX);
    won = a;
  } else if (kind == SET_SOME) pullSet(stored, ofX, op);
  for (let f: u32 = 0; f < yCount; f++) {
    const vector = first + f;
    const own = (ofX ? planeX : planeY) + <usize>vector * vectorBytes;
    let cells: v128;
    if (kind == SET_UNKNOWN) cells = whereEqual(own, unknown());
    else if (kind == SET_WON) cells = v128.load(won + (<usize>vector << 4));
    else if (kind == SET_CHECKED) {
      const other = (ofX ? planeY : planeX) + <usize>vector * vectorBytes;
      cells = v128.andnot(whereIllegal(other), whereIllegal(own));
    } else if (kind == SET_ALL) {
      cells = member(b, bFlags, vector, f);
      if (!isEmpty(cells)) cells = v128.and(cells, evaluate(f, 0));
    } else {
      cells = member(a, aFlags, vector, f);
      if (kind == SET_SEED) {
        if (!isEmpty(cells)) lose(f, cells, firstPly);
        continue;
      }
      if (kind == SET_SOME) {
        const at = pulled + (<usize>f << 4);
        cells = v128.and(v128.load(at), member(b, bFlags, vector, f));
        v128.store(at, none());
      } else if (kind == SET_CAPTURES) {
        if (!isEmpty(cells)) {
          collect(f, ofX, false);
          cells = v128.andnot(v128.and(cells, legalCaptures), whereIllegal(own));
        }
      } else {
        const other = member(b, bFlags, vector, f);
        if (kind == SET_AND) cells = v128.and(cells, other);
        else if (kind == SET_AND_NOT) cells = v128.andnot(cells, other);
        else if (kind == SET_OR) cells = v128.or(cells, other);
        else cells = v128.or(cells, v128.and(other, member(c, cFlags, vector, f)));
      }
    }
    keep(target, targetFlags, vector, f, cells);
  }
  if (kind == SET_ALL) won = load<u32>(job + J_WON);
}

/** Pulls the set O_A through one side's quiet moves into the scratch vectors. */
function pullSet(stored: u32, ofX: bool, op: usize): void {
  if (overlap) return;
  const winner = winnerIsX;
  const freshBefore = fresh;
  const flagsBefore = flags;
  winnerIsX = ofX;
  fresh = load<u32>(op + O_A);
  flags = load<u32>(op + O_A + 4);
  listMoves(ofX);
  for (let i: u32 = 0; i < count; i++) pullMove(moveAt(i));
  pullOwn(stored);
  clearFlags(touched);
  winnerIsX = winner;
  fresh = freshBefore;
  flags = flagsBefore;
}
