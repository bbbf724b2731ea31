// The walk over the cells of a chunk: which hold legal positions, and whether each value is the one that its moves give.
import {
  BLACK,
  blackFormation,
  enterBlock,
  formationsBlack,
  halvesOfRow,
  putBlack,
  putInner,
  takeBlack,
  takeInner,
  takesKing,
  word,
} from "./board";
import { leastCapture, winningCaptures } from "./captures";
import { firstCell, mirrored, mirroredFormation } from "./cells";
import {
  DRAW_KEY,
  DRAW_VALUE,
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
  R_ONLY_BLACK,
  R_ONLY_RED,
  R_STALEMATED_BLACK,
  R_STALEMATED_RED,
  R_UNREAD,
  R_WRONG,
  R_ZUGZWANG_BLACK,
  R_ZUGZWANG_BOTH,
  R_ZUGZWANG_RED,
  T_BEFORE,
  T_CODES_RED,
  T_DERIVED,
  T_REACH,
  T_SEED_ANY,
  T_SUSPECTS,
  T_WEIGHTS,
  T_WITHOUT_MOVE,
} from "./layout";
import { enterRow, leastQuiet, leastQuietCode, lookUpMoves, otherCode, rowMoveCode, rowMoves } from "./rows";
import {
  codeIn,
  codesBehind,
  keyOf,
  other,
  otherIllegalCode,
  own,
  ownIllegalCode,
  ownLevelOf,
  ownValueOf,
  setCodeIn,
} from "./sides";
import { suspect } from "./suspects";
import { rowOut } from "./windows";

let reach: usize = 0;
let weights: usize = 0;
let seedAny: bool = false;
let suspects: bool = false;
let derives: bool = false;
let findings: usize = 0;
/** The codes of the row that is looked at, and the place of its chunk from which on it lies. */
let rowCodes: usize = 0;
let rowPlace: u32 = 0;

/** @param results R_HALVES bytes, then 8 for each code of both sides; all 0 before a chunk */
export function beginWalk(results: usize): void {
  reach = word(T_REACH);
  weights = word(T_WEIGHTS);
  seedAny = word(T_SEED_ANY) != 0;
  suspects = word(T_SUSPECTS) != 0;
  derives = word(T_DERIVED) == own;
  findings = results;
}

/**
 * Looks at some rows of a stored block, or of the one that is its mirror image. Illegal cells get their code; what is found of
 * all cells goes to the thread's room for it, by cell.
 *
 * To compare values with what all moves give, the other side's codes must lie in the windows. The derived side's differences
 * are turned into codes first, by the quiet moves of each position: what the file format means by them
 * (docs/spec/table-format.md), done by this program's own moves.
 * @param place of the first row in its chunk; each lies `stride` places behind the last
 * @param compares whether to compare values, or only to find out which cells are illegal
 */
export function lookAtRows(
  storedBlock: i32,
  from: u32,
  to: u32,
  codes: usize,
  place: u32,
  stride: u32,
  compares: bool,
): void {
  const isMirrored = storedBlock < 0;
  const number: u32 = isMirrored ? -1 - storedBlock : storedBlock;
  const free = enterBlock(number);
  const weight = <u32>load<u8>(weights + number);
  for (let row = from; row < to; row++, place += stride) {
    rowCodes = codesBehind(codes, place);
    rowPlace = place;
    const square = isMirrored ? mirrored(row) : row;
    const inner = free && load<u8>(reach + square) != 0 && putInner(square);
    const halves = inner ? halvesOfRow(weight) : 0;
    const out = rowOut(number, square);
    if (halves != 0 && compares) enterRow();
    const first = firstCell(number, square);
    for (let formation: u32 = 0; formation < formationsBlack; formation++) {
      const there = isMirrored ? mirroredFormation(formation) : formation;
      if (halves == 0 || !putBlack(formation)) setCodeIn(rowCodes, there, ownIllegalCode);
      else {
        if (takesKing(own)) setCodeIn(rowCodes, there, ownIllegalCode);
        else if (compares) checkPosition(first + formation, there, halves);
        takeBlack();
      }
      setCodeIn(out, formation, codeIn(rowCodes, there));
    }
    if (inner) takeInner();
  }
}

// @inline
function add(place: usize, by: u32): void {
  store<u64>(findings + place, load<u64>(findings + place) + by);
}

/** @param there its place in the row */
function checkPosition(cell: u64, there: u32, halves: u32): void {
  lookUpMoves(true);
  if (derives) resolve(there);
  // The key of illegal cells is the worst: such a move is none.
  const best = min(leastQuiet, leastCapture);
  const code = codeIn(rowCodes, there);
  const black = own == BLACK;
  const stored = ownValueOf(code);
  const derived: i32 =
    best < <u32>DRAW_KEY
      ? <i32>best + 1
      : best == <u32>DRAW_KEY
        ? DRAW_VALUE
        : best == 0xffff_ffff
          ? 1
          : LOST_KEY - <i32>best + 1;
  add(R_CHECKED, 1);
  // Behind Red's codes come Black's.
  add(<usize>R_HALVES + ((<usize>(black ? code + word(T_CODES_RED) : code)) << 3), halves);
  if (best == 0xffff_ffff) {
    if (takesKing(other)) add(black ? R_MATED_BLACK : R_MATED_RED, halves);
    else add(black ? R_STALEMATED_BLACK : R_STALEMATED_RED, halves);
  }
  if (derived != stored && !canBeSeed(stored, derived)) noteWrong(own, cell, code, derived);
  survey(stored, halves);
  const level = ownLevelOf(code) & 255;
  if (!suspects || level == 0) return;
  suspect(rowPlace + there, cell, level, isSeed(stored));
}

/** Counts a position that one move alone wins; and, once for both sides to move, one that nobody wants to move in. */
function survey(stored: i32, halves: u32): void {
  if (isWin(stored) && hasOneWinningMove()) add(own == BLACK ? R_ONLY_BLACK : R_ONLY_RED, halves);
  if (own == BLACK) return;
  const code = otherCode(blackFormation);
  if (code == otherIllegalCode) return; // one of the sides is in check
  const key = keyOf(code);
  const blackLoses = key < <u32>DRAW_KEY;
  const blackDraws = key == <u32>DRAW_KEY;
  if (stored == DRAW_VALUE) {
    if (blackLoses) add(R_ZUGZWANG_BLACK, halves);
  } else if (!isWin(stored)) {
    if (blackLoses) add(R_ZUGZWANG_BOTH, halves);
    else if (blackDraws) add(R_ZUGZWANG_RED, halves);
  }
}

function hasOneWinningMove(): bool {
  let winning = winningCaptures;
  for (let i: u32 = 0; i < rowMoves && winning < 2; i++) if (keyOf(rowMoveCode(i)) < <u32>DRAW_KEY) winning++;
  return winning == 1;
}

/** Turns the difference of a position, whose moves are looked up, into its code. */
function resolve(there: u32): void {
  const difference = codeIn(rowCodes, there);
  let code: u32 = NO_CODE;
  if (difference != 0) {
    if (difference <= ownIllegalCode) code = difference - 1;
  } else if (leastQuiet == u32.MAX_VALUE) code = word(T_WITHOUT_MOVE);
  else code = <u32>load<u16>(<usize>word(T_BEFORE) + ((<usize>leastQuietCode) << 1));
  if (code == NO_CODE) add(R_UNREAD, 1);
  setCodeIn(rowCodes, there, code == NO_CODE ? 0 : code);
}

/** Counts a wrong value, and keeps the first: the smallest cell, Red's before Black's. */
function noteWrong(side: u32, cell: u64, code: u32, derived: i32): void {
  const first = load<u64>(findings + R_WRONG) == 0;
  add(R_WRONG, 1);
  if (!first) {
    const known = load<u64>(findings + R_FIRST_CELL);
    if (cell > known || (cell == known && side >= load<u32>(findings + R_FIRST_SIDE))) return;
  }
  store<u64>(findings + R_FIRST_CELL, cell);
  store<u32>(findings + R_FIRST_SIDE, side);
  store<u32>(findings + R_FIRST_STORED, code);
  store<i32>(findings + R_FIRST_DERIVED, derived);
}

/** Values are order << 16 | plies + 1: odd where the side to move is lost. */
// @inline
function isWin(stored: i32): bool {
  return stored > 0 && (stored & 1) == 0;
}
// @inline
function isSeed(stored: i32): bool {
  return stored > 0x1_0000 && (stored & 0xffff) == 1;
}

function canBeSeed(stored: i32, derived: i32): bool {
  if (!suspects || !isSeed(stored)) return false;
  return seedAny ? derived > 0 && (derived & 1) == 1 && derived >> 16 == stored >> 16 : derived == stored + 2;
}
