/** A shelf in a file: what a solving has no room for in memory, and the system caches as it can. */
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { explainWriteError, readFully, writeFully } from "../../base/node/disk.ts";
import type { NewShelf, Shelf, ShelfPlace } from "../shelves.ts";

/** Sets one after the other, in a file that is open. */
export function openShelf({ descriptor, setBytes }: ShelfPlace): Shelf {
  return {
    read(set, first, into) {
      into.fill(0, readFully(descriptor, into, set * setBytes + first)); // what is behind was never written
    },
    write(set, first, from) {
      writeFully(descriptor, from, set * setBytes + first);
    },
  };
}

/** Makes a shelf in a file that has no name: it goes with the process, however that ends. @param path of a file that is not there */
export function newShelf(path: string, setBytes: number): NewShelf {
  let descriptor: number;
  try {
    mkdirSync(dirname(path), { recursive: true });
    descriptor = openSync(path, "wx+", 0o600);
    rmSync(path);
  } catch (error) {
    throw explainWriteError(error, path);
  }
  const place = { descriptor, setBytes };
  return {
    ...openShelf(place),
    place,
    close() {
      ftruncateSync(descriptor); // threads may still have it open
      closeSync(descriptor);
    },
  };
}
