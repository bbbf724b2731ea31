/** What every shelf must do, wherever its bytes lie: runs under Node and in browsers, so it throws where something is wrong. */
import { SharedBytes } from "../../src/solve/planes.ts";
import type { MakeShelf, OpenShelf } from "../../src/solve/tape.ts";

const SET_BYTES = 1000;

/** @param openShelf as another thread has it, of shelves that `makeShelf` made */
export function checkShelves(makeShelf: MakeShelf, openShelf: OpenShelf): void {
  const shelf = makeShelf(SET_BYTES);
  const other = openShelf(structuredClone(shelf.place));
  const beside = makeShelf(SET_BYTES);
  expectBytes("nothing was written", read(shelf.read, 3, 10, 20), filled(20, 0));

  shelf.write(2, 100, filled(50, 7));
  expectBytes("what was written", read(shelf.read, 2, 100, 50), filled(50, 7));
  expectBytes("in another thread", read(other.read, 2, 100, 50), filled(50, 7));
  expectBytes("before and behind", read(other.read, 2, 90, 70), [...filled(10, 0), ...filled(50, 7), ...filled(10, 0)]);
  expectBytes("beyond the end", read(shelf.read, 9, 0, 10), filled(10, 0));
  expectBytes("on another shelf", read(beside.read, 2, 100, 50), filled(50, 0));

  other.write(0, 0, filled(SET_BYTES, 9));
  expectBytes("of another thread", read(shelf.read, 0, SET_BYTES - 20, 20), filled(20, 9));
  expectBytes("of the set behind", read(shelf.read, 1, 0, 10), filled(10, 0));
  const shared = new Uint8Array(new SharedBytes(64)).fill(5);
  shelf.write(1, 0, shared.subarray(8, 40));
  shelf.read(1, 0, shared.subarray(0, 16));
  expectBytes("in memory that threads share", shared, filled(64, 5));

  shelf.close();
  beside.close();
  const next = makeShelf(SET_BYTES);
  expectBytes("nothing of a shelf that was closed", read(next.read, 2, 100, 50), filled(50, 0));
  next.close();
}

function filled(length: number, byte: number): Uint8Array {
  return new Uint8Array(length).fill(byte);
}

/** Into bytes that hold something else. */
function read(
  from: (set: number, first: number, into: Uint8Array) => void,
  set: number,
  first: number,
  length: number,
) {
  const into = filled(length, 0xee);
  from(set, first, into);
  return into;
}

function expectBytes(what: string, found: ArrayLike<number>, wanted: ArrayLike<number>): void {
  const [is, should] = [Array.from(found).join(), Array.from(wanted).join()];
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}`);
}
