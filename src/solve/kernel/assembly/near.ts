// Which blocks a pass need not look at: where few blocks have anything new, all but those with a move into one of these.
import { count, enterBlock, listSources, moveAt, moveBlock } from "./block";
import { blocks, job } from "./context";
import { nextFlagged } from "./flags";
import { J_NEAR } from "./layout";
import { barrier, chunkEnd, chunkFirst, takeChunk } from "./team";

/** A pass looks at all blocks where more than one in so many has something new. */
const SPARSE: u32 = 8;

let marks: usize = 0;
/** Whether some blocks need not be looked at. */
export let sparse: bool = false;

/** Before a pass over all blocks. */
export function nearAll(): void {
  sparse = false;
}

/**
 * Before a pass that asks which quiet moves of a side lead into flagged vectors. Every thread calls this.
 * @returns false when the host has asked to stop
 */
export function findNear(flags: usize, ofX: bool): bool {
  sparse = false;
  let dirty: u32 = 0;
  for (let b = nextFlagged(flags, 0, blocks); b < blocks; b = nextFlagged(flags, b + 1, blocks)) {
    dirty++;
    if (dirty * SPARSE >= blocks) return true;
  }
  sparse = true;
  marks = load<u32>(job + J_NEAR);
  while (takeChunk(true)) {
    for (let b = nextFlagged(flags, chunkFirst, chunkEnd); b < chunkEnd; b = nextFlagged(flags, b + 1, chunkEnd)) {
      store<u8>(marks + b, 1); // the black formation and the inner man move inside the block
      enterBlock(b);
      listSources(ofX);
      for (let i: u32 = 0; i < count; i++) store<u8>(marks + moveBlock(moveAt(i)), 1);
    }
  }
  return barrier();
}

/** Whether the pass has to look at any of these blocks. */
export function isAnyNear(first: u32, end: u32): bool {
  if (!sparse) return true;
  let b = first;
  for (; b + 8 <= end; b += 8) if (load<u64>(marks + b) != 0) return true;
  for (; b < end; b++) if (load<u8>(marks + b) != 0) return true;
  return false;
}

/** Whether the pass has to look at a block. To be asked once; a mark that was left too many only costs time. */
// @inline
export function isNear(stored: u32): bool {
  if (!sparse) return true;
  if (load<u8>(marks + stored) == 0) return false;
  store<u8>(marks + stored, 0);
  return true;
}
