// Who may be forced to check for ever, of the whole endgame: sets of cells, in which suspects and the positions after their checks
// have numbers, and what is known of each by number.
import { word } from "./board";
import {
  ALIVE,
  L_CHECKED,
  L_CHECKED_LEVEL,
  L_CHECKED_RANKS,
  L_FROM,
  L_HEAD_WORDS,
  L_LEVEL,
  L_RANKS,
  L_SET,
  L_STATE,
  L_WITNESS,
  L_WITNESS_LEVEL,
  NO_WITNESS,
  RUN_CELLS,
  T_CELLS,
} from "./layout";

const RUN: u32 = RUN_CELLS;

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
let cells: u32 = 0;

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
  cells = word(T_CELLS);
}

// @inline
function hasBit(bits: usize, cell: u32): bool {
  return (<u32>load<u8>(bits + (cell >> 3)) & (1 << (cell & 7))) != 0;
}

// @inline
function setBit(bits: usize, cell: u32): void {
  store<u8>(bits + (cell >> 3), <u8>(<u32>load<u8>(bits + (cell >> 3)) | (1 << (cell & 7))));
}

/** Adds suspects and the positions after their checks to the sets. @param list as chunks have them @param end of it */
export function addSuspects(list: usize, end: usize): void {
  while (list < end) {
    setBit(set, load<u32>(list));
    const checks = load<u32>(list + 4) >> 16;
    list += L_HEAD_WORDS << 2;
    for (let i: u32 = 0; i < checks; i++, list += 8) setBit(checked, load<u32>(list));
  }
}

/** Numbers the suspects, or the positions after checks. @returns how many there are */
export function numberSuspects(ofChecks: bool): u32 {
  const bits = ofChecks ? checked : set;
  const before = ofChecks ? checkedRanks : ranks;
  let rank: u32 = 0;
  // By runs: with the greatest numbers of cells, a cell behind the last would be cell 0.
  const runs = cells / RUN + (cells % RUN != 0 ? 1 : 0);
  for (let run: u32 = 0; run < runs; run++) {
    store<u32>(before + ((<usize>run) << 2), rank);
    for (let i: usize = 0; i < 64; i += 8) rank += <u32>popcnt<u64>(load<u64>(bits + ((<usize>run) << 6) + i));
  }
  return rank;
}

/** Notes what is known of suspects, once they have numbers. */
export function fillSuspects(list: usize, end: usize): void {
  while (list < end) {
    const rank = rankOf(load<u32>(list));
    const known = load<u32>(list + 4);
    store<u8>(ownLevel + rank, <u8>known);
    store<u8>(firstLevel + rank, <u8>(known >> 8));
    setState(rank, 0);
    noteWitness(rank, NO_WITNESS, 0);
    list += L_HEAD_WORDS << 2;
    for (let i: u32 = 0; i < known >> 16; i++, list += 8) {
      store<u8>(checkedLevel + rankIn(checked, checkedRanks, load<u32>(list)), <u8>load<u32>(list + 4));
    }
  }
}

function rankIn(bits: usize, before: usize, cell: u32): u32 {
  const place = bits + ((<usize>(cell / RUN)) << 6);
  let rank = load<u32>(before + ((<usize>(cell / RUN)) << 2));
  const inside = cell % RUN;
  const whole = inside >> 6;
  for (let i: u32 = 0; i < whole; i++) rank += <u32>popcnt<u64>(load<u64>(place + ((<usize>i) << 3)));
  const rest = load<u64>(place + ((<usize>whole) << 3)) & (((<u64>1) << (inside & 63)) - 1);
  return rank + <u32>popcnt<u64>(rest);
}

// @inline
export function isSuspect(cell: u32): bool {
  return hasBit(set, cell);
}

/** The number of a suspect. */
export function rankOf(cell: u32): u32 {
  return rankIn(set, ranks, cell);
}

/** The first suspect's cell from this cell on. 0xffff_ffff: none. */
export function suspectFrom(cell: u32): u32 {
  while (cell < cells) {
    const rest = load<u64>(set + ((<usize>cell >> 6) << 3)) >> (cell & 63);
    if (rest != 0) return cell + <u32>ctz<u64>(rest);
    cell = (cell | 63) + 1;
    if (cell == 0) break;
  }
  return 0xffff_ffff;
}

/** The order of the value after a check of a suspect's; 0 where that is none, or decided at order 0. */
// @inline
export function levelAfterCheck(cell: u32): u32 {
  return hasBit(checked, cell) ? <u32>load<u8>(checkedLevel + rankIn(checked, checkedRanks, cell)) : 0;
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
export function isAlive(cell: u32): bool {
  return isSuspect(cell) && (stateOf(rankOf(cell)) & ALIVE) != 0;
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

/** A check that takes a suspect out, by the cell after it and the order there. */
// @inline
export function noteWitness(rank: u32, after: u32, reached: u32): void {
  store<u32>(witness + ((<usize>rank) << 2), after);
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

/**
 * Writes down who is in the pattern: cells and numbers, in ascending order.
 * @param from the first cell @param out u32[2 * most] @returns how many were written
 */
export function listPattern(from: u32, out: usize, most: u32): u32 {
  let cell = suspectFrom(from);
  let count: u32 = 0;
  if (cell == 0xffff_ffff) return 0;
  for (let rank = rankOf(cell); cell != 0xffff_ffff && count < most; cell = suspectFrom(cell + 1), rank++) {
    if ((stateOf(rank) & ALIVE) == 0) continue;
    store<u32>(out + ((<usize>count) << 3), cell);
    store<u32>(out + ((<usize>count) << 3) + 4, rank);
    count++;
  }
  return count;
}
