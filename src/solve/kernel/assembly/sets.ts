// Sets of cells: what move patterns are made of (../../levels).
import { count as countBits, isEmpty, none } from "./bits";
import { enterBlock, listMoves, overlap } from "./block";
import { ownBlocks, yCount } from "./context";
import { bringOwn, firstPly, flags, flagsNext, noteFound, pulled, touched, winnerIsX } from "./direction";
import { anyFlag, clearFlag, clearFlags, flagsOf, hasFlag, setFlag } from "./flags";
import { enterLegality, findIllegal, illegalX, illegalY } from "./legality";
import { lose, losing } from "./lose";
import {
  O_A,
  O_B,
  O_C,
  O_KIND,
  O_SIDE,
  O_TARGET,
  PASS_ALL,
  PASS_SEED,
  SET_ALL,
  SET_AND,
  SET_AND_NOT,
  SET_CHECKED,
  SET_OR,
  SET_SEED,
  SET_SOME,
} from "./layout";
import { pullBlock } from "./win";
import { anyFlagInChunk, bring, isWindowed, landing, READ, WRITE } from "./windows";

/** The cells of a set in one vector. */
// @inline
function member(bits: usize, flagsAt: usize, vector: u32, f: u32): v128 {
  return hasFlag(flagsAt, f) ? v128.load(bits + ((<usize>vector) << 4)) : none();
}

// @inline
function keep(bits: usize, flagsAt: usize, vector: u32, f: u32, cells: v128): void {
  if (isEmpty(cells)) {
    clearFlag(flagsAt, f);
    return;
  }
  v128.store(bits + ((<usize>vector) << 4), cells);
  setFlag(flagsAt, f);
  noteFound(countBits(cells));
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
  const bFlags: usize = load<u32>(op + O_B + 4);
  if (isWindowed() && kind >= SET_SOME && !anyFlagInChunk(bFlags)) return false;
  a = kind >= SET_SOME ? landing : operand(op + O_A);
  b = operand(op + O_B);
  c = operand(op + O_C);
  if (kind == SET_SEED) bringOwn(PASS_SEED, false);
  else target = bring(load<u32>(op + O_TARGET), load<u32>(op + O_TARGET + 4), WRITE);
  if (kind == SET_ALL) bringOwn(PASS_ALL, false);
  return true;
}

function operand(at: usize): usize {
  const set: usize = load<u32>(at);
  return set == 0 ? 0 : bring(set, load<u32>(at + 4), READ);
}

/** What is in a pattern at a slice's border stays in it, wherever its moves lead. */
function keepBorder(first: u32, targetFlags: usize, bFlags: usize): void {
  for (let f: u32 = 0; f < yCount; f++) keep(target, targetFlags, first + f, f, member(b, bFlags, first + f, f));
}

/** One operation of O_KIND on one block. The target may be an operand, but not the set that moves lead into. */
export function setBlock(stored: u32, op: usize): void {
  const kind = load<i32>(op + O_KIND);
  const ofX = load<u32>(op + O_SIDE) != 0;
  const targetFlags = flagsOf(load<u32>(op + O_TARGET + 4), stored);
  const aFlags = flagsOf(load<u32>(op + O_A + 4), stored);
  const bFlags = flagsOf(load<u32>(op + O_B + 4), stored);
  const cFlags = flagsOf(load<u32>(op + O_C + 4), stored);
  const first = stored * yCount;
  if (stored >= ownBlocks && kind >= SET_SEED) {
    if (kind != SET_SEED) keepBorder(first, targetFlags, bFlags);
    return;
  }
  if (kind == SET_SEED) {
    clearFlags(flagsOf(flags, stored));
    clearFlags(flagsOf(flagsNext, stored));
  } else if (kind >= SET_SOME && !anyFlag(bFlags)) {
    clearFlags(targetFlags);
    return;
  }
  if (kind >= SET_CHECKED) enterBlock(stored);
  if (kind == SET_CHECKED) enterLegality();
  else if (kind == SET_ALL) listMoves(!winnerIsX);
  else if (kind == SET_SOME && !overlap) {
    pullBlock(stored, ofX, a, load<u32>(op + O_A + 4));
    clearFlags(touched);
  }
  for (let f: u32 = 0; f < yCount; f++) {
    const vector = first + f;
    let cells: v128;
    if (kind == SET_CHECKED) {
      findIllegal(f);
      cells = ofX ? v128.andnot(illegalY, illegalX) : v128.andnot(illegalX, illegalY);
    } else if (kind == SET_ALL) {
      cells = member(b, bFlags, vector, f);
      if (!isEmpty(cells)) cells = v128.and(cells, losing(f, a));
    } else {
      cells = member(a, aFlags, vector, f);
      if (kind == SET_SEED) {
        if (!isEmpty(cells)) lose(f, cells, firstPly);
        continue;
      }
      if (kind == SET_SOME) {
        const at = pulled + ((<usize>f) << 4);
        cells = v128.and(v128.load(at), member(b, bFlags, vector, f));
        v128.store(at, none());
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
}
