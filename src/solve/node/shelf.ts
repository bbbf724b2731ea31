/** A shelf in a file: what a solving has no room for in memory, and the system caches as it can. */
import { closeSync, ftruncateSync, mkdirSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { explainWriteError } from "../../table/node/disk.ts";
import type { NewShelf, Shelf, ShelfPlace } from "../vector/set-room.ts";

/** Of one call. */
const MOST_BYTES = 2 ** 30;

/** Sets one after the other, in a file that is open. */
export function openShelf({ descriptor, setBytes }: ShelfPlace): Shelf {
  return {
    read(set, first, into) {
      for (let at = 0; at < into.length;) {
        const bytes = readSync(
          descriptor,
          into,
          at,
          Math.min(MOST_BYTES, into.length - at),
          set * setBytes + first + at,
        );
        if (bytes === 0) return void into.fill(0, at); // never written
        at += bytes;
      }
    },
    write(set, first, from) {
      for (let at = 0; at < from.length;) {
        at += writeSync(descriptor, from, at, Math.min(MOST_BYTES, from.length - at), set * setBytes + first + at);
      }
    },
  };
}

/** Makes a shelf in a file that has no name: it goes with the process, however that ends. @param path of a file that is not there */
export function newShelf(path: string, setBytes: number): NewShelf {
  let descriptor: number;
  try {
    mkdirSync(dirname(path), { recursive: true });
    descriptor = openSync(path, "wx+");
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
