/**
 * Parts of proofs that say of a forged table that nothing is wrong, planted in its store: the proof finds what it finds without
 * them, unless somebody whom the store's owner trusts has signed them; then it names them.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LONG } from "../../../test/long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { Builder } from "../src/builder.ts";
import { CacheFolder } from "../src/cache-folder.ts";
import { beginStore, collectionOf, makeIdentity, switchesOf } from "../src/identity.ts";
import { makeKey, readKey, trustKey, type KeyPair } from "../src/keys.ts";
import { signPart } from "../src/signed-parts.ts";
import { type Store } from "../src/store.ts";
import type { TaskContext } from "../src/task-context.ts";
import { ensureProof, ensureProofPart } from "../src/tasks.ts";
import { FolderCatalog } from "../../../src/table/node/folder-catalog.ts";
import type { ProofRecord } from "../../../src/table/format/proof.ts";
import { isWin } from "../../../src/table/value.ts";
import type { ComparedChunk } from "../../../src/verify/node/proof-parts.ts";
import { VERSION } from "../../../src/base/version.ts";
import { proveParts } from "../../../test/verify/prove-parts.ts";
import { alterTable, buildTables, legalCells } from "../../../test/verify/tables.ts";
import { openStore } from "../src/open-store.ts";

const NAME = "KRKN";
const COLLECTION = { rules: "none", metric: "dtc" } as const;
const identity = makeIdentity(COLLECTION);
const folder = mkdtempSync(join(tmpdir(), "canju-planted-"));
const tables = join(folder, "store/none/dtc");
const parts = join(tables, `${NAME}.parts`);
let store: Store;
let builder: Builder;
let cache: CacheFolder;
let trusted: KeyPair;
let stranger: KeyPair;
/** Of the forged table's proof, that nothing is wrong; not signed. */
let innocent: readonly string[];
/** The second of such, made with the first of somebody who is not trusted. */
let restingOnStranger: string;
let sha256: string;

const newKey = async (name: string): Promise<KeyPair> => {
  const file = join(folder, name);
  await makeKey(file);
  return readKey(file);
};

beforeAll(async () => {
  const forged = await buildTables("dtc", NAME);
  const catalog = new FolderCatalog(forged, COLLECTION);
  const table = (await catalog.open(NAME))!;
  const { values } = table.header;
  const codes = await table.readSide("red");
  await catalog.close();
  // Exchanged values: all that the file says of their numbers is right.
  const wins = legalCells(NAME, 89).filter(({ turn, cell }) => turn === "red" && isWin(values[codes[cell]!]!));
  const swaps = wins
    .slice(1)
    .flatMap(({ cell }, i) => (codes[cell] === codes[wins[i]!.cell] ? [] : [[wins[i]!.cell, cell]]));
  await alterTable(forged, NAME, ({ red }) => {
    for (const [a, b] of swaps.slice(0, 20) as [number, number][]) [red[a], red[b]] = [red[b]!, red[a]!];
  });
  cpSync(join(forged, "none/dtc"), tables, { recursive: true });
  store = await openStore(`file:${join(folder, "store")}`);
  await beginStore(store, identity);
  [trusted, stranger] = [await newKey("trusted"), await newKey("stranger")];
  await trustKey(store, trusted.key, "The club");
  const settings = { folder: join(folder, "cache"), collection: collectionOf(identity) };
  cache = await CacheFolder.open(store, settings);
  builder = new Builder({ ...settings, switches: switchesOf(identity), threads: 1 });
  const provider = new FolderCatalog(forged, COLLECTION);
  sha256 = (await provider.open(NAME))!.header.sha256;
  const proofs = async (maker: string): Promise<string[]> => {
    const made = await proveParts(NAME, 2, mkdtempSync(join(folder, "made-")), { provider, threads: 1 }, maker);
    for (const { path } of made) writeFileSync(path, withoutWrong(readFileSync(path)));
    return made.map(({ path }) => path);
  };
  innocent = await proofs(trusted.key);
  [, restingOnStranger] = (await proofs(stranger.key)) as [string, string];
  await provider.close();
}, 120_000);
afterAll(async () => {
  await builder.close();
  await cache.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  for (const path of [parts, join(tables, `${NAME}.proof.json`)]) rmSync(path, { recursive: true, force: true });
  mkdirSync(parts);
});

/** The file of a part, all of whose chunks are said to be right. */
function withoutWrong(bytes: Buffer): Buffer {
  const out: Buffer[] = [];
  for (let at = 0, number = 0; at < bytes.length; number++) {
    const from = at + 8;
    at = from + bytes.readUInt32LE(at);
    let payload = bytes.subarray(from, at);
    if (number > 0) {
      const chunk = deserialize(zstdDecompressSync(payload.subarray(5))) as ComparedChunk;
      Object.assign(chunk.tally, { wrong: 0, first: null });
      payload = Buffer.concat([payload.subarray(0, 5), zstdCompressSync(serialize(chunk))]);
    }
    const head = Buffer.alloc(8);
    head.writeUInt32LE(payload.length, 0);
    head.writeUInt32LE(crc32(payload), 4);
    out.push(head, payload);
  }
  return Buffer.concat(out);
}

const context = (over: Partial<TaskContext> = {}): TaskContext => {
  return { store, identity, cache, builder, signal: new AbortController().signal, ...over };
};
const nameOf = (number: number, key: string, of = 2) =>
  `${VERSION}-${sha256.slice(0, 16)}-${number}-of-${of}-${key.slice(0, 16)}`;

/** Plants both parts under a name. @param change of a file before it is put there */
async function plant(named: string, change: (path: string) => Promise<void> | void): Promise<void> {
  for (const [i, part] of innocent.entries()) {
    const path = join(folder, "part");
    cpSync(part, path);
    await change(path);
    cpSync(path, join(parts, nameOf(i + 1, named)));
  }
}

const prove = () => ensureProof(parseEndgame(NAME), context());
const expectRefused = async (): Promise<void> => {
  await expect(prove()).rejects.toMatchObject({
    code: "not-proven",
    message: expect.stringMatching(/values are wrong$/) as string,
  });
  expect(existsSync(join(tables, `${NAME}.proof.json`))).toBe(false);
  expect(readdirSync(join(folder, "cache/none/dtc")).filter((file) => !file.endsWith(".canju"))).toEqual([]);
};

test("parts signed by a trusted key are believed, and the record names it", async () => {
  await plant(trusted.key, (path) => signPart(path, "proof", trusted));
  expect(await prove()).toMatchObject({ outcome: "proven" });
  const record = JSON.parse(readFileSync(join(tables, `${NAME}.proof.json`), "utf8")) as ProofRecord;
  expect(record.parts).toEqual([{ name: "The club", key: trusted.key }]);
}, 60_000);

test("parts that nobody has signed do not count", async () => {
  await plant(trusted.key, () => {});
  await expectRefused();
}, 60_000);

test("parts signed by a key that is not trusted do not count, whatever name they have", LONG, async () => {
  for (const name of [stranger.key, trusted.key]) {
    await plant(name, (path) => signPart(path, "proof", stranger));
    await expectRefused();
  }
  const isThere = await ensureProofPart(parseEndgame(NAME), { number: 1, of: 2 }, context()).catch(
    (error: unknown) => error,
  );
  expect(isThere).toMatchObject({ outcome: "there" }); // which nothing comes of but that it is not done
});

test("parts that claim a trusted key in place of the one that has signed them do not count", LONG, async () => {
  await plant(trusted.key, async (path) => {
    await signPart(path, "proof", stranger);
    const bytes = readFileSync(path);
    bytes.set(Buffer.from(trusted.key, "hex"), bytes.length - 96);
    writeFileSync(path, bytes);
  });
  await expectRefused();
});

test("parts that were changed, cut or extended after they were signed do not count", LONG, async () => {
  const changes: ((path: string) => void)[] = [
    (path) => writeFileSync(path, readFileSync(path).fill(1, 1000, 1001)),
    (path) => truncateSync(path, 95),
    (path) => truncateSync(path, 96),
    (path) => writeFileSync(path, Buffer.concat([readFileSync(innocent[0]!), readFileSync(path)])),
  ];
  for (const change of changes) {
    await plant(trusted.key, async (path) => {
      await signPart(path, "proof", trusted);
      change(path);
    });
    await expectRefused();
  }
});

test("parts of a key that is trusted no more do not count, and are done again by another", LONG, async () => {
  await plant(stranger.key, (path) => signPart(path, "proof", stranger));
  const done = await ensureProofPart(parseEndgame(NAME), { number: 1, of: 2 }, context({ pair: trusted }));
  expect(done).toMatchObject({ outcome: "part" });
  await expectRefused();
});

test("parts that rest on what somebody has done who is not trusted do not count", async () => {
  const path = join(folder, "part");
  cpSync(restingOnStranger, path);
  await signPart(path, "proof", trusted);
  cpSync(path, join(parts, nameOf(2, trusted.key)));
  await expectRefused();
}, 60_000);

test("what is too large, or of no part, is not fetched", async () => {
  const large = join(parts, nameOf(1, trusted.key));
  writeFileSync(large, "");
  truncateSync(large, 2 ** 36);
  for (const name of ["3-of-2", "0-of-2", "1-of-3", "1-of-10000", "01-of-1e9"]) {
    writeFileSync(join(parts, nameOf(1, trusted.key).replace("1-of-2", name)), "");
  }
  await expectRefused();
}, 60_000);

test("who has no key that is trusted does no part, and is told what to do", async () => {
  const part = (pair?: KeyPair) => ensureProofPart(parseEndgame(NAME), { number: 1, of: 2 }, context({ pair }));
  await expect(part()).rejects.toMatchObject({
    code: "untrusted-key",
    message: expect.stringMatching(/this worker has none \(canju store key\)$/) as string,
  });
  await expect(part(stranger)).rejects.toMatchObject({
    code: "untrusted-key",
    message: expect.stringContaining(stranger.key) as string,
  });
  expect(readdirSync(parts)).toEqual([]);
});
