/** Tables that a browser built and kept: one that it lost a part of since is as good as none. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import { decodeHeader } from "../../src/table/format/format.ts";
import { solveInMemory } from "../../src/solve/build/in-memory.ts";
import { AnswerError, type Answers } from "../../web/answers/answers.ts";
import { loadBuilt } from "../../web/answers/built.ts";
import { withBuilt } from "../../web/answers/current.ts";

afterEach(() => vi.unstubAllGlobals());

test("a kept table with a damaged block behind a sound header is dropped, the others stay", async () => {
  const kernel = await WebAssembly.compile(await readFile(join(import.meta.dirname, "../../build/kernel.wasm")));
  const { files } = await solveInMemory("KRK", { kernel, ...DEFAULT_COLLECTION });
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  /** What the browser has the names of, but not the contents. */
  const [lost, unreadable] = [new Set<string>(), new Set<string>()];
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (url: string) => {
      if (lost.has(url)) return undefined;
      const cut = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
      return new Response(unreadable.has(url) ? cut : kept.get(url));
    },
    put: async (url: string, response: Response) => void kept.set(url, new Uint8Array(await response.arrayBuffer())),
    delete: async (url: string) => kept.delete(url),
  };
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("document", { baseURI: "http://localhost/" });
  const folder = "http://localhost/built/asian/dtc/";
  for (const [name, file] of files) kept.set(`${folder}${name}.canju`, file);

  expect([...(await loadBuilt(DEFAULT_COLLECTION)).files.keys()].sort()).toEqual(["KK", "KRK"]);
  const damaged = files.get("KRK")!.slice();
  const { data } = decodeHeader(damaged, "KRK");
  damaged[data.offset + data.length - 1]! ^= 1;
  kept.set(`${folder}KRK.canju`, damaged);
  const tables = await loadBuilt(DEFAULT_COLLECTION);
  expect([...tables.files.keys()]).toEqual(["KK"]);
  expect([...tables.damaged]).toEqual(["KRK"]);
  expect(await tables.open("KRK")).toBeNull();
  expect([...kept.keys()]).toEqual([`${folder}KK.canju`]);

  // Whatever else is wrong with what the browser has, the others stay, and it is named: another table, a part, nothing at all.
  const sound = files.get("KRK")!;
  const wrongs: (() => void)[] = [
    () => kept.set(`${folder}KRK.canju`, files.get("KK")!),
    () => kept.set(`${folder}KRK.canju`, sound.subarray(0, sound.length - 1)),
    () => kept.set(`${folder}KRK.canju`, new Uint8Array()),
    () => unreadable.add(`${folder}KRK.canju`),
    () => lost.add(`${folder}KRK.canju`),
  ];
  for (const wrong of wrongs) {
    kept.set(`${folder}KRK.canju`, sound);
    wrong();
    const found = await loadBuilt(DEFAULT_COLLECTION);
    expect([[...found.files.keys()], [...found.damaged]]).toEqual([["KK"], ["KRK"]]);
    await found.add("KRK", new Blob([sound]));
    expect([...found.damaged]).toEqual([]);
    [unreadable, lost].forEach((each) => each.clear());
  }
});

test("what a browser has kept and lost is said to be damaged, by the page and where it is asked for", async () => {
  const missing = () => Promise.reject(new AnswerError("missing-table", "there is none", { endgame: "KRK" }));
  const none = { ...DEFAULT_COLLECTION, open: async () => null };
  const others: Answers = {
    kind: "server",
    provider: async () => none,
    list: async () => ({ tables: [], damaged: [] }),
    ask: missing,
  };
  const own = { ...none, files: new Map(), add: async () => true, remove: async () => {}, list: async () => [] };
  const answers = withBuilt(others, async () => ({ ...own, damaged: new Set(["KRK"]) }));
  expect((await answers.list()).damaged).toEqual(["KRK"]);
  const asked = answers.ask("probe", { fen: "4k4/9/9/9/9/9/9/9/9/R2K5 w" });
  await expect(asked).rejects.toMatchObject({ code: "damaged-table", endgame: "KRK" });
});

test("of an endgame that is too large the server is asked where it has a cone that holds the position, and only there", async () => {
  const none = { ...DEFAULT_COLLECTION, open: async () => null };
  const asked: string[] = [];
  const others = {
    kind: "server",
    provider: async () => none,
    list: async () => ({ tables: [{ endgame: "KPPPKPP.from888-99" }], damaged: [] }),
    ask: async (_: unknown, { fen }: { fen: string }) => asked.push(fen),
  } as unknown as Answers;
  const own = { ...none, files: new Map(), damaged: new Set(), add: async () => true, remove: async () => {} };
  const answers = withBuilt(others, async () => ({ ...own, list: async () => [] }) as never);
  const [held, not, six] = [
    "P1P1k3P/9/9/9/9/9/9/9/9/p4K2p w",
    "P1P1k4/9/P8/9/9/9/9/9/9/p4K2p w",
    "RNC1k1rnc/9/9/9/9/9/9/9/9/4K4 w",
  ];
  await answers.ask("probe", { fen: held! });
  for (const fen of [not!, six!])
    await expect(answers.ask("probe", { fen })).rejects.toMatchObject({ code: "too-many-attacking-men" });
  expect(asked).toEqual([held]);
});
