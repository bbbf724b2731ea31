import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { disk } from "../../src/base/node/disk.ts";
import { Lock, Locks, locksIn, nameHolder, removeLeftLocks, type FoundLock } from "../../src/base/node/locks.ts";
import { thisProcess } from "../../src/base/node/processes.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canju-locks-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const QUICK = { beatMilliseconds: 20, silentMilliseconds: 400 };
const table = () => join(folder, "KRKN.canju");
const lockFile = () => join(folder, ".KRKN.build.lock");
const take = (locks: Locks, left: FoundLock[] = []) =>
  locks.take(table(), "KRKN", "build", (each) => void left.push(each));

async function mine(locks = new Locks(QUICK), left: FoundLock[] = []): Promise<Lock> {
  const lock = await take(locks, left);
  expect(lock).toBeInstanceOf(Lock);
  return lock as Lock;
}

/** What a lock of this process holds, changed; written as another process would have left it. */
async function leave(change: object): Promise<void> {
  const lock = await mine();
  const text = JSON.parse(readFileSync(lockFile(), "utf8")) as object;
  await lock.release();
  writeFileSync(lockFile(), JSON.stringify({ ...text, ...change }));
}

/** Tries until the lock is taken over. */
async function takeInTime(locks: Locks, left: FoundLock[]): Promise<number> {
  const started = performance.now();
  for (;;) {
    const lock = await take(locks, left);
    if (lock instanceof Lock) {
      await lock.release();
      return performance.now() - started;
    }
    await wait(20);
  }
}

test("a lock has its name when it is whole, and not before", async () => {
  const named = vi.spyOn(disk, "link").mockImplementation((temporary) => {
    expect(existsSync(lockFile())).toBe(false);
    expect(JSON.parse(readFileSync(temporary, "utf8"))).toMatchObject({ lock: 1, ...thisProcess });
    return Promise.reject(new Error("killed"));
  });
  await expect(take(new Locks())).rejects.toThrow("killed");
  named.mockRestore();
  expect(readdirSync(folder)).toEqual([]);
  await (await mine()).release();
});

test("a file system in which a file has one name has locks as well", async () => {
  const named = vi.spyOn(disk, "link").mockRejectedValue(Object.assign(new Error("no links"), { code: "EPERM" }));
  const lock = await mine();
  expect(await take(new Locks())).toMatchObject({ writer: "running", holder: thisProcess });
  named.mockRestore();
  await lock.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("work on a table is locked once, until it is released; other work and other tables are free", async () => {
  const locks = new Locks();
  const lock = await mine();
  expect(await take(locks)).toMatchObject({ endgame: "KRKN", work: "build", writer: "running", holder: thisProcess });
  const others = [await locks.take(table(), "KRKN", "proof"), await locks.take(table(), "KRK", "build")] as Lock[];
  expect(readdirSync(folder).sort()).toEqual([".KRK.build.lock", ".KRKN.build.lock", ".KRKN.proof.lock"]);
  await Promise.all([lock, ...others].map((each) => each.release()));
  expect(readdirSync(folder)).toEqual([]);
  await (await mine()).release();
});

test("of many that ask at once one has it", async () => {
  const asked = await Promise.all(Array.from({ length: 20 }, () => take(new Locks())));
  expect(asked.filter((each) => each instanceof Lock)).toHaveLength(1);
  await (asked.find((each) => each instanceof Lock) as Lock).release();
});

test("who waits is told how far the work is", async () => {
  const lock = await mine();
  lock.tell({ phase: "writing", ply: null, done: 0.5 });
  await wait(100);
  expect(await take(new Locks())).toMatchObject({ progress: { phase: "writing", ply: null, done: 0.5 } });
  await lock.release();
});

describe("a lock that was left", () => {
  test.runIf(thisProcess.machine !== null)("by a process of this machine that has ended is taken at once", async () => {
    await leave({ started: `${Number(thisProcess.started) + 1}` }); // the same id lives again
    const left: FoundLock[] = [];
    await (await mine(new Locks(), left)).release();
    expect(left).toMatchObject([{ endgame: "KRKN", writer: "gone" }]);
  });

  test("on another machine is taken when it was silent long enough, not for its process id or its clock", async () => {
    await leave({ machine: "00000000", host: "elsewhere", pid: 2 ** 22 + 1, since: "2001-01-01T00:00:00.000Z" });
    const left: FoundLock[] = [];
    const waited = await takeInTime(new Locks(QUICK), left);
    expect(waited).toBeGreaterThan(QUICK.silentMilliseconds - 1);
    expect(left.map(nameHolder)).toEqual(["process 4194305 on elsewhere"]);
  });

  test.each([
    ["empty", ""],
    ["damaged", '{"lock":1,"id":"ab'],
    ["of another version", '{"lock":7,"holder":"somebody"}'],
    ["no text", "\0\u00ff\0"],
    ["of a process id that is none", '{"lock":1,"id":"a","pid":"x","host":"h","version":"1","since":"s"}'],
  ])("and is %s is named in one line, and taken when it was silent long enough", async (_, text) => {
    writeFileSync(lockFile(), text);
    const left: FoundLock[] = [];
    expect(await takeInTime(new Locks(QUICK), left)).toBeGreaterThan(QUICK.silentMilliseconds - 1);
    expect(left.map(nameHolder)).toEqual([`whoever wrote ${lockFile()}, which is damaged or of another version`]);
    expect(existsSync(lockFile())).toBe(false);
  });

  test("and is a folder is taken as well", async () => {
    mkdirSync(lockFile());
    await takeInTime(new Locks(QUICK), []);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test.runIf(thisProcess.machine !== null)(
  "a copy of a folder is free while its locks are held where they are",
  async () => {
    const lock = await mine();
    const copy = mkdtempSync(join(tmpdir(), "canju-locks-"));
    try {
      cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
      const left: FoundLock[] = [];
      const inCopy = await new Locks().take(join(copy, "KRKN.canju"), "KRKN", "build", (each) => void left.push(each));
      expect(inCopy).toBeInstanceOf(Lock);
      expect(left).toMatchObject([{ writer: "gone", holder: thisProcess }]);
      expect(await take(new Locks())).toMatchObject({ writer: "running" });
      await (inCopy as Lock).release();
      expect(readdirSync(copy)).toEqual([]);
    } finally {
      rmSync(copy, { recursive: true });
      await lock.release();
    }
  },
);

test.runIf(thisProcess.machine !== null)(
  "of a process that is stopped the lock stays, and it is told how to continue or end it; ended, it is gone",
  async () => {
    const holder = join(import.meta.dirname, "lock-holder.ts");
    const child = spawn(process.execPath, [holder, table(), "KRKN"]);
    const name = `process ${child.pid} on ${hostname()}`;
    const found = async () => (await take(new Locks({ ...QUICK, silentMilliseconds: 0 }))) as FoundLock;
    try {
      await once(child.stdout, "data");
      expect(nameHolder(await found())).toBe(name);
      child.kill("SIGSTOP");
      await expect.poll(async () => (await found()).stoppedSince).not.toBeNull();
      const stopped = await found();
      expect(stopped).toMatchObject({ writer: "running" });
      expect(nameHolder(stopped).slice(name.length)).toMatch(
        new RegExp(
          `^, stopped since 20[-\\d]{8} [:\\d]{8} \\(kill -CONT ${child.pid} has it go on, kill -KILL ${child.pid} ends it\\)$`,
        ),
      );
      child.kill("SIGCONT");
      await expect.poll(async () => nameHolder(await found())).toBe(name);
    } finally {
      child.kill("SIGKILL");
    }
    await once(child, "exit");
    await (await mine(new Locks())).release();
  },
);

test("a lock that beats is not taken, however foreign", async () => {
  await leave({ machine: "00000000" });
  const text = JSON.parse(readFileSync(lockFile(), "utf8")) as { beat: number };
  const locks = new Locks(QUICK);
  for (let beat = 1; beat <= 10; beat++) {
    writeFileSync(lockFile(), JSON.stringify({ ...text, beat }));
    expect(await take(locks)).not.toBeInstanceOf(Lock);
    await wait(100);
  }
});

test("a lock that was taken over, or removed, is not removed with the work of who had it", async () => {
  const first = await mine();
  rmSync(lockFile());
  const second = await mine();
  await first.release();
  expect(await take(new Locks())).toMatchObject({ writer: "running" });
  await second.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder's locks are listed, and those of ended processes go", async () => {
  await leave({ started: "1", pid: 2 ** 22 + 1 });
  const lock = (await new Locks().take(table(), "KPK", "proof")) as Lock;
  const seen = (await locksIn(folder)).map(({ endgame, work }) => [endgame, work]);
  expect(seen).toEqual([
    ["KPK", "proof"],
    ["KRKN", "build"],
  ]);
  await removeLeftLocks(folder);
  const stay = thisProcess.machine === null ? 2 : 1;
  expect(await locksIn(folder)).toHaveLength(stay);
  await lock.release();
});
