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
import { leastCapture, winningCaptures } from "./captures";
import { mirrored, mirroredFormation } from "./cells";
import {
  DRAW_KEY,
  ILLEGAL,
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
  DRAW_VALUE,
  T_BEFORE,
  T_CHECKING,
  T_CODES_RED,
  T_DERIVED,
  T_REACH,
  T_SEED_ANY,
  T_SUSPECTS,
  T_WEIGHTS,
  T_WITHOUT_MOVE,
  WON,
} from "./layout";
import {
  enterRow,
  leastQuiet,
  leastQuietNumber,
  lookUpMoves,
  rowMoveCell,
  rowMoveFrom,
  rowMoves,
  rowMoveTo,
} from "./rows";
import {
  codeIn,
  codesBehind,
  keyOf,
  levelOf,
  numberAt,
  own,
  ownIllegalCode,
  ownLevelOf,
  ownValueOf,
  resident,
  setBit,
  setByte,
  setCodeIn,
} from "./sides";

let reach: usize = 0;
let weights: usize = 0;
let seedAny: bool = false;
let suspects: bool = false;
let derives: bool = false;
let findings: usize = 0;
/** The codes of the row that is looked at, and the bits of its chunk: from which place of the chunk on the row lies. */
let rowCodes: usize = 0;
let rowPlace: u32 = 0;
let chasing: usize = 0;
let seeds: usize = 0;

/** Takes room for bits by place in a chunk, all 0 at first: who may be forced to chase for ever, and who is stored as a seed. */
export function noteAt(chasingBits: usize, seedBits: usize): void {
  chasing = chasingBits;
  seeds = seedBits;
}

// @inline
function note(bits: usize, there: u32): void {
  const place = rowPlace + there;
  const byte = bits + (place >> 3);
  store<u8>(byte, <u8>(<u32>load<u8>(byte) | (1 << (place & 7))));
}

export function beginWalk(results: usize): void {
  reach = word(T_REACH);
  weights = word(T_WEIGHTS);
  seedAny = word(T_SEED_ANY) != 0;
  suspects = word(T_SUSPECTS) != 0;
  derives = word(T_DERIVED) == own;
  findings = results;
}

/** Whether the side to move could take the king of the position on the board. */
// @inline
export function takesKing(side: u32): bool {
  return side == BLACK ? isAttacked(redKing, BLACK, blackKing, 90) : isAttacked(blackKing, 0, redKing, 90);
}

/** Notes which cells of the resident side in stored blocks hold no legal position; what the file has there means nothing. */
export function mark(from: u32, to: u32): void {
  for (let number = from; number < to; number++) {
    const free = enterBlock(number);
    for (let square: u32 = 0; square < 90; square++) {
      const first = (number * 90 + square) * formationsBlack;
      const inner = free && load<u8>(reach + square) != 0 && putInner(square);
      const there = inner && halvesOfRow(1) != 0;
      for (let formation: u32 = 0; formation < formationsBlack; formation++) {
        if (there && putBlack(formation)) {
          if (takesKing(resident)) setByte(first + formation, ILLEGAL);
          takeBlack();
        } else setByte(first + formation, ILLEGAL);
      }
      if (inner) takeInner();
    }
  }
}

/**
 * Compares the values of the side that is not resident with what all moves give, for some rows of a stored block, or of the one
 * that is its mirror image. The resident side's cells must have been marked. The derived side's differences are turned into
 * codes first, by the quiet moves of each position: what the file format means by them (docs/spec/table-format.md), done by
 * this program's own moves. Illegal cells get their code.
 * @param place of the first row in its chunk; each lies `stride` places behind the last
 */
export function checkRows(storedBlock: i32, from: u32, to: u32, codes: usize, place: u32, stride: u32): void {
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
    if (halves != 0) {
      enterRow();
      const first = (number * 90 + square) * formationsBlack;
      for (let formation: u32 = 0; formation < formationsBlack; formation++) {
        const there = isMirrored ? mirroredFormation(formation) : formation;
        if (putBlack(formation)) {
          if (takesKing(own)) setCodeIn(rowCodes, there, ownIllegalCode);
          else checkPosition(first + formation, there, halves);
          takeBlack();
        } else setCodeIn(rowCodes, there, ownIllegalCode);
      }
    } else {
      for (let formation: u32 = 0; formation < formationsBlack; formation++) {
        setCodeIn(rowCodes, formation, ownIllegalCode);
      }
    }
    if (inner) takeInner();
  }
}

// @inline
function add(place: usize, by: u32): void {
  store<u64>(findings + place, load<u64>(findings + place) + by);
}

/** @param there its place in the row */
function checkPosition(cell: u32, there: u32, halves: u32): void {
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
    if (takesKing(resident)) add(black ? R_MATED_BLACK : R_MATED_RED, halves);
    else add(black ? R_STALEMATED_BLACK : R_STALEMATED_RED, halves);
  }
  if (derived != stored && !canBeSeed(stored, derived)) noteWrong(own, cell, code, derived);
  survey(cell, stored, halves);
  const level = ownLevelOf(code) & 255;
  if (!suspects || level == 0) return;
  if (isSeed(stored)) note(seeds, there);
  suspect(cell, there, level);
}

/** Counts a position that one move alone wins; and, once for both sides to move, one that nobody wants to move in. */
function survey(cell: u32, stored: i32, halves: u32): void {
  if (isWin(stored) && hasOneWinningMove()) add(own == BLACK ? R_ONLY_BLACK : R_ONLY_RED, halves);
  if (own == BLACK) return;
  const number = numberAt(cell);
  if (number == ILLEGAL) return; // one of the sides is in check
  const key = keyOf(number);
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
  for (let i: u32 = 0; i < rowMoves && winning < 2; i++) {
    if (keyOf(numberAt(rowMoveCell(i))) < <u32>DRAW_KEY) winning++;
  }
  return winning == 1;
}

/** Turns the difference of a position, whose moves are looked up, into its code. */
function resolve(there: u32): void {
  const difference = codeIn(rowCodes, there);
  let code: u32 = NO_CODE;
  if (difference != 0) {
    if (difference <= ownIllegalCode) code = difference - 1;
  } else if (leastQuiet == u32.MAX_VALUE) code = word(T_WITHOUT_MOVE);
  else code = <u32>load<u16>(<usize>word(T_BEFORE) + ((<usize>leastQuietNumber) << 1));
  if (code == NO_CODE) add(R_UNREAD, 1);
  setCodeIn(rowCodes, there, code == NO_CODE ? 0 : code);
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

/**
 * Whether the side to move, undecided below this level, may be forced to check or chase for ever: each quiet move to a
 * position undecided at it checks or attacks one and the same man, all other moves are lost. The moves are looked up.
 */
function suspect(cell: u32, there: u32, level: u32): void {
  if (leastCapture <= <u32>DRAW_KEY) return;
  let men: u32 = 0xffff_ffff;
  for (let i: u32 = 0; i < rowMoves; i++) {
    const number = numberAt(rowMoveCell(i));
    if (number == ILLEGAL) continue;
    const reached = levelOf(number);
    if ((reached & 255) < level) {
      if ((reached & WON) == 0) return;
      continue;
    }
    men &= menAttackedAfter(own, rowMoveFrom(i), rowMoveTo(i), men);
    if (men == 0) return;
  }
  if ((men & 1) != 0) setBit(word(T_CHECKING), cell);
  if (men > 1) note(chasing, there);
}

/**
 * The men that a side attacks after a quiet move, by bits. Bit 0 is the king, checked by any man. From 1 on come those that
 * chariots, horses, cannons and defending men attack, protected or not: no rule calls anything else a chase. Soldiers that
 * have not crossed the river are not chased.
 * @param asked which are wanted; of all but bit 0 all or none
 */
export function menAttackedAfter(side: u32, from: u32, to: u32, asked: u32): u32 {
  const piece = at(from);
  put(from, 0);
  put(to, piece);
  const enemy = side ^ BLACK;
  let attacked: u32 = (asked & 1) != 0 && checksAfter(side, from, to) ? 1 : 0;
  if (asked > 1) attacked |= chasableAfter(side, enemy, from, to);
  put(to, 0);
  put(from, piece);
  return attacked;
}

// @inline
function checksAfter(side: u32, from: u32, to: u32): bool {
  const king = side == BLACK ? redKing : blackKing;
  for (let man: u32 = 0; man <= outer; man++) {
    const piece = manPiece(man);
    const square = manSquare(man);
    if ((piece & BLACK) == side && hits(piece, square == from ? to : square, king)) return true;
  }
  return false;
}

function chasableAfter(side: u32, enemy: u32, from: u32, to: u32): u32 {
  let attacked: u32 = 0;
  let bit: u32 = 2;
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
