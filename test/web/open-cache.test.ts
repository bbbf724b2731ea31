import { afterEach, expect, it } from "vitest";
import { openCache } from "../../web/answers/open-cache.ts";

afterEach(() => void Reflect.deleteProperty(globalThis, "caches"));

it("a page that may store nothing goes without: in a sandboxed frame, where storage is blocked, where there is none", async () => {
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
