// Quiet moves from and to the position on the board, whatever cell it is, and the cells they lead to. Legality is left to
// who looks the cells up: a quiet move is legal when the position after it is a legal one. (Positions that are met row by
// row have lists of their own: rows.ts.)
//
// Where it is about checks, only moves that can give or answer one are asked for: of an attacking man, those that begin or end
// where they have to do with the king that is checked (T_NEAR).
import {
  at,
  BLACK,
  blackFormation,
  blackKing,
  block,
  CANNON,
  CHARIOT,
  HORSE,
  horse,
  manPiece,
  manSquare,
  moveMan,
  NOWHERE,
  outer,
  outerNumber,
  redFormation,
  redKing,
  twins,
  word,
} from "./board";
import { cellIn, cellOfMen, equalCell, equalCells, firstCell, listEqualCells, numberWith, storedBlock } from "./cells";
import { FORMATION_MOVE_BYTES, T_BLACK_MOVE, T_BLACK_MOVES, T_NEAR, T_RED_MOVE, T_RED_MOVES } from "./layout";
import { own } from "./sides";

export let redMoves: usize = 0;
export let redMove: usize = 0;
export let blackMoves: usize = 0;
export let blackMove: usize = 0;

/** Lists of cells, so that those of several positions can be had at once: of moves and of those they lead to; and of moves back. */
export const MOVES: usize = 0;
export const ANSWERS: usize = 1;
export const ANSWERS_BACK: usize = 2;
export const MOVES_BACK: usize = 3;
/** Room for eight cells of each of 128 positions. */
const LIST_BYTES: usize = 8192;
let lists: usize = 0;
/** The list in use. */
let list: usize = 0;
/** By square: whether a man there may have to do with a check of the king that is checked. */
let near: usize = 0;
export let quietCount: u32 = 0;

/** @param scratch four lists of LIST_BYTES */
export function beginMoves(scratch: usize): void {
  lists = scratch;
  list = scratch;
  redMoves = word(T_RED_MOVES);
  redMove = word(T_RED_MOVE);
  blackMoves = word(T_BLACK_MOVES);
  blackMove = word(T_BLACK_MOVE);
}

/** Which list is used from now on. */
export function listIn(number: usize): void {
  list = lists + number * LIST_BYTES;
}

// @inline
export function moveCell(i: u32): u64 {
  return load<u64>(list + ((<usize>i) << 3));
}

// @inline
function addOne(cell: u64): void {
  store<u64>(list + ((<usize>quietCount) << 3), cell);
  quietCount++;
}

/** Whether all cells of the positions listed are wanted: some positions have several. */
let everyCell: bool = false;

// @inline
function add(cell: u64): void {
  addOne(cell);
  if (!everyCell) return;
  listEqualCells(cell);
  for (let i: u32 = 0; i < equalCells; i++) addOne(equalCell(i));
}

// @inline
function isNear(square: u32): bool {
  return load<u8>(near + square) != 0;
}

let everywhere: bool = false;

/** @param chases whether moves are asked for that need not have to do with a check */
export function listForChases(chases: bool): void {
  everywhere = chases;
}

/** Looks up what has to do with the king that the side looked at checks. */
function lookNear(): void {
  const king = own == BLACK ? redKing : blackKing;
  near = <usize>word(T_NEAR) + <usize>((everywhere ? 90 : king) * 90);
}

// @inline
function addManMove(man: u32, from: u32, to: u32): void {
  if (isNear(from) || isNear(to)) addMove(man, from, to);
}

function addMove(man: u32, from: u32, to: u32): void {
  if (man >= twins) add(cellIn(storedBlock(redFormation, numberWith(man, to)), manSquare(0), blackFormation));
  else if (twins == 1) add(firstCell(block, to) + blackFormation);
  else {
    moveMan(man, to);
    add(cellOfMen());
    moveMan(man, from);
  }
}

function slide(man: u32, from: u32): void {
  const file = from % 9;
  const rank = from / 9;
  slideBy(man, from, 9, 9 - rank);
  slideBy(man, from, -9, rank);
  slideBy(man, from, 1, 8 - file);
  slideBy(man, from, -1, file);
}

function slideBy(man: u32, from: u32, by: i32, most: u32): void {
  const all = isNear(from);
  let to = from + by;
  for (let left = most; left > 0 && at(to) == 0; left--, to += by) if (all || isNear(to)) addMove(man, from, to);
}

/** Lists the cells that quiet moves of one side of the position on the board lead to. @param mover 0 Red, BLACK */
export function listMoves(mover: u32): void {
  lookNear();
  quietCount = 0;
  listFormationMoves(mover);
  for (let man: u32 = 0; man <= outer; man++) {
    const piece = manPiece(man);
    if ((piece & BLACK) != mover) continue;
    const from = manSquare(man);
    const role = piece & 7;
    if (role == CHARIOT || role == CANNON) slide(man, from);
    else if (role == HORSE) {
      const steps = horse + <usize>(from * 32) + 16;
      for (let i: u32 = 0; i < 8; i++) {
        const to = <u32>load<u16>(steps + ((<usize>i) << 1));
        if (to == 0xffff) break;
        if (at(to >> 8) == 0 && at(to & 255) == 0) addManMove(man, from, to & 255);
      }
    } else {
      const red = mover != BLACK;
      if (red ? from < 81 : from >= 9) stepTo(man, from, red ? from + 9 : from - 9);
      if (red ? from >= 45 : from < 45) stepAside(man, from);
    }
  }
}

// @inline
function stepTo(man: u32, from: u32, to: u32): void {
  if (at(to) == 0) addManMove(man, from, to);
}

function stepAside(man: u32, from: u32): void {
  if (from % 9 > 0) stepTo(man, from, from - 1);
  if (from % 9 < 8) stepTo(man, from, from + 1);
}

function listFormationMoves(mover: u32): void {
  const black = mover == BLACK;
  const formation = black ? blackFormation : redFormation;
  const starts = (black ? blackMoves : redMoves) + ((<usize>formation) << 2);
  const end = load<u32>(starts + 4);
  for (let number = load<u32>(starts); number < end; number++) {
    const move = (black ? blackMove : redMove) + <usize>(number * FORMATION_MOVE_BYTES);
    const eye = <u32>load<u8>(move + 4);
    if ((eye != NOWHERE && at(eye) != 0) || at(<u32>load<u8>(move + 3)) != 0) continue;
    const target = <u32>load<u16>(move);
    if (black) add(firstCell(block, manSquare(0)) + target);
    else add(cellIn(storedBlock(target, outerNumber), manSquare(0), blackFormation));
  }
}

/** Whether a soldier can have stood on a square: on its own half only on a file of its own among those it starts on. */
function canHaveStood(man: u32, square: u32): bool {
  const piece = manPiece(man);
  const red = piece < BLACK;
  if (red ? square >= 45 : square < 45) return true;
  if ((square % 9) % 2 != 0) return false;
  for (let other: u32 = 0; other <= outer; other++) {
    if (other == man || manPiece(other) != piece) continue;
    const place = manSquare(other);
    if ((red ? place < 45 : place >= 45) && place % 9 == square % 9) return false;
  }
  return true;
}

/** Lists all cells of the positions from which a quiet move of this side leads to the one on the board. */
export function listRetractions(mover: u32): void {
  lookNear();
  everyCell = true;
  quietCount = 0;
  for (let man: u32 = 0; man <= outer; man++) {
    const piece = manPiece(man);
    if ((piece & BLACK) != mover) continue;
    const square = manSquare(man);
    const role = piece & 7;
    if (role == CHARIOT || role == CANNON) slide(man, square);
    else if (role == HORSE) {
      const steps = horse + <usize>(square * 32);
      for (let i: u32 = 0; i < 8; i++) {
        const before = <u32>load<u16>(steps + ((<usize>i) << 1));
        if (before == 0xffff) break;
        if (at(before >> 8) == 0 && at(before & 255) == 0) addManMove(man, square, before & 255);
      }
    } else {
      const red = mover != BLACK;
      const behind: i32 = red ? <i32>square - 9 : <i32>square + 9;
      // A soldier never stood behind where it starts.
      if ((red ? behind >= 27 : behind < 63) && canHaveStood(man, behind)) stepTo(man, square, behind);
      if (red ? square >= 45 : square < 45) stepAside(man, square);
    }
  }
  // Moves of a formation can be taken back.
  listFormationMoves(mover);
  everyCell = false;
}
