// A sheet: the codes of a table in the order of its file (docs/spec/table-format.md), and what is read from it once it is made
// (turn.ts). A row of cells, one for each black formation, is a vector of codes.
import { begin, frame, outer, scratch, squares, xCount, yCount } from "./context";
import {
  F_WIDTH,
  F_Y_MIRROR,
  S_CODE_BYTES,
  S_CODES,
  S_HALF,
  S_HALF_COUNT,
  S_MIRROR,
  S_START,
  S_STORED_END,
  S_STORED_FIRST,
  S_TWINS,
  S_X_MIRROR,
  SHEET_MOVES,
} from "./layout";

export let sheet: usize = 0;
export let codeBytes: u32 = 1;
/** Bytes of a vector of codes, and those a copy of one takes. */
export let rowBytes: u32 = 0;
export let paddedBytes: u32 = 0;
export let width: u32 = 90;
export let noCode: u32 = 0xff;

/** Codes of the stored side: where its vector 0 would be, such that those of its window are there. */
export let codes: usize = 0;
let storedFirst: u32 = 0;
let storedEnd: u32 = 0;
let starts: usize = 0;
let mirrors: usize = 0;
export let yMirror: usize = 0;

export function enter(at: usize, thread: u32, sheetAt: usize): void {
  begin(at, thread);
  sheet = sheetAt;
  codeBytes = load<u32>(sheet + S_CODE_BYTES);
  rowBytes = yCount * codeBytes;
  paddedBytes = (rowBytes + 15) & ~15;
  width = load<u32>(frame + F_WIDTH);
  noCode = codeBytes == 1 ? 0xff : 0xffff;
  storedFirst = load<u32>(sheet + S_STORED_FIRST);
  storedEnd = load<u32>(sheet + S_STORED_END);
  codes = <usize>load<u32>(sheet + S_CODES) - <usize>storedFirst * rowBytes;
  starts = load<u32>(sheet + S_START);
  mirrors = load<u32>(sheet + S_MIRROR);
  yMirror = load<u32>(frame + F_Y_MIRROR);
}

/** Whether a vector of the stored side is there. */
// @inline
export function isStoredThere(vector: u32): bool {
  return vector >= storedFirst && vector < storedEnd;
}

// @inline
export function codeAt(at: usize, i: u32): u32 {
  return codeBytes == 1 ? <u32>load<u8>(at + i) : <u32>load<u16>(at + ((<usize>i) << 1));
}
// @inline
export function putCode(at: usize, i: u32, code: u32): void {
  if (codeBytes == 1) store<u8>(at + i, <u8>code);
  else store<u16>(at + ((<usize>i) << 1), <u16>code);
}
// @inline
export function mirrorOf(square: u32): u32 {
  return width == 1 ? 0 : square + 8 - 2 * (square % 9);
}
// @inline
export function startOf(placement: u32): u32 {
  return load<u32>(starts + <usize>(placement << 2));
}
// @inline
export function placementMirror(placement: u32): u32 {
  return load<u32>(mirrors + <usize>(placement << 2));
}
// @inline
function xMirror(formation: u32): u32 {
  return load<u32>(<usize>load<u32>(sheet + S_X_MIRROR) + <usize>(formation << 2));
}

/** Where the vector of a placement, a square and a red formation is, or that of its mirror image. */
export let vectorMirrored: bool = false;

/** Its number in the file, in vectors. */
export function vectorOf(placement: u32, square: u32, formation: u32): u32 {
  let mirrored = false;
  const other = placementMirror(placement);
  if (other < placement) {
    placement = other;
    square = mirrorOf(square);
    formation = xMirror(formation);
    mirrored = true;
  }
  let size = xCount;
  let place = formation;
  if (placementMirror(placement) == placement) {
    const half: usize = load<u32>(sheet + S_HALF);
    size = load<u32>(sheet + S_HALF_COUNT);
    place = load<u32>(half + <usize>(formation << 2));
    if (<i32>place < 0) {
      place = load<u32>(half + <usize>(xMirror(formation) << 2));
      square = mirrorOf(square);
      mirrored = !mirrored;
    }
  }
  vectorMirrored = mirrored;
  return startOf(placement) + square * size + place;
}

/** Orders twins, as the index does. */
// @inline
export function twinKey(square: u32): u32 {
  const file = <i32>(square % 9) - 4;
  return square - (square % 9) + <u32>(file < 0 ? -file : file);
}

/** Whether an outer twin of the inner man has the greater key: nobody asks for these cells. */
export function isDouble(placement: u32, square: u32): bool {
  const twins = load<u32>(sheet + S_TWINS);
  for (let twin: u32 = 0; twin + 1 < twins; twin++) {
    if (twinKey(<u32>load<u8>(squares + <usize>(placement * outer + twin))) > twinKey(square)) return true;
  }
  return false;
}

/**
 * Copies codes of the stored side: cells that nobody looks up repeat the code before them, which costs no room.
 * @param first the first one's vector, and its place there
 */
export function storedSide(
  at: usize,
  thread: u32,
  sheetAt: usize,
  first: u32,
  place: u32,
  count: u32,
  to: usize,
): void {
  enter(at, thread, sheetAt);
  const from = codes + <usize>first * rowBytes + <usize>(place * codeBytes);
  let last: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const code = codeAt(from, i);
    if (code == noCode) continue;
    last = code;
    break;
  }
  for (let i: u32 = 0; i < count; i++) {
    const code = codeAt(from, i);
    if (code != noCode) last = code;
    putCode(to, i, last);
  }
}

/** Whether all of `count` codes are the same. */
export function uniform(from: usize, bytes: u32): bool {
  const first = v128.load(from);
  let i: u32 = 0;
  for (; i + 16 <= bytes; i += 16) {
    if (v128.any_true(v128.xor(v128.load(from + i), first))) return false;
  }
  for (; i < bytes; i++) if (load<u8>(from + i) != load<u8>(from + (i & 15))) return false;
  return true;
}

/** A thread's room for masks; turning uses it for tiles. */
// @inline
export function masks(): usize {
  return scratch + 32 + SHEET_MOVES * 32;
}
