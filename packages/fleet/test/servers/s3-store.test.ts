/** The S3 store against a real server, also through a proxy that spoils requests. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { S3Store } from "../../src/s3-store.ts";
import { SPOILS, startProxy, type Proxy, type Spoil } from "../proxy.ts";
import { describeStore } from "../store-suite.ts";
import { makeBucket, useS3 } from "./s3.ts";
import { openStore } from "../../src/open-store.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-s3-"));
const path = join(folder, "file");
let number = 0;

beforeAll(() => makeBucket("conformance"));
beforeEach(() => useS3());
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

describeStore("S3", () => openStore(`s3://conformance/prefix-${number++}`));

const PART_BYTES = 5 * 2 ** 20;
const open = (options = {}) => S3Store.open("s3://conformance/x", "conformance", `x-${number++}`, options);

test("files above the limit are put in parts, once", async () => {
  const bytes = new Uint8Array(2 * PART_BYTES + 1000).map((_, i) => (i * 31 + (i >> 8)) & 255);
  writeFileSync(path, bytes);
  const store = await open({ partBytes: PART_BYTES });
  expect(await store.putFile("large.canju", path)).toBe("new");
  expect(await store.putFile("large.canju", path)).toBe("there");
  const found = await store.read("large.canju", 0, bytes.length);
  expect(Buffer.compare(found!.bytes, bytes)).toBe(0);
});

describe("through a proxy", () => {
  let proxy: Proxy;
  let spoils: Spoil[] = [];
  beforeEach(async () => {
    proxy = await startProxy(process.env.AWS_ENDPOINT_URL!, () => spoils.shift() ?? null);
    vi.stubEnv("AWS_ENDPOINT_URL", proxy.endpoint);
  });
  afterEach(() => proxy.close());

  test.each(SPOILS.filter((spoil) => spoil !== "spoil-down"))("%s: a request is sent again", async (spoil) => {
    const retries: string[] = [];
    const store = await open({ onRetry: (what: string) => retries.push(what) });
    spoils = [spoil];
    // A put whose answer was lost finds what it has put itself.
    expect(await store.putText("a.json", "some text")).toBe(spoil === "lose" ? "there" : "new");
    spoils = [spoil];
    expect(new TextDecoder().decode((await store.read("a.json", 0, 100))!.bytes)).toBe("some text");
    expect(retries.length).toBeGreaterThan(0);
    await store.close();
  });

  test("an upload that is cut leaves nothing, and parts that are cut or spoilt are sent again", async () => {
    const store = await open({ partBytes: PART_BYTES });
    const bytes = new Uint8Array(2 * PART_BYTES).map((_, i) => (i * 13) & 255);
    writeFileSync(path, bytes);
    spoils = ["refuse", "cut-up", "refuse", "spoil-up", "cut-up", "spoil-up", "refuse"];
    expect(await store.putFile("parts.canju", path)).toBe("new");
    expect(Buffer.compare((await store.read("parts.canju", 0, bytes.length))!.bytes, bytes)).toBe(0);
    spoils = Array.from({ length: 20 }, () => "cut-up");
    await expect(store.putText("cut.json", "text")).rejects.toMatchObject({ code: "store-unreachable" });
    spoils = [];
    expect(await store.read("cut.json", 0, 9)).toBeNull();
    await store.close();
  }, 120_000);
});

test("refusals are told in one line without secrets", async () => {
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "not-the-secret");
  const told: string[] = [];
  const forged = await open({ onRetry: (what: string) => told.push(what) });
  const refused: unknown = await forged.read("a", 0, 1).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "store-refused" });
  expect((refused as Error).message).not.toContain("not-the-secret");
  expect(told).toEqual([]);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "nobody");
  await expect((await open()).read("a", 0, 1)).rejects.toMatchObject({ code: "store-refused" });
  useS3();
  await expect((await openStore("s3://no-such-bucket/x")).read("a", 0, 1)).rejects.toMatchObject({ code: "no-store" });
  vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:9");
  await expect((await open()).read("a", 0, 1)).rejects.toMatchObject({ code: "store-unreachable" });
  for (const name of ["AWS_ENDPOINT_URL", "AWS_REGION", "AWS_DEFAULT_REGION"]) vi.stubEnv(name, undefined);
  vi.stubEnv("HOME", "/nowhere"); // where a region might be set, too
  await expect((await openStore("s3://bucket/x")).read("a", 0, 1)).rejects.toMatchObject({ code: "no-region" });
});
