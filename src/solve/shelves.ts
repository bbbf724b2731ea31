/** Sets outside of the kernel's memory. Threads have one each, of the same sets. */
export interface Shelf {
  read(set: number, first: number, into: Uint8Array): void;
  write(set: number, first: number, from: Uint8Array): void;
}

/** What a thread opens a shelf by. */
export interface ShelfPlace {
  /** Of the file, in all threads of the process. */
  readonly descriptor: number;
  readonly setBytes: number;
  /** What is mostly read and written at a time, from a multiple of it on. */
  readonly pieceBytes?: number;
}

/** A shelf that was made for an endgame. */
export interface NewShelf extends Shelf {
  readonly place: ShelfPlace;
  close(): void;
}

export type OpenShelf = (place: ShelfPlace) => Shelf;

export type MakeShelf = (setBytes: number, pieceBytes?: number) => NewShelf;

/** The bytes of a set, wherever it lies. */
export interface SetBytes {
  readonly length: number;
  read(first: number, into: Uint8Array): void;
  write(first: number, from: Uint8Array): void;
}
