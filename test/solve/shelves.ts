/** Shelves for sets outside of a kernel's memory. */
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newShelf } from "../../src/solve/node/shelf.ts";
import type { MakeShelf } from "../../src/solve/tape.ts";

/** Of sets whose number is known the first two lie in memory. */
export const makeShelf: MakeShelf = (setBytes, pieceBytes, sets = 0) =>
  newShelf(join(tmpdir(), `canju-sets-${randomUUID()}`), setBytes, pieceBytes, Math.min(sets, 2));
