// Patterns of perpetual checks, level by level (Fang, Algorithm 1 on the whole endgame): the largest set of suspects, all of
// whose checks that stay undecided the opponent can answer by a move back into the set.
//
// A suspect that is taken out keeps a witness: a check after which every answer leaves the set. At the next level only
// those are asked again whose witness was decided or can now be answered, so that all levels together cost little more
// than the first. (Suppose some of the others were in the largest pattern after all. Then so is an answer to each one's
// witness, a suspect that was taken out before it, and so on, which cannot go on for ever.) Most of them find another witness
// at once: a check that not even those suspects answer that were taken out. They need not be let in.
import { enterBlock, enterCell, formationsBlack, putBlack, putInner, takeBlack, takeInner, word } from "./board";
import {
  ALIVE,
  ILLEGAL,
  L_FROM,
  L_LEVEL,
  L_RANKS,
  L_SET,
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
import { mirroredFormation } from "./cells";
import { listAt, listMoves, listRetractions, moveCell, quietCount } from "./moves";
import { enterRow, lookUpMoves, rowMoveCell, rowMoveFrom, rowMoves, rowMoveTo } from "./rows";
import { byteAt, codeIn, hasBit, levelOf, numberAt, own, ownLevelOf, resident, setByte } from "./sides";
import { menAttackedAfter, takesKing } from "./walk";

let set: usize = 0;
let ranks: usize = 0;
let firstLevel: usize = 0;
let ownLevel: usize = 0;
let state: usize = 0;
let witness: usize = 0;
let witnessLevel: usize = 0;
let stack: usize = 0;
let stackCells: u32 = 0;
let stacked: u32 = 0;
let overflowed: bool = false;
let cells: u32 = 0;
/** Room for eight cells of each of 128 positions. */
const LIST_BYTES: usize = 4096;
/** Lists of the moves of one position and of those they lead to; and of moves back, in the same way. */
let moves: usize = 0;
let answers: usize = 0;
let answersBack: usize = 0;
let movesBack: usize = 0;

/** @param words the level words @param lists four lists of LIST_BYTES */
export function beginChecks(words: usize, lists: usize): void {
  set = load<u32>(words + (L_SET << 2));
  ranks = load<u32>(words + (L_RANKS << 2));
  firstLevel = load<u32>(words + (L_FROM << 2));
  ownLevel = load<u32>(words + (L_LEVEL << 2));
  state = load<u32>(words + (L_STATE << 2));
  witness = load<u32>(words + (L_WITNESS << 2));
  witnessLevel = load<u32>(words + (L_WITNESS_LEVEL << 2));
  stack = load<u32>(words + (L_STACK << 2));
  stackCells = load<u32>(words + (L_STACK_CELLS << 2));
  cells = word(T_CELLS);
  moves = lists;
  answers = lists + LIST_BYTES;
  answersBack = lists + 2 * LIST_BYTES;
  movesBack = lists + 3 * LIST_BYTES;
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

/** Whether a suspect is one at this level, and undecided. */
// @inline
function isOpen(rank: u32, level: u32): bool {
  return <u32>load<u8>(ownLevel + rank) >= level && <u32>load<u8>(firstLevel + rank) <= level;
}

/** The order of the value after a check, or 0 where that is none, or decided at order 0: all that the plane says then. */
// @inline
function levelAfterCheck(cell: u32): u32 {
  return byteAt(cell);
}

/** Counts the suspects and numbers them. @returns how many there are */
export function numberSuspects(): u32 {
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
  let entered: u32 = u32.MAX_VALUE;
  for (let cell = suspectFrom(0); cell != 0xffff_ffff; cell = suspectFrom(cell + 1), rank++) {
    const row = cell / formationsBlack;
    if (row != entered) {
      entered = row;
      enterBlock(row / 90);
      putInner(row % 90);
      enterRow();
    }
    putBlack(cell - row * formationsBlack);
    lookUpMoves(false);
    let highest: u32 = 0;
    for (let i: u32 = 0; i < rowMoves; i++) {
      const number = numberAt(rowMoveCell(i));
      if (number == ILLEGAL) continue;
      const reached = levelOf(number) & 255;
      if (reached > highest && menAttackedAfter(own, rowMoveFrom(i), rowMoveTo(i), 1) == 0) highest = reached;
    }
    takeBlack();
    store<u8>(firstLevel + rank, <u8>(highest + 1));
    setState(rank, 0);
    store<u32>(witness + ((<usize>rank) << 2), NO_WITNESS);
  }
}

/** Notes the orders of the suspects of a row, whose codes lie in the order of the file. */
export function noteLevels(first: u32, codes: usize, isMirrored: bool): void {
  for (let formation: u32 = 0; formation < formationsBlack; formation++) {
    const cell = first + formation;
    if (!hasBit(set, cell)) continue;
    const code = codeIn(codes, isMirrored ? mirroredFormation(formation) : formation);
    store<u8>(ownLevel + rankOf(cell), <u8>ownLevelOf(code));
  }
}

/**
 * Makes of the resident side's codes in stored blocks what `levelAfterCheck` reads. All other threads must have done their
 * part before patterns are made.
 */
export function keepChecks(from: u32, to: u32): void {
  for (let number = from; number < to; number++) {
    const free = enterBlock(number);
    for (let square: u32 = 0; square < 90; square++) {
      const first = (number * 90 + square) * formationsBlack;
      const inner = free && putInner(square);
      for (let formation: u32 = 0; formation < formationsBlack; formation++) {
        const value = numberAt(first + formation);
        const level = value == ILLEGAL ? 0 : levelOf(value) & 255;
        let kept: u32 = 0;
        if (level != 0 && inner && putBlack(formation)) {
          if (takesKing(own)) kept = level;
          takeBlack();
        }
        setByte(first + formation, kept);
      }
      if (inner) takeInner();
    }
  }
}

/**
 * Makes the pattern of a level of those suspects that are undecided at it.
 * @param level from 1 on, one after another; the one behind the last order stands for what is left to the draws
 * @returns how many suspects are in it
 */
export function pattern(level: u32): u32 {
  admit(level);
  let rank: u32 = 0;
  for (let cell = suspectFrom(0); cell != 0xffff_ffff; cell = suspectFrom(cell + 1), rank++) {
    const bits = stateOf(rank);
    if ((bits & PENDING) == 0) continue;
    setState(rank, bits & ~PENDING);
    if ((bits & ALIVE) != 0 && !stays(cell, rank, level, false)) takeOut(cell, rank);
  }
  for (let cell = next(); cell != 0xffff_ffff; cell = next()) walkBack(cell, level, false);
  let alive: u32 = 0;
  const count = rank;
  for (rank = 0; rank < count; rank++) alive += stateOf(rank) & ALIVE;
  return alive;
}

/**
 * Lets in all that may be in the pattern of a level: who is a suspect from now on, who was in the last pattern, whose witness
 * is decided; and all whose witness can be answered by a move to one of these.
 */
function admit(level: u32): void {
  let rank: u32 = 0;
  stacked = 0;
  overflowed = false;
  for (let cell = suspectFrom(0); cell != 0xffff_ffff; cell = suspectFrom(cell + 1), rank++) {
    const bits = stateOf(rank);
    if (!isOpen(rank, level)) {
      setState(rank, 0);
      continue;
    }
    // Who was in the pattern answers no witness: else that would be none.
    if ((bits & ALIVE) != 0) {
      setState(rank, ALIVE | PENDING);
      continue;
    }
    setState(rank, 0);
    const lacksWitness = load<u32>(witness + ((<usize>rank) << 2)) == NO_WITNESS;
    const again = !lacksWitness && <u32>load<u8>(witnessLevel + rank) < level;
    if (again || level == 1 || <u32>load<u8>(firstLevel + rank) == level) admitOne(cell, rank, level);
  }
  for (let cell = next(); cell != 0xffff_ffff; cell = next()) walkBack(cell, level, true);
}

function admitOne(cell: u32, rank: u32, level: u32): void {
  if (!stays(cell, rank, level, true)) return;
  setState(rank, stateOf(rank) | ALIVE | PENDING);
  // At level 1 nobody is out who could be let in again.
  if (level > 1) push(cell, rank);
}

/**
 * Whether each check that stays undecided can be answered by a move into the set; else notes a witness.
 * @param anyOpen into the set of all open suspects, else of those let in
 */
function stays(cell: u32, rank: u32, level: u32, anyOpen: bool): bool {
  listAt(moves);
  enterCell(cell);
  listMoves(own);
  const count = quietCount;
  let staying = 0;
  for (let i: u32 = 0; i < count; i++) {
    listAt(moves);
    const after = moveCell(i);
    const reached = levelAfterCheck(after);
    if (reached < level) continue;
    staying++;
    if (isAnswered(after, level, anyOpen)) continue;
    noteWitness(rank, after, reached);
    return false;
  }
  if (staying == 0) noteWitness(rank, NO_WITNESS, 0);
  return staying != 0;
}

// @inline
function noteWitness(rank: u32, after: u32, reached: u32): void {
  store<u32>(witness + ((<usize>rank) << 2), after);
  store<u8>(witnessLevel + rank, <u8>reached);
}

/** Whether some answer to a check leads into the set, or to any open suspect. */
function isAnswered(cell: u32, level: u32, anyOpen: bool): bool {
  listAt(answers);
  enterCell(cell);
  listMoves(resident);
  for (let i: u32 = 0; i < quietCount; i++) {
    const after = moveCell(i);
    if (!hasBit(set, after)) continue;
    const rank = rankOf(after);
    if (anyOpen ? isOpen(rank, level) : (stateOf(rank) & ALIVE) != 0) return true;
  }
  return false;
}

function takeOut(cell: u32, rank: u32): void {
  setState(rank, stateOf(rank) & ~ALIVE);
  push(cell, rank);
}

/**
 * From a suspect back over an answer that leads to it, and a check before that: lets those in again whose witness can be
 * answered now that this suspect is in; or takes out those whose check cannot be answered now that it is out.
 */
function walkBack(cell: u32, level: u32, isIn: bool): void {
  listAt(answersBack);
  enterCell(cell);
  listRetractions(resident);
  const count = quietCount;
  for (let i: u32 = 0; i < count; i++) {
    listAt(answersBack);
    const answered = moveCell(i);
    const reached = levelAfterCheck(answered);
    if (reached < level || (!isIn && isAnswered(answered, level, false))) continue;
    listAt(movesBack);
    enterCell(answered);
    listRetractions(own);
    const movesTo = quietCount;
    for (let k: u32 = 0; k < movesTo; k++) {
      listAt(movesBack);
      const before = moveCell(k);
      if (!hasBit(set, before)) continue;
      const rank = rankOf(before);
      const alive = (stateOf(rank) & ALIVE) != 0;
      if (isIn) {
        if (alive || load<u32>(witness + ((<usize>rank) << 2)) != answered || !isOpen(rank, level)) continue;
        admitOne(before, rank, level);
      } else if (alive) {
        noteWitness(rank, answered, reached);
        takeOut(before, rank);
      }
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
    listAt(moves);
    enterCell(cell);
    listMoves(own);
    const count = quietCount;
    for (let i: u32 = 0; i < count; i++) {
      listAt(moves);
      const after = moveCell(i);
      if (levelAfterCheck(after) < level) continue;
      listAt(answers);
      enterCell(after);
      listMoves(resident);
      let quiet = false;
      for (let k: u32 = 0; k < quietCount && !quiet; k++) {
        const answer = moveCell(k);
        if (!isAlive(answer)) continue;
        enterCell(answer);
        quiet = !takesKing(resident);
      }
      if (!quiet) return true;
    }
  }
  return false;
}
