/** Proofs that are interrupted: the same command goes on, and comes to what an uninterrupted proof comes to. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Collection } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { Seal } from "../../src/base/node/user-key.ts";
import { checkMemory } from "../../src/verify/node/load.ts";
import { proofWorksIn } from "../../src/verify/node/proof-work.ts";
import { verifyEndgame, type VerifyOptions } from "../../src/verify/node/verify.ts";
import type { VerifyProgress, VerifyReport } from "../../src/verify/report.ts";
import { InputError } from "../../src/base/errors.ts";
import { stepsOf, withEnd, withFault, type Unsynced } from "../table/faults.ts";
import { buildTablesUnder } from "./tables.ts";
import { LONG, testEach } from "../long.ts";

const NAME = "KRKN"; // both sides armed, one level of checks, a derived side
const COLLECTION: Collection = { metric: "dtc", rules: "asian", orders: "fang" };

let folder: string;
let work: string;
let notes: string[];
let whole: object;

async function prove(options: Partial<VerifyOptions> = {}): Promise<VerifyReport> {
  const provider = new FolderCatalog(folder, COLLECTION);
  const resuming = { cells: 0, syncMilliseconds: 0 };
  const onNote = (line: string) => void notes.push(line);
  try {
    return await verifyEndgame(NAME, { threads: 1, resuming, onNote, ...options, provider });
  } finally {
    await provider.close();
  }
}

/** What a report says, but for how long it took. */
function findings(report: VerifyReport): object {
  return { ...report, seconds: 0, positionsPerSecond: 0 };
}

/** Proves until so much of the values is done. */
async function interrupt(share: number): Promise<void> {
  const stop = new AbortController();
  const onProgress = ({ phase, done }: { phase: string; done: number }) => {
    if (phase === "levels" || (phase === "values" && done >= share)) stop.abort(new Error("interrupted"));
  };
  await expect(prove({ signal: stop.signal, onProgress })).rejects.toThrow("interrupted");
  expect(existsSync(work)).toBe(true);
}

async function expectWhole(when: string): Promise<void> {
  expect(findings(await prove()), when).toEqual(whole);
  expect(existsSync(work), when).toBe(false);
}

beforeAll(async () => {
  folder = await buildTablesUnder({ metric: "dtc", rules: "asian" }, NAME);
  work = join(folder, "asian/dtc", `${NAME}.proof.work`);
  notes = [];
  whole = findings(await prove({ resuming: { cells: Infinity, syncMilliseconds: 0 } }));
  expect(whole).toMatchObject({ proven: true });
}, 60_000);

beforeEach(() => {
  notes = [];
  rmSync(work, { recursive: true, force: true });
  rmSync(`${work}.unused`, { recursive: true, force: true });
});

describe("a proof that was interrupted", { timeout: 120_000 }, () => {
  testEach(1, [0.7, 0, 0.1, 0.5, 1])("at %d of its values goes on", async (share) => {
    await interrupt(share);
    expect(await proofWorksIn(join(folder, "asian/dtc"), new Seal("proof"))).toMatchObject([
      { endgame: NAME, path: work, saved: expect.any(Date) as Date },
    ]);
    expect(readdirSync(join(folder, "asian/dtc")).filter((file) => file.includes("proof.json"))).toEqual([]);
    let first = 1;
    const { seconds: _ } = await prove({
      onProgress: ({ phase, done }) => phase === "values" && (first = Math.min(first, done)),
    });
    expect(first).toBeGreaterThanOrEqual(share < 0.2 ? 0 : share - 0.2);
    expect(existsSync(work)).toBe(false);
    expect(notes).toEqual(
      share === 0
        ? []
        : [
            expect.stringMatching(
              /^it goes on from what an interrupted proof had put aside by 20\d\d-\d\d-\d\d [\d:]{8}$/,
            ),
          ],
    );
    notes = [];
    await expectWhole("anew");
    expect(notes).toEqual([]);
  });

  test("can be interrupted while what it has put aside is compared", async () => {
    await interrupt(0.9);
    const stop = new AbortController();
    const onProgress = ({ phase }: VerifyProgress): void => {
      if (phase === "kept") setImmediate(() => stop.abort(new Error("interrupted")));
      else if (phase !== "checksums") throw new Error(`${phase} had begun`);
    };
    await expect(prove({ signal: stop.signal, onProgress })).rejects.toThrow("interrupted");
    await expectWhole("afterwards");
  });

  testEach(0, [20])("by the end of its process, or by the power, at any step goes on: %i runs", async (numRuns) => {
    const steps = (await stepsOf(() => prove())).length;
    const unsynced = fc.constantFrom<Unsynced>("kept", "lost", "half");
    const ends = fc.array(fc.tuple(fc.nat(steps - 1), unsynced), { minLength: 1, maxLength: 2 });
    const property = fc.asyncProperty(ends, async (all) => {
      rmSync(work, { recursive: true, force: true });
      for (const [n, what] of all) await withEnd(n, what, () => prove());
      await expectWhole(JSON.stringify(all));
    });
    await fc.assert(property, { numRuns });
  });

  testEach(0, [20])("by a disk that fails at any step says so in one line, and goes on: %i runs", async (numRuns) => {
    const steps = (await stepsOf(() => prove())).length;
    const code = fc.constantFrom("ENOSPC", "EIO", "EDQUOT");
    const property = fc.asyncProperty(fc.nat(steps - 1), code, async (n, what) => {
      rmSync(work, { recursive: true, force: true });
      const error = await withFault(n, what, () => prove());
      if (error !== null) expect(error, `${what} at ${n}`).toBeInstanceOf(InputError);
      await expectWhole(`${what} at ${n}`);
    });
    await fc.assert(property, { numRuns });
  });
});

test("a proof whose levels find no room is ended by one line", async () => {
  const memoryBytes = 2 ** 40;
  // From its levels on the process has all that it may have.
  const onProgress = ({ phase, done }: { phase: string; done: number }): void => {
    if (phase === "values" && done === 1) vi.spyOn(process.memoryUsage, "rss").mockReturnValue(memoryBytes);
  };
  const ended = prove({ plain: true, memoryBytes, onProgress }).finally(() => vi.restoreAllMocks());
  await expect(ended).rejects.toMatchObject({
    code: "not-enough-memory",
    message: expect.stringMatching(
      /^proving KRKN takes 1\.1 TB of memory to be sure, but may have 1\.1 TB: give it --memory \d+M$/,
    ) as string,
  });
});

test("the one line says whether a proof goes on where it was", () => {
  const told = (isKept: boolean) => () => checkMemory("KRKN", 1, { threads: 1, limitBytes: 0, isKept });
  expect(told(true)).toThrow(/: give it --memory \d+M, and it goes on where it was$/);
  expect(told(false)).toThrow(/: give it --memory \d+M$/);
});

describe("work of a proof that is not what it was", { timeout: 120_000 }, () => {
  /** Turns a bit of a file of the work, at a share of its length. */
  const flip = (file: string, share: number): void => {
    const path = join(work, file);
    const bytes = readFileSync(path);
    bytes[Math.floor(share * (bytes.length - 1))]! ^= 4;
    writeFileSync(path, bytes);
  };

  test("a flipped bit in any of its files is found", LONG, async () => {
    const where = fc.record({
      file: fc.constantFrom("records", "red", "black", "kept"),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const property = fc.asyncProperty(where, async ({ file, share }) => {
      rmSync(work, { recursive: true, force: true });
      await interrupt(0.9);
      flip(file, share);
      await expectWhole(`${file} at ${share}`);
    });
    await fc.assert(property, { numRuns: 6 });
  });

  testEach(1, [
    [
      "records",
      0,
      /holds what this user's program has not written, or is damaged: the proof begins anew, and that is kept as /,
    ],
    ["records", 0.5, /holds records that are damaged: the proof goes on before them/],
    ["red", 0, /steps? in .* can be used: the proof (begins anew|goes on from there)/],
    ["black", 0, /steps? in .* can be used: the proof (begins anew|goes on from there)/],
  ] as const)("a flipped bit in %s at %d is told in one line", async (file, share, line) => {
    await interrupt(0.9);
    flip(file, share);
    notes = [];
    await expectWhole(file);
    expect(notes.filter((note) => line.test(note))).toHaveLength(1);
  });

  test("a file that is missing or cut short is told in one line", LONG, async () => {
    const damages = [
      () => rmSync(join(work, "red")),
      () => truncateSync(join(work, "black"), 1000),
      () => truncateSync(join(work, "records"), 5),
      () => rmSync(join(work, "kept")),
    ];
    for (const damage of damages) {
      await interrupt(0.6);
      damage();
      notes = [];
      await expectWhole(String(damage));
      expect(notes).toEqual([
        expect.stringMatching(
          /KRKN\.proof\.work holds .*damaged.*: the proof begins anew, and that is kept as .*\.unused$/,
        ),
      ]);
    }
  });

  testEach(0, ["records", "red", "black", "kept"])(
    "with a pipe or a link for %s begins anew, in one line",
    async (file) => {
      const path = join(work, file);
      const elsewhere = join(folder, "elsewhere");
      const others = [() => execFileSync("mkfifo", [path]), () => symlinkSync(elsewhere, path)];
      for (const make of others) {
        await interrupt(0.6);
        renameSync(path, elsewhere);
        cpSync(elsewhere, `${elsewhere}.copy`);
        make();
        notes = [];
        await expectWhole(String(make));
        expect(notes).toHaveLength(1);
        expect(readFileSync(elsewhere)).toEqual(readFileSync(`${elsewhere}.copy`));
      }
    },
  );

  test("of another file of the table is told in one line, and goes", LONG, async () => {
    await interrupt(0.6);
    const path = join(folder, "asian/dtc", `${NAME}.canju`);
    const file = readFileSync(path);
    rmSync(path);
    await buildClosure([parseEndgame(NAME)], { ...COLLECTION, folder, threads: 1, effort: "small" });
    notes = [];
    expect(await prove()).toMatchObject({ proven: true });
    expect(notes).toEqual([
      expect.stringMatching(/KRKN\.proof\.work holds work of another table or program: the proof begins anew$/),
    ]);
    expect(existsSync(`${work}.unused`)).toBe(false);
    writeFileSync(path, file);
  });
});
