// The codes of the resident side, by cell; and what the codes of both sides mean: each has a list of values of its own.
import { BLACK, word } from "./board";
import {
  T_ILLEGAL_CODE_BLACK,
  T_ILLEGAL_CODE_RED,
  T_KEYS_BLACK,
  T_KEYS_RED,
  T_LEVELS_BLACK,
  T_LEVELS_RED,
  T_PLANE,
  T_RESIDENT,
  T_VALUES_BLACK,
  T_VALUES_RED,
  T_WIDE,
} from "./layout";

/** The resident side: moves of the other lead to it. */
export let resident: u32 = 0;
/** The other one, whose positions are looked at. */
export let own: u32 = 0;
let plane: usize = 0;
let wide: bool = false;
let keys: usize = 0;
let levels: usize = 0;
/** The code of illegal cells: one more than the last that stands for a value. */
export let illegalCode: u32 = 0;
let ownLevels: usize = 0;
let ownValues: usize = 0;
export let ownIllegalCode: u32 = 0;

export function beginSides(): void {
  plane = word(T_PLANE);
  wide = word(T_WIDE) != 0;
  resident = word(T_RESIDENT);
  own = resident ^ BLACK;
  const black = resident == BLACK;
  keys = word(black ? T_KEYS_BLACK : T_KEYS_RED);
  levels = word(black ? T_LEVELS_BLACK : T_LEVELS_RED);
  illegalCode = word(black ? T_ILLEGAL_CODE_BLACK : T_ILLEGAL_CODE_RED);
  ownLevels = word(black ? T_LEVELS_RED : T_LEVELS_BLACK);
  ownValues = word(black ? T_VALUES_RED : T_VALUES_BLACK);
  ownIllegalCode = word(black ? T_ILLEGAL_CODE_RED : T_ILLEGAL_CODE_BLACK);
}

// @inline
export function codeIn(codes: usize, place: u32): u32 {
  return wide ? <u32>load<u16>(codes + ((<usize>place) << 1)) : <u32>load<u8>(codes + place);
}

// @inline
export function setCodeIn(codes: usize, place: u32, code: u32): void {
  if (wide) store<u16>(codes + ((<usize>place) << 1), <u16>code);
  else store<u8>(codes + place, <u8>code);
}

/** The address of the code `cells` behind one. */
// @inline
export function codesBehind(codes: usize, cells: u32): usize {
  return codes + ((<usize>cells) << (wide ? 1 : 0));
}

// @inline
export function codeAt(cell: u32): u32 {
  return codeIn(plane, cell);
}

// @inline
export function setCode(cell: u32, code: u32): void {
  setCodeIn(plane, cell, code);
}

/** How good it is to move to a code of the resident side's: the least is best, and that of illegal cells the worst. */
// @inline
export function keyOf(code: u32): u32 {
  return load<u32>(keys + ((<usize>code) << 2));
}

/** The order of a code's value, UNDECIDED for a draw; and WON where the side to move wins. Of no illegal cell. */
// @inline
export function levelOf(code: u32): u32 {
  return <u32>load<u16>(levels + ((<usize>code) << 1));
}

/** The same of a code of the other side's. */
// @inline
export function ownLevelOf(code: u32): u32 {
  return <u32>load<u16>(ownLevels + ((<usize>code) << 1));
}
// @inline
export function ownValueOf(code: u32): i32 {
  return load<i32>(ownValues + ((<usize>code) << 2));
}

// @inline
export function hasBit(set: usize, cell: u32): bool {
  return (<u32>load<u8>(set + (cell >> 3)) & (1 << (cell & 7))) != 0;
}
/** Threads may set bits of one byte. */
export function setBit(set: usize, cell: u32): void {
  atomic.or<u32>(set + <usize>((cell >> 5) << 2), 1 << (cell & 31));
}
