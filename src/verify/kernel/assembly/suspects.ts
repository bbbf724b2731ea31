// Who may be forced into a perpetual: noted by place while a chunk is looked at, and listed behind it.
import {
  at,
  BLACK,
  blackKing,
  formationMen,
  formationSquare,
  formationsBlack,
  enterBlock,
  hits,
  manPiece,
  manSquare,
  outer,
  put,
  putBlack,
  putInner,
  redKing,
  SOLDIER,
  takeBlack,
  takeInner,
} from "./board";
import { leastCapture } from "./captures";
import { mirroredFormation } from "./cells";
import { DRAW_KEY, L_HEAD_WORDS, WON } from "./layout";
import { enterRow, lookUpMoves, rowMoveCell, rowMoveCode, rowMoveFrom, rowMoves, rowMoveTo } from "./rows";
import { codeIn, codesBehind, levelOf, otherIllegalCode, own, ownLevelOf } from "./sides";

let checking: usize = 0;
let chasing: usize = 0;
let seeds: usize = 0;
/** Where suspects are listed, and how many words there are. */
let list: usize = 0;
export let listed: u32 = 0;
let room: u32 = 0;

/**
 * Takes room for bits by place in a chunk, all 0 at first: who may be forced to check for ever, or to chase, and who is stored as
 * a seed.
 */
export function noteAt(checkingBits: usize, chasingBits: usize, seedBits: usize): void {
  checking = checkingBits;
  chasing = chasingBits;
  seeds = seedBits;
}

export function noteSeed(place: u32): void {
  setBit(seeds, place);
}

function setBit(bits: usize, place: u32): void {
  const byte = bits + (place >> 3);
  store<u8>(byte, <u8>(<u32>load<u8>(byte) | (1 << (place & 7))));
}

function hasBit(bits: usize, place: u32): bool {
  return (<u32>load<u8>(bits + (place >> 3)) & (1 << (place & 7))) != 0;
}

/** Begins a list. @param out u32[words] */
export function listAt(out: usize, words: u32): void {
  list = out;
  room = words;
  listed = 0;
}

/** Words that one row may take. */
function mostOfRow(): u32 {
  return formationsBlack * (L_HEAD_WORDS + 2 * 128);
}

/**
 * Lists those of a row, whose codes are as the walk has left them, who may be forced to check, or to chase.
 * @returns false, and does nothing, where there may not be room enough
 */
export function listRow(number: u32, square: u32, isMirrored: bool, codes: usize, place: u32, chases: bool): bool {
  const bits = chases ? chasing : checking;
  let any: bool = false;
  for (let there: u32 = 0; there < formationsBlack && !any; there++) any = hasBit(bits, place + there);
  if (!any) return true;
  if (listed + mostOfRow() > room) return false;
  enterBlock(number);
  putInner(square);
  enterRow();
  for (let formation: u32 = 0; formation < formationsBlack; formation++) {
    const there = isMirrored ? mirroredFormation(formation) : formation;
    if (!hasBit(bits, place + there)) continue;
    putBlack(formation);
    lookUpMoves(false);
    const cell = (number * 90 + square) * formationsBlack + formation;
    const code = codeIn(codesBehind(codes, place), there);
    if (chases) listMovesOf(cell, code);
    else listChecksOf(cell, ownLevelOf(code) & 255);
    takeBlack();
  }
  takeInner();
  return true;
}

function listChecksOf(cell: u32, level: u32): void {
  const head = listed;
  listed += L_HEAD_WORDS;
  let highest: u32 = 0;
  for (let i: u32 = 0; i < rowMoves; i++) {
    const code = rowMoveCode(i);
    if (code == otherIllegalCode) continue;
    const reached = levelOf(code) & 255;
    if (reached == 0) continue;
    if (menAttackedAfter(own, rowMoveFrom(i), rowMoveTo(i), 1) != 0) {
      put32(listed++, rowMoveCell(i));
      put32(listed++, reached);
    } else if (reached > highest) highest = reached;
  }
  put32(head, cell);
  put32(head + 1, level | ((highest + 1) << 8) | (((listed - head - L_HEAD_WORDS) / 2) << 16));
}

function listMovesOf(cell: u32, ownCode: u32): void {
  const head = listed;
  listed += L_HEAD_WORDS;
  for (let i: u32 = 0; i < rowMoves; i++) {
    const code = rowMoveCode(i);
    if (code == otherIllegalCode) continue;
    put32(listed++, rowMoveCell(i));
    put32(listed++, rowMoveFrom(i) | (rowMoveTo(i) << 8) | (code << 16));
  }
  put32(head, cell);
  put32(head + 1, ownCode | (((listed - head - L_HEAD_WORDS) / 2) << 16));
}

// @inline
function put32(place: u32, word: u32): void {
  store<u32>(list + ((<usize>place) << 2), word);
}

/**
 * Whether the side to move, undecided below this level, may be forced to check or chase for ever: each quiet move to a
 * position undecided at it checks or attacks one and the same man, all other moves are lost. The moves are looked up.
 * @param place in its chunk
 */
export function suspect(place: u32, level: u32): void {
  if (leastCapture <= <u32>DRAW_KEY) return;
  let men: u32 = 0xffff_ffff;
  for (let i: u32 = 0; i < rowMoves; i++) {
    const code = rowMoveCode(i);
    if (code == otherIllegalCode) continue;
    const reached = levelOf(code);
    if ((reached & 255) < level) {
      if ((reached & WON) == 0) return;
      continue;
    }
    men &= menAttackedAfter(own, rowMoveFrom(i), rowMoveTo(i), men);
    if (men == 0) return;
  }
  if ((men & 1) != 0) setBit(checking, place);
  if (men > 1) setBit(chasing, place);
}

/**
 * The men that a side attacks after a quiet move, by bits. Bit 0 is the king, checked by any man. From 1 on come those that
 * chariots, horses, cannons and defending men attack, protected or not: no rule calls anything else a chase. Soldiers that
 * have not crossed the river are not chased.
 * @param asked which are wanted; of all but bit 0 all or none
 */
function menAttackedAfter(side: u32, from: u32, to: u32, asked: u32): u32 {
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
