/**
 * Work of a build, planted where a table is going to be by somebody who can write in the data folder, knows the program, and has a key
 * of their own: the table is what it is without it.
 */
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EXTENT_BYTES, EXTENT_HEADER, EXTENT_MARK } from "../../src/solve/kernel/assembly/layout.ts";
import { PACKED_HEADER, pack, packedSizes, unpack } from "../../src/solve/node/shelf.ts";
import type { BuildEvent } from "../../src/solve/node/build.ts";
import { Seal } from "../../src/base/node/user-key.ts";
import { as, newUser } from "../keys.ts";
import { InterruptedBuild } from "./work-faults.ts";

const [victim, attacker] = [newUser(), newUser()];
const build = new InterruptedBuild("KRKN");
const unused = `${build.work}.unused`;

beforeAll(() => as(victim, () => build.prepare()));
afterAll(() => build.remove());
beforeEach(() => build.reset());

/** Leaves the work of a build that has come so far. */
const interrupt = (share = 2 / 3): Promise<void> => build.end(Math.floor(share * build.steps));
const of = (events: readonly BuildEvent[], kind: BuildEvent["kind"]) => events.filter((event) => event.kind === kind);

/** Builds as the user that it is planted for. @returns what was told of the work */
async function expectTrueTable(when: string): Promise<{ resumed: boolean; why: string | null; isKept: boolean }> {
  const events = await as(victim, () => build.build());
  const [unusable] = of(events, "unusable") as { why: string; keptAs: string | null }[];
  const isKept = existsSync(unused);
  expect(unusable?.keptAs ?? null).toBe(isKept ? unused : null);
  rmSync(unused, { recursive: true, force: true });
  build.expectTable(when);
  return { resumed: of(events, "resumed").length > 0, why: unusable?.why ?? null, isKept };
}

/** Some that are won in 5 are won in 7. */
function forgedTape(packed: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let left = 3;
  for (let place = 0; place < packed.length;) {
    const { stored, held } = packedSizes(packed.subarray(place));
    const end = place + PACKED_HEADER + stored;
    const tape = Buffer.alloc(held);
    unpack(packed.subarray(place + PACKED_HEADER, end), tape);
    for (let at = 0; at < held; at += EXTENT_HEADER + tape.readUInt32LE(at + EXTENT_BYTES)) {
      if (tape.readUInt32LE(at + EXTENT_MARK) === 5 && left-- > 0) tape.writeUInt32LE(7, at + EXTENT_MARK);
    }
    pieces.push(pack(tape));
    place = end;
  }
  expect(left).toBeLessThan(1);
  return Buffer.concat(pieces);
}

interface Manifest {
  readonly identity: object;
  readonly tape: { bytes: number; sha256: string };
}

const manifestPath = join(build.work, "manifest.json");
const readWork = (): Manifest => (JSON.parse(readFileSync(manifestPath, "utf8")) as { work: Manifest }).work;

/** Puts a forged tape into the work that is there, with a manifest that is right for it. */
function forge(seal: Seal): void {
  const work = readWork();
  const path = join(build.work, "tape");
  const tape = forgedTape(readFileSync(path).subarray(0, work.tape.bytes));
  writeFileSync(path, tape);
  const sha256 = createHash("sha256").update(tape).digest("hex");
  const text = JSON.stringify({ ...work, tape: { bytes: tape.length, sha256 } });
  writeFileSync(manifestPath, `{"seal":"${seal.of(text).toString("hex")}","work":${text}}\n`);
}

const UNKNOWN = "this user's program has not written it, or it is damaged";

describe("planted work of a build", () => {
  test("whose tape is forged, of another user, does not count, and is kept", async () => {
    await as(attacker, () => interrupt());
    forge(await as(attacker, async () => new Seal("build")));
    const tape = readFileSync(join(build.work, "tape"));
    cpSync(build.work, `${build.folder}/copy`, { recursive: true });
    // To its writer's own program it counts: the table is another one.
    expect(of(await as(attacker, () => build.build()), "resumed")).toHaveLength(1);
    expect(() => build.expectTable("forged")).toThrow("forged");
    rmSync(join(build.folder, "asian/dtc/KRKN.canju"));
    renameSync(`${build.folder}/copy`, build.work);
    const events = await as(victim, () => build.build());
    expect(of(events, "unusable")).toEqual([{ kind: "unusable", endgame: "KRKN", why: UNKNOWN, keptAs: unused }]);
    expect(readFileSync(join(unused, "tape")).equals(tape)).toBe(true);
    rmSync(unused, { recursive: true });
    build.expectTable("planted");
  });

  test("whose tape is forged under this user's own manifest does not count", async () => {
    await as(victim, () => interrupt());
    const path = join(build.work, "tape");
    writeFileSync(path, forgedTape(readFileSync(path).subarray(0, readWork().tape.bytes)));
    expect(await expectTrueTable("tape")).toMatchObject({
      why: expect.stringContaining("tape") as string,
      isKept: true,
    });
  });

  test("of this user with a set in another's place does not count", async () => {
    await as(victim, () => interrupt());
    cpSync(join(build.work, "red.done"), join(build.work, "red.captures")); // which is shorter
    expect(await expectTrueTable("set")).toMatchObject({
      why: "its file red.captures is not what this user's program has written",
      isKept: true,
    });
  });

  test("of this user, but of another endgame, is not gone on with", async () => {
    const other = new InterruptedBuild("KRKC");
    try {
      await as(victim, () => other.prepare());
      other.reset();
      await as(victim, () => other.end(Math.floor(other.steps / 2)));
      cpSync(other.work, build.work, { recursive: true });
    } finally {
      other.remove();
    }
    expect(await expectTrueTable("KRKC")).toEqual({
      resumed: false,
      why: "it belongs to another endgame",
      isKept: false,
    });
  });

  test("of this user as it was before is gone on with, whatever was written behind it", async () => {
    await as(victim, () => interrupt(1 / 3));
    const before = readFileSync(manifestPath);
    await as(victim, () => interrupt(1 / 3));
    expect(readFileSync(manifestPath).equals(before)).toBe(false);
    writeFileSync(manifestPath, before);
    expect(await expectTrueTable("older")).toMatchObject({ resumed: true, why: null });
  });

  test("of this user leads to no other file of theirs", async () => {
    const secret = join(build.folder, "secret");
    for (const file of ["tape", "red.done", "black.done", "manifest.json.new"]) {
      build.reset();
      await as(victim, () => interrupt(1 / 3));
      writeFileSync(secret, "a file of the user's");
      rmSync(join(build.work, file), { force: true });
      symlinkSync(secret, join(build.work, file));
      await as(victim, () => build.build()).catch(() => {}); // it may be in the way
      expect(readFileSync(secret, "utf8"), file).toBe("a file of the user's");
      rmSync(unused, { recursive: true, force: true });
    }
  });
});

describe("where a user can keep no key", () => {
  const open = newUser();
  beforeAll(() => chmodSync(open, 0o777));
  const why = `no key can be kept (CANJU_KEYS names a folder): ${open} is not the user's alone: it is another user's, a link, or open to others (chmod 700 closes it)`;

  test("a build says so before it starts, and puts nothing aside", async () => {
    const events = await as(open, () => build.build());
    expect(of(events, "plan")).toMatchObject([{ unkept: why, workBytes: 0 }]);
    build.expectTable("no key");
    await as(open, async () => {
      build.reset();
      await interrupt();
    });
    expect(build.workFiles).toEqual([]);
  });

  test("it says nothing where nothing would be put aside", async () => {
    const saveTimes = { worthSeconds: Infinity, everyMilliseconds: 0 };
    expect(of(await as(open, () => build.build({ saveTimes })), "plan")).toMatchObject([{ unkept: null }]);
  });

  test("it goes on with nothing that is there, and keeps it", async () => {
    await as(victim, () => interrupt());
    const events = await as(open, () => build.build());
    expect(of(events, "unusable")).toEqual([{ kind: "unusable", endgame: "KRKN", why, keptAs: unused }]);
    rmSync(unused, { recursive: true });
    build.expectTable("no key");
  });
});
