// Patterns of perpetual checks, level by level (Fang, Algorithm 1 on the whole endgame): the largest set of suspects, all of
// whose checks that stay undecided the opponent can answer by a move back into the set.
//
// A suspect that is taken out keeps a witness: a check after which every answer leaves the set. At the next level only
// those are asked again whose witness was decided or can now be answered, so that all levels together cost little more
// than the first. (Suppose some of the others were in the largest pattern after all. Then so is an answer to each one's
// witness, a suspect that was taken out before it, and so on, which cannot go on for ever.)
import { BLACK, enterCell, word } from "./board";
import {
  ALIVE,
  L_FROM,
  L_LEVEL,
  L_RANKS,
  L_SET,
  L_SIDE,
  L_STACK,
  L_STACK_CELLS,
  L_STATE,
  L_WITNESS,
  L_WITNESS_LEVEL,
  NO_WITNESS,
  PENDING,
  QUEUED,
  T_CELLS,
} from "./layout";
import { listAt, listMoves, listRetractions, moveCell, quietCount } from "./moves";
import { codeAt, hasBit, illegalCode, isIllegal, levelOfCode } from "./walk";

let side: u32 = 0;
let other: u32 = 0;
let set: usize = 0;
let ranks: usize = 0;
let firstLevel: usize = 0;
let levelOf: usize = 0;
let state: usize = 0;
let witness: usize = 0;
let witnessLevel: usize = 0;
let stack: usize = 0;
let stackCells: u32 = 0;
let stacked: u32 = 0;
let overflowed: bool = false;
let cells: u32 = 0;
/** Room for four cells of each of 128 positions. */
const LIST_BYTES: usize = 4096;
/** Lists of the moves of one position, of those it leads to, and of those that lead there. */
let listA: usize = 0;
let listB: usize = 0;

/** @param words the level words @param lists two lists of LIST_BYTES */
export function beginChecks(words: usize, lists: usize): void {
  side = load<u32>(words + (L_SIDE << 2));
  other = side ^ BLACK;
  set = load<u32>(words + (L_SET << 2));
  ranks = load<u32>(words + (L_RANKS << 2));
  firstLevel = load<u32>(words + (L_FROM << 2));
  levelOf = load<u32>(words + (L_LEVEL << 2));
  state = load<u32>(words + (L_STATE << 2));
  witness = load<u32>(words + (L_WITNESS << 2));
  witnessLevel = load<u32>(words + (L_WITNESS_LEVEL << 2));
  stack = load<u32>(words + (L_STACK << 2));
  stackCells = load<u32>(words + (L_STACK_CELLS << 2));
  cells = word(T_CELLS);
  listA = lists;
  listB = lists + LIST_BYTES;
}

/** The number of a suspect. */
function rankOf(cell: u32): u32 {
  const place = set + ((<usize>cell >> 9) << 6);
  let rank = load<u32>(ranks + ((<usize>cell >> 9) << 2));
  const inside = cell & 511;
  const whole = inside >> 6;
  for (let i: u32 = 0; i < whole; i++) rank += <u32>popcnt<u64>(load<u64>(place + ((<usize>i) << 3)));
  const rest = load<u64>(place + ((<usize>whole) << 3)) & (((<u64>1) << (inside & 63)) - 1);
  return rank + <u32>popcnt<u64>(rest);
}

// @inline
function stateOf(rank: u32): u32 {
  return <u32>load<u8>(state + rank);
}
// @inline
function setState(rank: u32, bits: u32): void {
  store<u8>(state + rank, <u8>bits);
}

// @inline
function isAlive(cell: u32): bool {
  return hasBit(set, cell) && (stateOf(rankOf(cell)) & ALIVE) != 0;
}

/** The order of the value after a check of the side's, or 0 where that is none: illegal, no check, or decided at order 0. */
// @inline
function levelAfterCheck(cell: u32): u32 {
  if (!isIllegal(side, cell)) return 0;
  const code = codeAt(other, cell);
  return code == illegalCode ? 0 : levelOfCode(code) & 255;
}

/** Counts the suspects and numbers them. @returns how many there are */
export function number(): u32 {
  let rank: u32 = 0;
  for (let first: u32 = 0; first < cells; first += 512) {
    store<u32>(ranks + ((<usize>first >> 9) << 2), rank);
    for (let i: usize = 0; i < 64; i += 8) rank += <u32>popcnt<u64>(load<u64>(set + ((<usize>first >> 9) << 6) + i));
  }
  return rank;
}

/** The first suspect's cell from this cell on. 0xffff_ffff: none. */
function suspectFrom(cell: u32): u32 {
  while (cell < cells) {
    const rest = load<u64>(set + ((<usize>cell >> 6) << 3)) >> (cell & 63);
    if (rest != 0) return cell + <u32>ctz<u64>(rest);
    cell = (cell | 63) + 1;
  }
  return 0xffff_ffff;
}

/** Finds out from which level on each suspect is one. */
export function prepare(): void {
  let rank: u32 = 0;
  listAt(listA);
  for (let cell = suspectFrom(0); cell != 0xffff_ffff; cell = suspectFrom(cell + 1), rank++) {
    enterCell(cell);
    listMoves(side, false);
    let highest: u32 = 0;
    for (let i: u32 = 0; i < quietCount; i++) {
      const after = moveCell(i);
      const code = codeAt(other, after);
      if (code == illegalCode || isIllegal(side, after)) continue;
      highest = max(highest, levelOfCode(code) & 255);
    }
    store<u8>(firstLevel + rank, <u8>(highest + 1));
    store<u8>(levelOf + rank, <u8>levelOfCode(codeAt(side, cell)));
    setState(rank, 0);
    store<u32>(witness + ((<usize>rank) << 2), NO_WITNESS);
  }
}

/**
 * Makes the pattern of a level of those suspects that are undecided at it.
 * @param level from 1 on, one after another; the one behind the last order stands for what is left to the draws
 * @returns how many suspects are in it
 */
export function pattern(level: u32): u32 {
  readmit(level);
  let rank: u32 = 0;
  for (let cell = suspectFrom(0); cell != 0xffff_ffff; cell = suspectFrom(cell + 1), rank++) {
    const bits = stateOf(rank);
    if ((bits & PENDING) == 0) continue;
    setState(rank, bits & ~PENDING);
    if ((bits & ALIVE) != 0) examine(cell, rank, level);
  }
  for (let cell = next(); cell != 0xffff_ffff; cell = next()) takeOutBefore(cell, level);
  let alive: u32 = 0;
  const count = rank;
  for (rank = 0; rank < count; rank++) alive += stateOf(rank) & ALIVE;
  return alive;
}

function readmit(level: u32): void {
  let rank: u32 = 0;
  stacked = 0;
  overflowed = false;
  for (let cell = suspectFrom(0); cell != 0xffff_ffff; cell = suspectFrom(cell + 1), rank++) {
    const first = <u32>load<u8>(firstLevel + rank);
    const bits = stateOf(rank);
    const decided = <u32>load<u8>(levelOf + rank) < level || first > level;
    const lacksWitness = load<u32>(witness + ((<usize>rank) << 2)) == NO_WITNESS;
    const again = (bits & ALIVE) != 0 || (!lacksWitness && <u32>load<u8>(witnessLevel + rank) < level);
    if (decided || (first < level && !again)) setState(rank, 0);
    else {
      setState(rank, ALIVE | PENDING);
      if (level > 1) push(cell, rank);
    }
  }
  for (let cell = next(); cell != 0xffff_ffff; cell = next()) readmitBefore(cell, level);
}

/** Readmits the suspects whose witness can be answered by a move to this one. */
function readmitBefore(cell: u32, level: u32): void {
  listAt(listA);
  enterCell(cell);
  listRetractions(other);
  const answers = quietCount;
  for (let i: u32 = 0; i < answers; i++) {
    listAt(listA);
    const answered = moveCell(i);
    if (levelAfterCheck(answered) < level) continue;
    listAt(listB);
    enterCell(answered);
    listRetractions(side);
    for (let k: u32 = 0; k < quietCount; k++) {
      const before = moveCell(k);
      if (!hasBit(set, before)) continue;
      const rank = rankOf(before);
      if ((stateOf(rank) & ALIVE) != 0 || load<u32>(witness + ((<usize>rank) << 2)) != answered) continue;
      if (<u32>load<u8>(levelOf + rank) < level || <u32>load<u8>(firstLevel + rank) > level) continue;
      setState(rank, stateOf(rank) | ALIVE | PENDING);
      push(before, rank);
    }
  }
}

function examine(cell: u32, rank: u32, level: u32): void {
  listAt(listA);
  enterCell(cell);
  listMoves(side, false);
  const moves = quietCount;
  let staying = 0;
  for (let i: u32 = 0; i < moves; i++) {
    listAt(listA);
    const after = moveCell(i);
    const reached = levelAfterCheck(after);
    if (reached < level) continue;
    staying++;
    if (isAnswered(after)) continue;
    takeOut(cell, rank, after, reached);
    return;
  }
  if (staying == 0) takeOut(cell, rank, NO_WITNESS, 0);
}

/** Whether some answer to a check leads back into the set. */
function isAnswered(cell: u32): bool {
  listAt(listB);
  enterCell(cell);
  listMoves(other, false);
  for (let i: u32 = 0; i < quietCount; i++) if (isAlive(moveCell(i))) return true;
  return false;
}

function takeOut(cell: u32, rank: u32, after: u32, reached: u32): void {
  setState(rank, stateOf(rank) & ~ALIVE);
  store<u32>(witness + ((<usize>rank) << 2), after);
  store<u8>(witnessLevel + rank, <u8>reached);
  push(cell, rank);
}

/** Takes out what could only stay because of this suspect, which was taken out. */
function takeOutBefore(cell: u32, level: u32): void {
  listAt(listA);
  enterCell(cell);
  listRetractions(other);
  const answers = quietCount;
  for (let i: u32 = 0; i < answers; i++) {
    listAt(listA);
    const answered = moveCell(i);
    const reached = levelAfterCheck(answered);
    if (reached < level || isAnswered(answered)) continue;
    listAt(listB);
    enterCell(answered);
    listRetractions(side);
    for (let k: u32 = 0; k < quietCount; k++) {
      const before = moveCell(k);
      if (isAlive(before)) takeOut(before, rankOf(before), answered, reached);
    }
  }
}

/** Puts a suspect among those to be looked at. */
function push(cell: u32, rank: u32): void {
  const bits = stateOf(rank);
  if ((bits & QUEUED) != 0) return;
  setState(rank, bits | QUEUED);
  if (stacked < stackCells) {
    store<u32>(stack + ((<usize>stacked) << 2), cell);
    stacked++;
  } else overflowed = true;
}

/** Takes one of them; 0xffff_ffff: none is left. */
function next(): u32 {
  if (stacked == 0 && overflowed) {
    overflowed = false;
    let rank: u32 = 0;
    for (let cell = suspectFrom(0); cell != 0xffff_ffff; cell = suspectFrom(cell + 1), rank++) {
      if ((stateOf(rank) & QUEUED) == 0) continue;
      if (stacked < stackCells) {
        store<u32>(stack + ((<usize>stacked) << 2), cell);
        stacked++;
      } else overflowed = true;
    }
  }
  if (stacked == 0) return 0xffff_ffff;
  const cell = load<u32>(stack + ((<usize>--stacked) << 2));
  const rank = rankOf(cell);
  setState(rank, stateOf(rank) & ~QUEUED);
  return cell;
}

/**
 * Writes down who is in the pattern: cells and numbers, in ascending order.
 * @param from the first cell @param out u32[2 * most] @returns how many were written
 */
export function list(from: u32, out: usize, most: u32): u32 {
  let cell = suspectFrom(from);
  let count: u32 = 0;
  if (cell == 0xffff_ffff) return 0;
  for (let rank = rankOf(cell); cell != 0xffff_ffff && count < most; cell = suspectFrom(cell + 1), rank++) {
    if ((stateOf(rank) & ALIVE) == 0) continue;
    store<u32>(out + ((<usize>count) << 3), cell);
    store<u32>(out + ((<usize>count) << 3) + 4, rank);
    count++;
  }
  return count;
}

/**
 * Whether in the pattern just made the opponent may himself be forced to check for ever: some answers that stay, all of
 * which check. Then mutual checks must be looked for (Algorithm 4).
 */
export function hasForcedChecks(level: u32): bool {
  let rank: u32 = 0;
  for (let cell = suspectFrom(0); cell != 0xffff_ffff; cell = suspectFrom(cell + 1), rank++) {
    if ((stateOf(rank) & ALIVE) == 0) continue;
    listAt(listA);
    enterCell(cell);
    listMoves(side, false);
    const moves = quietCount;
    for (let i: u32 = 0; i < moves; i++) {
      listAt(listA);
      const after = moveCell(i);
      if (levelAfterCheck(after) < level) continue;
      listAt(listB);
      enterCell(after);
      listMoves(other, false);
      let quiet = false;
      for (let k: u32 = 0; k < quietCount && !quiet; k++) {
        const answer = moveCell(k);
        quiet = isAlive(answer) ? !isIllegal(other, answer) : false;
      }
      if (!quiet) return true;
    }
  }
  return false;
}
