// The tape: what is decided at a ply is appended to it. Its form is said in ../../tape.ts. Each thread has two ends of it, for
// wins and for losses; the host takes what is in one that is full, and all at the end of a task.
import { count as countBits, none } from "./bits";
import { block } from "./block";
import { begin, bitOf, blocks as allBlocks, job, scratch, yCount } from "./context";
import {
  beginDirection,
  bringOwn,
  done,
  flags,
  flagsWon,
  fresh,
  levelled,
  undecidedToLose,
  undecidedToWin,
  won,
} from "./direction";
import { flagsOf, hasFlag, setFlag } from "./flags";
import {
  EXTENT_BYTES,
  EXTENT_HEADER,
  EXTENT_MARK,
  EXTENT_PLACE,
  EXTENT_WEIGHT,
  J_BAND,
  J_SQUARE,
  J_WEIGHTS,
  PASS_REPLAY,
  TAPE_BYTES,
} from "./layout";
import { setChunk } from "./team";
import { putBack } from "./windows";

/** Gives the host bytes of the tape: whole extents. */
// @external("env", "takeTape")
declare function takeTape(at: usize, bytes: u32): void;

/** A record with more cells has a bit vector. */
const MOST_LISTED: u32 = 12;
/** Of the longest record. */
const RECORD_BYTES: u32 = 20;

/** What an end keeps at its beginning: where it goes on, its open extent (0: none), and what that is for. */
const E_AT = 0;
const E_EXTENT = 4;
const E_MARK = 8;
const E_FIRST = 12; // first block of the band
const E_LAST = 16; // block after the band's last
const E_CONTENT = 64;

export const WINS: u32 = 0;
export const LOSSES: u32 = 1;

/** Begins this thread's tape. */
export function beginTape(): void {
  for (let end: u32 = 0; end < 2; end++) {
    const at = scratch + <usize>(end * TAPE_BYTES);
    store<u32>(at + E_AT, <u32>(at + E_CONTENT));
    store<u32>(at + E_EXTENT, 0);
  }
}

/** Gives the host all there is. */
export function endTape(): void {
  for (let end: u32 = 0; end < 2; end++) empty(scratch + <usize>(end * TAPE_BYTES));
}

function empty(at: usize): void {
  close(at);
  const bytes = load<u32>(at + E_AT) - <u32>(at + E_CONTENT);
  if (bytes > 0) takeTape(at + E_CONTENT, bytes);
  store<u32>(at + E_AT, <u32>(at + E_CONTENT));
}

function close(at: usize): void {
  const extent: usize = load<u32>(at + E_EXTENT);
  if (extent == 0) return;
  store<u32>(extent + EXTENT_BYTES, load<u32>(at + E_AT) - <u32>(extent + EXTENT_HEADER));
  store<u32>(at + E_EXTENT, 0);
}

function open(at: usize, mark: u32, xToMove: bool): void {
  close(at);
  if (load<u32>(at + E_AT) + EXTENT_HEADER + RECORD_BYTES > <u32>at + TAPE_BYTES) empty(at);
  const blocks = load<u32>(job + J_BAND);
  const band = block / blocks;
  const extent: usize = load<u32>(at + E_AT);
  store<u32>(extent + EXTENT_MARK, mark);
  store<u32>(extent + EXTENT_PLACE, band * 2 + (xToMove ? 1 : 0));
  store<u32>(extent + EXTENT_WEIGHT, 0);
  store<u32>(at + E_EXTENT, <u32>extent);
  store<u32>(at + E_MARK, mark);
  store<u32>(at + E_FIRST, band * blocks);
  store<u32>(at + E_LAST, (band + 1) * blocks);
  store<u32>(at + E_AT, <u32>extent + EXTENT_HEADER);
}

/** Appends cells of a vector of the present block, and returns how many they are. */
export function append(end: u32, f: u32, cells: v128, mark: u32, xToMove: bool): u32 {
  const at = scratch + <usize>(end * TAPE_BYTES);
  const fits =
    load<u32>(at + E_EXTENT) != 0 &&
    load<u32>(at + E_MARK) == mark &&
    block >= load<u32>(at + E_FIRST) &&
    block < load<u32>(at + E_LAST) &&
    load<u32>(at + E_AT) + RECORD_BYTES <= <u32>at + TAPE_BYTES;
  if (!fits) open(at, mark, xToMove);
  const n = countBits(cells);
  const extent: usize = load<u32>(at + E_EXTENT);
  const weight = <u32>load<u8>(<usize>load<u32>(job + J_WEIGHTS) + block);
  store<u32>(extent + EXTENT_WEIGHT, load<u32>(extent + EXTENT_WEIGHT) + n * weight);
  const vector = (block - load<u32>(at + E_FIRST)) * yCount + f;
  let record: usize = load<u32>(at + E_AT);
  if (n > MOST_LISTED) {
    store<u32>(record, vector << 4);
    v128.store(record + 4, cells);
    store<u32>(at + E_AT, <u32>record + RECORD_BYTES);
    return n;
  }
  store<u32>(record, (vector << 4) | n);
  record += 4;
  store<u32>(at + E_AT, <u32>(record + ((n + 3) & ~3)));
  const table: usize = load<u32>(job + J_SQUARE);
  let bits: u64 = i64x2.extract_lane(cells, 0);
  for (; bits != 0; bits &= bits - 1) store<u8>(record++, load<u8>(table + <usize>ctz(bits)));
  bits = i64x2.extract_lane(cells, 1);
  for (; bits != 0; bits &= bits - 1) store<u8>(record++, load<u8>(table + 64 + <usize>ctz(bits)));
  return n;
}

/** Has extents of one direction played back, a band at a time. Called by one thread, as are the next three. */
export function beginReplay(at: usize, xWins: bool): void {
  begin(at, 0);
  beginDirection(xWins, 0, true);
}

/** Takes up a band, for `replay`. */
export function enterBand(band: u32): void {
  const size = load<u32>(job + J_BAND);
  setChunk(band * size, min((band + 1) * size, allBlocks));
  bringOwn(PASS_REPLAY, false);
}

export function leaveBand(): void {
  putBack(true);
}

/**
 * Decides again what an extent of the band says was decided.
 * @param areFresh its cells are the losses that propagation goes on from
 */
export function replay(extent: usize, areFresh: bool): void {
  const areWins = (load<u32>(extent + EXTENT_MARK) & 1) == 1;
  const first = (load<u32>(extent + EXTENT_PLACE) >> 1) * load<u32>(job + J_BAND);
  decide(first, extent + EXTENT_HEADER, load<u32>(extent + EXTENT_BYTES), areWins, areFresh);
}

/**
 * Decides the cells of records.
 * @param firstBlock that vectors are counted from
 * @param areNew losses are those that propagation goes on from, wins those that it looks for losses before
 */
export function decide(firstBlock: u32, records: usize, bytes: u32, areWins: bool, areNew: bool): void {
  const decided = areWins ? won : done;
  const unknown = areWins ? undecidedToWin : undecidedToLose;
  const first = firstBlock * yCount;
  let record = records;
  const end = record + <usize>bytes;
  while (record < end) {
    const vector = first + (load<u32>(record) >> 4);
    const n = load<u32>(record) & 15;
    record += 4;
    let cells = none();
    if (n == 0) {
      cells = v128.load(record);
      record += 16;
    } else {
      for (let i: u32 = 0; i < n; i++) cells = v128.or(cells, bitOf(<u32>load<u8>(record + i)));
      record += <usize>((n + 3) & ~3);
    }
    const at = (<usize>vector) << 4;
    v128.store(decided + at, v128.or(v128.load(decided + at), cells));
    if (levelled) v128.store(unknown + at, v128.andnot(v128.load(unknown + at), cells));
    if (!areNew) continue;
    const flagsAt = flagsOf(areWins ? flagsWon : flags, vector / yCount);
    if (areWins) {
      setFlag(flagsAt, vector % yCount);
      continue;
    }
    v128.store(fresh + at, hasFlag(flagsAt, vector % yCount) ? v128.or(v128.load(fresh + at), cells) : cells);
    setFlag(flagsAt, vector % yCount);
  }
}
