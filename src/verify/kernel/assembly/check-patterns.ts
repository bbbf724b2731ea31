// Patterns of perpetual checks, level by level (Fang, Algorithm 1 on the whole endgame): the largest set of suspects, all of
// whose checks that stay undecided the opponent can answer by a move back into the set.
//
// A suspect that is taken out keeps a witness: a check after which every answer leaves the set. At the next level only
// those are asked again whose witness was decided or can now be answered, so that all levels together cost little more
// than the first. (Suppose some of the others were in the largest pattern after all. Then so is an answer to each one's
// witness, a suspect that was taken out before it, and so on, which cannot go on for ever.) Most of them find another witness
// at once: a check that not even those suspects answer that were taken out. They need not be let in.
//
// Where a suspect can keep the opponent checking as well, both would have to stop: he is taken out (Algorithm 4). He is asked
// again at the next level, since what forced the opponent may be decided by then; so are those taken out because of him, if he
// is let in, as theirs is a witness like any other.
import { enterCell, takesKing } from "./board";
import {
  beginAscending,
  cellOf,
  checkNumber,
  firstLevelOf,
  isOpen,
  levelAfterCheck,
  nextWith,
  NONE,
  noteWitness,
  rankOf,
  setState,
  stateOf,
  suspects,
  witnessLevelOf,
  witnessOf,
} from "./level-sets";
import { ALIVE, FORCED, L_CHASES, MET, NEVER, NO_WITNESS, PENDING, SEED } from "./layout";
import {
  ANSWERS,
  ANSWERS_BACK,
  listForChases,
  listIn,
  listMoves,
  listRetractions,
  MOVES,
  MOVES_BACK,
  moveCell,
  quietCount,
} from "./moves";
import { other, own } from "./sides";
import { beginWork, next, NO_CELL, push } from "./worklist";

let chases: bool = false;

/** @param words the level words */
export function beginPatterns(words: usize): void {
  chases = load<u32>(words + (L_CHASES << 2)) != 0;
  listForChases(chases);
}

/**
 * Makes the pattern of a level of those suspects that are undecided at it.
 * @param level from 1 on, one after another; the one behind the last order stands for what is left to the draws
 * @returns how many suspects are in it
 */
export function pattern(level: u32): u32 {
  admit(level);
  beginAscending();
  for (let rank = nextWith(PENDING, 0); rank != NONE; rank = nextWith(PENDING, rank + 1)) {
    const bits = stateOf(rank);
    setState(rank, bits & ~PENDING);
    if ((bits & ALIVE) == 0) continue;
    const cell = cellOf(rank);
    if (!stays(cell, rank, level, false)) takeOut(cell, rank);
  }
  settle(level);
  if (!chases) while (takeOutForcing(level)) settle(level);
  let alive: u32 = 0;
  for (let rank = nextWith(ALIVE, 0); rank != NONE; rank = nextWith(ALIVE, rank + 1), alive++) {
    setState(rank, stateOf(rank) | MET);
  }
  return alive;
}

/** Takes out all that cannot stay without those taken out. */
function settle(level: u32): void {
  for (let cell = next(); cell != NO_CELL; cell = next()) walkBack(cell, level, false);
}

/**
 * Lets in all that may be in the pattern of a level: who is a suspect from now on, who was in the last pattern, whose witness
 * is decided; and all whose witness can be answered by a move to one of these.
 */
function admit(level: u32): void {
  beginWork();
  beginAscending();
  for (let rank: u32 = 0; rank < suspects; rank++) {
    const bits = stateOf(rank);
    const lasting = bits & (SEED | MET);
    if (!isOpen(rank, level)) {
      setState(rank, lasting);
      continue;
    }
    // Who was in the pattern answers no witness: else that would be none.
    if ((bits & ALIVE) != 0) {
      setState(rank, lasting | ALIVE | PENDING);
      continue;
    }
    setState(rank, lasting);
    if (witnessLevelOf(rank) < level || firstLevelOf(rank) == level) admitOne(cellOf(rank), rank, level);
  }
  for (let cell = next(); cell != NO_CELL; cell = next()) walkBack(cell, level, true);
}

function admitOne(cell: u64, rank: u32, level: u32): void {
  if (!stays(cell, rank, level, true)) return;
  setState(rank, stateOf(rank) | ALIVE | PENDING);
  // At level 1 nobody is out who could be let in again.
  if (level > 1) push(cell, rank);
}

/**
 * Whether each check that stays undecided can be answered by a move into the set; else notes a witness.
 * @param anyOpen into the set of all open suspects, else of those let in
 */
function stays(cell: u64, rank: u32, level: u32, anyOpen: bool): bool {
  listIn(MOVES);
  enterCell(cell);
  listMoves(own);
  const count = quietCount;
  let staying = 0;
  for (let i: u32 = 0; i < count; i++) {
    listIn(MOVES);
    const after = moveCell(i);
    const reached = levelAfterCheck(after);
    if (reached < level) continue;
    staying++;
    if (isAnswered(after, level, anyOpen)) continue;
    noteWitness(rank, checkNumber(after), reached);
    return false;
  }
  if (staying == 0) noteWitness(rank, NO_WITNESS, NEVER);
  return staying != 0;
}

/** Whether some answer to a check leads into the set, or to any open suspect. */
function isAnswered(cell: u64, level: u32, anyOpen: bool): bool {
  listIn(ANSWERS);
  enterCell(cell);
  listMoves(other);
  for (let i: u32 = 0; i < quietCount; i++) {
    const after = moveCell(i);
    const rank = rankOf(after);
    if (rank == NONE) continue;
    if (anyOpen ? isOpen(rank, level) : (stateOf(rank) & ALIVE) != 0) return true;
  }
  return false;
}

function takeOut(cell: u64, rank: u32): void {
  setState(rank, stateOf(rank) & ~ALIVE);
  push(cell, rank);
}

/**
 * From a suspect back over an answer that leads to it, and a check before that: lets those in again whose witness can be
 * answered now that this suspect is in; or takes out those whose check cannot be answered now that it is out.
 */
function walkBack(cell: u64, level: u32, isIn: bool): void {
  listIn(ANSWERS_BACK);
  enterCell(cell);
  listRetractions(other);
  const count = quietCount;
  for (let i: u32 = 0; i < count; i++) {
    listIn(ANSWERS_BACK);
    const answered = moveCell(i);
    const reached = levelAfterCheck(answered);
    if (reached < level || (!isIn && isAnswered(answered, level, false))) continue;
    const check = checkNumber(answered);
    listIn(MOVES_BACK);
    enterCell(answered);
    listRetractions(own);
    const movesTo = quietCount;
    for (let k: u32 = 0; k < movesTo; k++) {
      listIn(MOVES_BACK);
      const before = moveCell(k);
      const rank = rankOf(before);
      if (rank == NONE) continue;
      const alive = (stateOf(rank) & ALIVE) != 0;
      if (isIn) {
        if (alive || witnessOf(rank) != check || !isOpen(rank, level)) continue;
        admitOne(before, rank, level);
      } else if (alive) {
        noteWitness(rank, check, reached);
        takeOut(before, rank);
      }
    }
  }
}

/**
 * Takes those out of the pattern who can keep the opponent checking inside, with checks all of whose answers that stay check:
 * the largest set of them in which such answers lead to others of it.
 * @returns whether there are any
 */
function takeOutForcing(level: u32): bool {
  let changed = false;
  beginAscending();
  for (let rank = nextWith(ALIVE, 0); rank != NONE; rank = nextWith(ALIVE, rank + 1)) {
    if (!forcesCheck(cellOf(rank), level, ALIVE)) continue;
    setState(rank, stateOf(rank) | FORCED);
    changed = true;
  }
  while (changed) {
    changed = false;
    beginAscending();
    for (let rank = nextWith(FORCED, 0); rank != NONE; rank = nextWith(FORCED, rank + 1)) {
      if (forcesCheck(cellOf(rank), level, FORCED)) continue;
      setState(rank, stateOf(rank) & ~FORCED);
      changed = true;
    }
  }
  let any = false;
  beginAscending();
  for (let rank = nextWith(FORCED, 0); rank != NONE; rank = nextWith(FORCED, rank + 1)) {
    setState(rank, stateOf(rank) & ~FORCED);
    noteWitness(rank, NO_WITNESS, 0);
    takeOut(cellOf(rank), rank);
    any = true;
  }
  return any;
}

/** Whether after some check that stays all answers into the pattern check, and lead to those whose state has a bit. */
function forcesCheck(cell: u64, level: u32, bit: u32): bool {
  listIn(MOVES);
  enterCell(cell);
  listMoves(own);
  const count = quietCount;
  for (let i: u32 = 0; i < count; i++) {
    listIn(MOVES);
    const after = moveCell(i);
    if (levelAfterCheck(after) < level) continue;
    listIn(ANSWERS);
    enterCell(after);
    listMoves(other);
    let answers = 0;
    let free = false;
    for (let k: u32 = 0; k < quietCount && !free; k++) {
      const answer = moveCell(k);
      const rank = rankOf(answer);
      if (rank == NONE) continue;
      const bits = stateOf(rank);
      if ((bits & ALIVE) == 0) continue;
      answers++;
      enterCell(answer);
      free = (bits & bit) == 0 || !takesKing(other);
    }
    if (answers > 0 && !free) return true;
  }
  return false;
}
