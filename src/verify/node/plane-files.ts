/** Planes of codes in files, which every thread opens for itself: what is read often stays in the page cache. */
import { createHash } from "node:crypto";
import { closeSync, constants } from "node:fs";
import type { Codes } from "../../table/format/header.ts";
import { readFully, writeFully } from "../../base/node/disk.ts";
import { openPlainSync } from "../../base/node/plain-file.ts";
import { type PlaneStore, memoryPlane } from "../host/stored-planes.ts";

/** Where a plane is, as it is told to threads. */
export type PlanePlace = { readonly shared: SharedArrayBuffer } | { readonly path: string };

export function openPlane(place: PlanePlace): PlaneStore {
  return "shared" in place ? memoryPlane(place.shared) : new FilePlane(place.path);
}

/** By which codes that lie in a plane are known again. */
export function sumOfCodes({ buffer, byteOffset, byteLength }: Codes): string {
  return createHash("sha256")
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("hex");
}

/** Of a thread it is open until that ends. */
class FilePlane implements PlaneStore {
  readonly #file: number;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.#file = openPlainSync(path, constants.O_RDWR);
  }

  read(first: number, into: Uint8Array): void {
    if (readFully(this.#file, into, first) < into.length) throw new Error(`${this.#path} is too short`);
  }

  write(first: number, bytes: Uint8Array): void {
    writeFully(this.#file, bytes, first);
  }

  close(): void {
    closeSync(this.#file);
  }
}
