// Codes, which are places in a side's list of values, and what they mean: of the side that is looked at, its own, and of the
// other one, which its moves lead to. Cells that are no legal position have the code behind the last.
import { BLACK, word } from "./board";
import {
  T_CODES_BLACK,
  T_CODES_RED,
  T_KEYS_BLACK,
  T_KEYS_RED,
  T_LEVELS_BLACK,
  T_LEVELS_RED,
  T_OWN,
  T_VALUES_BLACK,
  T_VALUES_RED,
  T_WIDE,
} from "./layout";

/** The side whose positions are looked at. */
export let own: u32 = 0;
export let other: u32 = 0;
export let ownIllegalCode: u32 = 0;
export let otherIllegalCode: u32 = 0;
let wide: bool = false;
let keys: usize = 0;
let levels: usize = 0;
let ownLevels: usize = 0;
let ownValues: usize = 0;

export function beginSides(): void {
  wide = word(T_WIDE) != 0;
  own = word(T_OWN);
  other = own ^ BLACK;
  const black = other == BLACK;
  keys = word(black ? T_KEYS_BLACK : T_KEYS_RED);
  levels = word(black ? T_LEVELS_BLACK : T_LEVELS_RED);
  otherIllegalCode = word(black ? T_CODES_BLACK : T_CODES_RED);
  ownLevels = word(black ? T_LEVELS_RED : T_LEVELS_BLACK);
  ownValues = word(black ? T_VALUES_RED : T_VALUES_BLACK);
  ownIllegalCode = word(black ? T_CODES_RED : T_CODES_BLACK);
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

/** How good it is to move to a value of the other side's: the least is best, and that of illegal cells the worst. */
// @inline
export function keyOf(code: u32): u32 {
  return load<u32>(keys + ((<usize>code) << 2));
}

/** The order of a value of the other side's, UNDECIDED for a draw; and WON where the side to move wins. Of no illegal cell. */
// @inline
export function levelOf(code: u32): u32 {
  return <u32>load<u16>(levels + ((<usize>code) << 1));
}

/** The same of a code of the side's own. */
// @inline
export function ownLevelOf(code: u32): u32 {
  return <u32>load<u16>(ownLevels + ((<usize>code) << 1));
}
// @inline
export function ownValueOf(code: u32): i32 {
  return load<i32>(ownValues + ((<usize>code) << 2));
}
