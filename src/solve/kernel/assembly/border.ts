// The border of a slice: positions one step of a soldier ahead, solved before. What is decided there is brought in at its plies.
import { blocks, job, ownBlocks } from "./context";
import { bringOwn, flags, flagsWon } from "./direction";
import { clearFlags, flagsOf } from "./flags";
import {
  B_BLOCK,
  B_BYTES,
  B_MARK,
  B_RECORDS,
  BORDER_ENTRY,
  J_BORDER,
  J_BORDER_LAST,
  J_BORDER_NEXT,
  PASS_REPLAY,
} from "./layout";
import { decide } from "./tape";
import { barrier } from "./team";

/** Whether something in the border is decided at a ply, or later. */
export function isBorderLeft(ply: u32): bool {
  return load<u32>(job + J_BORDER) != 0 && load<u32>(job + J_BORDER_LAST) >= ply;
}

/**
 * Before the passes of a winner's ply: the border's losses of the ply before are fresh, and its wins of this ply are there for the
 * loser's next. Every thread calls this, one does it.
 * @returns false when the host has asked to stop
 */
export function bringBorder(ply: u32, thread: u32): bool {
  if (load<u32>(job + J_BORDER) == 0) return true;
  if (thread == 0) {
    for (let b = ownBlocks; b < blocks; b++) {
      clearFlags(flagsOf(flags, b));
      clearFlags(flagsOf(flagsWon, b));
    }
    bringOwn(PASS_REPLAY, false);
    let entry: usize = load<u32>(job + J_BORDER_NEXT);
    for (; load<u32>(entry + B_MARK) <= ply; entry += BORDER_ENTRY) {
      const areWins = (load<u32>(entry + B_MARK) & 1) == 1;
      decide(load<u32>(entry + B_BLOCK), load<u32>(entry + B_RECORDS), load<u32>(entry + B_BYTES), areWins, true);
    }
    store<u32>(job + J_BORDER_NEXT, <u32>entry);
  }
  return barrier();
}
