// What a file holds of a sheet's derived side: differences from what its quiet moves give (docs/spec/table-format.md). A move of
// any man but those of the black formation leads from one row of cells to another.
import { meet, none } from "./bits";
import {
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
  xCount,
  yCount,
} from "./context";
import {
  F_ADDENDS,
  F_FIND,
  F_X_MOVE,
  F_X_MOVES,
  F_X_OCC,
  F_Y_MOVE,
  F_Y_MOVES,
  J_HORSE,
  S_CODES_OTHER,
  S_FIRST,
  S_GIVEN,
  S_HALF_COUNT,
  S_BEST,
  S_HALF_LIST,
  S_MOVER,
  S_STANDING,
  S_TWINS,
  SHEET_MASKS,
} from "./layout";
import {
  codeAt,
  codeBytes,
  codes,
  enter,
  isStoredThere,
  masks,
  noCode,
  paddedBytes,
  placementMirror,
  putCode,
  rowBytes,
  sheet,
  startOf,
  twinKey,
  vectorMirrored,
  vectorOf,
  yMirror,
} from "./sheet";

// Moves out of a row that lead to what is there of the stored side: 32 bytes each: placement, square, mask of black formations in
// the way (0: none), path. Windows begin and end with placements, so that all vectors of a placement are there, or none.
let moveCount: u32 = 0;
let maskCount: u32 = 0;
let attackers: v128 = i64x2.splat(0);
let standsAt: usize = 0;
/** Whether the row's own placement is there, in which the men of formations move. */
let isOwnThere: bool = false;

// @inline
function moves(): usize {
  return scratch + 32;
}

/** Whether a placement is there of the stored side. */
// @inline
function isPlacementThere(placement: u32): bool {
  return isStoredThere(startOf(min(placement, placementMirror(placement))));
}

/** Puts the attackers of a row on the board and lists their moves; false where they cannot stand so, or none leads to what is there. */
function enterRow(placement: u32, square: u32, mover: u32): bool {
  isOwnThere = isPlacementThere(placement);
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
  return isOwnThere || moveCount > 0;
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
  let addends: usize = load<u32>(frame + F_ADDENDS);
  let entry: u32 = 0;
  for (let i: u32 = 0; i < outer; i++) {
    const stands = inner != 0 && i + first == innerMan ? 0 : i + first;
    entry += load<u32>(addends + ((<usize>load<u8>(standsAt + stands)) << 2));
    addends += 4 * 90;
  }
  const square = inner != 0 ? <u32>load<u8>(standsAt + innerMan) : 0;
  store<u8>(standsAt + man, from);
  const placement = load<i32>(<usize>load<u32>(frame + F_FIND) + ((<usize>entry) << 2));
  if (placement < 0 || (inner != 0 && !has(reach, square)) || !isPlacementThere(placement)) return;
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
  const vector = vectorOf(placement, square, formation);
  let from = codes + <usize>vector * rowBytes;
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

/** The least code that a quiet move leads to, for the cells of the vector that was entered: of that in `best` and of what is there. */
function derive(mover: u32, best: usize, room: usize): void {
  if (isOwnThere && mover == 1) {
    const first: usize = load<u32>(frame + F_X_MOVES);
    const list: usize = load<u32>(frame + F_X_MOVE);
    const end = load<u32>(first + <usize>((formation + 1) << 2));
    for (let i = load<u32>(first + <usize>(formation << 2)); i < end; i++) {
      const move = load<u32>(list + <usize>(i << 2));
      const eye = move >> 24;
      if (eye != NOWHERE && has(attackers, eye)) continue;
      take(placement, row, move & 0xffff, 0, best, room);
    }
  } else if (isOwnThere) {
    const from = codes + <usize>vectorOf(placement, row, formation) * rowBytes;
    const first: usize = load<u32>(frame + F_Y_MOVES);
    const list: usize = load<u32>(frame + F_Y_MOVE);
    let i: u32 = 0;
    for (let f: u32 = 0; f < yCount; f++) {
      const end = load<u32>(first + <usize>((f + 1) << 2));
      let code = codeAt(best, f);
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

// The vectors of a window, one after the other: rows are the squares of a placement.
let placement: u32 = 0;
let row: u32 = 0xffffffff;
let formation: u32 = 0;
let matters: bool = false;

/** Before the first vector. */
function beginVectors(first: u32): void {
  standsAt = scratch;
  placement = 0;
  for (let high = placements; high - placement > 1;) {
    const middle = (placement + high) >> 1;
    if (startOf(middle) <= first) placement = middle;
    else high = middle;
  }
  row = 0xffffffff;
}

/** Goes on to a vector; false where none of its moves leads to what is there. */
function enterVector(vector: u32, mover: u32): bool {
  while (startOf(placement + 1) <= vector) {
    placement++;
    row = 0xffffffff;
  }
  const whole = placementMirror(placement) != placement;
  const size = whole ? xCount : load<u32>(sheet + S_HALF_COUNT);
  const square = (vector - startOf(placement)) / size;
  const place = (vector - startOf(placement)) % size;
  formation = whole ? place : load<u32>(<usize>load<u32>(sheet + S_HALF_LIST) + <usize>(place << 2));
  if (square != row) {
    matters = enterRow(placement, square, mover);
    row = square;
  }
  return matters;
}

/** Where a vector of the derived side's window keeps the least code that a quiet move leads to. */
function bestOf(vector: u32): usize {
  return <usize>load<u32>(sheet + S_BEST) + <usize>(vector - load<u32>(sheet + S_FIRST)) * rowBytes;
}

/** Has vectors `first` to `end` of the derived side's window know what is there of the stored side. */
export function gather(at: usize, thread: u32, sheetAt: usize, first: u32, end: u32): void {
  enter(at, thread, sheetAt);
  const mover = load<u32>(sheet + S_MOVER);
  const best = masks() + <usize>SHEET_MASKS * paddedBytes;
  beginVectors(first);
  for (let vector = first; vector < end; vector++) {
    if (!enterVector(vector, mover)) continue;
    memory.copy(best, bestOf(vector), rowBytes); // threads do not write beyond their vectors
    derive(mover, best, best + paddedBytes);
    memory.copy(bestOf(vector), best, rowBytes);
  }
}

/**
 * Differences of `count` cells of the derived side: cells of its window.
 * @param first the first one's vector, and its place `f` there
 * @param explicit gets 1 + code of each legal position, 0 for other cells
 */
export function differences(
  at: usize,
  thread: u32,
  sheetAt: usize,
  first: u32,
  f: u32,
  count: u32,
  to: usize,
  explicit: usize,
): void {
  enter(at, thread, sheetAt);
  const given: usize = load<u32>(sheet + S_GIVEN);
  const derived: usize = load<u32>(sheet + S_CODES_OTHER);
  const firstDerived = load<u32>(sheet + S_FIRST);
  const mover = load<u32>(sheet + S_MOVER);
  const isGathered = load<u32>(sheet + S_BEST) != 0;
  let best = masks() + <usize>SHEET_MASKS * paddedBytes;
  const room = best + paddedBytes;
  beginVectors(first);
  let vector = first;
  for (let done: u32 = 0; done < count; vector++) {
    if (isGathered) best = bestOf(vector);
    else {
      memory.fill(best, 0xff, paddedBytes);
      if (enterVector(vector, mover)) derive(mover, best, room);
    }
    const source = derived + <usize>(vector - firstDerived) * rowBytes;
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
