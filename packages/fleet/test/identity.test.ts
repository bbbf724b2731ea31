import { expect, test } from "vitest";
import { makeIdentity, readIdentity } from "../src/identity.ts";
import type { Store } from "../src/store.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { InputError } from "../../../src/base/errors.ts";

/** A store with one text, of which a bit is flipped in the first `damaged` reads. */
function storeOf(text: Uint8Array, bit: number, damaged: number): Store {
  let reads = 0;
  const never = () => Promise.reject(new Error("not asked for here"));
  return {
    url: "memory:",
    async read() {
      const bytes = text.slice();
      if (reads++ < damaged) bytes[bit >> 3]! ^= 1 << (bit & 7);
      return { bytes, size: bytes.length, tag: "" };
    },
    putFile: never,
    putText: never,
    list: () => {
      throw new Error("not asked for here");
    },
    close: async () => {},
  };
}

test.each(["asian", "none"] as const)("no flipped bit makes other rules of a store of the rules %s", async (rules) => {
  const identity = makeIdentity({ ...DEFAULT_COLLECTION, rules });
  const bytes = new TextEncoder().encode(`${JSON.stringify(identity, null, 2)}\n`);
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    expect(await readIdentity(storeOf(bytes, bit, 1)), `bit ${bit}, once`).toEqual(identity);
    const found = await readIdentity(storeOf(bytes, bit, Infinity)).catch((error: unknown) => error);
    if (!(found instanceof InputError)) expect(found, `bit ${bit}, always`).toEqual(identity);
  }
});
