/** Planes of codes in files, which every thread opens for itself: what is read often stays in the page cache. */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { memoryPlane, type PlaneStore } from "../plane-store.ts";

/** Where a plane is, as it is told to threads. */
export type PlanePlace = { readonly shared: SharedArrayBuffer } | { readonly path: string };

export function openPlane(place: PlanePlace): PlaneStore {
  return "shared" in place ? memoryPlane(place.shared) : new FilePlane(place.path);
}

/** Of a thread it is open until that ends. */
class FilePlane implements PlaneStore {
  readonly #file: number;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "r+");
  }

  read(first: number, into: Uint8Array): void {
    for (let done = 0; done < into.length;) {
      const count = readSync(this.#file, into, done, into.length - done, first + done);
      if (count === 0) throw new Error(`${this.#path} is too short`);
      done += count;
    }
  }

  write(first: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.#file, bytes, done, bytes.length - done, first + done);
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}
