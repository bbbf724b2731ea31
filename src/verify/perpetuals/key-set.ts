/** Sets of positions as arrays of their keys: a level can have more of them than a `Set` has room for. */
import type { PositionKey } from "./orders.ts";

/** Ascending, each key once. */
export type KeySet = Float64Array<ArrayBuffer>;

export function keySet(keys: ArrayLike<PositionKey>): KeySet {
  const sorted = Float64Array.from(keys).sort();
  return sorted.filter((key, i) => i === 0 || key !== sorted[i - 1]);
}

/** The keys of one set that are not in the other. */
export function without(set: KeySet, other: KeySet): KeySet {
  let at = 0;
  return set.filter((key) => {
    while (at < other.length && other[at]! < key) at++;
    return other[at] !== key;
  });
}

export function union(a: KeySet, b: KeySet): KeySet {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return keySet(both);
}
