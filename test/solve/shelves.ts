/** Shelves for sets outside of a kernel's memory. */
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newChunks, newShelf } from "../../src/solve/node/shelf.ts";
import type { MakeShelf } from "../../src/solve/tape.ts";

/** Of sets whose number is known some pages lie in memory, and what there is no room for does not. */
export const makeShelf: MakeShelf = (setBytes, pieceBytes, sets) =>
  newShelf(
    join(tmpdir(), `canju-sets-${randomUUID()}`),
    setBytes,
    pieceBytes,
    sets,
    newChunks(Math.max(2 * setBytes, 7 * 2048)),
  );
