/** The codes of a side by cell, as a proof has found them: in memory that threads share, or in a file. */
export interface PlaneStore {
  /** Reads codes from a cell on, as many bytes as there is room for; little-endian where they have two. */
  read(firstByte: number, into: Uint8Array): void;
  write(firstByte: number, bytes: Uint8Array): void;
  close(): void;
}

/** A store in shared memory. */
export function memoryPlane(shared: SharedArrayBuffer): PlaneStore {
  const plane = new Uint8Array(shared);
  return {
    read: (first, into) => into.set(plane.subarray(first, first + into.length)),
    write: (first, bytes) => plane.set(bytes, first),
    close: () => undefined,
  };
}
