/** What every store must do, whatever is behind it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { beginStore, makeIdentity, readIdentity } from "../src/identity.ts";
import { readRecord, type Store } from "../src/store.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/collection.ts";

/** @param newStore an empty one, which the suite closes */
export function describeStore(name: string, newStore: () => Promise<Store>): void {
  const folder = mkdtempSync(join(tmpdir(), "canju-store-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  const bytesOf = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7) & 255);

  const testStore = (title: string, use: (store: Store) => Promise<void>): void => {
    test(title, async () => {
      const store = await newStore();
      try {
        await use(store);
      } finally {
        await store.close();
      }
    });
  };

  describe(name, () => {
    testStore("knows nothing of what is not there", async (store) => {
      expect(await store.read("asian/dtc/KRK.canju", 0, 10)).toBeNull();
      expect(await all(store.list(""))).toEqual([]);
      await expect(readIdentity(store)).rejects.toMatchObject({ code: "empty-store" });
    });

    testStore("gives ranges of what was put, with its size and one tag", async (store) => {
      const bytes = bytesOf(1000);
      writeFileSync(path, bytes);
      expect(await store.putFile("a/b/file.canju", path)).toBe("new");
      const [first, last, beyond, whole] = [
        await store.read("a/b/file.canju", 0, 100),
        await store.read("a/b/file.canju", 950, 100),
        await store.read("a/b/file.canju", 1000, 100),
        await store.read("a/b/file.canju", 0, 100_000),
      ];
      expect(first!.bytes).toEqual(bytes.subarray(0, 100));
      expect(last!.bytes).toEqual(bytes.subarray(950));
      expect(beyond!.bytes).toHaveLength(0);
      expect(whole!.bytes).toEqual(bytes);
      expect([first, last, beyond, whole].map((part) => part!.size)).toEqual([1000, 1000, 1000, 1000]);
      expect(new Set([first, last, beyond, whole].map((part) => part!.tag)).size).toBe(1);
    });

    testStore("never writes over what is there", async (store) => {
      expect(await store.putText("a/one.json", '"first"')).toBe("new");
      expect(await store.putText("a/one.json", '"second"')).toBe("there");
      writeFileSync(path, "third");
      expect(await store.putFile("a/one.json", path)).toBe("there");
      expect(await readRecord(store, "a/one.json", (text) => text)).toBe('"first"');
    });

    testStore("of ten who put at once one is the first", async (store) => {
      const puts = await Promise.all(Array.from({ length: 10 }, (_, i) => store.putText("a/raced.json", `${i}`)));
      expect(puts.filter((put) => put === "new")).toHaveLength(1);
      expect(await readRecord(store, "a/raced.json", (text) => text)).toBe(`${puts.indexOf("new")}`);
    });

    testStore("lists a folder, more than a thousand objects of it", async (store) => {
      const keys = Array.from({ length: 1_100 }, (_, i) => `many/KRK${i}.canju`);
      for (let i = 0; i < keys.length; i += 50) {
        await Promise.all(keys.slice(i, i + 50).map((key) => store.putText(key, key)));
      }
      await store.putText("other/KNK.canju", "12345");
      const found = await all(store.list("many/"));
      expect(found.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
      expect(found.find(({ key }) => key === "many/KRK7.canju")!.bytes).toBe("many/KRK7.canju".length);
      expect(await all(store.list("other/"))).toEqual([{ key: "other/KNK.canju", bytes: 5 }]);
    });

    testStore("is begun once, for one reading of the rules", async (store) => {
      const identity = makeIdentity(DEFAULT_COLLECTION);
      expect(await beginStore(store, identity)).toEqual(identity);
      expect(await beginStore(store, identity)).toEqual(identity);
      expect(await readIdentity(store)).toEqual(identity);
      const others = [
        makeIdentity({ ...DEFAULT_COLLECTION, metric: "dtm" }),
        makeIdentity({ rules: "none", metric: "dtc" }),
        makeIdentity(DEFAULT_COLLECTION, {
          checksMayChase: true,
          newnessPerAttacker: false,
          suspendedIsNew: false,
          minorsChaseProtected: false,
        }),
      ];
      for (const other of others) {
        await expect(beginStore(store, other)).rejects.toMatchObject({ code: "other-store" });
      }
    });

    testStore("refuses a store of another format, and a record that is none", async (store) => {
      await store.putText("store.json", JSON.stringify({ ...makeIdentity(DEFAULT_COLLECTION), format: 3 }));
      await expect(readIdentity(store)).rejects.toMatchObject({ code: "other-store" });
      await store.putText("other.json", "{");
      await expect(readRecord(store, "other.json", () => null)).rejects.toMatchObject({ code: "bad-record" });
    });

    testStore("puts nothing of a file that cannot be read", async (store) => {
      await expect(store.putFile("a/none.canju", join(folder, "missing"))).rejects.toThrow(/ENOENT/);
      expect(await store.read("a/none.canju", 0, 1)).toBeNull();
    });
  });
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** All files of a folder by their bytes. */
export function bytesIn(folder: string): Map<string, string> {
  const files = readdirSync(folder).filter((file) => !file.startsWith("."));
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(folder, file)).toString("base64")]));
}

/** A store whose requests fail from the n-th on. */
export function failingAfter(store: Store, requests: number, failure: () => Error): Store {
  let left = requests;
  const counted = <T>(request: () => Promise<T>): Promise<T> => (left-- > 0 ? request() : Promise.reject(failure()));
  return {
    url: store.url,
    read: (...args) => counted(() => store.read(...args)),
    putFile: (...args) => counted(() => store.putFile(...args)),
    putText: (...args) => counted(() => store.putText(...args)),
    list: (...args) => store.list(...args),
    close: () => store.close(),
  };
}
