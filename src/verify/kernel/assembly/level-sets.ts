// Who may be forced to check for ever, of the whole endgame: sets of cells, in which suspects and the positions after their checks
// have numbers, and what is known of each by number.
import { word } from "./board";
import { loadCell } from "./cells";
import {
  ALIVE,
  CELL_BYTES,
  CHECK_BYTES,
  L_CHECKED,
  L_CHECKED_LEVEL,
  L_CHECKED_RANKS,
  L_COUNT,
  L_FROM,
  L_LEVEL,
  L_LIST,
  L_LIST_LENGTH,
  L_RANKS,
  L_SET,
  L_STATE,
  L_WITNESS,
  L_WITNESS_LEVEL,
  MET,
  NEVER,
  NO_WITNESS,
  RUN_CELLS,
  SEED,
  SUSPECT_BYTES,
  T_RUNS,
} from "./layout";

const RUN: u32 = RUN_CELLS;
const MOST_LISTED: u32 = L_LIST_LENGTH;

let words: usize = 0;
let set: usize = 0;
let ranks: usize = 0;
let firstLevel: usize = 0;
let ownLevel: usize = 0;
let state: usize = 0;
let witness: usize = 0;
let witnessLevel: usize = 0;
let checked: usize = 0;
let checkedRanks: usize = 0;
let checkedLevel: usize = 0;
let runs: u32 = 0;
/** How many suspects there are. */
export let suspects: u32 = 0;
/** No number of a suspect. */
export const NONE: u32 = 0xffff_ffff;

// @inline
function address(number: u32): usize {
  return load<u32>(words + ((<usize>number) << 2));
}

export function beginLevelSets(levelWords: usize): void {
  words = levelWords;
  set = address(L_SET);
  ranks = address(L_RANKS);
  firstLevel = address(L_FROM);
  ownLevel = address(L_LEVEL);
  state = address(L_STATE);
  witness = address(L_WITNESS);
  witnessLevel = address(L_WITNESS_LEVEL);
  checked = address(L_CHECKED);
  checkedRanks = address(L_CHECKED_RANKS);
  checkedLevel = address(L_CHECKED_LEVEL);
  suspects = <u32>address(L_COUNT);
  runs = word(T_RUNS);
}

// @inline
function hasBit(bits: usize, cell: u64): bool {
  return (<u32>load<u8>(bits + <usize>(cell >> 3)) & (1 << (<u32>cell & 7))) != 0;
}

// @inline
function setBit(bits: usize, cell: u64): void {
  const byte = bits + <usize>(cell >> 3);
  store<u8>(byte, <u8>(<u32>load<u8>(byte) | (1 << (<u32>cell & 7))));
}

/** Adds suspects and the positions after their checks to the sets. @param list as chunks have them @param end of it */
export function addSuspects(list: usize, end: usize): void {
  while (list < end) {
    setBit(set, loadCell(list));
    const count = <u32>load<u8>(list + CELL_BYTES + 2);
    list += SUSPECT_BYTES;
    for (let i: u32 = 0; i < count; i++, list += CHECK_BYTES) setBit(checked, loadCell(list));
  }
}

/** Numbers the suspects, or the positions after checks. @returns how many there are */
export function numberSuspects(ofChecks: bool): u32 {
  const bits = ofChecks ? checked : set;
  const before = ofChecks ? checkedRanks : ranks;
  let rank: u32 = 0;
  for (let run: u32 = 0; run < runs; run++) {
    store<u32>(before + ((<usize>run) << 2), rank);
    for (let i: usize = 0; i < 64; i += 8) rank += <u32>popcnt<u64>(load<u64>(bits + ((<usize>run) << 6) + i));
  }
  return rank;
}

/** Notes what is known of suspects, once they have numbers. */
export function fillSuspects(list: usize, end: usize): void {
  while (list < end) {
    const rank = rankOf(loadCell(list));
    store<u8>(ownLevel + rank, load<u8>(list + CELL_BYTES));
    store<u8>(firstLevel + rank, load<u8>(list + CELL_BYTES + 1));
    const count = <u32>load<u8>(list + CELL_BYTES + 2);
    setState(rank, load<u8>(list + CELL_BYTES + 3) != 0 ? SEED : 0);
    noteWitness(rank, NO_WITNESS, NEVER);
    list += SUSPECT_BYTES;
    for (let i: u32 = 0; i < count; i++, list += CHECK_BYTES) {
      store<u8>(checkedLevel + checkNumber(loadCell(list)), load<u8>(list + CELL_BYTES));
    }
  }
}

function rankIn(bits: usize, before: usize, cell: u64): u32 {
  const at = <usize>(cell / RUN);
  const place = bits + (at << 6);
  let rank = load<u32>(before + (at << 2));
  const inside = <u32>(cell % RUN);
  const whole = inside >> 6;
  for (let i: u32 = 0; i < whole; i++) rank += <u32>popcnt<u64>(load<u64>(place + ((<usize>i) << 3)));
  const rest = load<u64>(place + ((<usize>whole) << 3)) & (((<u64>1) << (inside & 63)) - 1);
  return rank + <u32>popcnt<u64>(rest);
}

// @inline
export function isSuspect(cell: u64): bool {
  return hasBit(set, cell);
}

/** The number of a suspect. */
export function rankOf(cell: u64): u32 {
  return rankIn(set, ranks, cell);
}

/** The run that `cellOf` has come to. */
let run: u32 = 0;

/** To be called before `cellOf` is asked for numbers that ascend. */
export function beginAscending(): void {
  run = 0;
}

/** The cell of a suspect, by its number, which is not less than the last one. */
export function cellOf(rank: u32): u64 {
  while (run + 1 < runs && load<u32>(ranks + ((<usize>run + 1) << 2)) <= rank) run++;
  let before = rank - load<u32>(ranks + ((<usize>run) << 2));
  let cell = <u64>run * RUN;
  let place = set + ((<usize>run) << 6);
  let bits = load<u64>(place);
  for (let count = <u32>popcnt<u64>(bits); count <= before; count = <u32>popcnt<u64>(bits)) {
    before -= count;
    place += 8;
    cell += 64;
    bits = load<u64>(place);
  }
  for (; before > 0; before--) bits &= bits - 1;
  return cell + ctz<u64>(bits);
}

/** The first suspect from this number on whose state has one of these bits; NONE where there is none. */
export function nextWith(bits: u32, rank: u32): u32 {
  const everywhere = <u64>bits * (((<u64>0x0101_0101) << 32) | 0x0101_0101);
  for (; rank < suspects; rank++) {
    if ((rank & 7) == 0) while (rank + 8 <= suspects && (load<u64>(state + rank) & everywhere) == 0) rank += 8;
    if (rank < suspects && (stateOf(rank) & bits) != 0) return rank;
  }
  return NONE;
}

/** The number of a position after a check of a suspect's. */
// @inline
export function checkNumber(cell: u64): u32 {
  return rankIn(checked, checkedRanks, cell);
}

/** The order of the value after a check of a suspect's; 0 where that is none, or decided at order 0. */
// @inline
export function levelAfterCheck(cell: u64): u32 {
  return hasBit(checked, cell) ? <u32>load<u8>(checkedLevel + checkNumber(cell)) : 0;
}

// @inline
export function stateOf(rank: u32): u32 {
  return <u32>load<u8>(state + rank);
}
// @inline
export function setState(rank: u32, bits: u32): void {
  store<u8>(state + rank, <u8>bits);
}

// @inline
export function firstLevelOf(rank: u32): u32 {
  return <u32>load<u8>(firstLevel + rank);
}

/** Whether a suspect is one at this level, and undecided. */
// @inline
export function isOpen(rank: u32, level: u32): bool {
  return <u32>load<u8>(ownLevel + rank) >= level && firstLevelOf(rank) <= level;
}

/** A check that takes a suspect out, by the number of the position after it and the order there. */
// @inline
export function noteWitness(rank: u32, check: u32, reached: u32): void {
  store<u32>(witness + ((<usize>rank) << 2), check);
  store<u8>(witnessLevel + rank, <u8>reached);
}
// @inline
export function witnessOf(rank: u32): u32 {
  return load<u32>(witness + ((<usize>rank) << 2));
}
// @inline
export function witnessLevelOf(rank: u32): u32 {
  return <u32>load<u8>(witnessLevel + rank);
}

/** Those of the pattern just made who are stored as seeds of its level; and who is listed next. */
let agreed: u32 = 0;
let listedTo: u32 = 0;

export function beginListing(): void {
  agreed = 0;
  listedTo = 0;
}

/**
 * Writes down who is in the pattern just made and no seed of its level, or the other way round: cells and bits (ALIVE, SEED), in
 * ascending order, as many as there is room for; to be called until there are no more.
 * @param all those who are both as well
 * @returns how many were written
 */
export function listDifferences(level: u32, all: bool): u32 {
  const out: usize = address(L_LIST);
  let count: u32 = 0;
  beginAscending();
  let rank = nextWith(ALIVE | SEED, listedTo);
  for (; rank != NONE && count < MOST_LISTED; rank = nextWith(ALIVE | SEED, rank + 1)) {
    let bits = stateOf(rank) & (ALIVE | SEED);
    if (<u32>load<u8>(ownLevel + rank) != level) bits &= ALIVE;
    if (bits == 0) continue;
    if (bits == (ALIVE | SEED)) {
      agreed++;
      if (!all) continue;
    }
    store<u64>(out + ((<usize>count) << 3), cellOf(rank) | ((<u64>bits) << 56));
    count++;
  }
  listedTo = rank;
  return count;
}

/** How many were found to be both, once all are listed. */
export function agreedSeeds(): u32 {
  return agreed;
}

/** Writes down the cells of those who have been in a pattern of any level, in the same way, after `beginListing`. */
export function listMet(): u32 {
  const out: usize = address(L_LIST);
  let count: u32 = 0;
  beginAscending();
  let rank = nextWith(MET, listedTo);
  for (; rank != NONE && count < MOST_LISTED; rank = nextWith(MET, rank + 1), count++) {
    store<u64>(out + ((<usize>count) << 3), cellOf(rank));
  }
  listedTo = rank;
  return count;
}
