/**
 * Tables that are shared out slice by slice: byte for byte those of one build, whoever has made which part, and whatever has become of it
 * in the store.
 */
import fc from "fast-check";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG, testEach } from "../../../test/long.ts";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { VERSION } from "../../../src/base/version.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { partsOfTable } from "../../../src/solve/slices/table-parts.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/collection.ts";
import { Builder } from "../src/builder.ts";
import { CacheFolder } from "../src/cache-folder.ts";
import { beginStore, collectionOf, makeIdentity, switchesOf } from "../src/identity.ts";
import { makeKey, readKey, trustKey, type KeyPair } from "../src/keys.ts";
import { openStore } from "../src/open-store.ts";
import { signPart } from "../src/signed-parts.ts";
import type { Store } from "../src/store.ts";
import type { TaskContext } from "../src/task-context.ts";
import { ensureTable, ensureTablePart } from "../src/tasks.ts";
import { failingAfter } from "./store-suite.ts";

const NAME = "KPKP";
const OTHER = "KPPK";
const endgame = parseEndgame(NAME);
const of = partsOfTable(endgame).length;
const [stored, derived] = [of - 1, of];
const numbers = Array.from({ length: of }, (_, i) => i + 1);
const folder = mkdtempSync(join(tmpdir(), "canju-shared-"));
const reference = join(folder, "reference/asian/dtc");
const identity = makeIdentity(DEFAULT_COLLECTION);
const builders: Builder[] = [];
let trusted: KeyPair;
let second: KeyPair;
let stranger: KeyPair;
/** All parts of the table as `trusted` makes them; and the same of another endgame. */
let made: string;
let madeOfOther: string;

const newKey = async (name: string): Promise<KeyPair> => {
  await makeKey(join(folder, name));
  return readKey(join(folder, name));
};

/** A store with the tables of all that an endgame leads to, which trusts two keys. */
async function newStore(): Promise<{ store: Store; tables: string; parts: string }> {
  const path = mkdtempSync(join(folder, "store-"));
  const tables = join(path, "asian/dtc");
  cpSync(reference, tables, { recursive: true });
  for (const name of [NAME, OTHER]) rmSync(join(tables, `${name}.canju`));
  const store = await openStore(`file:${path}`);
  await beginStore(store, identity);
  await trustKey(store, trusted.key, "The club");
  await trustKey(store, second.key, "Its friends");
  return { store, tables, parts: join(tables, `${NAME}.slices`) };
}

/** A worker with a cache folder of its own. */
async function newWorker(store: Store, pair?: KeyPair) {
  const settings = { folder: mkdtempSync(join(folder, "cache-")), collection: collectionOf(identity) };
  const cache = await CacheFolder.open(store, settings);
  const builder = new Builder({ ...settings, switches: switchesOf(identity), threads: 1 });
  builders.push(builder);
  const notes: string[] = [];
  const context = (over: Partial<TaskContext> = {}): TaskContext => {
    const signal = new AbortController().signal;
    return { store, identity, cache, builder, signal, pair, onNote: (line) => notes.push(line), ...over };
  };
  return { context, notes, files: () => readdirSync(join(settings.folder, "asian/dtc")) };
}

const expectRight = (tables: string, name = NAME): void => {
  const file = `${name}.canju`;
  expect(readFileSync(join(tables, file)).equals(readFileSync(join(reference, file)))).toBe(true);
};

/** The object of a part. */
const objectOf = (parts: string, number: number): string => {
  const found = readdirSync(parts).filter((file) => file.includes(`-${number}-of-${of}-`));
  expect(found).toHaveLength(1);
  return join(parts, found[0]!);
};

beforeAll(async () => {
  const wanted = [NAME, OTHER].map(parseEndgame);
  await buildClosure(wanted, { ...DEFAULT_COLLECTION, folder: join(folder, "reference"), threads: 1 });
  [trusted, second, stranger] = [await newKey("trusted"), await newKey("second"), await newKey("stranger")];
  const { store, parts, tables } = await newStore();
  const { context } = await newWorker(store, trusted);
  for (const number of numbers) {
    expect((await ensureTablePart(endgame, { number, of }, context())).outcome).toBe("part");
  }
  made = parts;
  const other = await newWorker(store, trusted);
  await ensureTablePart(parseEndgame(OTHER), { number: 1, of }, other.context());
  madeOfOther = join(tables, `${OTHER}.slices`);
}, 60_000);
afterAll(async () => {
  await Promise.all(builders.map((builder) => builder.close()));
  rmSync(folder, { recursive: true });
});

test("parts by two workers make the table of one build, and the last job fetches the sides alone", async () => {
  const { store, tables, parts } = await newStore();
  const workers = [await newWorker(store, trusted), await newWorker(store, second)];
  for (const number of numbers) {
    const { context } = workers[number % 2]!;
    expect(await ensureTablePart(endgame, { number, of }, context())).toMatchObject({ outcome: "part" });
    expect(await ensureTablePart(endgame, { number, of }, context())).toMatchObject({ outcome: "there" });
  }
  const names = readdirSync(parts).map((file) => file.replace(/-[0-9a-f]{16}-(\d+-of-\d+)-/, " $1 "));
  const digitsOf = ({ key }: KeyPair) => key.slice(0, 16);
  const expected = numbers.map((n) => `${VERSION} ${n}-of-${of} ${digitsOf(n % 2 === 0 ? trusted : second)}`);
  expect(names.toSorted()).toEqual(expected.toSorted());
  const last = await newWorker(store);
  const bytes = [stored, derived].reduce((sum, number) => sum + readFileSync(objectOf(parts, number)).length, 0);
  const inputs = readFileSync(join(reference, "KPK.canju")).length;
  const report = await ensureTable(endgame, last.context(), true);
  expect(report).toMatchObject({ outcome: "built", fetchedBytes: bytes + inputs });
  expectRight(tables);
  for (const { files, notes } of [...workers, last]) {
    expect(files().filter((file) => !file.endsWith(".canju"))).toEqual([]);
    expect(notes).toEqual([]);
  }
  expect((await ensureTable(endgame, last.context(), true)).outcome).toBe("there");
  expect((await ensureTablePart(endgame, { number: 2, of }, last.context())).outcome).toBe("there");
}, 60_000);

test("the last job makes all parts where there are none, and publishes those that count", async () => {
  for (const [pair, published] of [
    [undefined, 0],
    [stranger, 0],
    [second, of],
  ] as const) {
    const { store, tables, parts } = await newStore();
    const { context, files } = await newWorker(store, pair);
    expect((await ensureTable(endgame, context(), true)).outcome).toBe("built");
    expectRight(tables);
    expect(existsSync(parts) ? readdirSync(parts) : []).toHaveLength(published);
    expect(files().filter((file) => !file.endsWith(".canju"))).toEqual([]);
  }
}, 60_000);

/** What may have become of the object of a part, and what is said of it. */
const PLANTED: readonly (readonly [what: string, plant: (path: string) => unknown, said: RegExp | null])[] = [
  ["changed", (path) => writeFileSync(path, readFileSync(path).fill(1, 100, 101)), /not what its signer has made/],
  ["of the part before", (path) => cpSync(objectOf(made, 2), path), /a part of something else/],
  ["missing", (path) => rmSync(path), null],
  ["cut short", (path) => truncateSync(path, 150), /not what its signer has made/],
  ["empty", (path) => truncateSync(path, 0), /not what its signer has made/],
  ["longer", (path) => appendFileSync(path, "more"), /not what its signer has made/],
  ["not signed", (path) => truncateSync(path, readFileSync(path).length - 96), /not what its signer has made/],
  ["signed by a stranger", (path) => signedBy(path, stranger, "table"), /not what its signer has made/],
  ["signed as a part of a proof", (path) => signedBy(path, trusted, "proof"), /not what its signer has made/],
  ["of another endgame", (path) => cpSync(join(madeOfOther, readdirSync(madeOfOther)[0]!), path), /of something else/],
  ["no part, but signed", (path) => writeAndSign(path, "no part at all"), /of something else/],
  ["far too large", (path) => truncateSync(path, 2 ** 36), /it is too large/],
];

/** Signs what lies in the file of a part, in place of its signer. */
async function signedBy(path: string, pair: KeyPair, kind: "table" | "proof"): Promise<void> {
  truncateSync(path, readFileSync(path).length - 96);
  await signPart(path, kind, pair);
}

async function writeAndSign(path: string, text: string): Promise<void> {
  writeFileSync(path, text);
  await signPart(path, "table", trusted);
}

testEach(3, PLANTED)(
  "a part that is %s is named in one line, and made again",
  async (_, plant, said) => {
    const { store, tables, parts } = await newStore();
    cpSync(made, parts, { recursive: true });
    for (const number of [stored, derived]) rmSync(objectOf(parts, number));
    const object = objectOf(parts, 3);
    await plant(object);
    const planted = existsSync(object) ? object.slice(object.indexOf("asian/")) : null;
    const { context, notes } = await newWorker(store);
    expect((await ensureTable(endgame, context(), true)).outcome).toBe("built");
    expectRight(tables);
    expect(notes).toEqual(said === null ? [] : [expect.stringMatching(said)]);
    for (const note of notes) {
      expect(note).toContain(`${planted} does not count, as it `);
      expect(note).not.toContain("\n");
    }
  },
  60_000,
);

test("parts that rest on what somebody has made who is not trusted any more do not count", async () => {
  const { store, tables, parts } = await newStore();
  const workers = [await newWorker(store, second), await newWorker(store, trusted)];
  for (const number of [1, 2]) await ensureTablePart(endgame, { number, of }, workers[number - 1]!.context());
  rmSync(join(tables, "../../trusted", `${second.key}.json`));
  await expect(ensureTablePart(endgame, { number: 3, of }, workers[0]!.context())).rejects.toMatchObject({
    code: "untrusted-key",
    message: expect.stringContaining(`${second.key}, is not trusted`) as string,
  });
  expect((await ensureTablePart(endgame, { number: 3, of }, workers[1]!.context())).outcome).toBe("part");
  expect(workers[1]!.notes).toEqual([expect.stringContaining(`it rests on what ${second.key} has made`)]);
  expect(readdirSync(parts)).toHaveLength(4); // the first is made anew by one who is
  expect((await ensureTable(endgame, (await newWorker(store)).context(), true)).outcome).toBe("built");
  expectRight(tables);
}, 60_000);

test("who has no key that is trusted makes no part, and is told what to do", async () => {
  const { store, tables, parts } = await newStore();
  const part = { number: 1, of };
  for (const [pair, why] of [
    [undefined, "this worker has none (canju store key)"],
    [stranger, stranger.key],
  ] as const) {
    const { context } = await newWorker(store, pair);
    const refused = { code: "untrusted-key", message: expect.stringContaining(why) as string };
    await expect(ensureTablePart(endgame, part, context())).rejects.toMatchObject(refused);
  }
  expect(existsSync(parts)).toBe(false);
  expect(existsSync(join(tables, `${NAME}.canju`))).toBe(false);
});

test("what has no such part is refused in one line", async () => {
  const { store } = await newStore();
  const { context } = await newWorker(store, trusted);
  const refusalOf = (task: Promise<unknown>) =>
    task.then(
      () => null,
      (error: Error) => error.message,
    );
  expect(await refusalOf(ensureTablePart(endgame, { number: 3, of: of + 1 }, context()))).toBe(
    `${NAME} has no part 3/${of + 1}: its parts are 1/${of} to ${of}/${of}`,
  );
  for (const task of [
    ensureTablePart(parseEndgame("KRK"), { number: 1, of: 1 }, context()),
    ensureTable(parseEndgame("KPK"), context(), true),
  ]) {
    expect(await refusalOf(task)).toMatch(/^K\wK has no slices: .*build the whole endgame without --slices$/);
  }
  const chessdb = makeIdentity({ ...DEFAULT_COLLECTION, orders: "chessdb" });
  expect(await refusalOf(ensureTable(endgame, context({ identity: chessdb }), true))).toMatch(
    /^slices cannot be solved/,
  );
});

testEach(0, [6])(
  "whatever breaks off, parts and tables are whole or absent, and the table is there in the end: %i runs",
  async (numRuns) => {
    const step = fc.record({
      worker: fc.nat(1),
      number: fc.integer({ min: 1, max: of + 1 }),
      /** The request that fails, if it comes so far; or the milliseconds after which it is killed. */
      fails: fc.option(fc.nat(30)),
      killed: fc.option(fc.nat(600)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { store, tables, parts } = await newStore();
        const workers = [await newWorker(store, trusted), await newWorker(store, second)];
        for (const { worker, number, fails, killed } of steps) {
          const controller = new AbortController();
          if (killed !== null) setTimeout(() => controller.abort(new Error("killed")), killed);
          const over = {
            store: failingAfter(store, fails ?? Infinity, () => new Error("the store is gone")),
            signal: controller.signal,
          };
          const context = workers[worker]!.context(over);
          const task =
            number > of ? ensureTable(endgame, context, true) : ensureTablePart(endgame, { number, of }, context);
          await task.catch(() => {});
        }
        const checker = await newWorker(store);
        expect((await ensureTable(endgame, checker.context(), true)).outcome).toMatch(/^(built|there)$/);
        expect(checker.notes).toEqual([]);
        expectRight(tables);
        const whole = existsSync(parts) ? readdirSync(parts).filter((file) => file.startsWith(".")) : [];
        expect(whole).toEqual([]);
        for (const { notes } of workers) expect(notes).toEqual([]);
      }),
      { numRuns },
    );
  },
  300_000,
);

test("a table of many slices in a step is shared out as well", LONG, async () => {
  const name = "KNPKP";
  const large = parseEndgame(name);
  const whole = join(folder, "large");
  await buildClosure([large], { ...DEFAULT_COLLECTION, folder: whole, threads: 1 });
  const path = mkdtempSync(join(folder, "store-"));
  cpSync(whole, path, { recursive: true });
  const tables = join(path, "asian/dtc");
  cpSync(join(tables, `${name}.canju`), join(reference, `${name}.canju`));
  rmSync(join(tables, `${name}.canju`));
  const store = await openStore(`file:${path}`);
  await beginStore(store, identity);
  await trustKey(store, trusted.key, "The club");
  const workers = [await newWorker(store, trusted), await newWorker(store, trusted)];
  const parts = partsOfTable(large);
  for (const number of parts.keys()) {
    const part = { number: number + 1, of: parts.length };
    await ensureTablePart(large, part, workers[number % 2]!.context());
  }
  expect((await ensureTable(large, workers[0]!.context(), true)).outcome).toBe("built");
  expectRight(tables, name);
});
