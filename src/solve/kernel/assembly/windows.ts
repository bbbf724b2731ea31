// Sets that lie outside of the memory, where there is no room for all. A thread has windows on them, of the blocks that it takes at a
// time; the one set that a pass reads at random places is brought into a slot as a whole. No thread writes to what another one
// reads, and a pass ends before the next begins, so that nothing else is to be kept in step.
import { job, windowBytes, windows, yCount } from "./context";
import { flagsOf, hasFlag, nextFlagged } from "./flags";
import { J_SLOT, W_AT, W_FLAGS, W_SET, W_USE, WINDOW_ENTRY, WINDOWS } from "./layout";
import { barrier, chunkEnd, chunkFirst, takeChunk } from "./team";

/** Copies bytes of a set, from `first` on, to an address; or from there. */
// @external("env", "moveSet")
declare function moveSet(set: u32, first: u32, at: usize, bytes: u32, isOut: bool): void;

export const READ: u32 = 1;
export const WRITE: u32 = 2;

let used: u32 = 0;

/** Whether any set lies outside. */
// @inline
export function isWindowed(): bool {
  return load<u32>(job + J_SLOT) != 0;
}

export function anyFlagInChunk(flags: usize): bool {
  return nextFlagged(flags, chunkFirst, chunkEnd) < chunkEnd;
}

// @inline
function firstByte(): u32 {
  return (chunkFirst * yCount) << 4;
}
// @inline
function chunkBytes(): u32 {
  return ((chunkEnd - chunkFirst) * yCount) << 4;
}

/**
 * Where vector 0 of a set would be, such that those of the present chunk are there. A set that is wanted more than once is to be
 * read before it is written.
 * @param flags of the vectors that count; 0: all do
 * @param use READ, WRITE or both
 */
export function bring(set: usize, flags: usize, use: u32): usize {
  if ((set & 1) == 0) return set;
  const first = firstByte();
  for (let i: u32 = 0; i < used; i++) {
    const entry = windows + <usize>(i * WINDOW_ENTRY);
    if (load<u32>(entry + W_SET) != <u32>set) continue;
    store<u32>(entry + W_USE, load<u32>(entry + W_USE) | use);
    return <usize>load<u32>(entry + W_AT) - first;
  }
  const entry = windows + <usize>(used * WINDOW_ENTRY);
  const at = windows + <usize>(WINDOWS * WINDOW_ENTRY + used * windowBytes);
  used++;
  store<u32>(entry + W_SET, <u32>set);
  store<u32>(entry + W_FLAGS, <u32>flags);
  store<u32>(entry + W_AT, <u32>at);
  store<u32>(entry + W_USE, use);
  if ((use & READ) != 0 && (flags == 0 || anyFlagInChunk(flags))) {
    moveSet(<u32>set >> 1, first, at, chunkBytes(), false);
  }
  return at - first;
}

/** Empties the vectors of a window that have no flag: they hold anything. */
function blank(at: usize, flags: usize): void {
  for (let b = chunkFirst; b < chunkEnd; b++) {
    const flagsAt = flagsOf(flags, b);
    for (let f: u32 = 0; f < yCount; f++, at += 16) if (!hasFlag(flagsAt, f)) v128.store(at, i64x2.splat(0));
  }
}

/** Ends the windows of a chunk. @param changed whether what was written is to be kept */
export function putBack(changed: bool): void {
  const count = changed ? used : 0;
  for (let i: u32 = 0; i < count; i++) {
    const entry = windows + <usize>(i * WINDOW_ENTRY);
    const flags: usize = load<u32>(entry + W_FLAGS);
    if ((load<u32>(entry + W_USE) & WRITE) == 0 || (flags != 0 && !anyFlagInChunk(flags))) continue;
    if (flags != 0) blank(load<u32>(entry + W_AT), flags);
    moveSet(load<u32>(entry + W_SET) >> 1, firstByte(), load<u32>(entry + W_AT), chunkBytes(), true);
  }
  used = 0;
}

/** The address of the set that moves of a pass lead into; vectors of it without a flag need not be there. */
export let landing: usize = 0;

/** Has `landing` be a set. Every thread calls this. @returns false when the host has asked to stop */
export function bringWhole(set: usize, flags: usize): bool {
  landing = set;
  if ((set & 1) == 0) return true;
  landing = load<u32>(job + J_SLOT);
  while (takeChunk(true)) {
    if (flags == 0 || anyFlagInChunk(flags)) {
      moveSet(<u32>set >> 1, firstByte(), landing + firstByte(), chunkBytes(), false);
    }
  }
  return barrier();
}
