// Positions whose side to move can only lose or threaten something, for a test that may find too many (../../levels/forced.ts): all attacks count,
// on protected men too, but those of kings and of soldiers, which threaten nothing but mate. Of X's quiet moves those of the inner man and of the
// formation are looked at, of Y's all that there are, as Y has no outer men.
import { innerMovers, innerOrigins, outerAttacks } from "./attack";
import { isEmpty, meet, none, soldierReach, valid } from "./bits";
import { block, occupied, outerRole, outerSquare, xFormation, xKing } from "./block";
import { betweenOf, bitOf, CANNON, frame, has, inner, job, NOWHERE, outer, SOLDIER, yCount, yOcc } from "./context";
import { done, pulled } from "./direction";
import { F_X_KING, F_X_MOVE, F_X_MOVES, F_X_OCC, F_Y_KING, F_Y_MOVE, F_Y_MOVES, J_SQUARE } from "./layout";

/** The squares of Y's kings, a byte for each formation. */
let yKings: usize = 0;
/** Whether Y's men have to be looked at one by one. */
let oneByOne: bool = false;

/** Once the block is taken up. For Y to move, `pulled` then has where Y attacks something with each of its formations. */
export function enterRestless(ofX: bool): void {
  yKings = load<u32>(frame + F_Y_KING);
  if (ofX) {
    oneByOne = inner == CANNON;
    for (let man: u32 = 0; man < outer; man++) if (outerRole(man) != SOLDIER) oneByOne = true;
    return;
  }
  for (let f: u32 = 0; f < yCount; f++) v128.store(pulled + ((<usize>f) << 4), attackedByY(f));
}

export function leaveRestless(ofX: bool): void {
  if (!ofX) memory.fill(pulled, 0, (<usize>yCount) << 4);
}

/**
 * Of the block's vector with Y's formation `f`, with X to move, who loses by no capture.
 * @param goals what loses at once, illegal cells included
 */
export function restlessX(f: u32, goals: usize): v128 {
  const at = (<usize>(block * yCount + f)) << 4;
  const left = v128.not(v128.load(done + at));
  if (isEmpty(left)) return left;
  const yKing = <u32>load<u8>(yKings + f);
  const empty = v128.andnot(valid(), v128.or(occupied, v128.load(yOcc + ((<usize>f) << 4))));
  const attacked = attackedByX(f, yKing, empty);
  const quiet = v128.andnot(v128.andnot(empty, v128.load(goals + at)), attacked);
  let restless = v128.andnot(left, innerMovers(quiet, empty));
  // A capture is legal where no kings can come to face each other.
  if (xKing % 9 != yKing % 9) restless = v128.andnot(restless, attacked);
  return isEmpty(restless) ? restless : v128.andnot(restless, idleOfFormation(f, yKing));
}

/** Squares of the inner man from which a move of X's formation threatens nothing. */
function idleOfFormation(f: u32, yKing: u32): v128 {
  const yMen = v128.load(yOcc + ((<usize>f) << 4));
  const starts: usize = <usize>load<u32>(frame + F_X_MOVES) + ((<usize>xFormation) << 2);
  const moves: usize = load<u32>(frame + F_X_MOVE);
  const men: usize = load<u32>(frame + F_X_OCC);
  const kings: usize = load<u32>(frame + F_X_KING);
  const others = v128.andnot(occupied, v128.load(men + ((<usize>xFormation) << 4)));
  const end = load<u32>(starts + 4);
  let idle = none();
  for (let i = load<u32>(starts); i < end; i++) {
    const move = load<u32>(moves + ((<usize>i) << 2));
    const to = (move >> 16) & 255;
    const eye = move >> 24;
    if (has(occupied, to) || (eye != NOWHERE && has(occupied, eye))) continue;
    const after = <usize>(move & 0xffff);
    const standing = v128.or(v128.or(others, v128.load(men + (after << 4))), yMen);
    let free = v128.andnot(v128.andnot(valid(), standing), bitOf(eye));
    const king = <u32>load<u8>(kings + after);
    if (king % 9 == yKing % 9) {
      const between = betweenOf(king, yKing);
      if (!meet(between, standing)) free = v128.and(free, between); // or the kings face each other
    }
    idle = v128.or(idle, v128.andnot(free, attackedByX(f, yKing, v128.andnot(valid(), standing))));
  }
  return idle;
}

/** Squares of the inner man with which X attacks a man of Y's or gives check. */
function attackedByX(f: u32, yKing: u32, empty: v128): v128 {
  const yMen = v128.load(yOcc + ((<usize>f) << 4));
  const men = v128.andnot(valid(), empty);
  const squares: usize = load<u32>(job + J_SQUARE);
  let attacked = none();
  if (inner == SOLDIER) attacked = soldierReach(bitOf(yKing), empty);
  else if (inner != CANNON) attacked = innerMovers(yMen, empty); // who captures as he moves
  const targets = oneByOne ? yMen : bitOf(yKing);
  for (let half: usize = 0; half < 2; half++) {
    let bits: u64 = half == 0 ? i64x2.extract_lane(targets, 0) : i64x2.extract_lane(targets, 1);
    for (; bits != 0; bits &= bits - 1) {
      const target = <u32>load<u8>(squares + (half << 6) + <usize>ctz(bits));
      if (inner == CANNON) attacked = v128.or(attacked, innerOrigins(target, empty));
      for (let man: u32 = 0; man < outer; man++) {
        const role = outerRole(man);
        if (target != yKing && role == SOLDIER) continue;
        attacked = v128.or(attacked, outerAttacks(role, true, outerSquare(man), target, men));
      }
    }
  }
  return attacked;
}

/** The same with Y to move. */
export function restlessY(f: u32, goals: usize): v128 {
  const first = (<usize>(block * yCount)) << 4;
  let left = v128.not(v128.load(done + first + ((<usize>f) << 4)));
  const starts: usize = <usize>load<u32>(frame + F_Y_MOVES) + ((<usize>f) << 2);
  const moves: usize = load<u32>(frame + F_Y_MOVE);
  const end = load<u32>(starts + 4);
  for (let i = load<u32>(starts); i < end && !isEmpty(left); i++) {
    const move = load<u32>(moves + ((<usize>i) << 2));
    const eye = move >> 24;
    if (eye != NOWHERE && has(occupied, eye)) continue;
    const after = (<usize>(move & 0xffff)) << 4;
    const restless = v128.or(v128.load(goals + first + after), v128.load(pulled + after));
    left = v128.and(left, v128.or(restless, bitOf(eye)));
  }
  return left;
}

/** Squares on which Y's advisors and elephants attack the inner man; all where they attack an outer one. */
function attackedByY(f: u32): v128 {
  const yKing = load<u8>(yKings + f);
  const starts: usize = <usize>load<u32>(frame + F_Y_MOVES) + ((<usize>f) << 2);
  const moves: usize = load<u32>(frame + F_Y_MOVE);
  const end = load<u32>(starts + 4);
  let attacked = none();
  for (let i = load<u32>(starts); i < end; i++) {
    const move = load<u32>(moves + ((<usize>i) << 2));
    const to = (move >> 16) & 255;
    const eye = move >> 24;
    if (load<u8>(yKings + <usize>(move & 0xffff)) != yKing) continue; // a move of the king
    if (eye != NOWHERE && has(occupied, eye)) continue;
    const squares = v128.andnot(valid(), bitOf(eye));
    attacked = v128.or(attacked, has(occupied, to) ? squares : v128.and(squares, bitOf(to)));
  }
  return attacked;
}
