/** Endgames that are solved at once in one thread, as two calls of a program that does not wait for the first. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { solveInMemory } from "../../src/solve/build/in-memory.ts";

const kernel = new WebAssembly.Module(readFileSync(new URL("../../build/kernel.wasm", import.meta.url)));

test("do not disturb each other", async () => {
  const all = [
    ["KRKN", "asian"],
    ["KNKP", "chinese"],
    ["KNPK", "none"],
    ["KRKN", "chinese"],
  ] as const;
  const solve = ([name, rules]: (typeof all)[number]) => solveInMemory(name, { kernel, rules, metric: "dtc" });
  const together = await Promise.all(all.map(solve));
  for (const [i, each] of all.entries()) {
    const { files } = await solve(each);
    expect([...together[i]!.files.keys()]).toEqual([...files.keys()]);
    for (const [name, bytes] of files) expect(Buffer.compare(together[i]!.files.get(name)!, bytes), name).toBe(0);
  }
});
