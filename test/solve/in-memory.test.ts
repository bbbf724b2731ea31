/** Endgames that are solved in memory, upon tables that are there already. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { solveInMemory } from "../../src/solve/build/in-memory.ts";

const kernel = new WebAssembly.Module(readFileSync(new URL("../../build/kernel.wasm", import.meta.url)));

test("tables of another edition are not built upon", async () => {
  const old = await solveInMemory("KRK", { kernel, rules: "chinese", edition: "1999" });
  const upon = { kernel, rules: "chinese", tables: old } as const;
  await expect(solveInMemory("KRKN", upon)).rejects.toMatchObject({
    code: "other-rules",
    message: expect.stringContaining("was built by the edition of 1999 of the Chinese rules, not of 2020") as string,
  });
  const { files } = await solveInMemory("KRKN", { ...upon, edition: "1999" });
  expect([...files.keys()].toSorted()).toEqual(["KNK", "KRKN"]);
});
