// What the search remembers of positions: proof and disproof numbers, and what is decided.
//
// Entries of 16 bytes, four side by side. An entry holds the upper 40 bits of its key; the lower ones say where it lies.
//     u64: key 40 | proof number 20 | flags 4        u64: disproof number 20 | won in 10 | not won in 10 | move 16 | work 5

/** As many, or more: it can not be done. */
export const MOST: u32 = 0xf_ffff;
/** Plies: not at all, or not ever. */
export const NEVER: u32 = 1023;

/** Flags: the null move was tried and is a threat, or is none; some disproofs depend on the path. */
export const THREAT: u32 = 1;
export const NO_THREAT: u32 = 2;
export const BY_PATH: u32 = 4;
/** It is asked of the host what a table says. */
export const ASKED: u32 = 8;

let entries: usize = 0;
let mask: u32 = 0;
let paths: usize = 0;
let pathMask: u32 = 0;

const ENTRY: usize = 16;
const BUCKET: usize = 64;

// What `find` read.
export let proof: u32 = 0;
export let disproof: u32 = 0;
/** The attacker wins within so many plies, or NEVER. */
export let wonIn: u32 = NEVER;
/** He does not within so many; NEVER: he does not at all. */
export let notWonIn: u32 = 0;
export let flags: u32 = 0;
/** His move, where he is to move and wins. */
export let winning: u32 = 0;
export let work: u32 = 0;

/** @param buckets a power of two @returns where they end */
export function beginEntries(address: usize, buckets: u32): usize {
  entries = address;
  mask = buckets - 1;
  paths = entries + <usize>buckets * BUCKET;
  pathMask = (buckets >> 1) - 1;
  return paths + (<usize>(pathMask + 1) << 4);
}

export function clearEntries(): void {
  memory.fill(entries, 0, <usize>(mask + 1) * BUCKET + (<usize>(pathMask + 1) << 4));
}

// @inline
function bucketOf(key: u64): usize {
  return entries + (<usize>(<u32>key & mask) << 6);
}

/** Where the entry of a key is; 0: nowhere. */
// @inline
function seek(key: u64): usize {
  const bucket = bucketOf(key);
  const upper = key >> 24;
  for (let i: usize = 0; i < BUCKET; i += ENTRY) {
    const word = load<u64>(bucket + i);
    if (word >> 24 == upper && word != 0) return bucket + i;
  }
  return 0;
}

/** Reads the entry of a key, if there is one. */
export function find(key: u64): bool {
  const entry = seek(key);
  if (entry == 0) return false;
  const low = load<u64>(entry);
  const high = load<u64>(entry, 8);
  proof = <u32>(low >> 4) & MOST;
  flags = <u32>low & 15;
  disproof = <u32>high & MOST;
  wonIn = <u32>(high >> 20) & NEVER;
  notWonIn = <u32>(high >> 30) & NEVER;
  winning = <u32>(high >> 40) & 0xffff;
  work = <u32>(high >> 56) & 31;
  return true;
}

/** Makes the values read those of a position of which nothing is known. */
export function forget(): void {
  proof = 1;
  disproof = 1;
  wonIn = NEVER;
  notWonIn = 0;
  flags = 0;
  winning = 0;
  work = 0;
}

/** The entry of a key, or that of the least worth in its place. */
function room(key: u64): usize {
  const found = seek(key);
  if (found != 0) return found;
  const bucket = bucketOf(key);
  let least: usize = bucket;
  let worth: u32 = 0xffff_ffff;
  for (let i: usize = 0; i < BUCKET; i += ENTRY) {
    if (load<u64>(bucket + i) == 0) return bucket + i;
    const high = load<u64>(bucket + i, 8);
    const decided: u32 = (<u32>(high >> 20) & NEVER) != NEVER ? 8 : 0;
    const here = (<u32>(high >> 56) & 31) + decided;
    if (here < worth) {
      worth = here;
      least = bucket + i;
    }
  }
  return least;
}

/** Writes the values as the entry of a key. */
export function keep(key: u64): void {
  const entry = room(key);
  store<u64>(entry, ((key >> 24) << 24) | ((<u64>proof) << 4) | <u64>flags);
  store<u64>(
    entry,
    <u64>disproof |
      ((<u64>wonIn) << 20) |
      ((<u64>notWonIn) << 30) |
      ((<u64>winning) << 40) |
      ((<u64>work) << 56),
    8,
  );
}

/** Sets what `keep` writes. */
// @inline
export function setNumbers(p: u32, d: u32): void {
  proof = p < MOST ? p : MOST;
  disproof = d < MOST ? d : MOST;
}
// @inline
export function setWon(plies: u32, move: u32): void {
  wonIn = plies < NEVER - 1 ? plies : NEVER - 1;
  winning = move;
}
// @inline
export function setNotWon(plies: u32): void {
  if (plies > notWonIn) notWonIn = plies < NEVER ? plies : NEVER;
}
// @inline
export function setFlags(all: u32): void {
  flags = all;
}
// @inline
export function setWork(nodes: u32): void {
  const log: u32 = 32 - clz(nodes);
  if (log > work) work = log > 31 ? 31 : log;
}

/** A disproof that holds on one path only: it leans on the ancestor at ply `on`, and holds within `plies`. */
export function keepByPath(key: u64, on: u32, plies: u32): void {
  const entry = paths + (<usize>(<u32>key & pathMask) << 4);
  store<u64>(entry, key);
  store<u32>(entry, on, 8);
  store<u32>(entry, plies, 12);
}

export let leansOn: u32 = 0;
export let byPathFor: u32 = 0;

export function findByPath(key: u64): bool {
  const entry = paths + (<usize>(<u32>key & pathMask) << 4);
  if (load<u64>(entry) != key) return false;
  leansOn = load<u32>(entry, 8);
  byPathFor = load<u32>(entry, 12);
  return true;
}
