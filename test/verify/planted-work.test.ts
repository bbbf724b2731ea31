/**
 * Unfinished proofs of a forged table, planted beside it by somebody who can write in the data folder, knows the program, and has a key
 * of their own: the proof finds what it finds without them.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LONG, testEach } from "../long.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { Seal, SEAL_BYTES } from "../../src/base/node/user-key.ts";
import { categoryOf } from "../../src/table/value.ts";
import type { ProofStep } from "../../src/verify/node/kernel-proof.ts";
import { verifyEndgame, type VerifyOptions } from "../../src/verify/node/verify.ts";
import type { VerifyReport } from "../../src/verify/report.ts";
import { as, newUser } from "../keys.ts";
import { alterTable, buildTables, codeOf, copyTables, legalCells } from "./tables.ts";

const NAME = "KRKN";
const COLLECTION = { metric: "dtc", rules: "none" } as const;
const [victim, attacker] = [newUser(), newUser()];

let truth: string;
let folder: string;
let work: string;
let notes: string[];
/** What a proof of the forged table finds that is not interrupted. */
let found: object;

async function prove(options: Partial<VerifyOptions> = {}, data = folder): Promise<VerifyReport> {
  const provider = new FolderCatalog(data, COLLECTION);
  const onNote = (line: string) => void notes.push(line);
  try {
    const resuming = { cells: 0, syncMilliseconds: 0 };
    return await verifyEndgame(NAME, { threads: 1, resuming, onNote, ...options, provider });
  } finally {
    await provider.close();
  }
}

const findings = (report: VerifyReport): object => ({ ...report, seconds: 0, positionsPerSecond: 0 });

/** Leaves the work of a proof that has come so far. */
async function interrupt(share = 1, data = folder): Promise<void> {
  const stop = new AbortController();
  const onProgress = ({ phase, done }: { phase: string; done: number }) => {
    if (phase === "levels" || (phase === "values" && done >= share)) stop.abort(new Error("interrupted"));
  };
  await expect(prove({ signal: stop.signal, onProgress }, data)).rejects.toThrow("interrupted");
}

async function expectFound(): Promise<void> {
  notes = [];
  expect(await as(victim, async () => findings(await prove()))).toEqual(found);
}

const unused = () => `${work}.unused`;
const recordsOf = (folderOfWork: string) => join(folderOfWork, "records");

/** The payloads of a file of records, the header first, and where each ends. */
function readRecords(bytes: Buffer): { payload: Buffer; end: number }[] {
  const records: { payload: Buffer; end: number }[] = [];
  for (let at = 0; at < bytes.length;) {
    const from = at + 4 + SEAL_BYTES;
    at = from + bytes.readUInt32LE(at);
    records.push({ payload: bytes.subarray(from, at), end: at });
  }
  return records;
}

/** Records as the program of whoever has a key would have written them. */
function sealed(payloads: readonly Uint8Array[], seal: Seal, before: Uint8Array = new Uint8Array(SEAL_BYTES)): Buffer {
  let last = before;
  return Buffer.concat(
    payloads.map((payload) => {
      last = seal.of(last, payload);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(payload.length);
      return Buffer.concat([length, last, payload]);
    }),
  );
}

/** A record that says that nothing is wrong. */
function innocent(payload: Buffer): Buffer {
  const step = deserialize(payload) as ProofStep & { checked?: { tally: { wrong: number; first: unknown } } | null };
  if (step.checked) Object.assign(step.checked.tally, { wrong: 0, first: null });
  return Buffer.from(serialize(step));
}

beforeAll(async () => {
  truth = await buildTables("dtc", NAME);
  folder = await copyTables(truth);
  work = join(folder, "none/dtc", `${NAME}.proof.work`);
  const catalog = new FolderCatalog(folder, COLLECTION);
  const table = (await catalog.open(NAME))!;
  const codes = await table.readSide("red");
  const cells = legalCells(NAME, 97).filter(({ turn }) => turn === "red");
  const wins = cells.filter(({ cell }) => categoryOf(table.header.values[codes[cell]!]!) === "win").slice(0, 50);
  expect(wins).toHaveLength(50);
  await catalog.close();
  await alterTable(folder, NAME, (draft) => {
    const draw = codeOf(0);
    for (const { cell } of wins) draft.red[cell] = draw;
  });
  notes = [];
  found = await as(victim, async () => findings(await prove({ resuming: { cells: Infinity, syncMilliseconds: 0 } })));
  expect(found).toMatchObject({ proven: false, by: "kernel" });
  expect((found as VerifyReport).wrong).toBeGreaterThan(50);
}, 120_000);

beforeEach(() => {
  for (const path of [work, unused()]) rmSync(path, { recursive: true, force: true });
});

describe("planted work of a proof", { timeout: 120_000 }, () => {
  test("that says that nothing is wrong, of another user, does not count, and is kept", async () => {
    await as(attacker, () => interrupt());
    const seal = await as(attacker, async () => new Seal("proof"));
    const [header, ...steps] = readRecords(readFileSync(recordsOf(work))).map(({ payload }) => payload);
    writeFileSync(recordsOf(work), sealed([header!, ...steps.map(innocent)], seal));
    const planted = readFileSync(recordsOf(work));
    // To its writer's own program it counts: it is a work like any other.
    cpSync(work, `${work}.copy`, { recursive: true });
    expect((await as(attacker, () => prove())).wrong).toBe(0);
    renameSync(`${work}.copy`, work);
    await expectFound();
    expect(notes).toEqual([
      `${work} holds what this user's program has not written, or is damaged: ` +
        `the proof begins anew, and that is kept as ${unused()}`,
    ]);
    expect(readFileSync(recordsOf(unused()))).toEqual(planted);
    expect(existsSync(work)).toBe(false);
  });

  test("does not count in the place of this user's own records, whatever is left of them", LONG, async () => {
    await as(victim, () => interrupt());
    const own = readFileSync(recordsOf(work));
    const records = readRecords(own);
    const seal = await as(attacker, async () => new Seal("proof"));
    cpSync(work, `${work}.own`, { recursive: true });
    for (const kept of [1, 2, Math.floor(records.length / 2), records.length - 1]) {
      rmSync(work, { recursive: true, force: true });
      cpSync(`${work}.own`, work, { recursive: true });
      const { end } = records[kept - 1]!;
      const lastSeal = own.subarray(end - records[kept - 1]!.payload.length - SEAL_BYTES).subarray(0, SEAL_BYTES);
      const others = sealed(
        records.slice(kept).map(({ payload }) => innocent(payload)),
        seal,
        lastSeal,
      );
      writeFileSync(recordsOf(work), Buffer.concat([own.subarray(0, end), others]));
      await expectFound();
      rmSync(unused(), { recursive: true, force: true });
    }
    rmSync(`${work}.own`, { recursive: true });
  });

  test("does not count where this user's own records are left out, put twice or in another order", LONG, async () => {
    await as(victim, () => interrupt());
    const own = readFileSync(recordsOf(work));
    const records = readRecords(own).map(({ end }, i, all) => own.subarray(all[i - 1]?.end ?? 0, end));
    const [header, ...steps] = records as [Buffer, ...Buffer[]];
    const wrong = [
      [header, ...steps.slice(1)],
      [header, ...steps.slice(0, 2), ...steps.slice(3)],
      [header, steps[0]!, ...steps],
      [header, ...steps.toReversed()],
      steps,
      [header, header, ...steps],
    ];
    cpSync(work, `${work}.own`, { recursive: true });
    for (const order of wrong) {
      rmSync(work, { recursive: true, force: true });
      cpSync(`${work}.own`, work, { recursive: true });
      writeFileSync(recordsOf(work), Buffer.concat(order));
      await expectFound();
      rmSync(unused(), { recursive: true, force: true });
    }
    rmSync(`${work}.own`, { recursive: true });
  });

  testEach(0, ["red", "black"])("does not count where its plane of %s is that of the true table", async (plane) => {
    const other = await copyTables(truth);
    const otherWork = join(other, "none/dtc", `${NAME}.proof.work`);
    await as(victim, () => interrupt(1, other));
    await as(victim, () => interrupt());
    cpSync(join(otherWork, plane), join(work, plane));
    await expectFound();
  });

  test("of this user, but of the true table, is not gone on with beside the forged one", async () => {
    const other = await copyTables(truth);
    await as(victim, () => interrupt(1, other));
    cpSync(join(other, "none/dtc", `${NAME}.proof.work`), work, { recursive: true });
    await expectFound();
    expect(notes).toEqual([`${work} holds work of another table or program: the proof begins anew`]);
  });

  test("of this user as it was before is gone on with, whatever the planes hold by now", async () => {
    await as(victim, () => interrupt(0.6));
    const before = readFileSync(recordsOf(work));
    await as(victim, () => interrupt());
    writeFileSync(recordsOf(work), before);
    await expectFound();
    expect(notes).toEqual([expect.stringMatching(/^it goes on from what an interrupted proof had put aside by/)]);
  });

  test("is neither waited for nor followed where it is a pipe, a link, or another user's folder", LONG, async () => {
    const { execFileSync } = await import("node:child_process");
    const secret = join(folder, "secret");
    const plants = [
      () => (mkdirSync(work), execFileSync("mkfifo", [recordsOf(work)])),
      () => execFileSync("mkfifo", [work]),
      () => symlinkSync(folder, work),
      () => (mkdirSync(work), symlinkSync(secret, recordsOf(work))),
      () => writeFileSync(work, "no folder"),
    ];
    writeFileSync(secret, "a file of the user's");
    for (const plant of plants) {
      rmSync(work, { recursive: true, force: true });
      plant();
      await expectFound();
      expect(readFileSync(secret, "utf8")).toBe("a file of the user's");
    }
  });

  test("leads to no file of the user's, also where it is a copy of their own work with links in it", LONG, async () => {
    const secret = join(folder, "secret");
    for (const file of ["red", "black", "kept"]) {
      rmSync(work, { recursive: true, force: true });
      await as(victim, () => interrupt(0.6));
      renameSync(join(work, file), secret);
      symlinkSync(secret, join(work, file));
      const bytes = readFileSync(secret);
      await expectFound();
      expect(readFileSync(secret).equals(bytes)).toBe(true);
    }
  });
});

describe("where a user can keep no key", { timeout: 120_000 }, () => {
  const open = newUser();

  test("a proof says so, is as good, and leaves nothing that is gone on with", LONG, async () => {
    chmodSync(open, 0o777);
    await as(open, () => interrupt(0.6));
    const line = `no key can be kept (CANJU_KEYS names a folder): ${open} is not the user's alone: it is another user's, a link, or open to others (chmod 700 closes it): an interrupted proof will begin anew`;
    expect(notes).toContain(line);
    notes = [];
    expect(await as(open, async () => findings(await prove()))).toEqual(found);
    expect(notes[0]).toBe(line);
    expect(notes[1]).toContain(`that is kept as ${unused()}`);
    expect(existsSync(work)).toBe(false);
  });
});
