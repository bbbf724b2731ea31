// The order of a file's cells (docs/spec/index.md): placement, inner man's square, red formation, black formation. A chunk is
// the rows from one placement and square up to another.
import { formationsBlack, word } from "./board";
import { blockAt, mirrored } from "./cells";
import { noteLevels } from "./checks";
import { T_HALF, T_HALF_COUNT, T_MIRROR_PLACEMENT, T_RED_FORMATIONS } from "./layout";
import { codesBehind } from "./sides";
import { checkRows, noteAt } from "./walk";

/**
 * Checks a chunk of the side that is not resident.
 * @param codes of the chunk, in the order of the file
 * @param chasing bits by place in the chunk, all 0: who may be forced to chase for ever
 * @param seeds the same of those stored as lost in 0 of an order above 0
 */
export function checkChunk(
  placement: u32,
  square: u32,
  toPlacement: u32,
  toSquare: u32,
  codes: usize,
  chasing: usize,
  seeds: usize,
): void {
  noteAt(chasing, seeds);
  visit(placement, square, toPlacement, toSquare, codes, false);
}

/** Notes the orders of those in a chunk who may be forced to check for ever. @param codes as the check has left them */
export function noteChunk(placement: u32, square: u32, toPlacement: u32, toSquare: u32, codes: usize): void {
  visit(placement, square, toPlacement, toSquare, codes, true);
}

function visit(placement: u32, square: u32, toPlacement: u32, toSquare: u32, codes: usize, levels: bool): void {
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
      if (levels) noteRows(stored, square, end, codes, first, stride);
      else checkRows(stored, square, end, codes, first, stride);
    }
    place += (end - square) * stride;
  }
}

function noteRows(stored: i32, from: u32, to: u32, codes: usize, place: u32, stride: u32): void {
  const isMirrored = stored < 0;
  const number: u32 = isMirrored ? -1 - stored : stored;
  for (let square = from; square < to; square++, place += stride) {
    const first = (number * 90 + (isMirrored ? mirrored(square) : square)) * formationsBlack;
    noteLevels(first, codesBehind(codes, place), isMirrored);
  }
}
