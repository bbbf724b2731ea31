/** Proofs in parts: whoever takes them over comes to what one proof comes to, whatever parts there are. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { PartFiles, type GivenPart } from "../../src/verify/node/proof-parts.ts";
import { verifyEndgame, verifyPart, type VerifyOptions } from "../../src/verify/node/verify.ts";
import { proveParts, WORKER } from "./prove-parts.ts";
import { buildTablesUnder, copyTables } from "./tables.ts";
import { LONG, testEach } from "../long.ts";

const NAME = "KRKN"; // both sides armed, a level of checks, a derived side
const COLLECTION = { metric: "dtc", rules: "asian", orders: "fang" } as const;
const IN_FOLDER = { resuming: { cells: 0, syncMilliseconds: 0 } };

let folder: string;
let files: string;
let whole: object;
beforeAll(async () => {
  folder = await buildTablesUnder(COLLECTION, NAME);
  files = mkdtempSync(join(tmpdir(), "canju-parts-"));
  whole = await prove([]);
  expect(whole).toMatchObject({ proven: true });
}, 60_000);
afterAll(() => rmSync(files, { recursive: true }));

async function within<T>(use: (options: VerifyOptions) => Promise<T>, tables = folder): Promise<T> {
  const provider = new FolderCatalog(tables, COLLECTION);
  try {
    return await use({ provider, threads: 1 });
  } finally {
    await provider.close();
  }
}

/** What a proof finds, but for how long it took, and who did it. */
async function prove(parts: readonly GivenPart[], options: Partial<VerifyOptions> = {}): Promise<object> {
  const { partsBy: _, ...report } = await within((usual) => verifyEndgame(NAME, { ...usual, ...options, parts }));
  return { ...report, seconds: 0, positionsPerSecond: 0 };
}

/** All parts of a proof. */
function allParts(of: number, options: Partial<VerifyOptions> = {}): Promise<GivenPart[]> {
  const place = mkdtempSync(join(files, `${of}-`));
  return within((usual) => proveParts(NAME, of, place, { ...usual, ...options }));
}

/** What a part says of its chunks, behind its header: that says what it has taken over. */
function chunksOf(path: string): Buffer {
  const bytes = readFileSync(path);
  return bytes.subarray(8 + bytes.readUInt32LE(0)); // behind length, CRC-32 and header
}

describe("a proof in parts", { timeout: 120_000 }, () => {
  testEach(1, [2, 6, 64])("of which there are %d finds the same", async (of) => {
    expect(await prove(await allParts(of))).toEqual(whole);
  });

  test("whose work lies in folders finds the same, and leaves nothing else behind", LONG, async () => {
    expect(await prove(await allParts(4, IN_FOLDER), IN_FOLDER)).toEqual(whole);
    expect(readdirSync(join(folder, "asian/dtc")).filter((file) => /proof|part/.test(file))).toEqual([]);
  });

  test("takes over each chunk of either side once, and where parts are missing what there is", async () => {
    const parts = await allParts(4);
    const read = vi.spyOn(PartFiles.prototype, "read");
    const takenOver = async (given: readonly GivenPart[]): Promise<number> => {
      read.mockClear();
      expect(await prove(given)).toEqual(whole);
      return new Set(read.mock.calls.map(([own, { number }]) => `${own} ${number}`)).size;
    };
    const all = await takenOver(parts);
    expect(all).toBe(read.mock.calls.length);
    const [some, others] = [await takenOver(parts.slice(0, 3)), await takenOver(parts.slice(3))];
    expect(Math.min(some, others)).toBeGreaterThan(0);
    expect(some + others).toBe(all);
    read.mockRestore();
  });

  test("finds the same when parts are missing, damaged, or of several divisions", LONG, async () => {
    const all = [...(await allParts(4)), ...(await allParts(6))];
    const damage = fc.option(fc.double({ min: 0, max: 0.999, noNaN: true }));
    const chosen = fc.array(fc.record({ part: fc.constantFrom(...all), damage }), { maxLength: 8 });
    const last = chunksOf(all[3]!.path);
    const property = fc.asyncProperty(chosen, async (choice) => {
      const place = mkdtempSync(join(files, "chosen-"));
      const parts = choice.map(({ part: { path, by }, damage: share }, i) => {
        const copy = { path: join(place, String(i)), by };
        copyFileSync(path, copy.path);
        if (share === null) return copy;
        const bytes = readFileSync(path);
        bytes[Math.floor(share * bytes.length)]! ^= 8;
        writeFileSync(copy.path, bytes);
        return copy;
      });
      expect(await prove(parts)).toEqual(whole);
      // Who does a part of the second half does what is missing of the first, too.
      const again = join(place, "again");
      await within((options) => verifyPart(NAME, { number: 4, of: 4 }, again, { ...options, parts }));
      expect(chunksOf(again).equals(last)).toBe(true);
    });
    await fc.assert(property, { numRuns: 8 });
  });

  test("may come while a proof is interrupted: it goes on with them, and so without", LONG, async () => {
    const parts = await allParts(4);
    const interrupted = async (given: readonly GivenPart[], share: number): Promise<void> => {
      const stop = new AbortController();
      const onProgress = ({ phase, done }: { phase: string; done: number }) => {
        if (phase === "values" && done >= share) stop.abort(new Error("interrupted"));
      };
      await expect(prove(given, { ...IN_FOLDER, signal: stop.signal, onProgress })).rejects.toThrow("interrupted");
    };
    for (const share of [0, 0.3, 0.9]) {
      await interrupted([], share);
      expect(await prove(parts, IN_FOLDER)).toEqual(whole);
      await interrupted(parts, share);
      expect(await prove(parts.slice(1), IN_FOLDER)).toEqual(whole);
    }
  });

  test("that was interrupted goes on", async () => {
    const parts = await allParts(4);
    const place = mkdtempSync(join(files, "interrupted-"));
    const path = join(place, "part");
    const stop = new AbortController();
    const onProgress = ({ phase, done }: { phase: string; done: number }) => {
      if (phase === "values" && done > 0.1) stop.abort(new Error("interrupted"));
    };
    const part = (options: Partial<VerifyOptions>) =>
      within((usual) => verifyPart(NAME, { number: 1, of: 4 }, path, { ...usual, ...IN_FOLDER, ...options }));
    await expect(part({ signal: stop.signal, onProgress })).rejects.toThrow("interrupted");
    expect(readdirSync(place)).toEqual([]);
    await part({});
    expect(await prove([{ path, by: WORKER }, ...parts.slice(1)])).toEqual(whole);
  });

  describe("by several workers", () => {
    const [a, b] = ["a", "b"];
    const makersOf = async (parts: readonly GivenPart[], options: Partial<VerifyOptions> = {}) => {
      const report = await within((usual) => verifyEndgame(NAME, { ...usual, ...options, parts }));
      expect(report).toMatchObject({ proven: true });
      return report.partsBy;
    };
    const by = (parts: readonly GivenPart[], maker: string) => parts.map(({ path }) => ({ path, by: maker }));

    test("names all of them, and nobody where it took nothing over", async () => {
      const parts = await allParts(4);
      expect(await makersOf([])).toEqual([]);
      expect(await makersOf(by(parts.slice(0, 2), a))).toEqual([a]);
      expect(await makersOf([...by(parts.slice(0, 2), b), ...parts.slice(2)])).toEqual([WORKER, b]);
    });

    test("takes over none that rests on what somebody has done who is not believed", async () => {
      const parts = await allParts(4);
      expect(await makersOf(by(parts.slice(2), a))).toEqual([]);
    });

    test("that was interrupted does again what somebody has done who is not believed any more", LONG, async () => {
      const parts = await allParts(4);
      const stop = new AbortController();
      const onProgress = ({ phase, done }: { phase: string; done: number }) => {
        if (phase === "values" && done >= 0.9) stop.abort(new Error("interrupted"));
      };
      const first = by(parts.slice(0, 2), a);
      const interrupt = () => makersOf(first, { ...IN_FOLDER, signal: stop.signal, onProgress });
      await expect(interrupt()).rejects.toThrow("interrupted");
      expect(await makersOf([], IN_FOLDER)).toEqual([]);
    });
  });

  test("of a table that is damaged is refused", async () => {
    const tables = await copyTables(folder);
    const path = join(tables, "asian/dtc", `${NAME}.canju`);
    const bytes = readFileSync(path);
    bytes[bytes.length - 100]! ^= 1;
    writeFileSync(path, bytes);
    const place = join(files, "damaged");
    mkdirSync(place);
    await expect(within((options) => proveParts(NAME, 4, place, options), tables)).rejects.toThrow(
      "KRKN is not proven",
    );
    expect(readdirSync(place)).toEqual([]);
  });
});
