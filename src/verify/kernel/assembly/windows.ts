// The blocks that the moves of a chunk lead to: which they are, and where their codes lie while the chunk is looked at. The
// host reads them in between.
import { formationsBlack } from "./board";
import { mirrored } from "./cells";
import { H_ASKED, H_NEEDS, H_OUTS, H_WINDOWS } from "./layout";
import { codesBehind } from "./sides";

let needs: usize = 0;
let windows: usize = 0;
let outs: usize = 0;
let asked: usize = 0;
/** How many blocks the chunk needs. */
export let blocksAsked: u32 = 0;

/** @param words of this thread */
export function beginWindows(words: usize): void {
  needs = load<u32>(words + (H_NEEDS << 2));
  windows = load<u32>(words + (H_WINDOWS << 2));
  outs = load<u32>(words + (H_OUTS << 2));
  asked = load<u32>(words + (H_ASKED << 2));
}

/** Forgets what the last chunk needed: there are far more blocks in all. */
export function forgetNeeds(): void {
  for (let i: u32 = 0; i < blocksAsked; i++) store<u8>(needs + load<u32>(asked + ((<usize>i) << 2)), 0);
  blocksAsked = 0;
}

/** Asks for a stored block. @param what bits */
// @inline
export function need(block: u32, what: u32): void {
  const known = <u32>load<u8>(needs + block);
  if (known == 0) {
    store<u32>(asked + ((<usize>blocksAsked) << 2), block);
    blocksAsked++;
  }
  store<u8>(needs + block, <u8>(known | what));
}

/** The other side's codes of a row, by its stored block (or -1 - its mirror image's) and the inner man's square. */
// @inline
export function rowWindow(block: i32, inner: u32): usize {
  return block >= 0 ? rowAt(windows, block, inner) : rowAt(windows, -1 - block, mirrored(inner));
}

/** Where what is found of a row of a stored block goes. */
// @inline
export function rowOut(block: u32, inner: u32): usize {
  return rowAt(outs, block, inner);
}

// @inline
function rowAt(blocks: usize, block: u32, inner: u32): usize {
  return codesBehind(<usize>load<u32>(blocks + ((<usize>block) << 2)), inner * formationsBlack);
}
