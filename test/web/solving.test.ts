/** Building in a browser's memory, by the same module, under Node. */
import { readFile } from "node:fs/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import type { BuildState } from "../../src/solve/build/build-figures.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { KernelMemory } from "../../src/solve/host/memory.ts";
import { vectorKernel } from "../../src/solve/host/vector-kernel.ts";
import { DEFAULT_COLLECTION, openOrMissing } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { sha256 } from "../../src/base/sha256.ts";
import { COLOURS } from "../../src/xiangqi/pieces.ts";
import { AnswerError, type Answers } from "../../web/answers/answers.ts";
import type { BuiltTables } from "../../web/answers/built.ts";
import { tablesInMemory } from "../../src/table/catalog/memory-catalog.ts";
import { withBuilt } from "../../web/answers/current.ts";
import { buildClosureInMemory, sheetsOfOne } from "../../src/solve/build/in-memory.ts";
import { CODECS } from "../../src/doors/package/zstd.ts";
import { tablesInBlobs } from "../../web/answers/blobs.ts";
import { BLOBS } from "../../web/solving/blob-files.ts";
import { planFor, type Device } from "../../web/solving/plan.ts";
import { teamOfOne } from "../../src/solve/host/team.ts";
import { missingOf } from "../../src/endgame/graph.ts";

const ENDGAMES = ["KRKN", "KPKA"];

let folder: string;
let kernel: WebAssembly.Module;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "canju-solving-"));
  await buildClosure(ENDGAMES.map(parseEndgame), { ...DEFAULT_COLLECTION, folder, threads: 1 });
  kernel = await WebAssembly.compile(await readFile(join(import.meta.dirname, "../../build/kernel.wasm")));
});
afterAll(() => rm(folder, { recursive: true }));

async function buildHere(name: string) {
  const files = new Map<string, Blob>();
  const progress: BuildState[] = [];
  const memory = new KernelMemory(2 ** 26);
  await buildClosureInMemory(parseEndgame(name), {
    ...DEFAULT_COLLECTION,
    kernel: vectorKernel(kernel, teamOfOne(), memory),
    threads: 1,
    sheets: sheetsOfOne(kernel, memory),
    memory,
    files: BLOBS,
    tables: tablesInMemory(DEFAULT_COLLECTION, new Map()),
    present: new Set(),
    onTable: (each, file) => files.set(each, file),
    onProgress: (each) => progress.push(each),
  });
  return { files, progress };
}

test.each(ENDGAMES)("what a browser builds equals what canju build writes, value for value: %s", async (name) => {
  const { files, progress } = await buildHere(name);
  expect([...files.keys()]).toEqual(missingOf(parseEndgame(name), new Set()).map((each) => each.name));
  expect(progress.map(({ done }) => done)).toEqual(progress.map(({ done }) => done).sort((a, b) => a - b));
  expect(progress.at(-1)!.done).toBeCloseTo(1);

  const written = new FolderCatalog(folder, DEFAULT_COLLECTION);
  const built = tablesInBlobs(DEFAULT_COLLECTION, files, CODECS);
  for (const each of files.keys()) {
    const [here, there] = [await openOrMissing(built, each), await openOrMissing(written, each)];
    await here.verifyChecksums(sha256);
    const { inputs, ...info } = here.header.info;
    expect(there.header.info).toMatchObject(info);
    expect(info.contentSum).toMatch(/^[0-9a-f]{64}$/);
    const withoutFile = (from: typeof inputs) => from.map((input) => ({ name: input.name, sum: input.sum! }));
    expect(withoutFile(inputs)).toEqual(withoutFile(there.header.info.inputs));
    expect(here.header.values).toEqual(there.header.values);
    expect(await here.readHistogram()).toEqual(await there.readHistogram());
    for (const turn of COLOURS) {
      expect(Buffer.from(await here.readSide(turn)).equals(Buffer.from(await there.readSide(turn)))).toBe(true);
    }
  }
  await written.close();
});

test("a server that lacks a table which this browser built is asked once", async () => {
  const { files } = await buildHere("KNK");
  let asked = 0;
  const lacking = {
    kind: "server",
    provider: async () => tablesInMemory(DEFAULT_COLLECTION, new Map()),
    list: async () => ({ tables: [], damaged: [] }),
    ask: async () => {
      asked++;
      throw new AnswerError("missing-table", "there is no table for KNK", { endgame: "KNK" });
    },
  } satisfies Answers;
  const tables = tablesInBlobs(DEFAULT_COLLECTION, files, CODECS);
  const built: BuiltTables = {
    ...tables,
    files,
    damaged: new Set(),
    add: async () => true,
    remove: async () => {},
    list: async () => [],
  };
  const answers = withBuilt(lacking, async () => built);
  for (const fen of ["3k5/9/9/9/9/9/9/9/4N4/4K4 w", "3nk4/9/9/9/9/9/9/9/9/3K5 b"]) {
    expect(await answers.ask("probe", { fen })).toMatchObject({ fen });
  }
  expect(asked).toBe(1);
});

/** A browser of a computer with 8 GiB. */
const LAPTOP: Device = { memoryBytes: 2 ** 30, hasFiles: true, roomBytes: 1e11 };

test("a plan names what is missing, and why a browser cannot build it, with both numbers", async () => {
  const plan = (name: string, device: Partial<Device> = {}, present = new Set<string>()) =>
    planFor(name, present, "asian", { ...LAPTOP, ...device });
  expect(await plan("KRKN", {}, new Set(["KK", "KRK", "KNK"]))).toMatchObject({
    endgames: ["KRKN"],
    here: { obstacle: null, asideBytes: 0 },
  });
  expect((await plan("KNKR")).endgames).toEqual(["KK", "KNK", "KRK", "KRKN"]);
  const obstacle = async (name: string, device: Partial<Device> = {}) => (await plan(name, device)).here.obstacle;
  expect(await obstacle("KRCKR")).toBeNull();
  expect(await obstacle("KRRKRR")).toMatchObject({ what: "positions", needed: expect.closeTo(2.6e9, -8) });
  expect(await obstacle("KRCKR", { memoryBytes: 2 ** 26 })).toMatchObject({ what: "memory", most: 2 ** 26 });
  expect(await obstacle("KRCKR", { roomBytes: 3e7 })).toMatchObject({ what: "room", most: 3e7 });
});

test("what has no room in memory is planned for the disk; without files all is in memory, or it does not fit", async () => {
  const here = async (hasFiles: boolean, memoryBytes: number) =>
    (await planFor("KRCKR", new Set(), "asian", { ...LAPTOP, hasFiles, memoryBytes })).here;
  const most = (await here(false, 2 ** 30)).memoryBytes;
  expect(await here(true, 2 ** 30)).toMatchObject({ asideBytes: 0, obstacle: null });
  expect(await here(true, 0.95 * most)).toMatchObject({ asideBytes: expect.closeTo(79 * 2 ** 20, -7), obstacle: null });
  expect(await here(false, 0.95 * most)).toMatchObject({ asideBytes: 0, obstacle: { what: "memory" } });
});

test("a plan of a large endgame lets the browser do other things between every few endgames", async () => {
  let pauses = 0;
  const plan = await planFor("KRNAABBKCPAABB", new Set(), "asian", LAPTOP, async () => void pauses++);
  expect(plan.endgames.length).toBeGreaterThan(1000);
  expect(pauses).toBeGreaterThan(plan.endgames.length / 10);
});
