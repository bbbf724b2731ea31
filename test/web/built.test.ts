/** Tables that a browser built and kept: one that it lost a part of since is as good as none. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_COLLECTION } from "../../src/table/catalog.ts";
import { decodeHeader } from "../../src/table/format.ts";
import { solveInMemory } from "../../src/solve/in-memory.ts";
import { loadBuilt } from "../../web/answers/built.ts";

afterEach(() => vi.unstubAllGlobals());

test("a kept table with a damaged block behind a sound header is dropped, the others stay", async () => {
  const kernel = await WebAssembly.compile(await readFile(join(import.meta.dirname, "../../build/kernel.wasm")));
  const { files } = await solveInMemory("KRK", { kernel, ...DEFAULT_COLLECTION });
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (url: string) => new Response(kept.get(url)),
    delete: async (url: string) => kept.delete(url),
  };
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("document", { baseURI: "http://localhost/" });
  const folder = "http://localhost/built/asian/dtc/";
  for (const [name, file] of files) kept.set(`${folder}${name}.canju`, file);

  expect([...(await loadBuilt(DEFAULT_COLLECTION)).files.keys()].sort()).toEqual(["KK", "KRK"]);
  const damaged = files.get("KRK")!.slice();
  const { data } = decodeHeader(damaged, "KRK");
  damaged[data.offset + data.length - 1]! ^= 1;
  kept.set(`${folder}KRK.canju`, damaged);
  const tables = await loadBuilt(DEFAULT_COLLECTION);
  expect([...tables.files.keys()]).toEqual(["KK"]);
  expect(await tables.open("KRK")).toBeNull();
  expect([...kept.keys()]).toEqual([`${folder}KK.canju`]);
});
