import { afterAll, beforeAll, expect, it } from "vitest";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { headSource, memorySource, type Source } from "../../src/table/source.ts";
import { openTable } from "../../src/table/table.ts";
import { keptSource, openCache } from "../../web/answers/kept.ts";
import { content, noise, tableBytes } from "../table/fixtures.ts";

const store = new Map<string, Response>();

beforeAll(() => {
  const cache = {
    keys: async () => [],
    match: async (address: string) => store.get(new URL(address, "http://host/").href)?.clone(),
    put: async (address: string, response: Response) => void store.set(new URL(address, "http://host/").href, response),
    delete: async (address: string) => store.delete(new URL(address, "http://host/").href),
  };
  Object.assign(globalThis, { caches: { open: async () => cache }, document: { baseURI: "http://host/" } });
});

afterAll(() => {
  for (const name of ["caches", "document"]) Reflect.deleteProperty(globalThis, name);
});

it("a browser keeps no damaged bytes, drops those that it has, and reads a repaired file after a reload", async () => {
  const sound = await tableBytes(content(400_000, 40, noise));
  const { header } = await openTable(memorySource(sound), NODE_CODECS);
  const damaged = sound.slice();
  for (let at = header.data.offset + 70_000; at < damaged.length; at += 1_000) damaged[at]! ^= 1;
  let host = damaged;
  let reads = 0;
  const visit = () => {
    const memory = memorySource(damaged, "http://host/KRK.canju");
    const read: Source["read"] = async (offset, length) => {
      reads++;
      return memorySource(host).read(offset, length);
    };
    return openTable(headSource(keptSource({ ...memory, read }, "1")), NODE_CODECS);
  };
  const cell = 200_000;
  const value = header.values[noise("red", cell)];
  await expect((await visit()).valueAt("red", cell)).rejects.toThrow("does not match its checksum");
  expect(store.size).toBe(1); // the head, which is sound
  host = sound;
  expect(await (await visit()).valueAt("red", cell)).toBe(value);
  expect(store.size).toBe(2);

  // A copy that went bad is read anew.
  for (const address of store.keys()) {
    const bytes = new Uint8Array(await store.get(address)!.arrayBuffer());
    bytes[bytes.length >> 1]! ^= 1;
    store.set(address, new Response(bytes, { headers: { "x-file-size": String(sound.length) } }));
  }
  expect(await (await visit()).valueAt("red", cell)).toBe(value);
  const before = reads;
  expect(await (await visit()).valueAt("red", cell)).toBe(value);
  expect(reads).toBe(before);
});

it("a page that may store nothing goes without: in a sandboxed frame, where storage is blocked, where there is none", async () => {
  Reflect.deleteProperty(globalThis, "caches");
  expect(await openCache("x")).toBeNull();
  const blocked = () => Promise.reject(new Error("blocked"));
  Object.defineProperty(globalThis, "caches", { configurable: true, get: () => ({ open: blocked }) });
  expect(await openCache("x")).toBeNull();
  const sandboxed = () => {
    throw new Error("SecurityError");
  };
  Object.defineProperty(globalThis, "caches", { configurable: true, get: sandboxed });
  expect(await openCache("x")).toBeNull();
});
