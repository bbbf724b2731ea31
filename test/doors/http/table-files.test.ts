/** Table files as a browser or another server would read them. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../../../src/doors/http/app.ts";
import { DataFolder } from "../../../src/doors/http/data-folder.ts";
import { decodeHeader } from "../../../src/table/format/format.ts";
import { content } from "../../table/fixtures.ts";
import { writeTable } from "../../../src/table/node/writer.ts";

const URL = "/tables/none/dtc/KRK.canju";

let folder: string;
let data: DataFolder;
let app: ReturnType<typeof createApp>;
let bytes: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-files-"));
  const path = join(folder, "none/dtc/KRK.canju");
  // Random codes do not compress: the file is larger than what the server reads at once.
  let random = 1;
  const code = () => (random = (random * 48_271) % 2_147_483_647) % 250;
  await writeTable(path, content(1_200_000, 250, code));
  bytes = await readFile(path);
  data = new DataFolder(folder);
  app = createApp({ data, page: new Map(), version: "0" });
});

afterAll(async () => {
  await data.close();
  await rm(folder, { recursive: true });
});

const get = (headers: Record<string, string> = {}, method = "GET") => app.request(URL, { method, headers });
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("the whole file comes with the SHA-256 it states as its entity tag", async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(response.headers.get("etag")).toBe(`"${decodeHeader(bytes, "KRK").sha256}"`);
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(response.headers.get("accept-ranges")).toBe("bytes");
  expect(response.headers.get("content-type")).toBe("application/vnd.canju");
  expect(response.headers.get("content-length")).toBe(String(bytes.length));
  expect((await bodyOf(response)).equals(bytes)).toBe(true);
});

test.each([
  ["bytes=0-99", 0, 99],
  ["bytes=70000-135535", 70_000, 135_535],
  ["bytes=5-1200000", 5, 1_200_000],
])("%s comes as exactly these bytes", async (range, first, last) => {
  const response = await get({ range });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe(`bytes ${first}-${last}/${bytes.length}`);
  expect((await bodyOf(response)).equals(bytes.subarray(first, last + 1))).toBe(true);
});

test("the last bytes come for a suffix range", async () => {
  const response = await get({ range: "bytes=-10" });
  expect((await bodyOf(response)).equals(bytes.subarray(-10))).toBe(true);
});

test("a range beyond the end says how long the file is", async () => {
  const response = await get({ range: `bytes=${bytes.length}-` });
  expect(response.status).toBe(416);
  expect(response.headers.get("content-range")).toBe(`bytes */${bytes.length}`);
});

test("HEAD tells all but the bytes", async () => {
  const response = await get({ range: "bytes=0-99" }, "HEAD");
  expect(response.status).toBe(206);
  expect(response.headers.get("content-length")).toBe("100");
  expect(await bodyOf(response)).toHaveLength(0);
});

test("what the asker has already is not sent again", async () => {
  const etag = (await get({}, "HEAD")).headers.get("etag")!;
  expect((await get({ "if-none-match": etag })).status).toBe(304);
  expect((await get({ "if-none-match": '"another"' })).status).toBe(200);
});

test("a range of another version of the file is answered with the whole file", async () => {
  const etag = (await get({}, "HEAD")).headers.get("etag")!;
  expect((await get({ range: "bytes=0-9", "if-range": etag })).status).toBe(206);
  expect((await get({ range: "bytes=0-9", "if-range": '"another"' })).status).toBe(200);
});

test("a file that is of another table than its name says is not sent", async () => {
  await writeFile(join(folder, "none/dtc/KNK.canju"), bytes);
  const response = await app.request(URL.replace("KRK", "KNK"));
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    code: "damaged-table",
    detail: expect.stringContaining("holds KRK") as string,
  });
});

test("a reader that goes away in the middle leaves nothing open", async () => {
  const response = await get();
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
});

test.each([
  "/tables/none/dtc/KRRK.canju",
  "/tables/none/dtc/KPPPKPP.canju", // of which nobody is offered a table: whoever asks goes on to its cones
  "/tables/none/dtc/KKR.canju",
  "/tables/none/dtc/KRK",
  "/tables/none/dtx/KRK.canju",
  "/tables/house/dtc/KRK.canju",
  "/tables/none/dtc/..%2fdtc%2fKRK.canju",
  "/tables/..%2f/none/KRK.canju",
  "/tables/none/dtc/",
])("%s is not found", async (path) => {
  expect((await app.request(path)).status).toBe(404);
});
