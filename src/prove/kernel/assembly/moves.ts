// Legal moves and checks.
//
// Few moves have anything to do with a king: those that begin or end on a line to it with a man of the other side behind, or beside
// it. The squares of which that is so are marked once for all moves of a position; only moves that touch one are tried out.
import {
  ADVISOR,
  at,
  CANNON,
  CHARIOT,
  ELEPHANT,
  HORSE,
  inPalace,
  KING,
  king,
  list,
  OFF,
  other,
  RED,
  set,
  SOLDIER,
  turn,
} from "./board";
import { OWN, THEIRS } from "./layout";

/** Eight steps of a horse with the leg before each, as signed bytes. */
const HORSE_STEPS = memory.data<i8>([16, 31, 16, 33, -16, -31, -16, -33, 1, 18, 1, -14, -1, -18, -1, 14]);
const DIAGONALS = memory.data<i8>([17, 15, -15, -17]);
const ORTHOGONALS = memory.data<i8>([16, -16, 1, -1]);

// @inline
function step(steps: usize, i: u32): u32 {
  return <u32>(<i32>load<i8>(steps + <usize>i));
}

/** The first square along a line that is not empty, maybe off the board. */
// @inline
function firstFrom(square: u32, by: u32): u32 {
  do square += by;
  while (at(square) == 0);
  return square;
}

/** Whether a side's king could be captured; kings that face each other could. */
export function isChecked(side: u32): bool {
  const square = king(side);
  const enemy = other(side);
  for (let i: u32 = 0; i < 4; i++) {
    const by = step(ORTHOGONALS, i);
    let next = firstFrom(square, by);
    const man = at(next);
    if (man == OFF) continue;
    if (man == (enemy | CHARIOT) || (i < 2 && man == (enemy | KING))) return true;
    if (man == (enemy | SOLDIER) && next == square + by && by != (enemy == RED ? 16 : <u32>-16)) return true;
    next = firstFrom(next, by);
    if (at(next) == (enemy | CANNON)) return true;
  }
  const horse = enemy | HORSE;
  for (let i: u32 = 0; i < 4; i++) {
    const by = step(DIAGONALS, i);
    const leg = square + by;
    if (at(leg) != 0) continue;
    // The horse came from one further along either line.
    const up: u32 = <i32>by > 0 ? 16 : <u32>-16;
    if (at(leg + up) == horse || at(leg + by - up) == horse) return true;
  }
  return false;
}

/** Marks the squares from or to which a move may change whether the king of `side` is attacked by others than the mover. */
function mark(marks: usize, side: u32, direct: bool): void {
  memory.fill(marks, 0, 256);
  const square = king(side);
  const enemy = other(side);
  for (let i: u32 = 0; i < 4; i++) {
    const by = step(ORTHOGONALS, i);
    let end = square;
    let matters = direct;
    for (let men = 0; men < 3; men++) {
      end = firstFrom(end, by);
      const man = at(end);
      if (man == OFF) break;
      if (man == (enemy | CHARIOT) || man == (enemy | CANNON) || (man == (enemy | KING) && i < 2)) matters = true;
    }
    if (matters) for (let s = square + by; ; s += by) {
      store<u8>(marks + <usize>s, 1);
      if (s == end) break;
    }
  }
  for (let i: u32 = 0; i < 4; i++) {
    const by = step(DIAGONALS, i);
    const leg = square + by;
    const up: u32 = <i32>by > 0 ? 16 : <u32>-16;
    store<u8>(marks + <usize>leg, 1);
    if (direct) {
      store<u8>(marks + <usize>(leg + up), 1);
      store<u8>(marks + <usize>(leg + by - up), 1);
    }
  }
}

let out: usize = 0;
let tested: bool = false;
let mover: u32 = 0;

/** Whether a move leaves the mover's king safe. */
function isSafe(from: u32, to: u32): bool {
  const man = at(from);
  const taken = at(to);
  const squares = list(mover);
  if ((man & 7) == KING) store<u8>(squares, to);
  set(to, man);
  set(from, 0);
  const safe = !isChecked(mover);
  set(from, man);
  set(to, taken);
  if ((man & 7) == KING) store<u8>(squares, from);
  return safe;
}

/** Whether a pseudo-legal move would give check; the marks are those of the position. */
export function givesCheck(move: u32): bool {
  const from = move >> 8;
  const to = move & 255;
  if ((load<u8>(THEIRS + <usize>from) | load<u8>(THEIRS + <usize>to)) == 0) return false;
  return checks(from, to);
}

function checks(from: u32, to: u32): bool {
  const man = at(from);
  const taken = at(to);
  const squares = list(turn);
  if ((man & 7) == KING) store<u8>(squares, to);
  set(to, man);
  set(from, 0);
  const check = isChecked(other(turn));
  set(from, man);
  set(to, taken);
  if ((man & 7) == KING) store<u8>(squares, from);
  return check;
}

export function markTheirKing(): void {
  mark(THEIRS, other(turn), true);
}

// @inline
function add(from: u32, to: u32): void {
  if ((tested || (load<u8>(OWN + <usize>from) | load<u8>(OWN + <usize>to)) != 0) && !isSafe(from, to)) return;
  store<u16>(out, (from << 8) | to);
  out += 2;
}

// @inline
function addIfFree(from: u32, to: u32): void {
  if ((at(to) & (mover | OFF)) == 0) add(from, to);
}

function addSlides(from: u32, cannon: bool): void {
  for (let i: u32 = 0; i < 4; i++) {
    const by = step(ORTHOGONALS, i);
    let to = from + by;
    while (at(to) == 0) {
      add(from, to);
      to += by;
    }
    if (cannon) {
      if (at(to) == OFF) continue;
      to = firstFrom(to, by);
    }
    addIfFree(from, to);
  }
}

function addKing(from: u32): void {
  const before = tested;
  tested = true;
  for (let i: u32 = 0; i < 4; i++) {
    const to = from + step(ORTHOGONALS, i);
    if (inPalace(to)) addIfFree(from, to);
  }
  tested = before;
}

/**
 * Writes the legal moves of the side to move, two bytes each; returns where they end. @param checked whether its king is attacked
 * @param most stops with this many or a few more
 */
export function writeMoves(to: usize, checked: bool, most: u32): usize {
  out = to;
  mover = turn;
  tested = checked;
  if (!checked) mark(OWN, mover, false);
  const squares = list(mover);
  const enough = to + (<usize>most << 1);
  for (let place: usize = 0; place < 16 && out < enough; place++) {
    const from = <u32>load<u8>(squares + place);
    if (from == 0) continue;
    const role = at(from) & 7;
    if (role == CHARIOT || role == CANNON) addSlides(from, role == CANNON);
    else if (role == HORSE) {
      for (let i: u32 = 0; i < 16; i += 2) {
        if (at(from + step(HORSE_STEPS, i)) == 0) addIfFree(from, from + step(HORSE_STEPS, i + 1));
      }
    } else if (role == SOLDIER) {
      addIfFree(from, mover == RED ? from + 16 : from - 16);
      if (mover == RED ? from >= 7 << 4 : from < 7 << 4) {
        addIfFree(from, from + 1);
        addIfFree(from, from - 1);
      }
    } else if (role == KING) addKing(from);
    else if (role == ADVISOR) {
      for (let i: u32 = 0; i < 4; i++) {
        const square = from + step(DIAGONALS, i);
        if (inPalace(square)) addIfFree(from, square);
      }
    } else if (role == ELEPHANT) {
      for (let i: u32 = 0; i < 4; i++) {
        const by = step(DIAGONALS, i);
        const square = from + 2 * by;
        if (at(from + by) == 0 && (mover == RED ? square < 7 << 4 : square >= 7 << 4)) addIfFree(from, square);
      }
    }
  }
  return out;
}

/** Whether a move of another position is legal here as well. */
export function isLegal(move: u32, buffer: usize, checked: bool): bool {
  const end = writeMoves(buffer, checked, 1024);
  for (let i = buffer; i < end; i += 2) if (load<u16>(i) == move) return true;
  return false;
}
