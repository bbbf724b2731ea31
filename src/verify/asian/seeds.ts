/** The positions stored as losses in 0 of an order above 0, in any order. Plain data, as suspects are. */
import { NumberList } from "./numbers.ts";
import { keySet, type KeySet, type PositionKey } from "./positions.ts";

export interface SeedKeys {
  readonly keys: Float64Array<ArrayBuffer>;
  /** By seed. */
  readonly orders: Uint16Array<ArrayBuffer>;
}

export class SeedList {
  readonly #keys = new NumberList(Float64Array);
  readonly #orders = new NumberList(Uint16Array);

  push(key: PositionKey, order: number): void {
    this.#keys.push(key);
    this.#orders.push(order);
  }

  toSeeds(): SeedKeys {
    return { keys: this.#keys.toArray(), orders: this.#orders.toArray() };
  }
}

export function noSeeds(): SeedKeys {
  return { keys: new Float64Array(), orders: new Uint16Array() };
}

export function joinSeeds(lists: readonly SeedKeys[]): SeedKeys {
  const count = lists.reduce((sum, { keys }) => sum + keys.length, 0);
  const joined = { keys: new Float64Array(count), orders: new Uint16Array(count) };
  let at = 0;
  for (const { keys, orders } of lists) {
    joined.keys.set(keys, at);
    joined.orders.set(orders, at);
    at += keys.length;
  }
  return joined;
}

/** Those of each order. */
export function seedsByOrder({ keys, orders }: SeedKeys): (order: number) => KeySet {
  const lists = new Map<number, NumberList<Float64Array<ArrayBuffer>>>();
  for (let i = 0; i < keys.length; i++) {
    let list = lists.get(orders[i]!);
    if (list === undefined) lists.set(orders[i]!, (list = new NumberList(Float64Array)));
    list.push(keys[i]!);
  }
  return (order) => keySet(lists.get(order)?.toArray() ?? []);
}
