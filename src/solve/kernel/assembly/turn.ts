// From the tape to a sheet: extents are played into a band of codes, which is then turned, from the order of the solver (block,
// black formation, square) to that of a file (placement, square, red formation, black formation).
import { enterBlock, placement, xFormation } from "./block";
import { yCount } from "./context";
import { J_SQUARE, S_CODES_OTHER, S_DOUBLES, S_END, S_FIRST, S_MOVER } from "./layout";
import { enterLegality, findIllegal, illegalX, illegalY } from "./legality";
import {
  codeAt,
  codeBytes,
  codes,
  enter,
  isDouble,
  isStoredThere,
  masks,
  mirrorOf,
  noCode,
  putCode,
  rowBytes,
  sheet,
  vectorMirrored,
  vectorOf,
  width,
  yMirror,
} from "./sheet";

/**
 * Plays an extent of the tape into a plane of codes (formation, square): all its cells get one code.
 * @param from address of its records, `bytes` long
 * @param plane of the extent's band
 */
export function play(at: usize, from: usize, bytes: u32, plane: usize, code: u32, bytesOfCode: u32): void {
  const squareOf: usize = load<u32>(at + J_SQUARE);
  const vectorBytes: usize = 90 * bytesOfCode;
  const end = from + bytes;
  while (from < end) {
    const record = load<u32>(from);
    const vector = plane + <usize>(record >> 4) * vectorBytes;
    const listed = record & 15;
    from += 4;
    if (listed == 0) {
      playLane(vector, load<u64>(from), squareOf, code, bytesOfCode);
      playLane(vector, load<u64>(from, 8), squareOf + 64, code, bytesOfCode);
      from += 16;
    } else if (bytesOfCode == 1) {
      for (let i: u32 = 0; i < listed; i++) store<u8>(vector + load<u8>(from + i), <u8>code);
      from += (listed + 3) & ~3;
    } else {
      for (let i: u32 = 0; i < listed; i++) store<u16>(vector + ((<usize>load<u8>(from + i)) << 1), <u16>code);
      from += (listed + 3) & ~3;
    }
  }
}

// @inline
function playLane(vector: usize, bits: u64, squareOf: usize, code: u32, bytesOfCode: u32): void {
  for (; bits != 0; bits &= bits - 1) {
    const square = <usize>load<u8>(squareOf + <usize>ctz(bits));
    if (bytesOfCode == 1) store<u8>(vector + square, <u8>code);
    else store<u16>(vector + (square << 1), <u16>code);
  }
}

/**
 * Turns the blocks of a band into the order of the file, those in the windows of the two sides.
 * @param redPlane address of Red's codes (block, formation, square), with codes for illegal cells still to be made; 0: not wanted
 */
export function turn(
  at: usize,
  thread: u32,
  sheetAt: usize,
  first: u32,
  end: u32,
  redPlane: usize,
  blackPlane: usize,
): void {
  enter(at, thread, sheetAt);
  const redIsDerived = load<u32>(sheet + S_MOVER) == 1;
  const windowFirst = load<u32>(sheet + S_FIRST);
  const windowEnd = load<u32>(sheet + S_END);
  const derivedCodes = <usize>load<u32>(sheet + S_CODES_OTHER) - <usize>windowFirst * rowBytes;
  const vectorBytes = width * codeBytes;
  for (let stored = first; stored < end; stored++) {
    enterBlock(stored);
    const number = vectorOf(placement, 0, xFormation);
    const isInWindow = number >= windowFirst && number < windowEnd;
    const isThere = isStoredThere(number);
    const wantsRed = redPlane != 0 && (redIsDerived ? isInWindow : isThere);
    const wantsBlack = blackPlane != 0 && (redIsDerived ? isThere : isInWindow);
    if (!wantsRed && !wantsBlack) continue;
    const cells = <usize>((stored - first) * yCount * vectorBytes);
    crossBlock(wantsRed ? redPlane + cells : 0, wantsBlack ? blackPlane + cells : 0);
    if (wantsRed) turnBlock(redPlane + cells, redIsDerived ? derivedCodes : codes);
    if (wantsBlack) turnBlock(blackPlane + cells, redIsDerived ? codes : derivedCodes);
  }
}

/**
 * Writes what each cell of a block stands for, in the order of the index (square, black formation).
 * @param plane address of the block's codes (formation, square), with codes for illegal cells still to be made
 * @param map u16 for each code
 * @param bytes of what is written: 1 or 2
 */
export function ranks(
  at: usize,
  thread: u32,
  sheetAt: usize,
  stored: u32,
  plane: usize,
  xToMove: bool,
  map: usize,
  bytes: u32,
  to: usize,
): void {
  enter(at, thread, sheetAt);
  enterBlock(stored);
  crossBlock(xToMove ? plane : 0, xToMove ? 0 : plane);
  const doubles = load<u32>(sheet + S_DOUBLES) != 0;
  for (let square: u32 = 0; square < width; square++) {
    const never = doubles && isDouble(placement, square);
    for (let f: u32 = 0; f < yCount; f++) {
      const code = never ? noCode : codeAt(plane, f * width + square);
      const rank = load<u16>(map + ((<usize>code) << 1));
      if (bytes == 1) store<u8>(to + f, <u8>rank);
      else store<u16>(to + ((<usize>f) << 1), rank);
    }
    to += yCount * bytes;
  }
}

/** Takes the codes off the illegal cells of the present block, in planes of Red's and of Black's codes; 0: not wanted. */
function crossBlock(red: usize, black: usize): void {
  enterLegality();
  const vectorBytes = width * codeBytes;
  for (let f: u32 = 0; f < yCount; f++) {
    findIllegal(f);
    if (red != 0) cross(red + <usize>(f * vectorBytes), illegalX);
    if (black != 0) cross(black + <usize>(f * vectorBytes), illegalY);
  }
}

/** Takes the codes off some cells of a vector. Up to 7 bytes beyond it are read, and written as they were. */
function cross(vector: usize, cells: v128): void {
  if (width == 1) {
    if (v128.any_true(cells)) putCode(vector, 0, noCode);
    return;
  }
  let lane: u64 = i64x2.extract_lane(cells, 0);
  for (let rank: u32 = 0; rank < 10; rank++) {
    if (rank == 5) lane = i64x2.extract_lane(cells, 1);
    const files = <u32>lane & 0x1ff;
    lane >>= 10;
    if (codeBytes == 1) {
      const low = i8x16.splat(<i8>files);
      const at = vector + <usize>(rank * 9);
      // A byte for each file; the ninth tests bit 8, moved to bit 0.
      const spread = i8x16.replace_lane(low, 8, <i8>(files >> 8));
      const bit = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 0, 0, 0, 0, 0, 0, 0);
      const hit = v128.andnot(i8x16.eq(v128.and(spread, bit), bit), i8x16.eq(bit, i8x16.splat(0)));
      v128.store(at, v128.or(v128.load(at), hit));
    } else {
      for (let bits = files; bits != 0; bits &= bits - 1) putCode(vector, rank * 9 + <u32>ctz(bits), noCode);
    }
  }
}

/** Turns the present block, from (formation, square) to rows of formations. */
function turnBlock(from: usize, target: usize): void {
  const first = target + <usize>vectorOf(placement, 0, xFormation) * rowBytes;
  const mirrored = vectorMirrored;
  // Rows of neighbouring squares are equally far apart; in a mirror image a rank runs the other way.
  const step = width == 1 ? 0 : <i32>(target + <usize>vectorOf(placement, 9, xFormation) * rowBytes - first) / 9;
  if (codeBytes == 1 && width > 1 && yCount >= 16) {
    for (let f: u32 = 0; f < yCount; f += 16) {
      const tile = min(f, yCount - 16);
      for (let square: u32 = 0; square < 90; square += 16) turnTile(from, first, step, min(square, 74), tile, mirrored);
    }
  } else {
    for (let square: u32 = 0; square < width; square++) {
      const row = rowAt(first, step, square, mirrored);
      for (let f: u32 = 0; f < yCount; f++) putCode(row, f, codeAt(from, sourceOf(f, mirrored) * width + square));
    }
  }
  if (load<u32>(sheet + S_DOUBLES) == 0) return;
  for (let square: u32 = 0; square < width; square++) {
    if (isDouble(placement, square)) memory.fill(rowAt(first, step, square, mirrored), 0xff, rowBytes);
  }
}

/** The row of a square, of the block whose row of square 0 is `first`. */
// @inline
function rowAt(first: usize, step: i32, square: u32, mirrored: bool): usize {
  const steps = <i32>(mirrored ? mirrorOf(square) - mirrorOf(0) : square);
  return <usize>(<i32>first + steps * step);
}

/** Where the formation of a place in a row is in the plane. */
// @inline
function sourceOf(f: u32, mirrored: bool): u32 {
  return mirrored ? <u32>load<u16>(yMirror + ((<usize>f) << 1)) : f;
}

/**
 * Turns sixteen formations by sixteen squares, one byte each: of sixteen rows, four times row i and row i + 8 are interleaved
 * to be rows 2 i and 2 i + 1.
 */
function turnTile(from: usize, first: usize, step: i32, square: u32, f: u32, mirrored: bool): void {
  let source = masks();
  let target = source + 256;
  for (let i: u32 = 0; i < 8; i++) {
    const a = v128.load(from + <usize>(sourceOf(f + i, mirrored) * 90 + square));
    const b = v128.load(from + <usize>(sourceOf(f + i + 8, mirrored) * 90 + square));
    v128.store(source + <usize>(i << 5), interleaveLow(a, b));
    v128.store(source + <usize>(i << 5), interleaveHigh(a, b), 16);
  }
  for (let round = 0; round < 2; round++) {
    for (let i: u32 = 0; i < 8; i++) {
      const a = v128.load(source + <usize>(i << 4));
      const b = v128.load(source + <usize>(i << 4), 128);
      v128.store(target + <usize>(i << 5), interleaveLow(a, b));
      v128.store(target + <usize>(i << 5), interleaveHigh(a, b), 16);
    }
    const turned = source;
    source = target;
    target = turned;
  }
  for (let i: u32 = 0; i < 8; i++) {
    const a = v128.load(source + <usize>(i << 4));
    const b = v128.load(source + <usize>(i << 4), 128);
    v128.store(rowAt(first, step, square + 2 * i, mirrored) + f, interleaveLow(a, b));
    v128.store(rowAt(first, step, square + 2 * i + 1, mirrored) + f, interleaveHigh(a, b));
  }
}

// @inline
function interleaveLow(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
// @inline
function interleaveHigh(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
