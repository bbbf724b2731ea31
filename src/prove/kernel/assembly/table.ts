// The table: proof numbers by position; and the disproofs that hold for one set of ancestors alone. It begins small and doubles when it is
// nearly full, as far as it may, since memory that is touched for the first time costs more than a search of it.
import { SPARE } from "./layout";

const ENTRY_BYTES: usize = 24;
const BUCKET_BYTES: usize = 128;
const BUCKET_ENTRIES: usize = 5;

const E_PROOF: usize = 8;
const E_DISPROOF: usize = 12;
const E_WORK: usize = 16;
const E_PLIES: usize = 20;
const E_FLAGS: usize = 22;

/** It was looked whether the loser may pass here, or whether the winner wins by checks. */
export const TESTED: u32 = 1;
/** It has a disproof by path. */
export const BY_PATH: u32 = 2;

/** What a win is worth in nodes, when entries are given up. */
const WORTH_OF_WIN: u64 = 1_000_000;

export const NO_ENTRY: usize = 0;
export const NO_DISPROOF: i32 = -2;

/** Of a table that is about to double, as a part of 256. */
const FULL: u64 = 190;
const FIRST_BUCKETS: u64 = 8192;

/** Where the disproofs by path are, then the table up to the end. */
let disproofs: usize = 0;
let table: usize = 0;
let buckets: u64 = 0;
/** How many buckets there may be, and how many entries are in use. */
let mostBuckets: u64 = 0;
let used: u64 = 0;
let repeatedMask: u64 = 0;
/** A table that can double is in want of that. */
export let isFull: bool = false;

/** @param first byte that is free; @param bytes that the whole memory may have; what it has is 0 */
export function beginTable(first: usize, bytes: u64): void {
  disproofs = first;
  const rest = bytes - first;
  let repeated: u64 = 1024;
  while (repeated * 2 * 16 <= rest / 8) repeated *= 2;
  table = disproofs + <usize>(repeated * 16);
  mostBuckets = (bytes - table) / BUCKET_BYTES;
  buckets = mostBuckets;
  while (buckets > FIRST_BUCKETS) buckets >>= 1;
  mostBuckets = buckets;
  while (mostBuckets * 2 * BUCKET_BYTES + table <= bytes) mostBuckets *= 2;
  repeatedMask = 1023;
  takeMemory();
}

function takeMemory(): void {
  const pages = <i32>((<u64>table + buckets * BUCKET_BYTES + 0xffff) >> 16);
  if (pages > memory.size()) memory.grow(pages - memory.size());
}

/** Doubles a table that is full: the entries of a bucket go to one of two. No entry that was found before is where it was. */
export function growTable(): void {
  isFull = false;
  buckets *= 2;
  takeMemory();
  if (repeatedMask * 2 * 16 + 32 <= <u64>(table - disproofs)) repeatedMask = repeatedMask * 2 + 1;
  for (let i = <i64>(buckets >> 1) - 1; i >= 0; i--) {
    const from = table + <usize>i * BUCKET_BYTES;
    const to = table + <usize>i * 2 * BUCKET_BYTES;
    memory.copy(SPARE, from, BUCKET_BYTES);
    memory.fill(to, 0, BUCKET_BYTES * 2);
    for (let entry = SPARE; entry < SPARE + BUCKET_ENTRIES * ENTRY_BYTES; entry += ENTRY_BYTES) {
      const name = load<u64>(entry);
      if (name == 0) break;
      let place = bucketOf(name);
      while (load<u64>(place) != 0) place += ENTRY_BYTES;
      memory.copy(place, entry, ENTRY_BYTES);
    }
  }
}

// @inline
export function proofOf(entry: usize): u32 {
  return load<u32>(entry + E_PROOF);
}

// @inline
export function disproofOf(entry: usize): u32 {
  return load<u32>(entry + E_DISPROOF);
}

// @inline
export function pliesOf(entry: usize): u32 {
  return <u32>load<u16>(entry + E_PLIES);
}

// @inline
export function hasFlag(entry: usize, flag: u32): bool {
  return (<u32>load<u8>(entry + E_FLAGS) & flag) != 0;
}

// @inline
export function setFlag(entry: usize, flag: u32): void {
  store<u8>(entry + E_FLAGS, <u8>(<u32>load<u8>(entry + E_FLAGS) | flag));
}

// @inline
export function clearFlags(entry: usize): void {
  store<u8>(entry + E_FLAGS, 0);
}

// @inline
export function setNumbers(entry: usize, proof: u32, disproof: u32): void {
  store<u32>(entry + E_PROOF, proof);
  store<u32>(entry + E_DISPROOF, disproof);
}

// @inline
export function setPlies(entry: usize, plies: u32): void {
  store<u16>(entry + E_PLIES, <u16>plies);
}

/** @param nodes that were spent on the position */
export function addWork(entry: usize, nodes: u64): void {
  const work = <u64>load<u32>(entry + E_WORK) + nodes;
  store<u32>(entry + E_WORK, <u32>min<u64>(work, u32.MAX_VALUE));
}

// @inline
function bucketOf(name: u64): usize {
  return table + <usize>(((name >> 32) * buckets) >> 32) * BUCKET_BYTES;
}

/** Reads where the entry of a position would be, and has it brought near: many such places are waited for at once. */
// @inline
export function bring(name: u64): u64 {
  const bucket = bucketOf(name);
  return load<u64>(bucket) | load<u64>(bucket + BUCKET_BYTES / 2);
}

/** The entry of a position, or NO_ENTRY. */
export function find(name: u64): usize {
  const bucket = bucketOf(name);
  for (let entry = bucket; entry < bucket + BUCKET_ENTRIES * ENTRY_BYTES; entry += ENTRY_BYTES) {
    if (load<u64>(entry) == name) return entry;
  }
  return NO_ENTRY;
}

/** The entry of a position; a new one takes the place of that which cost least. */
export function obtain(name: u64): usize {
  const bucket = bucketOf(name);
  let least = bucket;
  let leastWorth = u64.MAX_VALUE;
  for (let entry = bucket; entry < bucket + BUCKET_ENTRIES * ENTRY_BYTES; entry += ENTRY_BYTES) {
    const other = load<u64>(entry);
    if (other == name) return entry;
    const worth = other == 0 ? 0 : 1 + <u64>load<u32>(entry + E_WORK) + (proofOf(entry) == 0 ? WORTH_OF_WIN : 0);
    if (worth >= leastWorth) continue;
    least = entry;
    leastWorth = worth;
  }
  if (leastWorth == 0 && ++used * 256 > buckets * BUCKET_ENTRIES * FULL && buckets < mostBuckets) isFull = true;
  store<u64>(least, name);
  setNumbers(least, 1, 1);
  store<u64>(least + E_WORK, 0);
  return least;
}

// @inline
function repeatedPlace(name: u64): usize {
  return disproofs + <usize>((name & repeatedMask) << 4);
}

/** Keeps that a position is no win for one set of ancestors. @param name of both */
export function keepRepeated(name: u64, leansOn: i32): void {
  const place = repeatedPlace(name);
  store<u64>(place, name);
  store<i32>(place + 8, leansOn);
}

/** What such a disproof leans on, or NO_DISPROOF. */
export function findRepeated(name: u64): i32 {
  const place = repeatedPlace(name);
  return load<u64>(place) == name ? load<i32>(place + 8) : NO_DISPROOF;
}
