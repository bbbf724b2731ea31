// Patterns of perpetual checks, level by level (Fang, Algorithm 1 on the whole endgame): the largest set of suspects, all of
// whose checks that stay undecided the opponent can answer by a move back into the set.
//
// A suspect that is taken out keeps a witness: a check after which every answer leaves the set. At the next level only
// those are asked again whose witness was decided or can now be answered, so that all levels together cost little more
// than the first. (Suppose some of the others were in the largest pattern after all. Then so is an answer to each one's
// witness, a suspect that was taken out before it, and so on, which cannot go on for ever.) Most of them find another witness
// at once: a check that not even those suspects answer that were taken out. They need not be let in.
import { enterCell, takesKing } from "./board";
import {
  firstLevelOf,
  isAlive,
  isOpen,
  isSuspect,
  levelAfterCheck,
  noteWitness,
  rankOf,
  setState,
  stateOf,
  suspectFrom,
  witnessLevelOf,
  witnessOf,
} from "./level-sets";
import { ALIVE, NO_WITNESS, PENDING } from "./layout";
import {
  ANSWERS,
  ANSWERS_BACK,
  listIn,
  listMoves,
  listRetractions,
  MOVES,
  MOVES_BACK,
  moveCell,
  quietCount,
} from "./moves";
import { other, own } from "./sides";
import { beginWork, next, push } from "./worklist";

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
  beginWork();
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
    const lacksWitness = witnessOf(rank) == NO_WITNESS;
    const again = !lacksWitness && witnessLevelOf(rank) < level;
    if (again || level == 1 || firstLevelOf(rank) == level) admitOne(cell, rank, level);
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
    noteWitness(rank, after, reached);
    return false;
  }
  if (staying == 0) noteWitness(rank, NO_WITNESS, 0);
  return staying != 0;
}

/** Whether some answer to a check leads into the set, or to any open suspect. */
function isAnswered(cell: u32, level: u32, anyOpen: bool): bool {
  listIn(ANSWERS);
  enterCell(cell);
  listMoves(other);
  for (let i: u32 = 0; i < quietCount; i++) {
    const after = moveCell(i);
    if (!isSuspect(after)) continue;
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
  listIn(ANSWERS_BACK);
  enterCell(cell);
  listRetractions(other);
  const count = quietCount;
  for (let i: u32 = 0; i < count; i++) {
    listIn(ANSWERS_BACK);
    const answered = moveCell(i);
    const reached = levelAfterCheck(answered);
    if (reached < level || (!isIn && isAnswered(answered, level, false))) continue;
    listIn(MOVES_BACK);
    enterCell(answered);
    listRetractions(own);
    const movesTo = quietCount;
    for (let k: u32 = 0; k < movesTo; k++) {
      listIn(MOVES_BACK);
      const before = moveCell(k);
      if (!isSuspect(before)) continue;
      const rank = rankOf(before);
      const alive = (stateOf(rank) & ALIVE) != 0;
      if (isIn) {
        if (alive || witnessOf(rank) != answered || !isOpen(rank, level)) continue;
        admitOne(before, rank, level);
      } else if (alive) {
        noteWitness(rank, answered, reached);
        takeOut(before, rank);
      }
    }
  }
}

/**
 * Whether in the pattern just made the opponent may himself be forced to check for ever: some answers that stay, all of
 * which check. Then mutual checks must be looked for (Algorithm 4).
 */
export function hasForcedChecks(level: u32): bool {
  let rank: u32 = 0;
  for (let cell = suspectFrom(0); cell != 0xffff_ffff; cell = suspectFrom(cell + 1), rank++) {
    if ((stateOf(rank) & ALIVE) == 0) continue;
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
      let quiet = false;
      for (let k: u32 = 0; k < quietCount && !quiet; k++) {
        const answer = moveCell(k);
        if (!isAlive(answer)) continue;
        enterCell(answer);
        quiet = !takesKing(other);
      }
      if (!quiet) return true;
    }
  }
  return false;
}
