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
import {
  DRAW_KEY,
  DRAW_VALUE,
  LOST_KEY,
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
  T_BEFORE,
  T_CHASING_BLACK,
  T_CHASING_RED,
  T_CHECKING_BLACK,
  T_CHECKING_RED,
  NO_CODE,
  T_DERIVED,
  T_EXPLICIT,
  T_ILLEGAL,
  T_ILLEGAL_BLACK,
  T_ILLEGAL_RED,
  T_KEYS,
  T_LEVELS,
  T_PLANE_BLACK,
  T_PLANE_RED,
  T_REACH,
  T_SEED_ANY,
  T_SUSPECTS,
  T_VALUES,
  T_WEIGHTS,
  T_WIDE,
  T_WITHOUT_MOVE,
  WON,
} from "./layout";
import { captureCount, captureKey, walkBlock, listMoves, moveCell, moveFrom, moveTo, quietCount } from "./moves";

let planeRed: usize = 0;
let planeBlack: usize = 0;
let illegalRed: usize = 0;
let illegalBlack: usize = 0;
let wide: bool = false;
export let illegalCode: u32 = 0;
let keys: usize = 0;
let values: usize = 0;
let levels: usize = 0;
let reach: usize = 0;
let weights: usize = 0;
let seedAny: bool = false;
let suspects: bool = false;
let findings: usize = 0;

export function beginWalk(results: usize): void {
  planeRed = word(T_PLANE_RED);
  planeBlack = word(T_PLANE_BLACK);
  illegalRed = word(T_ILLEGAL_RED);
  illegalBlack = word(T_ILLEGAL_BLACK);
  wide = word(T_WIDE) != 0;
  illegalCode = word(T_ILLEGAL);
  keys = word(T_KEYS);
  values = word(T_VALUES);
  levels = word(T_LEVELS);
  reach = word(T_REACH);
  weights = word(T_WEIGHTS);
  seedAny = word(T_SEED_ANY) != 0;
  suspects = word(T_SUSPECTS) != 0;
  findings = results;
}

// @inline
export function codeAt(side: u32, cell: u32): u32 {
  const plane = side == BLACK ? planeBlack : planeRed;
  return wide ? <u32>load<u16>(plane + ((<usize>cell) << 1)) : <u32>load<u8>(plane + cell);
}

function setCode(side: u32, cell: u32, code: u32): void {
  const plane = side == BLACK ? planeBlack : planeRed;
  if (wide) store<u16>(plane + ((<usize>cell) << 1), <u16>code);
  else store<u8>(plane + cell, <u8>code);
}

function spoil(side: u32, cell: u32): void {
  setCode(side, cell, illegalCode);
  setBit(side == BLACK ? illegalBlack : illegalRed, cell);
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

/** The order of a code's value, UNDECIDED for a draw; and WON where the side to move wins. */
// @inline
export function levelOfCode(code: u32): u32 {
  return <u32>load<u16>(levels + ((<usize>code) << 1));
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
 * Turns the differences of the derived side in stored blocks into codes, by the quiet moves of each position: what the file
 * format means by them (docs/spec/table-format.md), done by this program's own moves. All cells must have been marked.
 */
export function resolve(from: u32, to: u32): void {
  const side = word(T_DERIVED);
  const explicit: usize = word(T_EXPLICIT);
  for (let number = from; number < to; number++) {
    if (!enterBlock(number)) continue;
    walkBlock();
    for (let square: u32 = 0; square < 90; square++) {
      if (load<u8>(reach + square) == 0 || !putInner(square)) continue;
      const first = (number * 90 + square) * formationsBlack;
      for (let formation: u32 = 0; formation < formationsBlack; formation++) {
        const cell = first + formation;
        if (isIllegal(side, cell)) continue;
        putBlack(formation);
        const difference = codeAt(side, cell);
        const code = difference == 0 ? codeBefore(side) : <u32>load<u16>(explicit + ((<usize>(difference - 1)) << 1));
        if (code == NO_CODE) add(R_UNREAD, 1);
        setCode(side, cell, code == NO_CODE ? 0 : code);
        takeBlack();
      }
      takeInner();
    }
  }
}

/** The code that the quiet moves of the position on the board give. */
function codeBefore(side: u32): u32 {
  listMoves(side, false);
  let best: u32 = u32.MAX_VALUE;
  let code = illegalCode;
  for (let i: u32 = 0; i < quietCount; i++) {
    const after = codeAt(side ^ BLACK, moveCell(i));
    const key = load<u32>(keys + ((<usize>after) << 2));
    if (key >= best) continue;
    best = key;
    code = after;
  }
  if (code == illegalCode) return word(T_WITHOUT_MOVE);
  return <u32>load<u16>(<usize>word(T_BEFORE) + ((<usize>code) << 1));
}

/** Compares the values of stored blocks with what all moves give. All cells must have been marked. */
export function check(from: u32, to: u32): void {
  for (let number = from; number < to; number++) {
    if (!enterBlock(number)) continue;
    walkBlock();
    const weight = <u32>load<u8>(weights + number);
    for (let square: u32 = 0; square < 90; square++) {
      if (load<u8>(reach + square) == 0 || !putInner(square)) continue;
      const halves = halvesOfRow(weight);
      const first = (number * 90 + square) * formationsBlack;
      const count: u32 = halves == 0 ? 0 : formationsBlack;
      for (let formation: u32 = 0; formation < count; formation++) {
        const cell = first + formation;
        const red = !isIllegal(0, cell);
        const black = !isIllegal(BLACK, cell);
        if (!red && !black) continue;
        putBlack(formation);
        if (red) checkPosition(0, cell, halves, !black);
        if (black) checkPosition(BLACK, cell, halves, !red);
        takeBlack();
      }
      takeInner();
    }
  }
}

// @inline
function add(place: usize, by: u32): void {
  store<u64>(findings + place, load<u64>(findings + place) + by);
}

function checkPosition(side: u32, cell: u32, halves: u32, inCheck: bool): void {
  const other = side ^ BLACK;
  listMoves(side, true);
  // Codes of illegal cells have the worst key: such a move is none.
  let best: u32 = 0xffff_ffff;
  for (let i: u32 = 0; i < quietCount; i++) {
    const key = load<u32>(keys + ((<usize>codeAt(other, moveCell(i))) << 2));
    if (key < best) best = key;
  }
  for (let i: u32 = 0; i < captureCount; i++) if (captureKey(i) < best) best = captureKey(i);

  const code = codeAt(side, cell);
  const stored = load<i32>(values + ((<usize>code) << 2));
  const derived: i32 =
    best < <u32>DRAW_KEY
      ? <i32>best + 1
      : best == <u32>DRAW_KEY
        ? DRAW_VALUE
        : best == 0xffff_ffff
          ? 1
          : LOST_KEY - <i32>best + 1;
  add(R_CHECKED, 1);
  add(<usize>R_HALVES + ((<usize>(side == BLACK ? code + illegalCode : code)) << 3), halves);
  if (best == 0xffff_ffff) {
    if (inCheck) add(side == BLACK ? R_MATED_BLACK : R_MATED_RED, halves);
    else add(side == BLACK ? R_STALEMATED_BLACK : R_STALEMATED_RED, halves);
  }
  if (derived != stored && !canBeSeed(stored, derived)) {
    if (load<u64>(findings + R_WRONG) == 0) {
      store<u32>(findings + R_FIRST_CELL, cell);
      store<u32>(findings + R_FIRST_SIDE, side);
      store<u32>(findings + R_FIRST_STORED, code);
      store<i32>(findings + R_FIRST_DERIVED, derived);
    }
    add(R_WRONG, 1);
  }
  if (suspects && (levelOfCode(code) & 255) != 0) suspect(side, cell, levelOfCode(code) & 255);
}

/** Values are order << 16 | plies + 1: odd where the side to move is lost. */
function canBeSeed(stored: i32, derived: i32): bool {
  if (!suspects || stored <= 0x1_0000 || (stored & 0xffff) != 1) return false;
  return seedAny ? derived > 0 && (derived & 1) == 1 && derived >> 16 == stored >> 16 : derived == stored + 2;
}

/**
 * Whether the side to move, undecided below this level, may be forced to check or chase for ever: each quiet move to a
 * position undecided at it checks or attacks one and the same man, all other moves are lost. The moves are listed.
 */
function suspect(side: u32, cell: u32, level: u32): void {
  const other = side ^ BLACK;
  for (let i: u32 = 0; i < captureCount; i++) if (captureKey(i) <= <u32>DRAW_KEY) return;
  let men: u32 = 0xffff_ffff;
  for (let i: u32 = 0; i < quietCount; i++) {
    const next = moveCell(i);
    const code = codeAt(other, next);
    if (code == illegalCode) continue;
    const reached = levelOfCode(code);
    if ((reached & 255) < level) {
      if ((reached & WON) == 0) return;
      continue;
    }
    let attacked: u32 = isIllegal(side, next) ? 1 : 0;
    if (men > 1) attacked |= menAttackedAfter(side, moveFrom(i), moveTo(i));
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
