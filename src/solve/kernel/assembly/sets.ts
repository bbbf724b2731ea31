// Sets of cells: what move patterns are made of (../../levels).
import { count as countBits, isEmpty, none } from "./bits";
import { enterBlock, listMoves, listMovesInto, overlap } from "./block";
import { groups, ownBlocks, yCount } from "./context";
import { bringOwn, candidates, firstPly, flags, flagsNext, noteFound, pulled, touched } from "./direction";
import { anyFlag, clearFlag, clearFlags, clearFlagsFrom, flagsOf, groupAt, hasFlag, putGroup, setFlag } from "./flags";
import { enterLegality, findIllegal, illegalX, illegalY } from "./legality";
import { enterRestless, leaveRestless, restlessX, restlessY } from "./restless";
import { sparse } from "./near";
import { findCandidates, lose, losing } from "./lose";
import {
  O_A,
  O_B,
  O_C,
  O_KIND,
  O_LOST,
  O_NEAR,
  O_SIDE,
  O_TARGET,
  PASS_ALL,
  PASS_SEED,
  SET_ALL,
  SET_AND,
  SET_AND_NOT,
  SET_CHECKED,
  SET_KEEP_ALL,
  SET_KEEP_SOME,
  SET_OR,
  SET_OR_AND,
  SET_RESTLESS,
  SET_SEED,
  SET_SOME,
} from "./layout";
import { pullListed } from "./win";
import { anyFlagInChunk, bring, landing, READ, WRITE } from "./windows";

/** The cells of a set in one vector. */
// @inline
function member(bits: usize, flagsAt: usize, vector: u32, f: u32): v128 {
  return hasFlag(flagsAt, f) ? v128.load(bits + ((<usize>vector) << 4)) : none();
}

// The operands: their bits as `bringOwn` has those of a direction, and flags of all blocks.
let target: usize = 0;
let a: usize = 0;
let b: usize = 0;
let c: usize = 0;

/** Whether moves are followed into the first operand, which then is read at random places. */
export function intoSet(op: usize): bool {
  return load<u32>(op + O_KIND) >= <u32>SET_SOME;
}

/**
 * Brings in the operands, for the blocks that the thread has taken.
 * @returns false where the target is going to be empty
 */
export function bringOperands(op: usize): bool {
  const kind = load<i32>(op + O_KIND);
  if (isNothing(kind, op)) return false;
  a = kind >= SET_SOME ? landing : operand(op + O_A, READ);
  b = operand(op + O_B, READ);
  c = operand(op + O_C, kind == SET_KEEP_SOME ? READ | WRITE : READ);
  if (kind == SET_SEED) bringOwn(PASS_SEED, false);
  else target = operand(op + O_TARGET, WRITE);
  if (kind == SET_RESTLESS || kind == SET_ALL || kind == SET_KEEP_ALL) bringOwn(PASS_ALL, false);
  return true;
}

/** Whether an operation gives nothing in the blocks that the thread has taken, by the flags of its operands. */
function isNothing(kind: i32, op: usize): bool {
  if (kind == SET_CHECKED || kind == SET_RESTLESS || kind == SET_SEED) return false;
  if (kind >= SET_SOME) return load<u32>(op + O_B) != 0 && !hasFlags(op + O_B);
  if (kind == SET_OR) return !hasFlags(op + O_A) && !hasFlags(op + O_B);
  if (kind == SET_OR_AND) return !hasFlags(op + O_A) && !(hasFlags(op + O_B) && hasFlags(op + O_C));
  return !hasFlags(op + O_A) || (kind == SET_AND && !hasFlags(op + O_B));
}

function hasFlags(at: usize): bool {
  return anyFlagInChunk(load<u32>(at + 4));
}

function operand(at: usize, use: u32): usize {
  const set: usize = load<u32>(at);
  return set == 0 ? 0 : bring(set, load<u32>(at + 4), use);
}

/** What an operation leaves in blocks that it need not look at. */
export function passOverSet(first: u32, end: u32, op: usize): void {
  if (load<u32>(op + O_KIND) < <u32>SET_KEEP_SOME) clearFlagsFrom(load<u32>(op + O_TARGET + 4), first, end);
  const lost: usize = load<u32>(op + O_LOST);
  if (lost != 0) clearFlagsFrom(lost, first, end);
}

/** What is in a pattern at a slice's border stays in it, wherever its moves lead. */
function keepBorder(first: u32, targetFlags: usize, bFlags: usize): void {
  for (let g: u32 = 0; g < groups; g++) {
    const here = groupAt(bFlags, g) & formationsOf(g);
    for (let m = here; m != 0; m &= m - 1) {
      const at = (<usize>(first + (g << 4) + <u32>ctz(m))) << 4;
      const cells = v128.load(b + at);
      v128.store(target + at, cells);
      noteFound(countBits(cells));
    }
    putGroup(targetFlags, g, here);
  }
}

/** The formations that a group of flags is of: there may be fewer than flags. */
// @inline
function formationsOf(group: u32): u32 {
  const before = group << 4;
  if (yCount >= before + 16) return 0xffff;
  return yCount > before ? (1 << (yCount - before)) - 1 : 0;
}

/** One operation of O_KIND on one block. The target may be an operand, but not the set that moves lead into. */
export function setBlock(stored: u32, op: usize): void {
  const kind = load<i32>(op + O_KIND);
  if (kind >= SET_KEEP_SOME) {
    keepBlock(stored, op);
    return;
  }
  const ofX = load<u32>(op + O_SIDE) != 0;
  const targetFlags = flagsOf(load<u32>(op + O_TARGET + 4), stored);
  const aFlags = flagsOf(load<u32>(op + O_A + 4), stored);
  const ofAll = load<u32>(op + O_B) == 0;
  const bFlags = flagsOf(load<u32>(op + O_B + 4), stored);
  const cFlags = flagsOf(load<u32>(op + O_C + 4), stored);
  const near: usize = load<u32>(op + O_NEAR);
  let lost: usize = load<u32>(op + O_LOST);
  if (lost != 0) {
    lost = flagsOf(lost, stored);
    clearFlags(lost);
  }
  if (stored >= ownBlocks && kind >= SET_SEED) {
    if (kind != SET_SEED) keepBorder(stored * yCount, targetFlags, bFlags);
    return;
  }
  if (kind == SET_SEED) {
    clearFlags(flagsOf(flags, stored));
    clearFlags(flagsOf(flagsNext, stored));
    if (!anyFlag(aFlags)) return;
  } else if (kind >= SET_SOME && !ofAll && !anyFlag(bFlags)) {
    clearFlags(targetFlags);
    return;
  }
  if (kind >= SET_CHECKED) enterBlock(stored);
  if (kind == SET_CHECKED) enterLegality();
  else if (kind == SET_RESTLESS) {
    if (overlap) {
      clearFlags(targetFlags);
      return;
    }
    enterRestless(ofX);
  } else if (kind == SET_ALL) {
    listMoves(ofX);
    if (near != 0) {
      findCandidates(stored, ofX, near);
      if (!anyFlag(candidates)) {
        clearFlags(targetFlags);
        return;
      }
    }
  } else if (kind == SET_SOME && !overlap) {
    const into: usize = load<u32>(op + O_A + 4);
    listMovesInto(ofX, into);
    pullListed(stored, ofX, a, into);
  }
  for (let g: u32 = 0; g < groups; g++) {
    let asked = formationsOf(g);
    if (kind == SET_ALL) {
      asked &= groupAt(bFlags, g);
      if (near != 0) asked &= groupAt(candidates, g);
    } else if (kind == SET_SOME) asked &= groupAt(touched, g);
    else if (kind == SET_AND) asked &= groupAt(aFlags, g) & groupAt(bFlags, g);
    else if (kind == SET_OR) asked &= groupAt(aFlags, g) | groupAt(bFlags, g);
    else if (kind == SET_OR_AND) asked &= groupAt(aFlags, g) | (groupAt(bFlags, g) & groupAt(cFlags, g));
    else if (kind == SET_AND_NOT || kind == SET_SEED) asked &= groupAt(aFlags, g);
    let left: u32 = 0;
    for (let m = asked; m != 0; m &= m - 1) {
      const f = (g << 4) + <u32>ctz(m);
      const vector = stored * yCount + f;
      let cells: v128;
      if (kind == SET_ALL) {
        const within = v128.load(b + ((<usize>vector) << 4));
        cells = isEmpty(within) ? within : v128.and(within, losing(f, a));
        if (lost != 0 && !v128.all_true<i64>(i64x2.eq(cells, within))) setFlag(lost, f);
      } else if (kind == SET_SOME) {
        const at = pulled + ((<usize>f) << 4);
        cells = v128.load(at);
        if (!ofAll) cells = v128.and(cells, member(b, bFlags, vector, f));
        v128.store(at, none());
      } else if (kind == SET_SEED) {
        lose(f, v128.load(a + ((<usize>vector) << 4)), firstPly);
        continue;
      } else if (kind == SET_RESTLESS) {
        cells = ofX ? restlessX(f, a) : restlessY(f, a);
      } else if (kind == SET_CHECKED) {
        findIllegal(f);
        cells = ofX ? v128.andnot(illegalY, illegalX) : v128.andnot(illegalX, illegalY);
      } else {
        cells = member(a, aFlags, vector, f);
        const other = member(b, bFlags, vector, f);
        if (kind == SET_AND) cells = v128.and(cells, other);
        else if (kind == SET_AND_NOT) cells = v128.andnot(cells, other);
        else if (kind == SET_OR) cells = v128.or(cells, other);
        else cells = v128.or(cells, v128.and(other, member(c, cFlags, vector, f)));
      }
      if (isEmpty(cells)) continue;
      v128.store(target + ((<usize>vector) << 4), cells);
      noteFound(countBits(cells));
      left |= m & (0 - m);
    }
    if (kind == SET_SOME) putGroup(touched, g, 0);
    if (near != 0) putGroup(candidates, g, 0);
    if (kind != SET_SEED) putGroup(targetFlags, g, left);
  }
  if (kind == SET_RESTLESS) leaveRestless(ofX);
}

/** SET_KEEP_SOME and SET_KEEP_ALL: takes out of the target what no longer belongs to it. */
function keepBlock(stored: u32, op: usize): void {
  const lost = flagsOf(load<u32>(op + O_LOST), stored);
  clearFlags(lost);
  const targetFlags = flagsOf(load<u32>(op + O_TARGET + 4), stored);
  if (stored >= ownBlocks || !anyFlag(targetFlags)) return;
  const ofX = load<u32>(op + O_SIDE) != 0;
  enterBlock(stored);
  const isSome = load<u32>(op + O_KIND) == <u32>SET_KEEP_SOME;
  const aFlags: usize = load<u32>(op + O_A + 4);
  if (isSome && !sparse) listMovesInto(ofX, aFlags);
  else listMoves(ofX);
  if (sparse) {
    findCandidates(stored, ofX, load<u32>(op + O_NEAR));
    if (!anyFlag(candidates)) return;
  }
  if (isSome) {
    pullListed(stored, ofX, a, aFlags);
    clearFlags(touched);
  }
  const first = stored * yCount;
  for (let f: u32 = 0; f < yCount; f++) {
    const vector = first + f;
    const at = pulled + ((<usize>f) << 4);
    const cells = !sparse || hasFlag(candidates, f) ? member(target, targetFlags, vector, f) : none();
    if (!isEmpty(cells)) {
      const left = v128.and(cells, isSome ? v128.load(at) : losing(f, a));
      const out = v128.andnot(cells, left);
      if (!isEmpty(out)) {
        if (isEmpty(left)) clearFlag(targetFlags, f);
        else v128.store(target + ((<usize>vector) << 4), left);
        noteFound(countBits(out));
        if (!isSome || takeOut(vector, out)) setFlag(lost, f);
      }
    }
    if (isSome) v128.store(at, none());
  }
  if (sparse) clearFlags(candidates);
}

/** Takes cells out of the set `c`, which has some in every vector. @returns whether there were any */
function takeOut(vector: u32, cells: v128): bool {
  const at = c + ((<usize>vector) << 4);
  const had = v128.load(at);
  v128.store(at, v128.andnot(had, cells));
  return !isEmpty(v128.and(had, cells));
}
