// What the cells of the resident side have: a byte each, the number of a value; the few values that are not among the most
// frequent are kept apart. And what the codes of the other side mean, which are places in its list of values.
import { BLACK, word } from "./board";
import {
  RARE,
  T_CODE_LEVELS_BLACK,
  T_CODE_LEVELS_RED,
  T_CODES_BLACK,
  T_CODES_RED,
  T_KEYS_BLACK,
  T_KEYS_RED,
  T_LEVELS_BLACK,
  T_LEVELS_RED,
  T_PLANE,
  T_RARE_CELLS,
  T_RARE_MASK,
  T_RARE_NUMBERS,
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
let rareCells: usize = 0;
let rareNumbers: usize = 0;
let rareMask: u32 = 0;
let ownLevels: usize = 0;
let ownValues: usize = 0;
/** The code of the other side's illegal cells: how many values are in its list. */
export let ownIllegalCode: u32 = 0;

export function beginSides(): void {
  plane = word(T_PLANE);
  wide = word(T_WIDE) != 0;
  resident = word(T_RESIDENT);
  own = resident ^ BLACK;
  const black = resident == BLACK;
  keys = word(black ? T_KEYS_BLACK : T_KEYS_RED);
  levels = word(black ? T_LEVELS_BLACK : T_LEVELS_RED);
  rareCells = word(T_RARE_CELLS);
  rareNumbers = word(T_RARE_NUMBERS);
  rareMask = word(T_RARE_MASK);
  ownLevels = word(black ? T_CODE_LEVELS_RED : T_CODE_LEVELS_BLACK);
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

/** What a cell of the resident side has, as it is kept. */
// @inline
export function byteAt(cell: u32): u32 {
  return <u32>load<u8>(plane + cell);
}
// @inline
export function setByte(cell: u32, byte: u32): void {
  store<u8>(plane + cell, <u8>byte);
}

/** The number of the value of a cell of the resident side, or ILLEGAL. */
// @inline
export function numberAt(cell: u32): u32 {
  const byte = byteAt(cell);
  return byte == RARE ? rareNumberAt(cell) : byte;
}

function rareNumberAt(cell: u32): u32 {
  let slot = (cell * 0x9e37_79b1) & rareMask;
  while (load<u32>(rareCells + ((<usize>slot) << 2)) != cell) slot = (slot + 1) & rareMask;
  return <u32>load<u16>(rareNumbers + ((<usize>slot) << 1));
}

/** How good it is to move to a value of the resident side's: the least is best, and that of illegal cells the worst. */
// @inline
export function keyOf(number: u32): u32 {
  return load<u32>(keys + ((<usize>number) << 2));
}

/** The order of a value of the resident side's, UNDECIDED for a draw; and WON where the side to move wins. Of no illegal cell. */
// @inline
export function levelOf(number: u32): u32 {
  return <u32>load<u16>(levels + ((<usize>number) << 1));
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
