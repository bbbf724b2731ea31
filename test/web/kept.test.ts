import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { headSource, memorySource, type Source } from "../../src/table/read/source.ts";
import { openTable } from "../../src/table/read/table.ts";
import { fetchKept } from "../../web/answers/fetching.ts";
import { keptSource, openCache, sealed, unsealed } from "../../web/answers/kept.ts";
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

it("what was kept and was changed since is as if it were not there: bytes, the size of their file, answers", async () => {
  const bytes = new TextEncoder().encode('{"category":"win"}');
  expect(await unsealed(sealed(bytes, 7))).toEqual({ bytes, size: 7 });
  const changed = async (change: (bytes: Uint8Array<ArrayBuffer>, headers: Headers) => void) => {
    const response = sealed(bytes.slice(), 7);
    const copy = new Uint8Array(await response.arrayBuffer());
    change(copy, response.headers);
    return unsealed(new Response(copy, { headers: response.headers }));
  };
  expect(await changed(() => {})).not.toBeNull();
  expect(await changed((copy) => (copy[3]! ^= 1))).toBeNull();
  expect(await changed((_, headers) => headers.set("x-file-size", "8"))).toBeNull();
  expect(await changed((_, headers) => headers.delete("x-check"))).toBeNull();

  const address = "http://host/answer";
  const answer = async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no connection")));
    return fetchKept("answer").finally(() => vi.unstubAllGlobals());
  };
  vi.stubGlobal("fetch", async () => Response.json({ category: "win" }));
  await fetchKept("answer");
  vi.unstubAllGlobals();
  await expect.poll(() => store.has(address)).toBe(true);
  expect(await answer()).toEqual({ category: "win" });
  const { headers } = store.get(address)!;
  store.set(address, new Response('{"category":"los"}', { headers }));
  await expect(answer()).rejects.toMatchObject({ code: "unreachable" });
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
