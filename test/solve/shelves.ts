/** Shelves for sets outside of a kernel's memory. */
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newShelf } from "../../src/solve/node/shelf.ts";
import type { MakeShelf } from "../../src/solve/tape.ts";

export const makeShelf: MakeShelf = (setBytes, pieceBytes) =>
  newShelf(join(tmpdir(), `canju-sets-${randomUUID()}`), setBytes, pieceBytes);
