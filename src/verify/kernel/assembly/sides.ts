// The codes of both sides to move, and what they mean: each side has a list of values of its own.
import { BLACK, word } from "./board";
import {
  T_ILLEGAL_BLACK,
  T_ILLEGAL_CODE_BLACK,
  T_ILLEGAL_CODE_RED,
  T_ILLEGAL_RED,
  T_KEYS_BLACK,
  T_KEYS_RED,
  T_LEVELS_BLACK,
  T_LEVELS_RED,
  T_PLANE_BLACK,
  T_PLANE_RED,
  T_WIDE,
} from "./layout";

let planeRed: usize = 0;
let planeBlack: usize = 0;
let wide: bool = false;
let keysRed: usize = 0;
let keysBlack: usize = 0;
let levelsRed: usize = 0;
let levelsBlack: usize = 0;
let illegalRed: usize = 0;
let illegalBlack: usize = 0;
let illegalCodeRed: u32 = 0;
let illegalCodeBlack: u32 = 0;

export function beginSides(): void {
  planeRed = word(T_PLANE_RED);
  planeBlack = word(T_PLANE_BLACK);
  wide = word(T_WIDE) != 0;
  keysRed = word(T_KEYS_RED);
  keysBlack = word(T_KEYS_BLACK);
  levelsRed = word(T_LEVELS_RED);
  levelsBlack = word(T_LEVELS_BLACK);
  illegalRed = word(T_ILLEGAL_RED);
  illegalBlack = word(T_ILLEGAL_BLACK);
  illegalCodeRed = word(T_ILLEGAL_CODE_RED);
  illegalCodeBlack = word(T_ILLEGAL_CODE_BLACK);
}

// @inline
export function codeAt(side: u32, cell: u32): u32 {
  const plane = side == BLACK ? planeBlack : planeRed;
  return wide ? <u32>load<u16>(plane + ((<usize>cell) << 1)) : <u32>load<u8>(plane + cell);
}

export function setCode(side: u32, cell: u32, code: u32): void {
  const plane = side == BLACK ? planeBlack : planeRed;
  if (wide) store<u16>(plane + ((<usize>cell) << 1), <u16>code);
  else store<u8>(plane + cell, <u8>code);
}

/** The code of a side's illegal cells: one more than the last that stands for a value. */
// @inline
export function illegalCode(side: u32): u32 {
  return side == BLACK ? illegalCodeBlack : illegalCodeRed;
}

/** How good it is to move to a value of this side's, for the other: the least is best, and that of illegal cells the worst. */
// @inline
export function keyOf(side: u32, code: u32): u32 {
  return load<u32>((side == BLACK ? keysBlack : keysRed) + ((<usize>code) << 2));
}

/** The order of a code's value, UNDECIDED for a draw; and WON where the side to move wins. Of no illegal cell. */
// @inline
export function levelOf(side: u32, code: u32): u32 {
  return <u32>load<u16>((side == BLACK ? levelsBlack : levelsRed) + ((<usize>code) << 1));
}

// @inline
export function hasBit(set: usize, cell: u32): bool {
  return (<u32>load<u8>(set + (cell >> 3)) & (1 << (cell & 7))) != 0;
}
// @inline
export function setBit(set: usize, cell: u32): void {
  const place = set + (cell >> 3);
  store<u8>(place, <u8>(<u32>load<u8>(place) | (1 << (cell & 7))));
}

// @inline
export function isIllegal(side: u32, cell: u32): bool {
  return hasBit(side == BLACK ? illegalBlack : illegalRed, cell);
}

/** Notes that a cell is no legal position; what the file has there means nothing. */
export function spoil(side: u32, cell: u32): void {
  setCode(side, cell, illegalCode(side));
  setBit(side == BLACK ? illegalBlack : illegalRed, cell);
}
