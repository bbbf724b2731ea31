/** Pieces of a store on disk: what this user's program has not put there, under this name, is read from the store. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DiskBlocks } from "../src/disk-blocks.ts";
import type { Source } from "../../../src/table/read/source.ts";
import { as, newUser } from "../../../test/keys.ts";

const folder = mkdtempSync(join(tmpdir(), "canju-pieces-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [victim, attacker] = [newUser(), newUser()];
const TRUE = Buffer.alloc(300_000, "true");
const FAKE = Buffer.alloc(300_000, "fake");

function sourceOf(bytes: Buffer): Source & { reads: number } {
  return {
    key: "object",
    reads: 0,
    size: async () => bytes.length,
    async read(offset, length) {
      this.reads++;
      return bytes.subarray(offset, offset + length);
    },
    close: async () => {},
  };
}

/** All bytes as a user's program reads them through pieces in a folder. @returns how often it asked the store */
async function readAs(user: string, name: string, bytes: Buffer, object = "object"): Promise<[string, number]> {
  return as(user, async () => {
    const source = sourceOf(bytes);
    const kept = (await DiskBlocks.open(join(folder, name), 2 ** 30)).keep(source, object);
    const size = await kept.size();
    const all = Buffer.concat([await kept.read(0, 100), await kept.read(100, size)]);
    return [all.equals(TRUE) ? "true" : all.equals(FAKE) ? "fake" : "neither", source.reads] as const;
  }) as Promise<[string, number]>;
}

test("what was kept is not asked for again, and lies in a folder of this user's alone", async () => {
  expect(await readAs(victim, "own", TRUE)).toEqual(["true", 2]);
  expect(await readAs(victim, "own", TRUE)).toEqual(["true", 0]);
  expect(statSync(join(folder, "own")).mode & 0o777).toBe(0o700);
});

test("what another user has kept does not count, and is replaced", async () => {
  await readAs(attacker, "planted", FAKE);
  expect(await readAs(attacker, "planted", TRUE)).toEqual(["fake", 0]);
  expect(await readAs(victim, "planted", TRUE)).toEqual(["true", 2]);
  expect(await readAs(victim, "planted", TRUE)).toEqual(["true", 0]);
});

test("a piece of this user's under another name, or of another object, does not count", async () => {
  await readAs(victim, "names", FAKE, "other");
  for (const file of readdirSync(join(folder, "names"))) {
    cpSync(join(folder, "names", file), join(folder, "names", file.replace("other", "object")));
  }
  expect(await readAs(victim, "names", TRUE)).toEqual(["true", 2]);
  cpSync(join(folder, "names/object.1"), join(folder, "names/object.0"));
  expect(await readAs(victim, "names", TRUE)).toEqual(["true", 1]);
});

test("what is cut, long, a link, a pipe or a folder is read again, and keeps nobody waiting", async () => {
  const plants: ((path: string) => void)[] = [
    (path) => truncateSync(path, 31),
    (path) => truncateSync(path, 0),
    (path) => truncateSync(path, 2 ** 33),
    (path) => (rmSync(path), symlinkSync("/dev/zero", path)),
    (path) => (rmSync(path), execFileSync("mkfifo", [path])),
    (path) => (rmSync(path), mkdirSync(path)),
    (path) => (rmSync(path), mkdirSync(`${path}.tmp`), writeFileSync(`${path}.0.tmp`, "")),
  ];
  for (const [i, plant] of plants.entries()) {
    for (const file of ["object.0", "object.size"]) {
      const name = `plant-${i}-${file}`;
      await readAs(victim, name, TRUE);
      plant(join(folder, name, file));
      expect((await readAs(victim, name, TRUE))[0], name).toBe("true");
    }
  }
});
