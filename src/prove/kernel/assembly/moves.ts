// Legal moves. A move that has nothing to do with a king's lines and the squares around him changes nothing about his being attacked, so
// that most moves need not be tried.
import {
  at,
  BLACK,
  BLACK_SOLDIER,
  CANNON,
  CHARIOT,
  HORSE,
  inCheck,
  keyAfter,
  kingOf,
  near,
  play,
  SOLDIER,
  stepCount,
  stepsOf,
  turn,
  undo,
} from "./board";
import { MEN, MOVES, NEAR_LINE, R_CHECK, R_MOVE, R_NAME, R_QUIET, RAYS, RECORD_BYTES } from "./layout";

// @inline
export function fromOf(move: u32): u32 {
  return move >> 7;
}

// @inline
export function toOf(move: u32): u32 {
  return move & 127;
}

/** Lists at MOVES what the men of the side to move reach, whether its king is left attacked or not. @returns the end of the list */
function generate(): usize {
  let end = MOVES;
  for (let half: u32 = 0; half < 2; half++) {
    let men = load<u64>(MEN + (turn << 1) + (half << 3));
    while (men != 0) {
      const square = <u32>ctz<u64>(men) + (half << 6);
      men &= men - 1;
      const role = at(square) & 7;
      if (role == CHARIOT || role == CANNON) end = addSlides(end, square, role == CANNON);
      else end = addSteps(end, square, role == SOLDIER && turn != 0 ? BLACK_SOLDIER : role);
    }
  }
  return end;
}

// @inline
function add(end: usize, from: u32, to: u32): usize {
  store<u16>(end, <u16>((from << 7) | to));
  return end + 2;
}

function addSteps(end: usize, from: u32, kind: u32): usize {
  const steps = stepsOf(kind, from);
  const last = steps + (stepCount(kind, from) << 1);
  for (let step = steps; step < last; step += 2) {
    const to = <u32>load<u8>(step);
    const target = at(to);
    if (target != 0 && (target & BLACK) == turn) continue;
    if (at(load<u8>(step + 1)) == 0) end = add(end, from, to);
  }
  return end;
}

function addSlides(end: usize, from: u32, cannon: bool): usize {
  const rays = RAYS + (from << 2);
  end = addRay(end, from, 9, <i32>load<u8>(rays), cannon);
  end = addRay(end, from, -9, <i32>load<u8>(rays + 1), cannon);
  end = addRay(end, from, 1, <i32>load<u8>(rays + 2), cannon);
  return addRay(end, from, -1, <i32>load<u8>(rays + 3), cannon);
}

function addRay(end: usize, from: u32, step: i32, left: i32, cannon: bool): usize {
  let square = <i32>from;
  let target: u32 = 0;
  for (;;) {
    if (--left < 0) return end;
    square += step;
    target = at(<u32>square);
    if (target != 0) break;
    end = add(end, from, <u32>square);
  }
  if (cannon) {
    do {
      if (--left < 0) return end;
      square += step;
      target = at(<u32>square);
    } while (target == 0);
  }
  return (target & BLACK) == turn ? end : add(end, from, <u32>square);
}

/** Whether a move leaves its own king unattacked. @param checked whether he is attacked now */
function isLegal(from: u32, to: u32, king: u32, checked: bool): bool {
  if (from != king && ((near(king, from) | near(king, to)) & NEAR_LINE) == 0) {
    if (!checked) return true;
    if (at(to) != ((turn ^ BLACK) | HORSE)) return false;
  }
  const side = turn;
  const taken = play(from, to);
  const legal = !inCheck(side);
  undo(from, to, taken);
  return legal;
}

/** How many legal moves there are, counted up to a number of them. */
export function countLegal(checked: bool, most: u32): u32 {
  const end = generate();
  const king = kingOf(turn);
  let count: u32 = 0;
  for (let place = MOVES; place < end && count < most; place += 2) {
    const move = <u32>load<u16>(place);
    if (isLegal(fromOf(move), toOf(move), king, checked)) count++;
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
  const end = generate();
  const king = kingOf(turn);
  const target = kingOf(turn ^ BLACK);
  let record = first;
  for (let place = MOVES; place < end; place += 2) {
    const move = <u32>load<u16>(place);
    const from = fromOf(move);
    const to = toOf(move);
    const isHorse = (at(from) & 7) == HORSE;
    const mayCheck = ((near(target, from) | near(target, to)) & NEAR_LINE) != 0 || (isHorse && near(target, to) != 0);
    const isAsked = kind == EVERY || (at(to) != 0 && kind >= TAKING);
    const counts = mayCheck && (kind & CHECKING) != 0;
    if (!isAsked && !counts) continue;
    if (!isLegal(from, to, king, checked)) continue;
    const checks = mayCheck && givesCheck(from, to);
    if (!isAsked && !checks) continue;
    store<u64>(record + R_NAME, keyAfter(from, to));
    store<u16>(record + R_MOVE, <u16>move);
    store<u8>(record + R_CHECK, <u8>checks);
    store<u8>(record + R_QUIET, <u8>(!checks && !checked ? 1 : 0));
    record += RECORD_BYTES;
  }
  return record;
}

function givesCheck(from: u32, to: u32): bool {
  const side = turn ^ BLACK;
  const taken = play(from, to);
  const checks = inCheck(side);
  undo(from, to, taken);
  return checks;
}
