// The board: men by square, a key of 64 bits, and whether a king is attacked.
import { BOARD, INPUT, KEYS, MEN, NEAR, NEAR_JUMP, NEAR_LINE, RAYS, STEP_COUNTS, STEPS } from "./layout";

export const KING: u32 = 1;
export const ADVISOR: u32 = 2;
export const ELEPHANT: u32 = 3;
export const CHARIOT: u32 = 4;
export const HORSE: u32 = 5;
export const CANNON: u32 = 6;
export const SOLDIER: u32 = 7;
export const BLACK: u32 = 8;

/** Lists of steps beside those of the roles: of Black's soldiers, and from where a horse takes on a square. */
export const BLACK_SOLDIER: u32 = 0;
const HORSE_BACK: u32 = 4;

/** The host's: what a table says of the board for the side to move. @returns a LEAF */
// @external("env", "leaf")
declare function leaf(turn: u32): u32;

/** What tables say: nothing, since there is none of these men; or to the side to move. */
export const LEAF_NONE: u32 = 0;
export const LEAF_WIN: u32 = 1;
export const LEAF_LOSS: u32 = 2;

/** No table has more men. */
let mostLeafMen: u64 = 0;

/** A square that stays empty. */
const FREE: u32 = 95;

/** Of the men and the side to move. */
export let key: u64 = 0;
/** 0 or BLACK. */
export let turn: u32 = 0;
let turnKey: u64 = 0;
let redKing: u32 = 0;
let blackKing: u32 = 0;

// @inline
export function at(square: u32): u32 {
  return <u32>load<u8>(BOARD + square);
}

// @inline
export function kingOf(side: u32): u32 {
  return side == 0 ? redKing : blackKing;
}

// @inline
export function near(king: u32, square: u32): u32 {
  return <u32>load<u8>(NEAR + king * 90 + square);
}

// @inline
export function stepCount(kind: u32, square: u32): u32 {
  return <u32>load<u8>(STEP_COUNTS + kind * 90 + square);
}

// @inline
export function stepsOf(kind: u32, square: u32): usize {
  return STEPS + ((kind * 90 + square) << 4);
}

/** Spreads bits over a whole number. */
export function mix(bits: u64): u64 {
  bits ^= bits >> 31;
  bits *= ((<u64>0x7fb5d329) << 32) | 0x728ea185;
  return bits ^ (bits >> 27);
}

// @inline
function keyOf(piece: u32, square: u32): u64 {
  return load<u64>(KEYS + ((piece * 90 + square) << 3));
}

// @inline
function toggle(side: u32, square: u32): void {
  const place = MEN + (side << 1) + ((square >> 6) << 3);
  const one: u64 = 1;
  store<u64>(place, load<u64>(place) ^ (one << (square & 63)));
}

/** What the key becomes by a move. */
// @inline
export function keyAfter(from: u32, to: u32): u64 {
  const piece = at(from);
  const taken = at(to);
  const after = key ^ turnKey ^ keyOf(piece, from) ^ keyOf(piece, to);
  return taken == 0 ? after : after ^ keyOf(taken, to);
}

/** The other side is to move from now on. */
export function pass(): void {
  turn ^= BLACK;
  key ^= turnKey;
}

/** @returns what it takes */
export function play(from: u32, to: u32): u32 {
  const taken = at(to);
  key = keyAfter(from, to);
  moveMan(from, to);
  if (taken != 0) toggle(taken & BLACK, to);
  turn ^= BLACK;
  return taken;
}

export function undo(from: u32, to: u32, taken: u32): void {
  moveMan(to, from);
  store<u8>(BOARD + to, <u8>taken);
  if (taken != 0) toggle(taken & BLACK, to);
  turn ^= BLACK;
  // A move back and forth changes the same bits.
  key = keyAfter(from, to);
}

function moveMan(from: u32, to: u32): void {
  const piece = at(from);
  store<u8>(BOARD + from, 0);
  store<u8>(BOARD + to, <u8>piece);
  toggle(piece & BLACK, from);
  toggle(piece & BLACK, to);
  if ((piece & 7) != KING) return;
  if (piece < BLACK) redKing = to;
  else blackKing = to;
}

/** Whether a side's king is attacked; kings attack each other on an open file. */
export function inCheck(side: u32): bool {
  const king = kingOf(side);
  const other = side ^ BLACK;
  const rays = RAYS + (king << 2);
  if (isRayAttacked(king, 9, <i32>load<u8>(rays), other, side == 0)) return true;
  if (isRayAttacked(king, -9, <i32>load<u8>(rays + 1), other, side != 0)) return true;
  if (isRayAttacked(king, 1, <i32>load<u8>(rays + 2), other, true)) return true;
  if (isRayAttacked(king, -1, <i32>load<u8>(rays + 3), other, true)) return true;
  const horse = other | HORSE;
  const end = stepsOf(HORSE_BACK, king) + (stepCount(HORSE_BACK, king) << 1);
  for (let step = stepsOf(HORSE_BACK, king); step < end; step += 2) {
    if (at(load<u8>(step)) == horse && at(load<u8>(step + 1)) == 0) return true;
  }
  return false;
}

/** @param soldier whether a soldier next to the king takes in this direction */
function isRayAttacked(king: u32, step: i32, left: i32, other: u32, soldier: bool): bool {
  let square = <i32>king;
  let piece: u32 = 0;
  do {
    if (--left < 0) return false;
    square += step;
    piece = at(<u32>square);
  } while (piece == 0);
  if ((piece & BLACK) == other) {
    const role = piece & 7;
    if (role == CHARIOT || role == KING) return true;
    if (role == SOLDIER && soldier && square - step == <i32>king) return true;
  }
  do {
    if (--left < 0) return false;
    square += step;
    piece = at(<u32>square);
  } while (piece == 0);
  return piece == (other | CANNON);
}

/** What a table says of the position on the board: a LEAF, or more for a draw. */
export function leafOutcome(): u32 {
  const men = popcnt<u64>(load<u64>(MEN)) + popcnt<u64>(load<u64>(MEN + 8));
  const others = popcnt<u64>(load<u64>(MEN + 16)) + popcnt<u64>(load<u64>(MEN + 24));
  return men + others > mostLeafMen ? LEAF_NONE : leaf(turn);
}

/** Takes up the board at INPUT. */
export function readBoard(side: u32): void {
  memory.fill(BOARD, 0, 96);
  memory.fill(MEN, 0, 32);
  key = 0;
  turn = side;
  if (side != 0) key ^= turnKey;
  for (let square: u32 = 0; square < 90; square++) {
    const piece = <u32>load<u8>(INPUT + square);
    if (piece == 0) continue;
    store<u8>(BOARD + square, <u8>piece);
    toggle(piece & BLACK, square);
    key ^= keyOf(piece, square);
    if ((piece & 7) != KING) continue;
    if (piece < BLACK) redKing = square;
    else blackKing = square;
  }
}

/** @param most men that a table has */
export function beginBoard(most: u32): void {
  mostLeafMen = <u64>most;
  let seed: u64 = ((<u64>0x2545f491) << 32) | 0x4f6cdd1d;
  for (let i: usize = 0; i <= 16 * 90; i++) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    if (i == 16 * 90) turnKey = mix(seed);
    else store<u64>(KEYS + (i << 3), mix(seed));
  }
  for (let square: u32 = 0; square < 90; square++) {
    const file = <i32>(square % 9);
    const rank = <i32>(square / 9);
    const rays = RAYS + (square << 2);
    store<u8>(rays, <u8>(9 - rank));
    store<u8>(rays + 1, <u8>rank);
    store<u8>(rays + 2, <u8>(8 - file));
    store<u8>(rays + 3, <u8>file);
    listSteps(square, file, rank);
    for (let other: u32 = 0; other < 90; other++) {
      const files = abs<i32>(<i32>(other % 9) - file);
      const ranks = abs<i32>(<i32>(other / 9) - rank);
      const bits = files * ranks == 0 || (files == 1 && ranks == 1) ? NEAR_LINE : files * ranks == 2 ? NEAR_JUMP : 0;
      store<u8>(NEAR + square * 90 + other, <u8>bits);
    }
  }
}

function listSteps(from: u32, file: i32, rank: i32): void {
  for (let across = -1; across <= 1; across++) {
    for (let up = -1; up <= 1; up++) {
      if (across == 0 && up == 0) continue;
      const isStraight = across * up == 0;
      if (isPalace(file, rank) && isPalace(file + across, rank + up)) {
        addStep(isStraight ? KING : ADVISOR, from, file + across, rank + up, FREE);
      }
      if (isStraight) {
        const beyond = rank >= 5;
        if (up == 1 || (up == 0 && beyond)) addStep(SOLDIER, from, file + across, rank + up, FREE);
        if (up == -1 || (up == 0 && !beyond)) addStep(BLACK_SOLDIER, from, file + across, rank + up, FREE);
        continue;
      }
      const between = <u32>((rank + up) * 9 + file + across);
      if (rank < 5 == rank + 2 * up < 5) addStep(ELEPHANT, from, file + 2 * across, rank + 2 * up, between);
      addStep(HORSE, from, file + across, rank + 2 * up, <u32>((rank + up) * 9 + file));
      addStep(HORSE, from, file + 2 * across, rank + up, <u32>(rank * 9 + file + across));
      // A horse that comes here passes next to where it stands.
      addStep(HORSE_BACK, from, file + across, rank + 2 * up, between);
      addStep(HORSE_BACK, from, file + 2 * across, rank + up, between);
    }
  }
}

function isPalace(file: i32, rank: i32): bool {
  return file >= 3 && file <= 5 && ((rank >= 0 && rank <= 2) || (rank >= 7 && rank <= 9));
}

function addStep(kind: u32, from: u32, file: i32, rank: i32, through: u32): void {
  if (file < 0 || file > 8 || rank < 0 || rank > 9) return;
  const count = stepCount(kind, from);
  store<u8>(STEP_COUNTS + kind * 90 + from, <u8>(count + 1));
  const step = stepsOf(kind, from) + (count << 1);
  store<u8>(step, <u8>(rank * 9 + file));
  store<u8>(step + 1, <u8>through);
}
