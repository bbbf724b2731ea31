/** `canju export-set`, and `canju fetch` and `canju build --from` of what it made. */
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "../../long.ts";
import { dataFolderOfTest, newDataFolder, run, runJson } from "./program.ts";

let data: string;
let set: string;
beforeAll(async () => {
  data = newDataFolder();
  set = join(data, "starter");
  const { code, stdout } = await run(["export-set", set, "--cells", "10K", "--url", "https://example.org/sets"], {
    data,
  });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^2\d tables \(.*magnet:\?xt=urn:btih:[0-9a-f]{40}\n$/s)]);
}, 60_000);
afterAll(() => rmSync(data, { recursive: true }));

const tablesOf = (folder: string) =>
  readdirSync(join(folder, "asian/dtc"))
    .filter((file) => file.endsWith(".canju"))
    .sort();

test("a set is the tables with their sums, and a torrent of all of it", async () => {
  expect(readdirSync(set).sort()).toEqual(["SHA256SUMS", "asian", "starter.torrent", "sums.txt"]);
  const checked = execFileSync("sha256sum", ["-c", "--quiet", "SHA256SUMS"], { cwd: set, encoding: "utf8" });
  expect(checked).toBe("");
  const { code, stdout } = await run(["verify", "--sums", join(set, "sums.txt")], { data: set });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^2\d tables are as expected\n$/)]);

  const torrent = decode(readFileSync(join(set, "starter.torrent"))) as {
    info: { name: string; files: { length: number; path: string[] }[]; "piece length": number; pieces: string };
    "url-list": string[];
  };
  expect(torrent["url-list"]).toEqual(["https://example.org/sets/"]);
  const { name, files, pieces, "piece length": length } = torrent.info;
  const contents = files.map(({ path }) => readFileSync(join(set, ...path)));
  expect(contents.map((bytes) => bytes.length)).toEqual(files.map((file) => file.length));
  expect([name, files.length]).toEqual(["starter", 1 + tablesOf(set).length]);
  const all = Buffer.concat(contents);
  const expected: Buffer[] = [];
  for (let at = 0; at < all.length; at += length)
    expected.push(
      createHash("sha1")
        .update(all.subarray(at, at + length))
        .digest(),
    );
  expect(Buffer.from(pieces, "latin1")).toEqual(Buffer.concat(expected));
});

test("is made anew byte for byte, without what is no longer part", LONG, async () => {
  const before = readFileSync(join(set, "starter.torrent"));
  expect((await run(["export-set", set, "KRKA"], { data })).code).toBe(0);
  expect(tablesOf(set)).toEqual(["KAK.canju", "KK.canju", "KRK.canju", "KRKA.canju"]);
  expect((await run(["export-set", set, "--cells", "10K", "--url", "https://example.org/sets"], { data })).code).toBe(
    0,
  );
  expect(readFileSync(join(set, "starter.torrent"))).toEqual(before);
  writeFileSync(join(data, "notes"), "");
  const { code, stderr } = await run(["export-set", data, "KAK"], { data });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^canju: .* holds files of its own/)]);
});

test("a set is fetched from a server of files, and a missing table named", LONG, async () => {
  const to = dataFolderOfTest();
  const report = await runJson(["fetch", "KRK", "KNK", "--from", set], { data: to });
  expect(report).toMatchObject({ leftOut: [] });
  expect(await runJson(["fetch", "KRK", "--from", set], { data: to })).toMatchObject({ fetched: [] });
  const { code, stderr } = await run(["fetch", "KRKN", "--from", set], { data: to });
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^canju: left out: KRKN: .* has no asian\/dtc\/KRKN\.canju\n(canju: left out.*\n)*canju: \d tables? (is|are) left out/,
    ),
  ]);
  expect((await run(["fetch", "KRK", "--from", "gopher://example.org"], { data: to })).stderr).toMatch(/is no place/);
  expect((await run(["fetch", "--from", set], { data: to })).stderr).toMatch(/name endgames to fetch/);
});

test("a build takes what is quicker to download, and builds the rest", LONG, async () => {
  const to = dataFolderOfTest();
  const { code, stderr } = await run(["build", "KRKN", "--from", set, "--from", data], { data: to });
  expect(code).toBe(0);
  expect(stderr).toMatch(/fetched \d+ tables/);
  expect(await runJson(["list"], { data: to })).toMatchObject({ damaged: [] });
});

/** Bencoding, read as plainly as it is written; texts as bytes. */
function decode(bytes: Buffer): unknown {
  let at = 0;
  const until = (end: string): string => {
    const from = at;
    at = bytes.indexOf(end, at) + 1;
    return bytes.toString("latin1", from, at - 1);
  };
  const next = (): unknown => {
    const kind = String.fromCharCode(bytes[at]!);
    if (/\d/.test(kind)) {
      const length = Number(until(":"));
      at += length;
      return bytes.toString("latin1", at - length, at);
    }
    at++;
    if (kind === "i") return Number(until("e"));
    const items: unknown[] = [];
    while (bytes[at] !== 0x65) items.push(next());
    at++;
    if (kind === "l") return items;
    const keys = items.filter((_, i) => i % 2 === 0);
    expect(keys).toEqual(keys.toSorted());
    return Object.fromEntries(keys.map((key, i) => [key, items[2 * i + 1]]));
  };
  return next();
}
