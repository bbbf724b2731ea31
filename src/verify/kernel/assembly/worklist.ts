// The suspects that are still to be looked at. Where there are more than the stack has room for, the set is searched for the rest.
import { L_STACK, L_STACK_CELLS, QUEUED } from "./layout";
import { beginAscending, cellOf, nextWith, NONE, rankOf, setState, stateOf } from "./level-sets";

export const NO_CELL: u64 = u64.MAX_VALUE;

let stack: usize = 0;
let stackCells: u32 = 0;
let stacked: u32 = 0;
let overflowed: bool = false;

/** @param words the level words */
export function beginWorklist(words: usize): void {
  stack = load<u32>(words + (L_STACK << 2));
  stackCells = load<u32>(words + (L_STACK_CELLS << 2));
}

/** Begins with none. */
export function beginWork(): void {
  stacked = 0;
  overflowed = false;
}

/** Puts a suspect among those to be looked at. */
export function push(cell: u64, rank: u32): void {
  const bits = stateOf(rank);
  if ((bits & QUEUED) != 0) return;
  setState(rank, bits | QUEUED);
  if (stacked < stackCells) {
    store<u64>(stack + ((<usize>stacked) << 3), cell);
    stacked++;
  } else overflowed = true;
}

/** Takes one of them; NO_CELL: none is left. */
export function next(): u64 {
  if (stacked == 0 && overflowed) {
    overflowed = false;
    beginAscending();
    for (let rank = nextWith(QUEUED, 0); rank != NONE && !overflowed; rank = nextWith(QUEUED, rank + 1)) {
      if (stacked < stackCells) {
        store<u64>(stack + ((<usize>stacked) << 3), cellOf(rank));
        stacked++;
      } else overflowed = true;
    }
  }
  if (stacked == 0) return NO_CELL;
  const cell = load<u64>(stack + ((<usize>--stacked) << 3));
  const rank = rankOf(cell);
  setState(rank, stateOf(rank) & ~QUEUED);
  return cell;
}
