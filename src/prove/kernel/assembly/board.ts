// The board of the search: 10 ranks of 9 files within 14 rows of 16 bytes, so that every step off the board meets OFF.
// A man is its side's bit and its role; lists of both sides' men, a key of the position, and what men there are.

import { BOARD, KEYS, LISTS, MATERIAL, PALACE, PLACES, PLAIN } from "./layout";

export const RED: u32 = 0x10;
export const BLACK: u32 = 0x20;
export const OFF: u32 = 0x40;

export const KING: u32 = 1;
export const ADVISOR: u32 = 2;
export const ELEPHANT: u32 = 3;
export const CHARIOT: u32 = 4;
export const HORSE: u32 = 5;
export const CANNON: u32 = 6;
export const SOLDIER: u32 = 7;


/** Of the men and the side to move. */
export let key: u64 = 0;
let turnKey: u64 = 0;
/** RED or BLACK. */
export let turn: u32 = RED;
/** Men of both sides that can cross the river. */
export let attackers: u32 = 0;
/** Tells one set of men from another: up to five of each of twelve kinds. */
export let material: u32 = 0;

// @inline
export function at(square: u32): u32 {
  return load<u8>(BOARD + <usize>square);
}

// @inline
export function set(square: u32, man: u32): void {
  store<u8>(BOARD + <usize>square, man);
}

// @inline
export function list(side: u32): usize {
  return LISTS + <usize>(side == RED ? 0 : 16);
}

// @inline
export function king(side: u32): u32 {
  return load<u8>(list(side));
}

// @inline
export function inPalace(square: u32): bool {
  return load<u8>(PALACE + <usize>square) != 0;
}

// @inline
export function other(side: u32): u32 {
  return side ^ (RED | BLACK);
}

/** From 0 to 89 to the square here. */
// @inline
export function squareOf(plain: u32): u32 {
  return ((plain / 9 + 2) << 4) + (plain % 9) + 3;
}

// @inline
export function plainOf(square: u32): u32 {
  return ((square >> 4) - 2) * 9 + (square & 15) - 3;
}

/** The number of a man in src/xiangqi: 1 to 7, 9 to 15. */
// @inline
function plainMan(man: u32): u32 {
  return (man & 7) | ((man & BLACK) >> 2);
}

// @inline
function keyOf(man: u32, square: u32): u64 {
  return load<u64>(KEYS + ((<usize>plainMan(man)) << 11) + ((<usize>square) << 3));
}

let seed: u64 = 0x9e37_79b9_7f4a_7c15;

/** Numbers that look random (Steele, Lea and Flood, SplitMix64). */
export function nextKey(): u64 {
  seed += 0x9e37_79b9_7f4a_7c15;
  let x = seed;
  x = (x ^ (x >> 30)) * 0xbf58_476d_1ce4_e5b9;
  x = (x ^ (x >> 27)) * 0x94d0_49bb_1331_11eb;
  return x ^ (x >> 31);
}

export function beginBoard(): void {
  memory.fill(BOARD, <u8>OFF, 256);
  for (let plain: u32 = 0; plain < 90; plain++) {
    const square = squareOf(plain);
    set(square, 0);
    const file = plain % 9;
    const rank = plain / 9;
    store<u8>(PALACE + <usize>square, file >= 3 && file <= 5 && (rank <= 2 || rank >= 7) ? 1 : 0);
  }
  for (let i: usize = 0; i < 16 * 256; i++) store<u64>(KEYS + (i << 3), nextKey());
  turnKey = nextKey();
  let scale: u32 = 1;
  for (let man: u32 = 0; man < 16; man++) {
    if ((man & 7) < 2) continue;
    store<u32>(MATERIAL + ((<usize>man) << 2), scale);
    scale *= 6;
  }
}

/** Takes up the position that PLAIN holds. */
export function setPosition(side: u32): void {
  memory.fill(LISTS, 0, 32);
  key = 0;
  attackers = 0;
  material = 0;
  turn = side;
  if (side == BLACK) key ^= turnKey;
  let reds: u32 = 1;
  let blacks: u32 = 1;
  for (let plain: u32 = 0; plain < 90; plain++) {
    const number = <u32>load<u8>(PLAIN + <usize>plain);
    const square = squareOf(plain);
    if (number == 0) {
      set(square, 0);
      continue;
    }
    const own = number < 8 ? RED : BLACK;
    const man = own | (number & 7);
    const place = (man & 7) == KING ? <u32>0 : own == RED ? reds++ : blacks++;
    set(square, man);
    store<u8>(PLACES + <usize>square, <u32>place);
    store<u8>(list(own) + <usize>place, square);
    count(man, 1);
    key ^= keyOf(man, square);
  }
}

// @inline
function count(man: u32, by: i32): void {
  material += <u32>by * load<u32>(MATERIAL + ((<usize>plainMan(man)) << 2));
  if ((man & 7) >= CHARIOT) attackers += <u32>by;
}

/** Writes the position to PLAIN. */
export function writePlain(): void {
  for (let plain: u32 = 0; plain < 90; plain++) store<u8>(PLAIN + <usize>plain, plainMan(at(squareOf(plain))));
}

/** A move is `from << 8 | to`. */
// @inline
export function fromOf(move: u32): u32 {
  return move >> 8;
}

// @inline
export function toOf(move: u32): u32 {
  return move & 255;
}

/** Returns the man captured, or 0, with its place in its list in bits 8 and above. */
export function play(move: u32): u32 {
  const from = fromOf(move);
  const to = toOf(move);
  const man = at(from);
  let taken = at(to);
  key ^= keyOf(man, from) ^ keyOf(man, to) ^ turnKey;
  if (taken != 0) {
    const place = <u32>load<u8>(PLACES + <usize>to);
    store<u8>(list(other(turn)) + <usize>place, 0);
    key ^= keyOf(taken, to);
    count(taken, -1);
    taken |= place << 8;
  }
  const place = load<u8>(PLACES + <usize>from);
  store<u8>(PLACES + <usize>to, place);
  store<u8>(list(turn) + <usize>place, to);
  set(to, man);
  set(from, 0);
  turn = other(turn);
  return taken;
}

export function undo(move: u32, taken: u32): void {
  const from = fromOf(move);
  const to = toOf(move);
  turn = other(turn);
  const man = at(to);
  key ^= keyOf(man, from) ^ keyOf(man, to) ^ turnKey;
  const place = load<u8>(PLACES + <usize>to);
  store<u8>(PLACES + <usize>from, place);
  store<u8>(list(turn) + <usize>place, from);
  set(from, man);
  const captured = taken & 255;
  set(to, captured);
  if (taken == 0) return;
  store<u8>(PLACES + <usize>to, taken >> 8);
  store<u8>(list(other(turn)) + <usize>(taken >> 8), to);
  key ^= keyOf(captured, to);
  count(captured, 1);
}

/** How a move changes the key, if these are the men on its squares. */
// @inline
export function keyOfMove(move: u32): u64 {
  const man = at(fromOf(move));
  const taken = at(toOf(move));
  return keyOf(man, fromOf(move)) ^ keyOf(man, toOf(move)) ^ turnKey ^ (taken == 0 ? 0 : keyOf(taken, toOf(move)));
}

/** The other side moves instead. */
export function pass(): void {
  turn = other(turn);
  key ^= turnKey;
}
