// The walk over all cells: which hold legal positions, whether each value is the one that its moves give, and who may be
// forced into a perpetual.
import {
  at,
  manPiece,
  manSquare,
  BLACK,
  blackKing,
  enterBlock,
  formationMen,
  formationsBlack,
  formationSquare,
  halvesOfRow,
  hits,
  isAttacked,
  outer,
  put,
  putBlack,
  putInner,
  redKing,
  SOLDIER,
  takeBlack,
  takeInner,
  word,
} from "./board";
import { leastCapture } from "./captures";
import {
  DRAW_KEY,
  LOST_KEY,
  NO_CODE,
  R_CHECKED,
  R_FIRST_CELL,
  R_FIRST_DERIVED,
  R_FIRST_SIDE,
  R_FIRST_STORED,
  R_HALVES,
  R_MATED_BLACK,
  R_MATED_RED,
  R_STALEMATED_BLACK,
  R_STALEMATED_RED,
  R_UNREAD,
  R_WRONG,
  DRAW_VALUE,
  T_BEFORE,
  T_CHASING_BLACK,
  T_CHASING_RED,
  T_CHECKING_BLACK,
  T_CHECKING_RED,
  T_DERIVED,
  T_REACH,
  T_SEED_ANY,
  T_SUSPECTS,
  T_VALUES_BLACK,
  T_VALUES_RED,
  T_WEIGHTS,
  T_WITHOUT_MOVE,
  WON,
} from "./layout";
import {
  enterRow,
  leastQuiet,
  leastQuietCode,
  lookUpMoves,
  rowMoveCell,
  rowMoveFrom,
  rowMoves,
  rowMoveTo,
} from "./rows";
import { codeAt, illegalCode, isIllegal, levelOf, setBit, setCode, spoil } from "./sides";

let reach: usize = 0;
let weights: usize = 0;
let seedAny: bool = false;
let suspects: bool = false;
let derivedSide: u32 = 0;
let findings: usize = 0;

export function beginWalk(results: usize): void {
  reach = word(T_REACH);
  weights = word(T_WEIGHTS);
  seedAny = word(T_SEED_ANY) != 0;
  suspects = word(T_SUSPECTS) != 0;
  derivedSide = word(T_DERIVED);
  findings = results;
}

/** Notes which cells of stored blocks hold no legal position; what the file has there means nothing. */
export function mark(from: u32, to: u32): void {
  for (let number = from; number < to; number++) {
    const free = enterBlock(number);
    for (let square: u32 = 0; square < 90; square++) {
      const first = (number * 90 + square) * formationsBlack;
      const inner = free && load<u8>(reach + square) != 0 && putInner(square);
      const there = inner && halvesOfRow(1) != 0;
      for (let formation: u32 = 0; formation < formationsBlack; formation++) {
        if (!there || !putBlack(formation)) {
          spoil(0, first + formation);
          spoil(BLACK, first + formation);
          continue;
        }
        if (isAttacked(blackKing, 0, redKing, 90)) spoil(0, first + formation);
        if (isAttacked(redKing, BLACK, blackKing, 90)) spoil(BLACK, first + formation);
        takeBlack();
      }
      if (inner) takeInner();
    }
  }
}

/**
 * Compares the values of one side in stored blocks with what all moves give. All cells must have been marked. Differences of
 * the derived side are turned into codes first, by the quiet moves of each position: what the file format means by them
 * (docs/spec/table-format.md), done by this program's own moves. The other side can be checked when that is done.
 */
export function check(side: u32, from: u32, to: u32): void {
  for (let number = from; number < to; number++) {
    if (!enterBlock(number)) continue;
    const weight = <u32>load<u8>(weights + number);
    for (let square: u32 = 0; square < 90; square++) {
      if (load<u8>(reach + square) == 0 || !putInner(square)) continue;
      const halves = halvesOfRow(weight);
      if (halves != 0) {
        enterRow(side);
        const first = (number * 90 + square) * formationsBlack;
        for (let formation: u32 = 0; formation < formationsBlack; formation++) {
          if (isIllegal(side, first + formation)) continue;
          putBlack(formation);
          checkPosition(side, first + formation, halves);
          takeBlack();
        }
      }
      takeInner();
    }
  }
}

// @inline
function add(place: usize, by: u32): void {
  store<u64>(findings + place, load<u64>(findings + place) + by);
}

function checkPosition(side: u32, cell: u32, halves: u32): void {
  lookUpMoves();
  if (side == derivedSide) resolve(side, cell);
  // The key of illegal cells is the worst: such a move is none.
  const best = min(leastQuiet, leastCapture);
  const code = codeAt(side, cell);
  const black = side == BLACK;
  const stored = load<i32>(<usize>word(black ? T_VALUES_BLACK : T_VALUES_RED) + ((<usize>code) << 2));
  const derived: i32 =
    best < <u32>DRAW_KEY
      ? <i32>best + 1
      : best == <u32>DRAW_KEY
        ? DRAW_VALUE
        : best == 0xffff_ffff
          ? 1
          : LOST_KEY - <i32>best + 1;
  add(R_CHECKED, 1);
  add(<usize>R_HALVES + ((<usize>(black ? code + illegalCode(0) : code)) << 3), halves);
  if (best == 0xffff_ffff) {
    const mated = isAttacked(black ? blackKing : redKing, side ^ BLACK, black ? redKing : blackKing, 90);
    if (mated) add(black ? R_MATED_BLACK : R_MATED_RED, halves);
    else add(black ? R_STALEMATED_BLACK : R_STALEMATED_RED, halves);
  }
  if (derived != stored && !canBeSeed(stored, derived)) noteWrong(side, cell, code, derived);
  const level = levelOf(side, code) & 255;
  if (suspects && level != 0) suspect(side, cell, level);
}

/** Turns the difference of a position, whose moves are looked up, into its code. */
function resolve(side: u32, cell: u32): void {
  const difference = codeAt(side, cell);
  let code: u32 = NO_CODE;
  if (difference != 0) {
    if (difference <= illegalCode(side)) code = difference - 1;
  } else if (leastQuiet == u32.MAX_VALUE) code = word(T_WITHOUT_MOVE);
  else code = <u32>load<u16>(<usize>word(T_BEFORE) + ((<usize>leastQuietCode) << 1));
  if (code == NO_CODE) add(R_UNREAD, 1);
  setCode(side, cell, code == NO_CODE ? 0 : code);
}

/** Counts a wrong value, and keeps the first: the smallest cell, Red's before Black's. */
function noteWrong(side: u32, cell: u32, code: u32, derived: i32): void {
  const first = load<u64>(findings + R_WRONG) == 0;
  add(R_WRONG, 1);
  if (!first) {
    const known = load<u32>(findings + R_FIRST_CELL);
    if (cell > known || (cell == known && side >= load<u32>(findings + R_FIRST_SIDE))) return;
  }
  store<u32>(findings + R_FIRST_CELL, cell);
  store<u32>(findings + R_FIRST_SIDE, side);
  store<u32>(findings + R_FIRST_STORED, code);
  store<i32>(findings + R_FIRST_DERIVED, derived);
}

/** Values are order << 16 | plies + 1: odd where the side to move is lost. */
function canBeSeed(stored: i32, derived: i32): bool {
  if (!suspects || stored <= 0x1_0000 || (stored & 0xffff) != 1) return false;
  return seedAny ? derived > 0 && (derived & 1) == 1 && derived >> 16 == stored >> 16 : derived == stored + 2;
}

/**
 * Whether the side to move, undecided below this level, may be forced to check or chase for ever: each quiet move to a
 * position undecided at it checks or attacks one and the same man, all other moves are lost. The moves are looked up.
 */
function suspect(side: u32, cell: u32, level: u32): void {
  const other = side ^ BLACK;
  if (leastCapture <= <u32>DRAW_KEY) return;
  const illegal = illegalCode(other);
  let men: u32 = 0xffff_ffff;
  for (let i: u32 = 0; i < rowMoves; i++) {
    const next = rowMoveCell(i);
    const code = codeAt(other, next);
    if (code == illegal) continue;
    const reached = levelOf(other, code);
    if ((reached & 255) < level) {
      if ((reached & WON) == 0) return;
      continue;
    }
    let attacked: u32 = isIllegal(side, next) ? 1 : 0;
    if (men > 1) attacked |= menAttackedAfter(side, rowMoveFrom(i), rowMoveTo(i));
    men &= attacked;
    if (men == 0) return;
  }
  if ((men & 1) != 0) setBit(word(side == BLACK ? T_CHECKING_BLACK : T_CHECKING_RED), cell);
  if (men > 1) setBit(word(side == BLACK ? T_CHASING_BLACK : T_CHASING_RED), cell);
}

/**
 * The men that a side's chariots, horses, cannons and defending men attack after a quiet move, protected or not; by bits from
 * 1 on. No rule calls anything else a chase. Soldiers that have not crossed the river are not chased, nor is the king.
 */
function menAttackedAfter(side: u32, from: u32, to: u32): u32 {
  const piece = at(from);
  put(from, 0);
  put(to, piece);
  let attacked: u32 = 0;
  let bit: u32 = 2;
  const enemy = side ^ BLACK;
  for (let man: u32 = 0; man <= outer; man++) {
    const prey = manPiece(man);
    if ((prey & BLACK) != enemy) continue;
    const square = manSquare(man);
    const home = (prey & 7) == SOLDIER && (enemy == BLACK ? square >= 45 : square < 45);
    if (!home && isAttackedByAny(side, square, from, to)) attacked |= bit;
    bit <<= 1;
  }
  const men = formationMen(enemy);
  for (let man: u32 = 1; man < men; man++) {
    if (isAttackedByAny(side, formationSquare(enemy, man), from, to)) attacked |= bit;
    bit <<= 1;
  }
  put(to, 0);
  put(from, piece);
  return attacked;
}

function isAttackedByAny(side: u32, target: u32, from: u32, to: u32): bool {
  for (let man: u32 = 0; man <= outer; man++) {
    const piece = manPiece(man);
    if ((piece & BLACK) != side || (piece & 7) == SOLDIER) continue;
    const square = manSquare(man);
    if (hits(piece, square == from ? to : square, target)) return true;
  }
  const men = formationMen(side);
  for (let man: u32 = 1; man < men; man++) {
    let square = formationSquare(side, man);
    if (square == from) square = to;
    if (hits(at(square), square, target)) return true;
  }
  return false;
}
