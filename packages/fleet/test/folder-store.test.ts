import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { disk } from "../../../src/base/node/disk.ts";
import { describeStore } from "./store-suite.ts";
import { openStore } from "../src/open-store.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-folder-store-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

describeStore("a folder", () => openStore(`file:${mkdtempSync(join(folder, "store-"))}`));

test("wrong addresses are told, and make no folder", async () => {
  writeFileSync(join(folder, "file"), "");
  for (const [url, code] of [
    ["KRKAABB", "bad-store"],
    ["http://example.org/", "bad-store"],
    ["s3://", "bad-store"],
    ["s3://key:secret@bucket/prefix", "bad-store"],
    [`file:${folder}/missing`, "no-store"],
    [`file:${folder}/file`, "no-store"],
  ] as const) {
    const error: unknown = await openStore(url).catch((thrown: unknown) => thrown);
    expect(error, url).toMatchObject({ code });
    expect((error as Error).message).not.toContain("secret");
  }
  expect(readdirSync(folder)).not.toContain("missing");
});

test("an address of a server that is none is told by the name of its setting", async () => {
  for (const name of ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"]) {
    vi.stubEnv(name, "nonsense");
    const wrong = { code: "bad-store", message: expect.stringContaining(`${name} is no address`) };
    await expect(openStore("s3://bucket/prefix")).rejects.toMatchObject(wrong);
    vi.unstubAllEnvs();
  }
});

test("a write that fails at any step leaves nothing", async () => {
  for (const step of ["writeFile", "open", "link"] as const) {
    const path = join(folder, `failing-${step}`);
    mkdirSync(join(path, "a"), { recursive: true });
    const store = await openStore(`file:${path}`);
    vi.spyOn(disk, step).mockRejectedValue(Object.assign(new Error("no space"), { code: "ENOSPC" }));
    await expect(store.putText("a/text.json", "text")).rejects.toMatchObject({ code: "disk-full" });
    vi.restoreAllMocks();
    expect(readdirSync(join(path, "a"))).toEqual([]);
    expect(await store.read("a/text.json", 0, 9)).toBeNull();
  }
});

test("a key that leads out of the store is none", async () => {
  const path = join(folder, "inner");
  mkdirSync(path);
  writeFileSync(join(folder, "outer"), "outside");
  const store = await openStore(`file:${path}`);
  for (const key of ["../outer", "a/../../outer", ".."]) {
    await expect(store.read(key, 0, 1), key).rejects.toThrow("no key of a store");
    await expect(store.putText(key, "text"), key).rejects.toThrow("no key of a store");
  }
  expect(readdirSync(path)).toEqual([]);
});
