// Legal moves. Before they are listed, the squares are marked from which, or to which, a move may open a line to one of the kings, or close
// one: most moves have nothing to do with them and need not be tried.
import {
  above,
  at,
  below,
  BLACK,
  BLACK_SOLDIER,
  CANNON,
  CHARIOT,
  menOnFile,
  HORSE,
  HORSE_BACK,
  isAttackedAfter,
  isHorseNear,
  keyWith,
  keyWithout,
  KING,
  kingOf,
  mayJump,
  NONE,
  menOnRank,
  SOLDIER,
  stepCount,
  stepsOf,
  turn,
} from "./board";
import { MARKS, MEN, MOVES, R_CHECK, R_MOVE, R_NAME, R_QUIET, RECORD_BYTES } from "./layout";

/** Marks of a square. A move from it, or to it, may expose the king of the side to move, or end the check that he is in. */
const FROM_OWN: u32 = 1;
const TO_OWN: u32 = 2;
/** It may let another man than the one that moves attack the other king. */
const FROM_OTHER: u32 = 4;
const TO_OTHER: u32 = 8;

// @inline
export function fromOf(move: u32): u32 {
  return move >> 7;
}

// @inline
export function toOf(move: u32): u32 {
  return move & 127;
}

// @inline
function marksAt(square: u32): u32 {
  return <u32>load<u8>(MARKS + square);
}

// @inline
function mark(square: u32, bits: u32): void {
  store<u8>(MARKS + square, <u8>(marksAt(square) | bits));
}

/** @param checked whether the king of the side to move is attacked */
function markOwn(checked: bool): void {
  memory.fill(MARKS, 0, 96);
  markKing(kingOf(turn), turn ^ BLACK, FROM_OWN, TO_OWN, checked);
}

function markOther(): void {
  markKing(kingOf(turn ^ BLACK), turn, FROM_OTHER, TO_OTHER, false);
}

/** @param checked whether the attackers attack the king: then what may end that is marked */
function markKing(king: u32, attackers: u32, from: u32, to: u32, checked: bool): void {
  const rank = king / 9;
  const file = king - rank * 9;
  markLine(menOnFile(file), rank, file, 9, attackers, from, to, checked);
  markLine(menOnRank(rank), file, king - file, 1, attackers, from, to, checked);
  if (!isHorseNear(king, attackers)) return;
  const end = stepsOf(HORSE_BACK, king) + (stepCount(HORSE_BACK, king) << 1);
  for (let step = stepsOf(HORSE_BACK, king); step < end; step += 2) {
    if (at(load<u8>(step)) != (attackers | HORSE)) continue;
    mark(load<u8>(step), to);
    mark(load<u8>(step + 1), from | to);
  }
}

/** @param line the men on it, a bit each; place that of the king @param start its first square, and how far the next is */
function markLine(
  line: u32,
  place: u32,
  start: u32,
  stride: u32,
  attackers: u32,
  from: u32,
  to: u32,
  checked: bool,
): void {
  const up = above(line, place);
  const up2 = above(line, up);
  markRay(place, up, up2, above(line, up2), start, stride, attackers, from, to, checked);
  const down = below(line, place);
  const down2 = below(line, down);
  markRay(place, down, down2, below(line, down2), start, stride, attackers, from, to, checked);
}

/** One way from the king. @param first the places of the next three men, or NONE */
function markRay(
  place: u32,
  first: u32,
  second: u32,
  third: u32,
  start: u32,
  stride: u32,
  attackers: u32,
  from: u32,
  to: u32,
  checked: bool,
): void {
  if (first == NONE) return;
  const nearest = at(start + first * stride);
  if (checked || nearest == (attackers | CANNON)) {
    const last = checked && second != NONE ? second : first;
    for (let other = min<u32>(place, last); other <= max<u32>(place, last); other++) mark(start + other * stride, to);
  }
  if (second == NONE) return;
  const next = at(start + second * stride);
  if (checked || next == (attackers | CHARIOT) || next == (attackers | KING)) mark(start + first * stride, from);
  if (third == NONE || at(start + third * stride) != (attackers | CANNON)) return;
  mark(start + first * stride, from);
  mark(start + second * stride, from);
}

/** Lists at MOVES where a man reaches, whether his king is left attacked or not. @param taking what he takes alone @returns the end of the list */
// @inline
function listTargets(from: u32, role: u32, taking: bool): usize {
  if (role == CHARIOT || role == CANNON) return listSlides(from, role == CANNON, taking);
  return listSteps(from, role == SOLDIER && turn != 0 ? BLACK_SOLDIER : role, taking);
}

// @inline
function add(end: usize, to: u32): usize {
  store<u8>(end, <u8>to);
  return end + 1;
}

function listSteps(from: u32, kind: u32, taking: bool): usize {
  let end = MOVES;
  const steps = stepsOf(kind, from);
  const last = steps + (stepCount(kind, from) << 1);
  for (let step = steps; step < last; step += 2) {
    const to = <u32>load<u8>(step);
    const target = at(to);
    if (target == 0 ? taking : (target & BLACK) == turn) continue;
    if (at(load<u8>(step + 1)) == 0) end = add(end, to);
  }
  return end;
}

function listSlides(from: u32, cannon: bool, taking: bool): usize {
  const rank = from / 9;
  const file = from - rank * 9;
  const end = addLine(MOVES, menOnFile(file), rank, file, 9, 9, cannon, taking);
  return addLine(end, menOnRank(rank), file, from - file, 1, 8, cannon, taking);
}

/** @param last place of the line */
function addLine(
  end: usize,
  line: u32,
  place: u32,
  start: u32,
  stride: u32,
  last: u32,
  cannon: bool,
  taking: bool,
): usize {
  const up = above(line, place);
  if (!taking) {
    const free = up == NONE ? last + 1 : up;
    for (let other = place + 1; other < free; other++) end = add(end, start + other * stride);
  }
  end = addTaking(end, start, stride, cannon ? above(line, up) : up);
  const down = below(line, place);
  if (!taking) {
    const free: u32 = down == NONE ? 0 : down + 1;
    for (let other = place; other > free;) end = add(end, start + --other * stride);
  }
  return addTaking(end, start, stride, cannon ? below(line, down) : down);
}

// @inline
function addTaking(end: usize, start: u32, stride: u32, place: u32): usize {
  if (place == NONE) return end;
  const to = start + place * stride;
  return (at(to) & BLACK) == turn ? end : add(end, to);
}

/** Whether a move leaves its own king unattacked. @param checked whether he is attacked now */
// @inline
function isLegal(from: u32, to: u32, mayExpose: bool, checked: bool): bool {
  if (!mayExpose && (marksAt(to) & TO_OWN) == 0) return !checked;
  return !isAttackedAfter(turn, from, to);
}

/** Whether a move from a square may leave the own king attacked wherever it goes. */
// @inline
function mayExposeFrom(from: u32, role: u32): bool {
  return role == KING || (marksAt(from) & FROM_OWN) != 0;
}

/** Whether a move attacks the other king, by the man that moves or by another. */
// @inline
function givesCheck(from: u32, to: u32, role: u32, king: u32, mayUncover: bool): bool {
  if (mayUncover || (marksAt(to) & TO_OTHER) != 0) return isAttackedAfter(turn ^ BLACK, from, to);
  if (role == HORSE) return mayJump(to, king) && isAttackedAfter(turn ^ BLACK, from, to);
  if (role == CHARIOT || role == CANNON) return isOnLine(from, to, king, role == CANNON ? 1 : 0);
  return role == SOLDIER && (to == king - 1 || to == king + 1 || to + (turn == 0 ? 9 : -9) == king);
}

/** Whether a man that moves comes to stand on a line with a king, with so many men between. */
function isOnLine(from: u32, to: u32, king: u32, between: u32): bool {
  const kingRank = king / 9;
  const kingFile = king - kingRank * 9;
  const rank = to / 9;
  const file = to - rank * 9;
  if (file != kingFile && rank != kingRank) return false;
  const fromRank = from / 9;
  const fromFile = from - fromRank * 9;
  const men =
    file == kingFile
      ? within(menOnFile(file), rank, kingRank) & ~(fromFile == file ? 1 << fromRank : 0)
      : within(menOnRank(rank), file, kingFile) & ~(fromRank == rank ? 1 << fromFile : 0);
  return popcnt<u32>(men) == between;
}

/** The men of a line between two of its places. */
// @inline
function within(line: u32, one: u32, other: u32): u32 {
  return line & ((1 << max<u32>(one, other)) - (2 << min<u32>(one, other)));
}

/** How many legal moves there are, counted up to a number of them. */
export function countLegal(checked: bool, most: u32): u32 {
  markOwn(checked);
  let count: u32 = 0;
  for (let half: u32 = 0; half < 2; half++) {
    for (let men = load<u64>(MEN + (turn << 1) + (half << 3)); men != 0; men &= men - 1) {
      const from = <u32>ctz<u64>(men) + (half << 6);
      const role = at(from) & 7;
      const mayExpose = mayExposeFrom(from, role);
      const end = listTargets(from, role, false);
      for (let place = MOVES; place < end; place++) {
        if (isLegal(from, <u32>load<u8>(place), mayExpose, checked) && ++count == most) return count;
      }
    }
  }
  return count;
}

/** Which moves are listed. */
export const EVERY: u32 = 0;
export const CHECKING: u32 = 1;
export const TAKING: u32 = 2;
export const TAKING_OR_CHECKING: u32 = 3;

/**
 * Makes records of the legal moves of some kind: the move, the key of the position after it, whether it gives check and whether it is quiet.
 * @returns the end of the records
 */
export function listLegal(first: usize, checked: bool, kind: u32): usize {
  markOwn(checked);
  markOther();
  let record = first;
  for (let half: u32 = 0; half < 2; half++) {
    for (let men = load<u64>(MEN + (turn << 1) + (half << 3)); men != 0; men &= men - 1) {
      record = listMovesOf(<u32>ctz<u64>(men) + (half << 6), record, checked, kind);
    }
  }
  return record;
}

// @inline
function listMovesOf(from: u32, record: usize, checked: bool, kind: u32): usize {
  const king = kingOf(turn ^ BLACK);
  const piece = at(from);
  const role = piece & 7;
  const mayExpose = mayExposeFrom(from, role);
  const mayUncover = (marksAt(from) & FROM_OTHER) != 0;
  const without = keyWithout(from);
  const end = listTargets(from, role, kind == TAKING);
  for (let place = MOVES; place < end; place++) {
    const to = <u32>load<u8>(place);
    const checks = givesCheck(from, to, role, king, mayUncover);
    if (!checks && kind != EVERY && (kind == CHECKING || at(to) == 0)) continue;
    if (!isLegal(from, to, mayExpose, checked)) continue;
    store<u64>(record + R_NAME, keyWith(without, piece, to));
    store<u16>(record + R_MOVE, <u16>((from << 7) | to));
    store<u8>(record + R_CHECK, <u8>checks);
    store<u8>(record + R_QUIET, <u8>(!checks && !checked ? 1 : 0));
    record += RECORD_BYTES;
  }
  return record;
}
