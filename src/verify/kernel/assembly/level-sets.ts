// Who may be forced to check for ever, of the whole endgame: sets of cells, in which suspects and the positions after their checks
// have numbers, and what is known of each by number. Few cells are in a set, so that each of these takes a byte, its place in a run of
// cells, and each run where it begins.
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
  PLACES_AT_ONCE,
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
function runOf(cell: u64): usize {
  return (<usize>(cell / RUN)) << 2;
}

/** Counts suspects and the positions after their checks, by run. @param list as chunks have them @param end of it */
export function countSuspects(list: usize, end: usize): void {
  for (; list < end; list = afterSuspect(list)) {
    countIn(ranks, loadCell(list));
    for (let check = list + SUSPECT_BYTES; check < afterSuspect(list); check += CHECK_BYTES) {
      countIn(checkedRanks, loadCell(check));
    }
  }
}

// @inline
function afterSuspect(list: usize): usize {
  return list + <usize>(SUSPECT_BYTES + CHECK_BYTES * <u32>load<u8>(list + CELL_BYTES + 2));
}

// @inline
function countIn(before: usize, cell: u64): void {
  const at = before + runOf(cell);
  store<u32>(at, load<u32>(at) + 1);
}

/** Makes of the counts of runs where each begins. @returns how many there are in all */
export function beginRuns(ofChecks: bool): u32 {
  const before = ofChecks ? checkedRanks : ranks;
  let all: u32 = 0;
  for (let run: u32 = 0; run <= runs; run++) {
    const at = before + ((<usize>run) << 2);
    const count = load<u32>(at);
    store<u32>(at, all);
    all += count;
  }
  return all;
}

/** Puts suspects and the positions after their checks into their runs, once these have begun. */
export function placeSuspects(list: usize, end: usize): void {
  for (; list < end; list = afterSuspect(list)) {
    placeIn(set, ranks, loadCell(list));
    for (let check = list + SUSPECT_BYTES; check < afterSuspect(list); check += CHECK_BYTES) {
      placeIn(checked, checkedRanks, loadCell(check));
    }
  }
}

// @inline
function placeIn(places: usize, before: usize, cell: u64): void {
  const at = before + runOf(cell);
  const rank = load<u32>(at);
  store<u8>(places + rank, <u8>cell);
  store<u32>(at, rank + 1);
}

/** Sorts each run, where all that is in it was placed, and leaves out what is there twice. @returns how many are left */
export function sortRuns(ofChecks: bool): u32 {
  const places = ofChecks ? checked : set;
  const before = ofChecks ? checkedRanks : ranks;
  const sorting: usize = address(L_LIST); // which nothing is in yet
  let from: u32 = 0;
  let to: u32 = 0;
  for (let run: u32 = 0; run < runs; run++) {
    const at = before + ((<usize>run) << 2);
    const end = load<u32>(at); // where it began, and one more for each that was placed
    store<u32>(at, to);
    memory.fill(sorting, 0, RUN / 8);
    for (; from < end; from++) {
      const place = <u32>load<u8>(places + from);
      const byte = sorting + (place >> 3);
      store<u8>(byte, <u8>(<u32>load<u8>(byte) | (1 << (place & 7))));
    }
    for (let part: u32 = 0; part < RUN / 64; part++) {
      for (let bits = load<u64>(sorting + (part << 3)); bits != 0; bits &= bits - 1) {
        store<u8>(places + to, <u8>((part << 6) + <u32>ctz<u64>(bits)));
        to++;
      }
    }
  }
  store<u32>(before + ((<usize>runs) << 2), to);
  return to;
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

/** The number of a cell in a set; NONE where it is not there. */
function rankIn(places: usize, before: usize, cell: u64): u32 {
  const at = before + runOf(cell);
  const end = load<u32>(at, 4);
  const place = i8x16.splat(<i8>cell);
  for (let rank = load<u32>(at); rank < end; rank += PLACES_AT_ONCE) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(places + rank), place));
    if (found == 0) continue;
    rank += <u32>ctz(found);
    return rank < end ? rank : NONE;
  }
  return NONE;
}

/** The number of a suspect; NONE where it is none. */
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
  while (load<u32>(ranks + ((<usize>run + 1) << 2)) <= rank) run++;
  return <u64>run * RUN + <u64>load<u8>(set + rank);
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

/** The number of a position after a check of a suspect's; NONE where it is none. */
// @inline
export function checkNumber(cell: u64): u32 {
  return rankIn(checked, checkedRanks, cell);
}

/** The order of the value after a check of a suspect's; 0 where that is none, or decided at order 0. */
// @inline
export function levelAfterCheck(cell: u64): u32 {
  const number = checkNumber(cell);
  return number == NONE ? 0 : <u32>load<u8>(checkedLevel + number);
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
