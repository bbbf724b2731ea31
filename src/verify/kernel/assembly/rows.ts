// Moves of positions met row by row: a row has one stored block and one square of the inner man, and differs in Black's
// formation only. Where each man of a side can get to, and the cells this leads to, is found once for a row, on the board
// without that formation; in each position the men then stop where it stands in their way.
import {
  at,
  BLACK,
  blackFormation,
  block,
  CANNON,
  CHARIOT,
  formationsBlack,
  HORSE,
  horse,
  manPiece,
  manSquare,
  moveMan,
  NOWHERE,
  outer,
  outerNumber,
  redFormation,
  twins,
} from "./board";
import { capture, forgetCaptures, isPrey } from "./captures";
import { firstCell, innerTwin, mirroredFormation, numberWith, numberWithout, rowIn, storedBlock } from "./cells";
import { blackMove, blackMoves, redMove, redMoves } from "./moves";
import { FORMATION_MOVE_BYTES } from "./layout";
import { codeIn, keyOf, own } from "./sides";
import { need, rowWindow } from "./windows";

// A way: where a man goes, square by square. WAY_BYTES, then its steps: STEP_BYTES each.
const W_FROM: usize = 0; // u8
const W_LEG: usize = 1; // u8: must be empty; NOWHERE: nothing must
const W_STOP: usize = 2; // u8: what comes behind the steps: a man's square, or NOWHERE
const W_CANNON: usize = 3; // u8: it captures over that man
const W_STEPS: usize = 4; // u16
const W_RED_AFTER: usize = 6; // u16: Red's formation after the move
const W_BY: usize = 8; // i32: from square to square
const W_EDGE: usize = 12; // u32: squares up to the edge of the board
const WAY_BYTES: usize = 16;
const S_ROW: usize = 0; // u64: first cell of the row it leads to
const S_TO: usize = 8; // u32: square | MIRRORED
const S_CODES: usize = 12; // u32: where that row's codes lie
const STEP_BYTES: usize = 16;
const MIRRORED: u32 = 0x8000_0000;

let ways: usize = 0;
let waysEnd: usize = 0;
/** The way that is being made. */
let way: usize = 0;
let mover: u32 = 0;
let ownRow: u64 = 0;
let ownRowCodes: usize = 0;

/** Quiet moves of a position: MOVE_BYTES each, the cell (u64), the squares (u8, u8), and the code there (u16). */
let list: usize = 0;
const MOVE_BYTES: usize = 16;
export let rowMoves: u32 = 0;
/** The least key of the quiet moves, and the code it stands for. */
export let leastQuiet: u32 = 0;
export let leastQuietCode: u32 = 0;

/** @param scratch room for 128 moves, then 9,728 bytes */
export function beginRows(scratch: usize): void {
  list = scratch;
  ways = scratch + 2048;
}

// @inline
export function rowMoveCell(i: u32): u64 {
  return load<u64>(list + <usize>i * MOVE_BYTES);
}
// @inline
export function rowMoveFrom(i: u32): u32 {
  return <u32>load<u8>(list + <usize>i * MOVE_BYTES + 8);
}
// @inline
export function rowMoveTo(i: u32): u32 {
  return <u32>load<u8>(list + <usize>i * MOVE_BYTES + 9);
}

// @inline
export function rowMoveCode(i: u32): u32 {
  return <u32>load<u16>(list + <usize>i * MOVE_BYTES + 10);
}

/** The code that the other side has to move with the men of this row and one of Black's formations. */
export function otherCode(formation: u32): u32 {
  return codeIn(ownRowCodes, formation);
}

/** Takes up a row, whose men are on the board but for Black's formation. */
export function enterRow(): void {
  ownRow = firstCell(block, manSquare(0));
  ownRowCodes = rowWindow(<i32>block, manSquare(0));
  findWays(0);
}

/**
 * Asks for the blocks that moves of some men lead to, with the men on the board as blockers.
 * @param man the first of the attacking men that may move; those of Red's formation may as well
 * @param what bits
 */
export function needBlocks(man: u32, what: u32): void {
  findWays(man);
  for (let here = ways; here < waysEnd;) {
    const end = here + WAY_BYTES + <usize>load<u16>(here + W_STEPS) * STEP_BYTES;
    for (here += WAY_BYTES; here < end; here += STEP_BYTES)
      need(<u32>(load<u64>(here + S_ROW) / (90 * formationsBlack)), what);
  }
}

/** Finds where the own men can get to. @param man the first of the attacking men that may move */
function findWays(man: u32): void {
  mover = own;
  waysEnd = ways;
  for (; man <= outer; man++) {
    const piece = manPiece(man);
    if ((piece & BLACK) != mover) continue;
    const from = manSquare(man);
    const role = piece & 7;
    if (role == CHARIOT || role == CANNON) {
      addLine(man, from, 9, 9 - from / 9, role == CANNON);
      addLine(man, from, -9, from / 9, role == CANNON);
      addLine(man, from, 1, 8 - (from % 9), role == CANNON);
      addLine(man, from, -1, from % 9, role == CANNON);
    } else if (role == HORSE) {
      const steps = horse + <usize>(from * 32) + 16;
      for (let i: u32 = 0; i < 8; i++) {
        const to = <u32>load<u16>(steps + ((<usize>i) << 1));
        if (to == 0xffff) break;
        if (at(to >> 8) == 0) addStep(man, from, to & 255, to >> 8);
      }
    } else {
      const red = mover != BLACK;
      if (red ? from < 81 : from >= 9) addStep(man, from, red ? from + 9 : from - 9, NOWHERE);
      if (red ? from >= 45 : from < 45) {
        if (from % 9 > 0) addStep(man, from, from - 1, NOWHERE);
        if (from % 9 < 8) addStep(man, from, from + 1, NOWHERE);
      }
    }
  }
  if (mover != BLACK) addRedFormation();
}

function beginWay(from: u32, leg: u32): void {
  way = waysEnd;
  waysEnd += WAY_BYTES;
  store<u8>(way + W_FROM, <u8>from);
  store<u8>(way + W_LEG, <u8>leg);
  store<u8>(way + W_STOP, <u8>NOWHERE);
  store<u8>(way + W_CANNON, 0);
  store<u16>(way + W_STEPS, 0);
  store<u16>(way + W_RED_AFTER, <u16>redFormation);
}

function addTo(stored: i32, inner: u32, to: u32): void {
  store<u64>(waysEnd + S_ROW, rowIn(stored, inner));
  store<u32>(waysEnd + S_TO, to | (stored < 0 ? MIRRORED : 0));
  store<u32>(waysEnd + S_CODES, <u32>rowWindow(stored, inner));
  waysEnd += STEP_BYTES;
  store<u16>(way + W_STEPS, load<u16>(way + W_STEPS) + 1);
}

function addManTo(man: u32, from: u32, to: u32): void {
  if (man >= twins) addTo(storedBlock(redFormation, numberWith(man, to)), manSquare(0), to);
  else if (twins == 1) addTo(<i32>block, to, to);
  else {
    moveMan(man, to);
    const inner = innerTwin();
    addTo(storedBlock(redFormation, numberWithout(inner)), manSquare(inner), to);
    moveMan(man, from);
  }
}

function addLine(man: u32, from: u32, by: i32, edge: u32, cannon: bool): void {
  if (edge == 0) return;
  beginWay(from, NOWHERE);
  store<u8>(way + W_CANNON, cannon ? 1 : 0);
  store<i32>(way + W_BY, by);
  store<u32>(way + W_EDGE, edge);
  let to = from + by;
  for (let left = edge; left > 0; left--, to += by) {
    if (at(to) != 0) {
      store<u8>(way + W_STOP, <u8>to);
      return;
    }
    addManTo(man, from, to);
  }
}

function addStep(man: u32, from: u32, to: u32, leg: u32): void {
  beginWay(from, leg);
  if (at(to) == 0) addManTo(man, from, to);
  else store<u8>(way + W_STOP, <u8>to);
}

function addRedFormation(): void {
  const starts = redMoves + ((<usize>redFormation) << 2);
  const end = load<u32>(starts + 4);
  for (let number = load<u32>(starts); number < end; number++) {
    const move = redMove + <usize>(number * FORMATION_MOVE_BYTES);
    const to = <u32>load<u8>(move + 3);
    const target = <u32>load<u16>(move);
    beginWay(<u32>load<u8>(move + 2), <u32>load<u8>(move + 4));
    store<u16>(way + W_RED_AFTER, <u16>target);
    if (at(to) == 0) addTo(storedBlock(target, outerNumber), manSquare(0), to);
    else store<u8>(way + W_STOP, <u8>to);
  }
}

/**
 * Lists the quiet moves of the position on the board, which is of this row, and looks them up.
 * @param captures whether to look up captures as well
 */
export function lookUpMoves(captures: bool): void {
  const formation = blackFormation;
  const mirrorImage = mirroredFormation(formation);
  rowMoves = 0;
  leastQuiet = u32.MAX_VALUE;
  leastQuietCode = u32.MAX_VALUE;
  forgetCaptures();
  for (let here = ways; here < waysEnd;) {
    let step = here + WAY_BYTES;
    const end = step + <usize>load<u16>(here + W_STEPS) * STEP_BYTES;
    if (at(<u32>load<u8>(here + W_LEG)) == 0) {
      const from = <u32>load<u8>(here + W_FROM);
      let stop = <u32>load<u8>(here + W_STOP);
      for (; step < end; step += STEP_BYTES) {
        const square = load<u32>(step + S_TO);
        const to = square & 255;
        if (at(to) != 0) {
          stop = to;
          break;
        }
        const there = <i32>square < 0 ? mirrorImage : formation;
        addQuiet(load<u64>(step + S_ROW) + there, from, to, codeIn(load<u32>(step + S_CODES), there));
      }
      if (captures && stop != NOWHERE) captureBehind(here, from, stop);
    }
    here = end;
  }
  if (mover == BLACK) lookUpBlackFormation(captures);
}

// @inline
function addQuiet(cell: u64, from: u32, to: u32, code: u32): void {
  const place = list + <usize>rowMoves * MOVE_BYTES;
  rowMoves++;
  store<u64>(place, cell);
  store<u32>(place + 8, from | (to << 8) | (code << 16));
  const key = keyOf(code);
  if (key < leastQuiet) {
    leastQuiet = key;
    leastQuietCode = code;
  }
}

/** The capture of the man on a square that stops the way, or of the next one behind it. */
function captureBehind(here: usize, from: u32, stop: u32): void {
  if (load<u8>(here + W_CANNON) != 0) {
    const by = load<i32>(here + W_BY);
    const last = from + load<u32>(here + W_EDGE) * by;
    do {
      if (stop == last) return;
      stop += by;
    } while (at(stop) == 0);
  }
  if (isPrey(at(stop), mover)) capture(mover, from, stop, <u32>load<u16>(here + W_RED_AFTER), blackFormation);
}

function lookUpBlackFormation(captures: bool): void {
  const starts = blackMoves + ((<usize>blackFormation) << 2);
  const end = load<u32>(starts + 4);
  for (let number = load<u32>(starts); number < end; number++) {
    const move = blackMove + <usize>(number * FORMATION_MOVE_BYTES);
    const eye = <u32>load<u8>(move + 4);
    if (eye != NOWHERE && at(eye) != 0) continue;
    const from = <u32>load<u8>(move + 2);
    const to = <u32>load<u8>(move + 3);
    const target = <u32>load<u16>(move);
    const victim = at(to);
    if (victim == 0) addQuiet(ownRow + target, from, to, codeIn(ownRowCodes, target));
    else if (captures && isPrey(victim, BLACK)) capture(BLACK, from, to, redFormation, target);
  }
}
