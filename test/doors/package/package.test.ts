import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG, longWhere, testEach } from "../../long.ts";
import { waitFor } from "../cli/program.ts";
import { installPackage, MANIFEST, ROOT, type Installed } from "./installed.ts";

const execute = promisify(execFile);
/** What programs may import: modules, but what only the packages beside the core import. */
const SUBPATHS = Object.keys(MANIFEST.exports).filter((path) => !/\.wasm$|\.json$|^\.\/internal\//.test(path));
const OF_NODE = ["./node", "./build"];
const WON = "4k4/4a4/9/9/9/9/9/4R4/9/3K5 w";

let installed: Installed;
let data: string;

beforeAll(() => {
  installed = installPackage(["typescript", "@types/node", "undici-types"]);
  data = join(installed.folder, "data");
});

afterAll(() => installed?.remove());

/** The environment without anything that points back to the repository. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, CANJU_DATA: data, NODE_PATH: undefined, NODE_OPTIONS: undefined };
}

async function canju(...args: string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, [installed.program, ...args], {
    cwd: installed.folder,
    env: environment(),
  });
  return stdout;
}

async function runModule(code: string, node = process.execPath): Promise<string> {
  const file = join(installed.folder, "program.mjs");
  writeFileSync(file, code);
  return (await execute(node, [file], { cwd: installed.folder, env: environment() })).stdout;
}

/** A Node 20, where one is installed. */
const NODE_20 = (process.env.PATH ?? "")
  .split(delimiter)
  .map((place) => join(place, "node"))
  .find((node) => existsSync(node) && execFileSync(node, ["--version"], { encoding: "utf8" }).startsWith("v20."));

describe("the package", () => {
  test("is at most 3 MB, with the kernel and the page, and without sources and tests", () => {
    expect(installed.packedBytes).toBeLessThan(3e6);
    const place = join(installed.folder, "node_modules/canju");
    const files = globSync("**/*", { cwd: place });
    for (const file of [
      "build/kernel.wasm",
      "build/page/index.html",
      "include/canju.h",
      "include/LICENSE",
      "LICENSE",
      "README.md",
      "CHANGELOG.md",
    ]) {
      expect(files).toContain(file);
    }
    const others = ["bin", "build", "dist", "docs", "examples", "include", "package.json", "python", "rust"];
    const texts = ["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md"];
    expect(readdirSync(place).sort()).toEqual([...texts, ...others]);
    expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file) && !file.startsWith("examples/"))).toEqual([]);
  });

  test("has all that its documents link to, but decisions, pictures, the study, counts of large endgames and what authors of readers try them on", () => {
    const place = join(installed.folder, "node_modules/canju");
    const dead = globSync("{*.md,{docs,examples,include}/**/*.md}", { cwd: place }).flatMap((file) => {
      const links = readFileSync(join(place, file), "utf8").matchAll(/\]\(([^)\s]+)\)/g);
      const targets = Array.from(links, ([, link]) => link!).filter((link) => !/^(\w+:|#)/.test(link));
      return targets
        .filter((link) => !existsSync(join(place, dirname(file), link.replace(/#.*/, ""))))
        .map((link) => `${file}: ${link}`);
    });
    expect(
      dead.filter(
        (link) =>
          !/: ([./]*(src|web)\/|[./]*(docs\/)?(decisions(\/|$)|images\/)|((docs|reports)\/)*study\/|large-endgames$|(spec\/)?(bad|samples)\/)/.test(
            link,
          ),
      ),
    ).toEqual([]);
  });

  test("runs its commands: build, verify, probe, stats, list, material", LONG, async () => {
    expect(await canju("--version")).toBe(`${MANIFEST.version}\n`);
    expect(await canju("build", "KRKA")).toContain("built 4 tables");
    expect(await canju("verify", "KRKA")).toContain("KRKA (dtc, rules asian): proven");
    expect(JSON.parse(await canju("probe", WON, "--json"))).toMatchObject({ endgame: "KRKA", category: "win" });
    expect(await canju("stats", "KRKA")).toContain("KRKA");
    expect(JSON.parse(await canju("list", "--json"))).toHaveProperty("tables.length", 4);
    expect(await canju("material", "KRKNN")).toContain("KRKNN");
  });

  test("serves the page and the API", LONG, async () => {
    await canju("build", "KRK");
    const child = spawn(process.execPath, [installed.program, "serve", "--port", "0"], { env: environment() });
    try {
      const url = /http:\/\/\S+/.exec(await waitFor(child.stdout, "http://"))![0];
      const page = await (await fetch(url)).text();
      const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page)![1]!;
      expect((await fetch(new URL(script, url))).status).toBe(200);
      const fen = "3k5/9/9/9/9/9/9/4R4/9/4K4 w".replace(" ", "_");
      expect(await (await fetch(new URL(`api/v1/probe?fen=${fen}`, url))).json()).toMatchObject({ endgame: "KRK" });
    } finally {
      child.kill();
    }
  });

  test("exports what each subpath says, and nothing else of it can be imported", async () => {
    const found = JSON.parse(
      await runModule(`
        const found = {};
        for (const path of ${JSON.stringify(SUBPATHS)}) found[path] = Object.keys(await import("canju" + path.slice(1)));
        found.closed = await import("canju/dist/table/read/table.js").catch(({ code }) => code);
        found.kernel = import.meta.resolve("canju/kernel.wasm").endsWith("kernel.wasm");
        console.log(JSON.stringify(found));`),
    ) as Record<string, unknown>;
    for (const path of SUBPATHS) {
      const source = (await import(join(ROOT, `src/doors/package/${path.slice(2)}.ts`))) as object;
      expect((found[path] as string[]).sort()).toEqual(Object.keys(source).sort());
      expect(found[path]).not.toHaveLength(0);
    }
    // Without these who reads Chinese tables would take an uncertain win for a win.
    expect(found["./table"]).toEqual(expect.arrayContaining(["byDefault", "DEPENDS", "isDependent", "isDraw"]));
    expect(found).toMatchObject({ closed: "ERR_PACKAGE_PATH_NOT_EXPORTED", kernel: true });
  });

  test.each(SUBPATHS.filter((path) => !OF_NODE.includes(path)))("needs nothing of Node for %s", (path) => {
    const place = join(installed.folder, "node_modules/canju");
    const seen = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file) || file.endsWith(".json")) return;
      seen.add(file);
      for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:from|import|import\() ?"([^"]+)"/g)) {
        if (name!.startsWith(".")) visit(resolve(dirname(file), name!));
        else expect([relative(place, file), name]).toEqual(["dist/table/format/fzstd.js", "fzstd"]);
      }
    };
    visit(join(place, MANIFEST.exports[path]!));
    expect(seen.size).toBeGreaterThan(1);
  });

  test("imports by name nothing that Node 20 lacks", () => {
    const place = join(installed.folder, "node_modules/canju/dist");
    const { node, build } = Object.fromEntries(OF_NODE.map((path) => [path.slice(2), path]));
    const seen = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = readFileSync(file, "utf8");
      expect([relative(place, file), /import \{[^}]*zstd[^}]*\} from "node:zlib"/i.test(text)]).toEqual([
        expect.anything(),
        false,
      ]);
      for (const [, name] of text.matchAll(/(?:from|import|import\() ?"(\.[^"]+\.js)"/g))
        visit(resolve(dirname(file), name!));
    };
    for (const path of [node, build]) visit(join(installed.folder, "node_modules/canju", MANIFEST.exports[path!]!));
    expect(seen.size).toBeGreaterThan(50);
  });

  test(
    "on Node 20 reads, judges and proves; what builds says which Node it takes",
    longWhere(NODE_20 !== undefined),
    async () => {
      await canju("build", "KRKA");
      const told = await runModule(
        `
      import { readFile } from "node:fs/promises";
      import { buildClosure, verifyEndgame } from "canju/build";
      import { parseEndgame } from "canju/endgame";
      import { FolderCatalog } from "canju/node";
      import { perfectLine } from "canju/play";
      import { judgeMoves, parseJudgedFen } from "canju/rules";
      import { solveInMemory } from "canju/solve";
      import { probe } from "canju/table";
      import { parseLegalFen } from "canju/xiangqi";
      const folder = ${JSON.stringify(data)};
      const tables = new FolderCatalog(folder);
      const won = parseLegalFen("${WON}");
      const told = { category: (await probe(won, tables)).category, line: (await perfectLine(won, tables)).moves.length };
      const round = ["d0d1", "b1c3", "d1d0", "c3b1"];
      const start = parseJudgedFen("4k4/9/9/9/9/9/9/9/1n7/R2K5 w");
      told.verdict = judgeMoves(start, [...round, ...round]).verdict.result;
      const kernel = await WebAssembly.compile(await readFile(new URL(import.meta.resolve("canju/kernel.wasm"))));
      told.solved = (await solveInMemory("KRK", { kernel })).files.size;
      told.problems = (await verifyEndgame("KRKA", { provider: tables })).problems;
      told.build = await buildClosure([parseEndgame("KRKB")], { folder, rules: "asian", metric: "dtc" }).catch((error) => [
        error.name, error.code, error.message ]);
      await tables.close();
      console.log(JSON.stringify(told));`,
        NODE_20,
      );
      expect(JSON.parse(told)).toEqual({
        category: "win",
        line: 3,
        verdict: "black-loss",
        solved: 2,
        problems: [],
        build: [
          "InputError",
          "old-node",
          expect.stringMatching(/^this takes Node 22\.15 or newer, which has zstd; this is v20/),
        ],
      });
    },
  );

  testEach(1, ["nodenext", "bundler"])("has declarations that compile under %s", async (resolution) => {
    const { folder } = installed;
    cpSync(join(ROOT, "examples"), join(folder, "examples"), { recursive: true });
    const imports = SUBPATHS.map((path, i) => `export * as part${i} from "canju${path.slice(1)}";`);
    const kernel = `import kernel from "canju/kernel.wasm";\nexport const address: string = kernel;`;
    writeFileSync(join(folder, "examples/all.ts"), `${imports.join("\n")}\n${kernel}\n`);
    const compilerOptions = {
      target: "ES2024",
      lib: ["ES2024", "DOM", "DOM.Iterable"],
      module: resolution === "nodenext" ? "nodenext" : "esnext",
      moduleResolution: resolution,
      types: ["node"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    };
    const config = join(folder, `tsconfig.${resolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, include: ["examples"] }));
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const told = await execute(process.execPath, [tsc, "--project", config]).catch(
      (error: { stdout: string }) => error,
    );
    expect(told.stdout).toBe("");
  });

  test("refuses bad input as the command line does, with InputError and a code", async () => {
    const told = JSON.parse(
      await runModule(`
        import { readFile } from "node:fs/promises";
        import { buildClosure } from "canju/build";
        import { parseEndgame } from "canju/endgame";
        import { FolderCatalog } from "canju/node";
        import { Game, explain, perfectLine } from "canju/play";
        import { judgeMoves } from "canju/rules";
        import { solveInMemory } from "canju/solve";
        import { httpCatalog, memorySource, openTable, probe } from "canju/table";
        import { InputError, parseFen, parseLegalFen, parseUci } from "canju/xiangqi";
        import { CODECS } from "canju/zstd";

        const kernel = await WebAssembly.compile(await readFile(new URL(import.meta.resolve("canju/kernel.wasm"))));
        const tables = new FolderCatalog("no-such-folder");
        const facing = parseFen("4k4/9/9/9/9/9/9/9/R8/4K4 w");
        const won = parseLegalFen("3k5/9/9/9/9/9/9/4R4/9/4K4 w");
        const data = { rules: "asian", metric: "dtc" };
        const attempts = {
          "a FEN": () => parseLegalFen("9/9 w"),
          "a name": () => parseEndgame("KX"),
          "a move": () => parseUci(won, "e2e9e"),
          "moves": () => judgeMoves(won, ["hello"]),
          "a metric": () => new FolderCatalog("tables", { metric: "dtz" }),
          "rules": () => httpCatalog("http://host/", { ...data, rules: "chess" }, { codecs: CODECS }),
          "an impossible position to probe": () => probe(facing, tables),
          "an impossible position to explain": () => explain(facing, tables),
          "an impossible position to play from": () => perfectLine(facing, tables),
          "an impossible start of a game": () => new Game(facing, tables),
          "no table": () => probe(won, tables),
          "no table file": () => openTable(memorySource(new Uint8Array(1000)), CODECS),
          "an endgame that is too large": () => solveInMemory("KRNCPKRNCP", { kernel }),
          "what does not fit": () => solveInMemory("KRNKR", { kernel, memoryBytes: 1e6 }),
          "orders": () => solveInMemory("KRK", { kernel, orders: "pai" }),
          "a build that is too large": () => buildClosure([parseEndgame("KRNCPKRNCP")], { folder: "tables", ...data }),
          "a build of other metrics": () => buildClosure([parseEndgame("KRK")], { folder: "tables", ...data, metric: 1 }),
        };
        const told = {};
        for (const [what, attempt] of Object.entries(attempts)) {
          try {
            told[what] = ["no error", await attempt()];
          } catch (error) {
            told[what] = error instanceof InputError ? error.code : String(error.stack);
          }
        }
        console.log(JSON.stringify(told));`),
    ) as Record<string, string>;
    expect(told).toEqual({
      "a FEN": "bad-fen",
      "a name": "bad-endgame",
      "a move": "bad-move",
      moves: "bad-move",
      "a metric": "bad-option",
      rules: "bad-option",
      "an impossible position to probe": "kings-facing",
      "an impossible position to explain": "kings-facing",
      "an impossible position to play from": "kings-facing",
      "an impossible start of a game": "kings-facing",
      "no table": "missing-table",
      "no table file": "damaged-table",
      "an endgame that is too large": "too-many-attacking-men",
      "what does not fit": "does-not-fit",
      orders: "bad-option",
      "a build that is too large": "too-many-attacking-men",
      "a build of other metrics": "bad-option",
    });
  });

  test("solves in memory, and the values are those of the tables it builds", async () => {
    const told = JSON.parse(
      await runModule(`
        import { readFile } from "node:fs/promises";
        import { solveInMemory } from "canju/solve";
        import { probe } from "canju/table";
        import { parseLegalFen } from "canju/xiangqi";
        const kernel = await WebAssembly.compile(await readFile(new URL(import.meta.resolve("canju/kernel.wasm"))));
        const solved = await solveInMemory("KRKA", { kernel });
        console.log(JSON.stringify({ names: [...solved.files.keys()], ...(await probe(parseLegalFen("${WON}"), solved)) }));`),
    ) as Record<string, unknown>;
    await canju("build", "KRKA");
    const { names, ...probed } = told;
    expect(names).toEqual(["KK", "KAK", "KRK", "KRKA"]);
    expect(probed).toEqual(JSON.parse(await canju("probe", WON, "--json")));
  });
});

describe("the examples", () => {
  async function example(name: string, ...args: string[]): Promise<string> {
    cpSync(join(ROOT, "examples"), join(installed.folder, "examples"), { recursive: true });
    const file = join(installed.folder, "examples", name);
    return (await execute(process.execPath, [file, ...args], { cwd: installed.folder, env: environment() })).stdout;
  }

  test("build an endgame, prove it and probe it", LONG, async () => {
    expect(await example("build.ts", "KRKA", "tables")).toContain("KRKA is proven");
    const probed = await example("probe.ts", "tables", WON);
    expect(probed).toMatch(/^KRKA: win in 3 plies\n\* \S{4} \S{4} {2}loss/);
  });

  test("judge a game", async () => {
    expect(await example("judge.ts")).toContain("Check by");
  });
});
