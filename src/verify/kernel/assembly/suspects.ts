// Who may be forced into a perpetual. Those who may have to check are listed while a chunk is looked at; those who may have to
// chase are noted by place, and listed behind it.
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
import { firstCell, mirroredFormation, storeCell } from "./cells";
import { CHASE_HEAD_WORDS, CHASE_MOVE_WORDS, CHECK_BYTES, DRAW_KEY, MOST_QUIET, SUSPECT_BYTES, WON } from "./layout";
import { enterRow, lookUpMoves, rowMoveCell, rowMoveCode, rowMoveFrom, rowMoves, rowMoveTo } from "./rows";
import { codeIn, codesBehind, levelOf, otherIllegalCode, own } from "./sides";

let chasing: usize = 0;
let seeds: usize = 0;
/** Where suspects of chases are listed, and how many words there are. */
let list: usize = 0;
export let listed: u32 = 0;
let room: u32 = 0;
/** Where suspects of checks are listed, up to where they are, and up to where there is room. */
let checks: usize = 0;
let checksEnd: usize = 0;
let checksRoom: usize = 0;

const HEAD: usize = SUSPECT_BYTES;
const CHECK: usize = CHECK_BYTES;
/** What one suspect may take. */
const MOST_OF_SUSPECT: usize = HEAD + CHECK * MOST_QUIET;

/** Gives the host a list of suspects of checks. */
// @external("env", "takeChecks")
declare function takeChecks(at: usize, bytes: u32): void;

/**
 * Takes room for bits by place in a chunk, all 0 at first: who may be forced to chase for ever, and who is stored as a seed and
 * is no suspect of checks.
 * @param checkList where suspects of checks are listed, some at a time @param checkBytes room there
 */
export function noteAt(chasingBits: usize, seedBits: usize, checkList: usize, checkBytes: u32): void {
  chasing = chasingBits;
  seeds = seedBits;
  checks = checkList;
  checksEnd = checkList;
  checksRoom = checkList + <usize>checkBytes;
}

/** Gives the host what is still listed. */
export function finishChecks(): void {
  if (checksEnd > checks) takeChecks(checks, <u32>(checksEnd - checks));
  checksEnd = checks;
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
  return formationsBlack * (CHASE_HEAD_WORDS + CHASE_MOVE_WORDS * MOST_QUIET);
}

/**
 * Lists those of a row, whose codes are as the walk has left them, who may be forced to chase.
 * @returns false, and does nothing, where there may not be room enough
 */
export function listRow(number: u32, square: u32, isMirrored: bool, codes: usize, place: u32): bool {
  let any: bool = false;
  for (let there: u32 = 0; there < formationsBlack && !any; there++) any = hasBit(chasing, place + there);
  if (!any) return true;
  if (listed + mostOfRow() > room) return false;
  enterBlock(number);
  putInner(square);
  enterRow();
  for (let formation: u32 = 0; formation < formationsBlack; formation++) {
    const there = isMirrored ? mirroredFormation(formation) : formation;
    if (!hasBit(chasing, place + there)) continue;
    putBlack(formation);
    lookUpMoves(false);
    const cell = firstCell(number, square) + formation;
    const code = codeIn(codesBehind(codes, place), there);
    listMovesOf(cell, code);
    takeBlack();
  }
  takeInner();
  return true;
}

function listMovesOf(cell: u64, ownCode: u32): void {
  const head = listed;
  listed += CHASE_HEAD_WORDS;
  for (let i: u32 = 0; i < rowMoves; i++) {
    const code = rowMoveCode(i);
    if (code == otherIllegalCode) continue;
    putCell(listed, rowMoveCell(i));
    put32(listed + 2, rowMoveFrom(i) | (rowMoveTo(i) << 8) | (code << 16));
    listed += CHASE_MOVE_WORDS;
  }
  putCell(head, cell);
  put32(head + 2, ownCode | (((listed - head - CHASE_HEAD_WORDS) / CHASE_MOVE_WORDS) << 16));
}

// @inline
function put32(place: u32, word: u32): void {
  store<u32>(list + ((<usize>place) << 2), word);
}
// @inline
function putCell(place: u32, cell: u64): void {
  store<u64>(list + ((<usize>place) << 2), cell);
}

/**
 * Looks whether the side to move, undecided below this level, may be forced to check or chase for ever: each quiet move to a
 * position undecided at it checks or attacks one and the same man, all other moves are lost. The moves are looked up.
 * @param place in its chunk @param isSeed it is stored as one
 */
export function suspect(place: u32, cell: u64, level: u32, isSeed: bool): void {
  const men = menForced(level);
  if ((men & 1) != 0) {
    const behind = storeCell(checksEnd, cell);
    store<u8>(behind, <u8>level);
    store<u8>(behind + 1, <u8>(highestLeft + 1));
    store<u8>(behind + 2, <u8>((entryEnd - checksEnd - HEAD) / CHECK));
    store<u8>(behind + 3, isSeed ? 1 : 0);
    checksEnd = entryEnd;
    if (checksEnd + MOST_OF_SUSPECT > checksRoom) finishChecks();
  } else if (isSeed) setBit(seeds, place);
  if (men > 1) setBit(chasing, place);
}

/** The highest order of a position won for the opponent that a move leads to which does not check. */
let highestLeft: u32 = 0;
/** The end of the checks of the position that is looked at, behind the list. */
let entryEnd: usize = 0;

/** The men that it may have to attack for ever, by bits. As long as the king is one of them, checks are noted. */
function menForced(level: u32): u32 {
  if (leastCapture <= <u32>DRAW_KEY) return 0;
  let men: u32 = 0xffff_ffff;
  highestLeft = 0;
  entryEnd = checksEnd + HEAD;
  for (let i: u32 = 0; i < rowMoves; i++) {
    const code = rowMoveCode(i);
    if (code == otherIllegalCode) continue;
    const known = levelOf(code);
    const reached = known & 255;
    if (reached < level) {
      if ((known & WON) == 0) return 0;
      // Decided below this level, but not at order 0: undecided at lower ones.
      if (reached == 0 || (men & 1) == 0) continue;
      if (menAttackedAfter(own, rowMoveFrom(i), rowMoveTo(i), 1) == 0) {
        highestLeft = max(highestLeft, reached);
        continue;
      }
    } else {
      men &= menAttackedAfter(own, rowMoveFrom(i), rowMoveTo(i), men);
      if (men == 0) return 0;
      if ((men & 1) == 0) continue;
    }
    store<u8>(storeCell(entryEnd, rowMoveCell(i)), <u8>reached);
    entryEnd += CHECK;
  }
  return men;
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
