// The order of a file's cells (docs/spec/index.md): placement, inner man's square, red formation, black formation. A chunk is
// the rows from one placement and square up to another.
import { BLACK, enterBlock, formationsBlack, putInner, takeInner, twins, word } from "./board";
import { blockAt, mirrored } from "./cells";
import {
  NEED_OWN,
  NEED_ROWS,
  NEED_WHOLE,
  T_HALF,
  T_HALF_COUNT,
  T_MIRROR_PLACEMENT,
  T_REACH,
  T_RED_FORMATIONS,
} from "./layout";
import { needBlocks } from "./rows";
import { own } from "./sides";
import { finishChecks, listAt, listed, listRow, noteAt } from "./suspects";
import { lookAtRows } from "./walk";
import { blocksAsked, forgetNeeds, need } from "./windows";

const NEED: u32 = 0;
const MARK: u32 = 1;
const COMPARE: u32 = 2;
const LIST: u32 = 3;

/** Asks for the blocks of a chunk, and for those that moves of the side looked at lead to. @returns how many */
export function needChunk(placement: u32, square: u32, toPlacement: u32, toSquare: u32): u32 {
  forgetNeeds();
  visit(placement, square, toPlacement, toSquare, 0, NEED);
  return blocksAsked;
}

/** Finds out which cells of a chunk are no legal position. @param codes of the chunk, in the order of the file */
export function markChunk(placement: u32, square: u32, toPlacement: u32, toSquare: u32, codes: usize): void {
  visit(placement, square, toPlacement, toSquare, codes, MARK);
}

/**
 * Compares the values of a chunk with what all moves give.
 * @param codes of the chunk, in the order of the file
 * @param chasing bits by place in the chunk, all 0: who may be forced to chase for ever
 * @param seeds the same of those stored as lost in 0 of an order above 0 who are no suspects of checks
 * @param checks room where these are listed, some at a time @param checkBytes how much
 */
export function checkChunk(
  placement: u32,
  square: u32,
  toPlacement: u32,
  toSquare: u32,
  codes: usize,
  chasing: usize,
  seeds: usize,
  checks: usize,
  checkBytes: u32,
): void {
  noteAt(chasing, seeds, checks, checkBytes);
  visit(placement, square, toPlacement, toSquare, codes, COMPARE);
  finishChecks();
}

/** Rows of the chunk that were listed; what `listSuspects` goes on behind. */
let rowsListed: u32 = 0;
let row: u32 = 0;

/**
 * Lists those of the chunk just compared who may be forced to chase for ever: as many as there is room for, to be called until
 * there are no more.
 * @returns how many words were written
 */
export function listSuspects(
  placement: u32,
  square: u32,
  toPlacement: u32,
  toSquare: u32,
  codes: usize,
  out: usize,
  words: u32,
  first: bool,
): u32 {
  if (first) rowsListed = 0;
  row = 0;
  listAt(out, words);
  visit(placement, square, toPlacement, toSquare, codes, LIST);
  return listed;
}

function visit(placement: u32, square: u32, toPlacement: u32, toSquare: u32, codes: usize, what: u32): void {
  const mirrorPlacement: usize = word(T_MIRROR_PLACEMENT);
  const half: usize = word(T_HALF);
  let place: u32 = 0;
  for (; placement <= toPlacement; placement++, square = 0) {
    const end = placement == toPlacement ? toSquare : 90;
    const image = placement < toPlacement || toSquare != 0 ? load<u32>(mirrorPlacement + ((<usize>placement) << 2)) : 0;
    if (image < placement || square >= end) continue;
    const count = image == placement ? word(T_HALF_COUNT) : word(T_RED_FORMATIONS);
    const stride = count * formationsBlack;
    for (let i: u32 = 0; i < count; i++) {
      const formation = image == placement ? <u32>load<u16>(half + ((<usize>i) << 1)) : i;
      const stored = blockAt(formation, placement);
      const first = place + i * formationsBlack;
      if (what == NEED) needForRows(stored, square, end);
      else if (what == LIST) listRows(stored, square, end, codes, first, stride);
      else lookAtRows(stored, square, end, codes, first, stride, what == COMPARE);
    }
    place += (end - square) * stride;
  }
}

function listRows(stored: i32, from: u32, to: u32, codes: usize, place: u32, stride: u32): void {
  const isMirrored = stored < 0;
  const number: u32 = isMirrored ? -1 - stored : stored;
  for (let square = from; square < to; square++, place += stride) {
    if (row++ != rowsListed) continue;
    const there = isMirrored ? mirrored(square) : square;
    if (listRow(number, there, isMirrored, codes, place)) rowsListed++;
  }
}

/** Moves of the inner man, and of men like it, lead to rows of any square; all others to those of the same square. */
function needForRows(stored: i32, from: u32, to: u32): void {
  const isMirrored = stored < 0;
  const number: u32 = isMirrored ? -1 - stored : stored;
  const red = own != BLACK;
  need(number, NEED_OWN | (red ? NEED_WHOLE : NEED_ROWS));
  if (!enterBlock(number)) return;
  if (!red || twins == 1) {
    needBlocks(1, NEED_ROWS);
    return;
  }
  const reach: usize = word(T_REACH);
  for (let square = from; square < to; square++) {
    const inner = isMirrored ? mirrored(square) : square;
    if (load<u8>(reach + inner) == 0 || !putInner(inner)) continue;
    needBlocks(0, NEED_WHOLE);
    takeInner();
  }
}
