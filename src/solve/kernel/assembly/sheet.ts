// A sheet: the codes of a table in the order of its file, and what a file holds of them: the stored side as it is, the
// derived one as differences from what its quiet moves give (docs/spec/table-format.md). A row of cells, one for each black
// formation, is a vector of codes: a move of any other man leads from vector to vector.
import { meet, none } from "./bits";
import {
  begin,
  bitOf,
  CANNON,
  CHARIOT,
  frame,
  has,
  HORSE,
  inner,
  job,
  men,
  NOWHERE,
  outer,
  placements,
  reach,
  scratch,
  squares,
  wide,
  xCount,
  yCount,
} from "./context";
import {
  F_ALL_BLOCKS,
  F_FIND,
  F_WIDTH,
  F_X_MOVE,
  F_X_MOVES,
  F_X_OCC,
  F_Y_MIRROR,
  F_Y_MOVE,
  F_Y_MOVES,
  J_HORSE,
  S_CODE_BYTES,
  S_CODES,
  S_CODES_OTHER,
  S_DOUBLES,
  S_GIVEN,
  S_HALF,
  S_HALF_COUNT,
  S_HALF_LIST,
  S_MIRROR,
  S_MOVER,
  S_START,
  S_STANDING,
  S_TWINS,
  S_X_MIRROR,
  SHEET_MASKS,
  SHEET_MOVES,
} from "./layout";

let sheet: usize = 0;
let codeBytes: u32 = 1;
/** Bytes of a vector of codes, and those a copy of one takes. */
let rowBytes: u32 = 0;
let paddedBytes: u32 = 0;
let width: u32 = 90;
let noCode: u32 = 0xff;

let codes: usize = 0;
let starts: usize = 0;
let mirrors: usize = 0;
let yMirror: usize = 0;

function enter(at: usize, thread: u32, sheetAt: usize): void {
  begin(at, thread);
  sheet = sheetAt;
  standsAt = scratch;
  codeBytes = load<u32>(sheet + S_CODE_BYTES);
  rowBytes = yCount * codeBytes;
  paddedBytes = (rowBytes + 15) & ~15;
  width = load<u32>(frame + F_WIDTH);
  noCode = codeBytes == 1 ? 0xff : 0xffff;
  codes = load<u32>(sheet + S_CODES);
  starts = load<u32>(sheet + S_START);
  mirrors = load<u32>(sheet + S_MIRROR);
  yMirror = load<u32>(frame + F_Y_MIRROR);
}

// @inline
function codeAt(at: usize, i: u32): u32 {
  return codeBytes == 1 ? <u32>load<u8>(at + i) : <u32>load<u16>(at + ((<usize>i) << 1));
}
// @inline
function putCode(at: usize, i: u32, code: u32): void {
  if (codeBytes == 1) store<u8>(at + i, <u8>code);
  else store<u16>(at + ((<usize>i) << 1), <u16>code);
}
// @inline
function mirrorOf(square: u32): u32 {
  return width == 1 ? 0 : square + 8 - 2 * (square % 9);
}
// @inline
function startOf(placement: u32): u32 {
  return load<u32>(starts + <usize>(placement << 2));
}
// @inline
function placementMirror(placement: u32): u32 {
  return load<u32>(mirrors + <usize>(placement << 2));
}
// @inline
function xMirror(formation: u32): u32 {
  return load<u32>(<usize>load<u32>(sheet + S_X_MIRROR) + <usize>(formation << 2));
}

/** Where the vector of a placement, a square and a red formation is, or that of its mirror image. */
let vectorMirrored: bool = false;

/** Its number in the file, in vectors. */
function vectorOf(placement: u32, square: u32, formation: u32): u32 {
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

const TILE: u32 = 256;

/**
 * Counts the marks of a plane: adds to u32[256] (u32[65536] of a wide one) at `counts`.
 * @param from address of the first of `cells` marks
 */
export function countMarks(from: usize, cells: u32, wideMarks: bool, counts: usize): void {
  let i: u32 = 0;
  if (wideMarks) {
    for (; i < cells; i++) {
      const at = counts + ((<usize>load<u16>(from + ((<usize>i) << 1))) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
    return;
  }
  for (; i + 16 <= cells; i += 16) {
    const v = v128.load(from + i);
    const first = load<u8>(from + i);
    if (i8x16.all_true(i8x16.eq(v, i8x16.splat(<i8>first)))) {
      const at = counts + ((<usize>first) << 2);
      store<u32>(at, load<u32>(at) + 16);
      continue;
    }
    for (let k: u32 = 0; k < 16; k++) {
      const at = counts + ((<usize>load<u8>(from + i + k)) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
  for (; i < cells; i++) {
    const at = counts + ((<usize>load<u8>(from + i)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

/**
 * Turns a block of a plane into codes.
 * @param stored number of the block
 * @param from address of its marks (formation, square)
 * @param map u16 code of each mark
 */
export function turn(at: usize, thread: u32, sheetAt: usize, other: bool, stored: u32, from: usize, map: usize): void {
  enter(at, thread, sheetAt);
  const target: usize = other ? <usize>load<u32>(sheet + S_CODES_OTHER) : codes;
  const all = load<u32>(<usize>load<u32>(frame + F_ALL_BLOCKS) + <usize>(stored << 2));
  const formation = all / placements;
  const placement = all % placements;
  const doubles = load<u32>(sheet + S_DOUBLES);
  for (let first: u32 = 0; first < yCount; first += TILE) {
    const end = min(first + TILE, yCount);
    for (let square: u32 = 0; square < width; square++) {
      const to = target + <usize>vectorOf(placement, square, formation) * rowBytes;
      const mirrored = vectorMirrored;
      if (doubles != 0 && isDouble(placement, square)) {
        for (let f = first; f < end; f++) putCode(to, f, noCode);
      } else if (mirrored) {
        for (let f = first; f < end; f++) {
          putCode(to, <u32>load<u16>(yMirror + ((<usize>f) << 1)), codeOf(from, f * width + square, map));
        }
      } else if (wide || codeBytes == 2) {
        for (let f = first; f < end; f++) putCode(to, f, codeOf(from, f * width + square, map));
      } else {
        let mark = from + first * width + square;
        for (let f = first; f < end; f++, mark += width) {
          store<u8>(to + f, load<u8>(map + ((<usize>load<u8>(mark)) << 1)));
        }
      }
    }
  }
}

// @inline
function codeOf(from: usize, cell: u32, map: usize): u32 {
  const mark: usize = wide ? load<u16>(from + ((<usize>cell) << 1)) : load<u8>(from + cell);
  return <u32>load<u16>(map + (mark << 1));
}

/** Orders twins, as the index does. */
// @inline
function twinKey(square: u32): u32 {
  const file = <i32>(square % 9) - 4;
  return square - (square % 9) + <u32>(file < 0 ? -file : file);
}

/** Whether an outer twin of the inner man has the greater key: nobody asks for these cells. */
function isDouble(placement: u32, square: u32): bool {
  const twins = load<u32>(sheet + S_TWINS);
  for (let twin: u32 = 0; twin + 1 < twins; twin++) {
    if (twinKey(<u32>load<u8>(squares + <usize>(placement * outer + twin))) > twinKey(square)) return true;
  }
  return false;
}

/**
 * Writes what each cell of a block of the index stands for, in their order (square, formation).
 * @param map u16 for each code
 * @param bytes of what is written: 1 or 2
 */
export function ranks(
  at: usize,
  thread: u32,
  sheetAt: usize,
  other: bool,
  stored: u32,
  map: usize,
  bytes: u32,
  to: usize,
): void {
  enter(at, thread, sheetAt);
  const source: usize = other ? <usize>load<u32>(sheet + S_CODES_OTHER) : codes;
  const all = load<u32>(<usize>load<u32>(frame + F_ALL_BLOCKS) + <usize>(stored << 2));
  const formation = all / placements;
  const placement = all % placements;
  for (let square: u32 = 0; square < width; square++) {
    const from = source + <usize>vectorOf(placement, square, formation) * rowBytes;
    const mirrored = vectorMirrored;
    for (let f: u32 = 0; f < yCount; f++) {
      const code = codeAt(from, mirrored ? <u32>load<u16>(yMirror + ((<usize>f) << 1)) : f);
      const rank = load<u16>(map + ((<usize>code) << 1));
      if (bytes == 1) store<u8>(to + f, <u8>rank);
      else store<u16>(to + ((<usize>f) << 1), rank);
    }
    to += yCount * bytes;
  }
}

/** Copies codes of a stored side: cells that nobody looks up repeat the code before them, which costs no room. */
export function storedSide(
  at: usize,
  thread: u32,
  sheetAt: usize,
  other: bool,
  first: u32,
  count: u32,
  to: usize,
): void {
  enter(at, thread, sheetAt);
  const from = (other ? <usize>load<u32>(sheet + S_CODES_OTHER) : codes) + <usize>first * codeBytes;
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

// Moves out of a row: 32 bytes each: placement, square, mask of black formations in the way (0: none), path.
let moveCount: u32 = 0;
let maskCount: u32 = 0;
let attackers: v128 = i64x2.splat(0);
let standsAt: usize = 0;

// @inline
function moves(): usize {
  return scratch + 32;
}
// @inline
function masks(): usize {
  return scratch + 32 + SHEET_MOVES * 32;
}

/** Puts the attackers of a row on the board and lists their moves; false where they cannot stand so. */
function enterRow(placement: u32, square: u32, mover: u32): bool {
  let count: u32 = 0;
  if (inner != 0) {
    store<u8>(standsAt, <u8>square);
    count = 1;
  }
  for (let i: u32 = 0; i < outer; i++) {
    store<u8>(standsAt + count, load<u8>(squares + <usize>(placement * outer + i)));
    count++;
  }
  attackers = none();
  moveCount = 0;
  maskCount = 0;
  for (let i: u32 = 0; i < count; i++) {
    const stands = <u32>load<u8>(standsAt + i);
    if (has(attackers, stands)) return false;
    attackers = v128.or(attackers, bitOf(stands));
  }
  if (inner != 0 && !has(reach, square)) return false;
  for (let i: u32 = 0; i < count; i++) {
    const isInner: bool = inner != 0 && i == 0;
    const man = isInner ? inner : load<u32>(men + <usize>((inner != 0 ? i - 1 : i) << 2));
    const isX: bool = isInner || ((man >> 8) & 255) == 0;
    if (isX != (mover == 1)) continue;
    const from = <u32>load<u8>(standsAt + i);
    const role = man & 255;
    if (role == CHARIOT || role == CANNON) {
      slide(i, from, 9, 9 - from / 9);
      slide(i, from, -9, from / 9);
      slide(i, from, 1, 8 - (from % 9));
      slide(i, from, -1, from % 9);
    } else if (role == HORSE) {
      const list: usize = load<u32>(job + J_HORSE);
      for (let k: u32 = 0; k < 8; k++) {
        const move = <u32>load<u16>(list + <usize>((from * 8 + k) << 1));
        if (move == 0xffff) break;
        const leg = move >> 8;
        if (!has(attackers, leg)) addMove(i, move & 255, standing(leg), bitOf(leg));
      }
    } else {
      if (isX ? from < 81 : from >= 9) addMove(i, isX ? from + 9 : from - 9, 0, none());
      if (isX ? from >= 45 : from < 45) {
        if (from % 9 > 0) addMove(i, from - 1, 0, none());
        if (from % 9 < 8) addMove(i, from + 1, 0, none());
      }
    }
  }
  return true;
}

/** The vector that has no code where a man of the black formation stands on a square; 0 where none can. */
// @inline
function standing(square: u32): usize {
  return load<u32>(<usize>load<u32>(sheet + S_STANDING) + <usize>(square << 2));
}

function slide(man: u32, from: u32, by: i32, steps: u32): void {
  let mask: usize = 0;
  let path = none();
  let to = from;
  for (let i: u32 = 0; i < steps; i++) {
    to += by;
    if (has(attackers, to)) return;
    addMove(man, to, mask, path);
    path = v128.or(path, bitOf(to));
    const here = standing(to);
    if (here == 0) continue;
    if (mask == 0) mask = here;
    else {
      const both = masks() + <usize>(maskCount * paddedBytes);
      maskCount++;
      for (let k: u32 = 0; k < paddedBytes; k += 16) {
        v128.store(both + k, v128.or(v128.load(mask + k), v128.load(here + k)));
      }
      mask = both;
    }
  }
}

function addMove(man: u32, to: u32, mask: usize, path: v128): void {
  if (has(attackers, to)) return;
  const from = load<u8>(standsAt + man);
  store<u8>(standsAt + man, <u8>to);
  let innerMan: u32 = 0;
  if (inner != 0) {
    const twins = load<u32>(sheet + S_TWINS);
    for (let twin: u32 = 1; twin < twins; twin++) {
      if (twinKey(<u32>load<u8>(standsAt + twin)) > twinKey(<u32>load<u8>(standsAt + innerMan))) innerMan = twin;
    }
  }
  const first: u32 = inner != 0 ? 1 : 0;
  let code: u32 = 0;
  for (let i: u32 = 0; i < outer; i++) {
    const stands = inner != 0 && i + first == innerMan ? 0 : i + first;
    code = code * 90 + <u32>load<u8>(standsAt + stands);
  }
  const square = inner != 0 ? <u32>load<u8>(standsAt + innerMan) : 0;
  store<u8>(standsAt + man, from);
  const placement = load<i32>(<usize>load<u32>(frame + F_FIND) + <usize>(code << 2));
  if (placement < 0 || (inner != 0 && !has(reach, square))) return;
  const move = moves() + <usize>(moveCount << 5);
  moveCount++;
  store<u32>(move, placement);
  store<u32>(move + 4, square);
  store<u32>(move + 8, <u32>mask);
  v128.store(move + 16, path);
}

// @inline
function least(a: v128, b: v128): v128 {
  return codeBytes == 1 ? i8x16.min_u(a, b) : i16x8.min_u(a, b);
}

/** Takes what a move leads to into account. */
function take(placement: u32, square: u32, formation: u32, mask: usize, best: usize, room: usize): void {
  let from = codes + <usize>vectorOf(placement, square, formation) * rowBytes;
  if (vectorMirrored) {
    for (let f: u32 = 0; f < yCount; f++) {
      putCode(room, f, codeAt(from, <u32>load<u16>(yMirror + ((<usize>f) << 1))));
    }
    from = room;
  }
  if (mask == 0) {
    for (let k: u32 = 0; k < rowBytes; k += 16) {
      v128.store(best + k, least(v128.load(best + k), v128.load(from + k)));
    }
  } else {
    for (let k: u32 = 0; k < rowBytes; k += 16) {
      const after = v128.or(v128.load(from + k), v128.load(mask + k));
      v128.store(best + k, least(v128.load(best + k), after));
    }
  }
}

/** The least code that a quiet move leads to, for the cells of a vector. */
function derive(placement: u32, square: u32, formation: u32, mover: u32, best: usize, room: usize): void {
  memory.fill(best, 0xff, paddedBytes);
  if (mover == 1) {
    const first: usize = load<u32>(frame + F_X_MOVES);
    const list: usize = load<u32>(frame + F_X_MOVE);
    const end = load<u32>(first + <usize>((formation + 1) << 2));
    for (let i = load<u32>(first + <usize>(formation << 2)); i < end; i++) {
      const move = load<u32>(list + <usize>(i << 2));
      const eye = move >> 24;
      if (eye != NOWHERE && has(attackers, eye)) continue;
      take(placement, square, move & 0xffff, 0, best, room);
    }
  } else {
    const from = codes + <usize>vectorOf(placement, square, formation) * rowBytes;
    const first: usize = load<u32>(frame + F_Y_MOVES);
    const list: usize = load<u32>(frame + F_Y_MOVE);
    let i: u32 = 0;
    for (let f: u32 = 0; f < yCount; f++) {
      const end = load<u32>(first + <usize>((f + 1) << 2));
      let code = noCode;
      for (; i < end; i++) {
        const move = load<u32>(list + <usize>(i << 2));
        const eye = move >> 24;
        const after = codeAt(from, move & 0xffff);
        if (after < code && (eye == NOWHERE || !has(attackers, eye))) code = after;
      }
      putCode(best, f, code);
    }
  }
  const ownMen = v128.load(<usize>load<u32>(frame + F_X_OCC) + <usize>(formation << 4));
  for (let i: u32 = 0; i < moveCount; i++) {
    const move = moves() + <usize>(i << 5);
    if (meet(v128.load(move + 16), ownMen)) continue;
    take(load<u32>(move), load<u32>(move + 4), formation, load<u32>(move + 8), best, room);
  }
}

/**
 * Differences of `count` cells of the derived side, from place `first` on.
 * @param explicit gets 1 + code of each legal position, 0 for other cells
 */
export function differences(
  at: usize,
  thread: u32,
  sheetAt: usize,
  first: u32,
  count: u32,
  to: usize,
  explicit: usize,
): void {
  enter(at, thread, sheetAt);
  const given: usize = load<u32>(sheet + S_GIVEN);
  const derived: usize = load<u32>(sheet + S_CODES_OTHER);
  const mover = load<u32>(sheet + S_MOVER);
  const best = masks() + <usize>SHEET_MASKS * paddedBytes;
  const room = best + paddedBytes;
  let vector = first / yCount;
  let f = first % yCount;
  let placement: u32 = 0;
  for (let high = placements; high - placement > 1;) {
    const middle = (placement + high) >> 1;
    if (startOf(middle) <= vector) placement = middle;
    else high = middle;
  }
  let row: u32 = 0xffffffff;
  let possible: bool = false;
  for (let done: u32 = 0; done < count; vector++) {
    while (startOf(placement + 1) <= vector) {
      placement++;
      row = 0xffffffff;
    }
    const whole = placementMirror(placement) != placement;
    const size = whole ? xCount : load<u32>(sheet + S_HALF_COUNT);
    const square = (vector - startOf(placement)) / size;
    const place = (vector - startOf(placement)) % size;
    const formation = whole ? place : load<u32>(<usize>load<u32>(sheet + S_HALF_LIST) + <usize>(place << 2));
    if (square != row) {
      possible = enterRow(placement, square, mover);
      row = square;
    }
    if (possible) derive(placement, square, formation, mover, best, room);
    const source = derived + <usize>vector * rowBytes;
    const end = min(yCount, f + count - done);
    if (codeBytes == 1) {
      for (; f < end; f++, done++) {
        const code = <u32>load<u8>(source + f);
        const same = code == 0xff || code == <u32>load<u16>(given + ((<usize>load<u8>(best + f)) << 1));
        store<u8>(to + done, same ? 0 : <u8>(code + 1));
        store<u8>(explicit + done, <u8>(code + 1));
      }
    } else {
      for (; f < end; f++, done++) {
        const code = codeAt(source, f);
        const same = code == noCode || code == <u32>load<u16>(given + ((<usize>codeAt(best, f)) << 1));
        putCode(to, done, same ? 0 : code + 1);
        putCode(explicit, done, code + 1);
      }
    }
    f = 0;
  }
}
