import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BuildEvent } from "../../src/solve/node/build.ts";
import { EXTENT_BYTES } from "../../src/solve/kernel/assembly/layout.ts";
import { Seal } from "../../src/base/node/user-key.ts";
import { DEFAULT_RULES } from "../../src/rules/asian/options.ts";
import { run } from "../doors/cli/program.ts";
import { LONG, testEach } from "../long.ts";
import { damageAnything, endAnywhere, failAnywhere, InterruptedBuild, writeShortly } from "./work-faults.ts";

const RUNS = 5;

for (const [name, options] of [
  ["KRKN", {}],
  ["KNPK", LONG],
] as const) {
  describe(`an interrupted build of ${name}`, options, () => {
    const build = new InterruptedBuild(name);
    beforeAll(() => build.prepare());
    afterAll(() => build.remove());

    test("goes on wherever its process ended, with or without the power", () => endAnywhere(build, RUNS));
    test("says in one line what its disk did, and goes on", () => failAnywhere(build, RUNS));
    test("writes as well where each write takes some bytes only", () => writeShortly(build, 1000));
    test("is begun anew, or goes on, where what it put aside is damaged", () => damageAnything(build, RUNS));
  });
}

describe("what an interrupted build has put aside", () => {
  const build = new InterruptedBuild("KRKN");
  beforeAll(() => build.prepare());
  afterAll(() => build.remove());

  /** Ends a build after two thirds of its steps. */
  const interrupt = async (): Promise<void> => {
    build.reset();
    await build.end(Math.floor((2 / 3) * build.steps));
    expect(build.workFiles.sort()).toEqual(
      expect.arrayContaining(["manifest.json", "red.captures", "red.done", "red.seeds", "tape"]),
    );
  };
  const of = (events: readonly BuildEvent[], kind: BuildEvent["kind"]) => events.filter((event) => event.kind === kind);
  const changeManifest = (change: (text: string) => string): void => {
    const path = join(build.work, "manifest.json");
    writeFileSync(path, change(readFileSync(path, "utf8")));
  };

  const workOf = (text: string) => (JSON.parse(text) as { work: object }).work;
  /** A manifest of this user's program, whatever it holds. */
  const sealed = (work: object, seal = new Seal("build")) => {
    const text = JSON.stringify(work);
    return `{"seal":"${seal.of(text).toString("hex")}","work":${text}}\n`;
  };
  const unused = () => `${build.work}.unused`;
  const UNKNOWN = "this user's program has not written it, or it is damaged";

  test("is gone on with, told, and gone when the table is complete", async () => {
    await interrupt();
    const events = await build.build();
    expect(of(events, "resumed")).toMatchObject([{ endgame: "KRKN", progress: { phase: expect.any(String) } }]);
    expect(of(events, "unusable")).toEqual([]);
    build.expectTable("resumed");
  });

  test("is gone on with by a build on other threads, and where the endgame is not worth it", async () => {
    await interrupt();
    const events = await build.build({ threads: 3, saveTimes: undefined });
    expect(of(events, "resumed")).toHaveLength(1);
    build.expectTable("resumed");
  });

  test("is gone on with by another version of the program whose kernel is the same", async () => {
    await interrupt();
    changeManifest((text) => {
      const work = workOf(text) as { identity: object };
      return sealed({ ...work, identity: { ...work.identity, version: "0.0.0" } });
    });
    const events = await build.build();
    expect(of(events, "resumed")).toHaveLength(1);
    expect(of(events, "unusable")).toEqual([]);
    build.expectTable("another version");
  });

  test("is not used under other rules", async () => {
    await interrupt();
    const events = await build
      .build({ options: { ...DEFAULT_RULES, checksMayChase: true } })
      .catch((error: Error) => error);
    // The sub-endgames were built under these rules as well: such a folder is refused before.
    expect(String(events)).toMatch(/was built under other rules/);
  });

  testEach(1, [
    ["a damaged manifest", (text: string) => text.replace(/"bytes":\d/, '"bytes":9')],
    ["an empty manifest", () => ""],
    ["one that is too long", (text: string) => text + " ".repeat(2 ** 24)],
    ["one of another user", (text: string) => sealed(workOf(text), new Seal("build", Buffer.alloc(32, 7)))],
    ["one that is a proof's", (text: string) => sealed(workOf(text), new Seal("proof"))],
  ])("with %s is not used, in one line, and kept", async (_, change) => {
    await interrupt();
    changeManifest(change);
    const files = build.workFiles;
    const events = await build.build();
    const keptAs = unused();
    expect(of(events, "unusable")).toEqual([{ kind: "unusable", endgame: "KRKN", why: UNKNOWN, keptAs }]);
    expect(readdirSync(keptAs)).toEqual(files);
    rmSync(keptAs, { recursive: true });
    expect(of(events, "resumed")).toEqual([]);
    build.expectTable(_);
  });

  test("that another command would go on with is kept", async () => {
    await interrupt();
    changeManifest((text) => {
      const work = workOf(text) as { identity: object };
      return sealed({ ...work, identity: { ...work.identity, inSlices: true } });
    });
    const events = await build.build();
    const why = "it was built with --slices";
    expect(of(events, "unusable")).toEqual([{ kind: "unusable", endgame: "KRKN", why, keptAs: unused() }]);
    rmSync(unused(), { recursive: true });
    build.expectTable(why);
  });

  testEach(1, [
    ["tape", "its file tape is missing", true],
    ["red.done", "its file red.done is missing", true],
    ["manifest.json", "it has no manifest", false],
  ])("without %s is not used, in one line", async (file, why, isKept) => {
    await interrupt();
    rmSync(join(build.work, file));
    const events = await build.build();
    const keptAs = isKept ? unused() : null;
    expect(of(events, "unusable")).toEqual([{ kind: "unusable", endgame: "KRKN", why, keptAs }]);
    rmSync(unused(), { recursive: true, force: true });
    build.expectTable(why);
  });

  test("is not used where a bit of the length of an extent on its tape is another", LONG, async () => {
    for (let bit = 0; bit < 8; bit++) {
      await interrupt();
      const path = join(build.work, "tape");
      const bytes = readFileSync(path);
      bytes[EXTENT_BYTES]! ^= 1 << bit;
      writeFileSync(path, bytes);
      const events = await build.build();
      const why = "its file tape is not what this user's program has written";
      expect(of(events, "unusable")).toEqual([{ kind: "unusable", endgame: "KRKN", why, keptAs: unused() }]);
      rmSync(unused(), { recursive: true });
      build.expectTable(`bit ${bit}`);
    }
  });

  test("is not used where it is no folder, or leads to one", LONG, async () => {
    const { execFileSync } = await import("node:child_process");
    const plants = [
      () => writeFileSync(build.work, ""),
      () => execFileSync("mkfifo", [build.work]),
      () => symlinkSync(build.folder, build.work),
      () => (mkdirSync(build.work), execFileSync("mkfifo", [join(build.work, "manifest.json")])),
    ];
    for (const plant of plants) {
      build.reset();
      plant();
      const events = await build.build();
      expect(of(events, "unusable")).toMatchObject([{ kind: "unusable", keptAs: unused() }]);
      rmSync(unused(), { recursive: true });
      build.expectTable(String(plant));
    }
  });

  test("is listed with why a build would not go on with it", LONG, async () => {
    const listed = async () => {
      const { stdout } = await run(["list", "--rules", "asian", "--metric", "dtc"], { data: build.folder });
      return stdout.split("\n").filter((line) => line.startsWith("unfinished build: KRKN"));
    };
    const changeWork = (change: (work: { identity: object }) => object): void => {
      changeManifest((text) => sealed(change(workOf(text) as { identity: object })));
    };
    const identityWith = (other: object) => () =>
      changeWork((work) => ({ ...work, identity: { ...work.identity, ...other } }));
    await interrupt();
    expect(await listed()).toEqual([expect.stringMatching(/put aside 20.*, canju build KRKN goes on with it$/)]);
    const unusable: [why: string, change: () => void][] = [
      ["its format is version 0, this program knows 5", () => changeWork((work) => ({ ...work, format: 0 }))],
      ["it was written by Canju 0.0.0 with another solving kernel", identityWith({ version: "0.0.0", kernel: "0" })],
      ["it belongs to another endgame", identityWith({ endgame: "KRKC" })],
      ["it belongs to other rules", identityWith({ rules: "none" })],
      ["its file red.done is missing", () => rmSync(join(build.work, "red.done"))],
      ["its file tape is cut short", () => truncateSync(join(build.work, "tape"), 3)],
    ];
    for (const [why, change] of unusable) {
      await interrupt();
      change();
      expect(await listed()).toEqual([expect.stringMatching(new RegExp(`KRKN\\.work cannot be used: ${why}$`))]);
    }
  });

  test("goes when its table is there", async () => {
    build.reset();
    await build.build();
    mkdirSync(build.work);
    writeFileSync(join(build.work, "tape"), "left");
    await build.build();
    expect(existsSync(build.work)).toBe(false);
    build.expectTable("there");
  });

  test("is less and less what a build has still to do", LONG, async () => {
    build.reset();
    let lives = 0;
    for (; !readdirSync(join(build.folder, "asian/dtc")).includes("KRKN.canju"); lives++) {
      await build.end(Math.floor(build.steps / 4)); // enough for some saves
      expect(lives).toBeLessThan(20);
    }
    expect(lives).toBeGreaterThan(2);
    build.expectTable(`${lives} lives`);
  });
});
