/** Builds that are interrupted while they put aside what they have: the next one must make the same tables. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { canonicalEndgame, parseEndgame } from "../../src/endgame/endgame.ts";
import { subEndgames } from "../../src/endgame/graph.ts";
import { type BuildEvent, type BuildOptions, buildInto } from "../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { parseUnfinished } from "../../src/base/node/unfinished.ts";
import { InputError } from "../../src/base/errors.ts";
import { onDisk, stepsOf, withEnd, withFault, type Unsynced } from "../table/faults.ts";

const TABLES = "asian/dtc";

export type Changes = Partial<BuildOptions>;

/** A build that puts aside what it has at every moment that it can. */
export class InterruptedBuild {
  readonly folder = mkdtempSync(join(tmpdir(), "canju-work-"));
  readonly endgame;
  /** The number of steps of a build that nothing interrupts. */
  steps = 0;
  #table = Buffer.alloc(0);
  readonly #start = mkdtempSync(join(tmpdir(), "canju-work-"));

  constructor(name: string) {
    this.endgame = canonicalEndgame(parseEndgame(name)).endgame;
  }

  get work(): string {
    return join(this.folder, TABLES, `${this.endgame.name}.work`);
  }

  /** Builds all that the endgame leads to, and the endgame itself for comparison. */
  async prepare(): Promise<void> {
    await buildInto(subEndgames(this.endgame), { ...DEFAULT_COLLECTION, folder: this.#start, threads: 1 });
    this.reset();
    await this.build({ saveTimes: { worthSeconds: Infinity, everyMilliseconds: 0 } });
    expect(existsSync(this.work)).toBe(false);
    this.#table = this.#read();
    this.reset();
    this.steps = (await stepsOf(() => this.build())).length;
    this.expectTable("nothing went wrong");
  }

  remove(): void {
    for (const folder of [this.folder, this.#start]) rmSync(folder, { recursive: true, force: true });
  }

  /** As before the first build. */
  reset(): void {
    rmSync(this.folder, { recursive: true, force: true });
    cpSync(this.#start, this.folder, { recursive: true });
  }

  build(changes: Changes = {}): Promise<BuildEvent[]> {
    return onDisk(
      () => {},
      () => this.#build(changes),
    );
  }

  async #build(changes: Changes): Promise<BuildEvent[]> {
    const events: BuildEvent[] = [];
    const saveTimes = { worthSeconds: 0, everyMilliseconds: 0 };
    const options = { ...DEFAULT_COLLECTION, folder: this.folder, threads: 1, saveTimes, ...changes };
    await buildInto([this.endgame], { ...options, onEvent: (event) => void events.push(event) });
    return events;
  }

  /** Ends the building process at its n-th step; with the power, if what is not synced is not kept. */
  async end(n: number, unsynced: Unsynced = "kept"): Promise<void> {
    await withEnd(n, unsynced, () => this.build());
  }

  /** What the work folder holds. */
  get workFiles(): string[] {
    return existsSync(this.work) ? readdirSync(this.work) : [];
  }

  expectTable(when: string): void {
    expect(this.#read().equals(this.#table), when).toBe(true);
    const files = readdirSync(join(this.folder, TABLES));
    // What a process leaves that only seems to have ended is not taken away while it runs.
    const left = files.filter((file) => !file.endsWith(".canju") && parseUnfinished(file) === null);
    expect(left, when).toEqual([]);
  }

  #read() {
    return readFileSync(join(this.folder, TABLES, `${this.endgame.name}.canju`));
  }
}

/** A process ends at any step, with or without the power, again and again. */
export async function endAnywhere(build: InterruptedBuild, numRuns: number): Promise<void> {
  const unsynced = fc.constantFrom<Unsynced>("kept", "lost", "half");
  const ends = fc.array(fc.tuple(fc.nat(build.steps - 1), unsynced), { minLength: 1, maxLength: 3 });
  const property = fc.asyncProperty(ends, async (all) => {
    build.reset();
    for (const [n, what] of all) await build.end(n, what);
    await build.build();
    build.expectTable(JSON.stringify(all));
  });
  await fc.assert(property, { numRuns, endOnFailure: true });
}

/** Any step fails in any way: one clear line, and the next build goes on. */
export async function failAnywhere(build: InterruptedBuild, numRuns: number): Promise<void> {
  const code = fc.constantFrom("ENOSPC", "EIO", "EMFILE", "EDQUOT");
  const property = fc.asyncProperty(fc.nat(build.steps - 1), code, async (n, what) => {
    build.reset();
    const error = await withFault(n, what, () => build.build());
    if (error !== null) {
      expect(error, `${what} at ${n}`).toBeInstanceOf(InputError);
      expect((error as InputError).message).not.toContain("\n");
      await build.build();
    }
    build.expectTable(`${what} at ${n}`);
  });
  await fc.assert(property, { numRuns, endOnFailure: true });
}

/** Writes take few bytes at a time. */
export async function writeShortly(build: InterruptedBuild, most: number): Promise<void> {
  build.reset();
  await onDisk(
    () => {},
    () => build.build(),
    most,
  );
  build.expectTable("short writes");
}

/** A bit of any file that was put aside flips, or a file is cut short or lost. */
export async function damageAnything(build: InterruptedBuild, numRuns: number): Promise<void> {
  const kind = fc.constantFrom("flip", "cut", "remove");
  const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  const parameters = fc.tuple(fc.nat(build.steps - 1), share, kind, share, fc.nat(7));
  const property = fc.asyncProperty(parameters, async ([n, which, what, where, bit]) => {
    build.reset();
    await build.end(n);
    const files = build.workFiles;
    if (files.length > 0) {
      const path = join(build.work, files[Math.floor(which * files.length)]!);
      const bytes = readFileSync(path);
      const at = Math.floor(where * bytes.length);
      if (what === "remove") rmSync(path);
      else if (what === "cut") writeFileSync(path, bytes.subarray(0, at));
      else if (bytes.length > 0) {
        bytes[at]! ^= 1 << bit;
        writeFileSync(path, bytes);
      }
    }
    await build.build();
    rmSync(`${build.work}.unused`, { recursive: true, force: true }); // what is damaged is kept
    build.expectTable(JSON.stringify([n, which, what, where, bit]));
  });
  await fc.assert(property, { numRuns, endOnFailure: true });
}
