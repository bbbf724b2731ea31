/** The positions stored as losses in 0 of an order above 0, in any order. Plain data, as suspects are. */
import { NumberList } from "./numbers.ts";
import { keySet, type KeySet, type PositionKey } from "./positions.ts";

export interface Seeds {
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

  toSeeds(): Seeds {
    return { keys: this.#keys.toArray(), orders: this.#orders.toArray() };
  }
}

export function noSeeds(): Seeds {
  return { keys: new Float64Array(), orders: new Uint16Array() };
}

export function joinSeeds(a: Seeds, b: Seeds): Seeds {
  const keys = new Float64Array(a.keys.length + b.keys.length);
  keys.set(a.keys);
  keys.set(b.keys, a.keys.length);
  const orders = new Uint16Array(keys.length);
  orders.set(a.orders);
  orders.set(b.orders, a.orders.length);
  return { keys, orders };
}

/** Those of each order. */
export function seedsByOrder({ keys, orders }: Seeds): (order: number) => KeySet {
  const lists = new Map<number, NumberList<Float64Array<ArrayBuffer>>>();
  for (let i = 0; i < keys.length; i++) {
    let list = lists.get(orders[i]!);
    if (list === undefined) lists.set(orders[i]!, (list = new NumberList(Float64Array)));
    list.push(keys[i]!);
  }
  return (order) => keySet(lists.get(order)?.toArray() ?? []);
}
