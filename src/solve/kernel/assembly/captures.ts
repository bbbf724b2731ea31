// Captures lead into sub-endgames ("views"). For the winner they are seeds of wins; for the loser they are escapes, or,
// in the metric to mate, moves that put the loss off ("holds").
import { attackedByOuter, innerAttackers, outerAttacks } from "./attack";
import { isEmpty, meet, mirrorBits, none, valid } from "./bits";
import {
  block, findPlacement, occupied, outerIsX, outerRole, outerSquare, outerView, placement, xFormation,
} from "./block";
import { bitOf, dtm, frame, has, job, NOWHERE, outer, scratch, vectorBytes, wide, yOcc } from "./context";
import { F_FIND, F_LOSS_X, F_LOSS_Y, F_PLACEMENTS, F_PLANE_X, F_PLANE_Y, F_STORED, F_VIEWS, F_X_LOST, F_X_MOVE, F_X_MOVES, F_Y_COUNT, F_Y_LOST, F_Y_MIRROR, F_Y_MOVE, F_Y_MOVES, J_SQUARE, J_SCRATCH_BYTES } from "./offsets";
import { getCell, illegal, unknown, whereIllegal, whereLoss, whereWinOrIllegal } from "./planes";

/** Results for one vector. Winner: squares with a winning capture. */
export let seeds: v128 = i64x2.splat(0);
/** Loser: squares with a capture that does not lose, and with any legal capture. */
export let escapes: v128 = i64x2.splat(0);
export let legalCaptures: v128 = i64x2.splat(0);
/** Loser, metric to mate: squares with a losing capture. Their distances, like those of seeds, are in distanceAt(). */
export let holds: v128 = i64x2.splat(0);

let forWinner: bool = false;
let xToMove: bool = false;

const WITHOUT_INNER: u32 = 7;

// u16[90] at the end of a thread's scratch memory.
// @ts-ignore: decorator
@inline
function distances(): usize {
  return scratch + <usize>load<u32>(job + J_SCRATCH_BYTES) - 192;
}
export function distanceAt(square: u32): u32 {
  return <u32>load<u16>(distances() + <usize>(square << 1));
}

/** Whether the capturer could find a position lost for its opponent in any sub-endgame at all. */
export function someCaptureWins(capturerIsX: bool): bool {
  for (let view: u32 = 0; view < 8; view++) {
    const at: usize = load<u32>(frame + F_VIEWS + <usize>(view << 2));
    if (at != 0 && load<u32>(at + (capturerIsX ? F_LOSS_Y : F_LOSS_X)) != 0) return true;
  }
  return false;
}

/** Collects the captures of one side in the present block with Y's formation `f`. */
export function collect(f: u32, capturerIsX: bool, winner: bool): void {
  forWinner = winner;
  xToMove = !capturerIsX;
  seeds = none();
  escapes = none();
  legalCaptures = none();
  holds = none();
  if (dtm) memory.fill(distances(), winner ? 0xff : 0, 180);
  const yMen = v128.load(yOcc + <usize>(f << 4));
  const men = v128.or(occupied, yMen);
  if (capturerIsX) capturesOfX(f, men);
  else capturesOfY(f, men);
}

function view(i: u32): usize {
  return load<u32>(frame + F_VIEWS + <usize>(i << 2));
}

// The formation left when man i is lost, its square and the view: see F_X_LOST.
// @ts-ignore: decorator
@inline
function lost(table: usize, formation: u32, i: u32): u32 {
  return load<u32>(<usize>load<u32>(frame + table) + <usize>((formation * 4 + i) << 2));
}

function capturesOfX(f: u32, men: v128): void {
  const empty = v128.andnot(valid(), men);
  // Y's advisors and elephants, by the inner man and by X's outer men.
  for (let i: u32 = 0; i < 4; i++) {
    const entry = lost(F_Y_LOST, f, i);
    if (entry == 0xffffffff) break;
    const square = (entry >> 16) & 255;
    const at = view(entry >> 24);
    const rest = entry & 0xffff;
    takeCell(innerAttackers(bitOf(square), empty), at, xFormation, <i32>placement, rest, square);
    for (let man: u32 = 0; man < outer; man++) {
      if (!outerIsX(man)) continue;
      const squares = outerAttacks(outerRole(man), true, outerSquare(man), square, men);
      if (isEmpty(squares)) continue;
      takeVector(squares, at, xFormation, findPlacement(load<u32>(at + F_FIND), man, square, outer), rest);
    }
  }
  // Y's outer men, by the inner man, X's outer men and X's formation.
  for (let victim: u32 = 0; victim < outer; victim++) {
    if (outerIsX(victim)) continue;
    const square = outerSquare(victim);
    const at = view(outerView(victim));
    const find: usize = load<u32>(at + F_FIND);
    const without = findPlacement(find, outer, 0, victim);
    takeCell(innerAttackers(bitOf(square), empty), at, xFormation, without, f, square);
    for (let man: u32 = 0; man < outer; man++) {
      if (!outerIsX(man)) continue;
      const squares = outerAttacks(outerRole(man), true, outerSquare(man), square, men);
      if (!isEmpty(squares)) takeVector(squares, at, xFormation, findPlacement(find, man, square, victim), f);
    }
    const moves: usize = load<u32>(frame + F_X_MOVE);
    const starts: usize = <usize>load<u32>(frame + F_X_MOVES) + <usize>(xFormation << 2);
    for (let i = load<u32>(starts); i < load<u32>(starts + 4); i++) {
      const move = load<u32>(moves + <usize>(i << 2));
      if (((move >> 16) & 255) != square) continue;
      const eye = move >> 24;
      if (eye != NOWHERE && has(men, eye)) continue;
      takeVector(v128.andnot(valid(), bitOf(eye)), at, move & 0xffff, without, f);
    }
  }
}

function capturesOfY(f: u32, men: v128): void {
  const empty = v128.andnot(valid(), men);
  const withoutInner = view(WITHOUT_INNER);
  const moves: usize = load<u32>(frame + F_Y_MOVE);
  const starts: usize = <usize>load<u32>(frame + F_Y_MOVES) + <usize>(f << 2);
  // By Y's formation: the inner man and X's outer men.
  for (let i = load<u32>(starts); i < load<u32>(starts + 4); i++) {
    const move = load<u32>(moves + <usize>(i << 2));
    const to = (move >> 16) & 255;
    const eye = move >> 24;
    if (eye != NOWHERE && has(men, eye)) continue;
    const target = move & 0xffff;
    if (has(empty, to)) {
      takeCell(bitOf(to), withoutInner, xFormation, <i32>placement, target, 0);
      continue;
    }
    for (let victim: u32 = 0; victim < outer; victim++) {
      if (!outerIsX(victim) || outerSquare(victim) != to) continue;
      const at = view(outerView(victim));
      const without = findPlacement(load<u32>(at + F_FIND), outer, 0, victim);
      takeVector(v128.andnot(valid(), bitOf(eye)), at, xFormation, without, target);
    }
  }
  for (let man: u32 = 0; man < outer; man++) {
    if (outerIsX(man)) continue;
    const role = outerRole(man);
    const from = outerSquare(man);
    // By Y's outer men: the inner man,
    let targets = attackedByOuter(role, false, from, empty);
    const table: usize = load<u32>(job + J_SQUARE);
    for (let half: usize = 0; half < 2; half++) {
      let bits: u64 = half == 0 ? i64x2.extract_lane(targets, 0) : i64x2.extract_lane(targets, 1);
      while (bits != 0) {
        const square = <u32>load<u8>(table + (half << 6) + <usize>ctz(bits));
        bits &= bits - 1;
        const place = findPlacement(load<u32>(withoutInner + F_FIND), man, square, outer);
        takeCell(bitOf(square), withoutInner, xFormation, place, f, 0);
      }
    }
    // X's other outer men,
    for (let victim: u32 = 0; victim < outer; victim++) {
      if (!outerIsX(victim)) continue;
      const square = outerSquare(victim);
      const squares = outerAttacks(role, false, from, square, men);
      if (isEmpty(squares)) continue;
      const at = view(outerView(victim));
      takeVector(squares, at, xFormation, findPlacement(load<u32>(at + F_FIND), man, square, victim), f);
    }
    // and X's advisors and elephants.
    for (let i: u32 = 0; i < 4; i++) {
      const entry = lost(F_X_LOST, xFormation, i);
      if (entry == 0xffffffff) break;
      const square = (entry >> 16) & 255;
      const squares = outerAttacks(role, false, from, square, men);
      if (isEmpty(squares)) continue;
      const at = view(entry >> 24);
      takeVector(squares, at, entry & 0xffff, findPlacement(load<u32>(at + F_FIND), man, square, outer), f);
    }
  }
}

let mirrored: bool = false;

// The vector of a view, in the plane of the side to move after the capture.
function vectorOf(at: usize, formation: u32, place: i32, f: u32, bytes: usize): usize {
  const all = formation * load<u32>(at + F_PLACEMENTS) + <u32>place;
  const stored = load<i32>(<usize>load<u32>(at + F_STORED) + <usize>(all << 2));
  const count = load<u32>(at + F_Y_COUNT);
  const plane: usize = load<u32>(at + (xToMove ? F_PLANE_X : F_PLANE_Y));
  mirrored = stored < 0;
  if (!mirrored) return plane + (<usize>(<u32>stored) * count + f) * bytes;
  const g = <usize>load<u16>(<usize>load<u32>(at + F_Y_MIRROR) + <usize>(f << 1));
  return plane + (<usize>(-1 - stored) * count + g) * bytes;
}

/** Captures that all lead to one cell of a view: `square` of the inner man (0 in a view without one). */
function takeCell(from: v128, at: usize, formation: u32, place: i32, f: u32, square: u32): void {
  if (place < 0 || isEmpty(from)) return;
  const single = at == view(WITHOUT_INNER);
  const vector = vectorOf(at, formation, place, f, single ? (wide ? 2 : 1) : vectorBytes);
  const cell = single ? 0 : mirrored ? square + 8 - 2 * (square % 9) : square;
  const value = getCell(vector, cell);
  const draw = value == unknown();
  const bad = value == illegal();
  const decided = !draw && !bad;
  if (forWinner) {
    if (!decided || (value & 1) != 0) return;
    seeds = v128.or(seeds, from);
    if (dtm) noteAll(from, value + 1);
    return;
  }
  if (bad) return;
  legalCaptures = v128.or(legalCaptures, from);
  if (!decided || (value & 1) == 0) escapes = v128.or(escapes, from);
  else if (dtm) {
    holds = v128.or(holds, from);
    noteAll(from, value + 1);
  }
}

/** Captures that leave the inner man where it is. */
function takeVector(from: v128, at: usize, formation: u32, place: i32, f: u32): void {
  if (place < 0) return;
  const vector = vectorOf(at, formation, place, f, vectorBytes);
  if (forWinner) {
    let losses = whereLoss(vector);
    if (isEmpty(losses)) return;
    if (mirrored) losses = mirrorBits(losses);
    losses = v128.and(losses, from);
    seeds = v128.or(seeds, losses);
    if (dtm) noteEach(losses, vector);
    return;
  }
  let bad = whereIllegal(vector);
  let wins = v128.andnot(whereWinOrIllegal(vector), bad);
  if (mirrored) {
    bad = mirrorBits(bad);
    wins = mirrorBits(wins);
  }
  const legal = v128.andnot(from, bad);
  legalCaptures = v128.or(legalCaptures, legal);
  escapes = v128.or(escapes, v128.andnot(legal, wins));
  if (dtm) {
    const losing = v128.and(legal, wins);
    holds = v128.or(holds, losing);
    noteEach(losing, vector);
  }
}

// The winner takes the shortest way, the loser the longest.
function note(square: u32, distance: u32): void {
  const at = distances() + <usize>(square << 1);
  const old = <u32>load<u16>(at);
  if (forWinner ? distance < old : distance > old) store<u16>(at, <u16>distance);
}

function noteAll(set: v128, distance: u32): void {
  const table: usize = load<u32>(job + J_SQUARE);
  for (let half: usize = 0; half < 2; half++) {
    let bits: u64 = half == 0 ? i64x2.extract_lane(set, 0) : i64x2.extract_lane(set, 1);
    while (bits != 0) {
      note(<u32>load<u8>(table + (half << 6) + <usize>ctz(bits)), distance);
      bits &= bits - 1;
    }
  }
}

function noteEach(set: v128, vector: usize): void {
  const table: usize = load<u32>(job + J_SQUARE);
  for (let half: usize = 0; half < 2; half++) {
    let bits: u64 = half == 0 ? i64x2.extract_lane(set, 0) : i64x2.extract_lane(set, 1);
    while (bits != 0) {
      const square = <u32>load<u8>(table + (half << 6) + <usize>ctz(bits));
      note(square, getCell(vector, mirrored ? square + 8 - 2 * (square % 9) : square) + 1);
      bits &= bits - 1;
    }
  }
}
