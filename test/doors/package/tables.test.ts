/** `canju-tables`, the readers alone: packed into an empty folder, it reads tables of a server and of a folder. */
import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEndgame } from "../../../src/endgame/endgame.ts";
import { buildClosure } from "../../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../../src/table/catalog/catalog.ts";
import { ROOT } from "./installed.ts";

const SOURCE = join(ROOT, "build/packages/canju-tables");
let folder: string;
let place: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "canju-tables-"));
  const pack = ["pack", "--ignore-scripts", "--pack-destination", folder];
  execFileSync("npm", pack, { cwd: SOURCE, stdio: "ignore", shell: process.platform === "win32" });
  place = join(folder, "node_modules/canju-tables");
  mkdirSync(place, { recursive: true });
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"))!;
  execFileSync("tar", ["-xzf", join(folder, tarball), "-C", place, "--strip-components", "1"]);
  cpSync(join(ROOT, "node_modules/fzstd"), join(folder, "node_modules/fzstd"), { recursive: true });
  await buildClosure([parseEndgame("KNKP")], { ...DEFAULT_COLLECTION, folder: join(folder, "data"), threads: 1 });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

async function runModule(code: string): Promise<string> {
  const file = join(folder, "program.mjs");
  writeFileSync(file, code);
  const env = { ...process.env, NODE_PATH: undefined, NODE_OPTIONS: undefined };
  return (await promisify(execFile)(process.execPath, [file], { cwd: folder, env })).stdout;
}

test("it is less than 1 MB with all that it needs, and has neither server nor solver", () => {
  const files = globSync("**/*", { cwd: join(folder, "node_modules") }).map((file) =>
    join(folder, "node_modules", file),
  );
  const bytes = files.map((file) => statSync(file)).filter((file) => file.isFile());
  expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1e6);
  expect(files.filter((file) => /\/(solve|verify|http|cli|uci|page)\//.test(file))).toEqual([]);
  const { dependencies } = JSON.parse(readFileSync(join(place, "package.json"), "utf8")) as { dependencies: object };
  expect(Object.keys(dependencies)).toEqual(["fzstd"]);
});

test("its README's program reads tables from a server", async () => {
  const server = createServer((request, response) => {
    const bytes = readFileSync(join(folder, "data", request.url!.replace("/tables/", "")));
    const [, first, last] = /(\d+)-(\d+)/.exec(request.headers.range!)!.map(Number) as [number, number, number];
    const part = bytes.subarray(first, last + 1);
    response.writeHead(206, { "content-range": `bytes ${first}-${first + part.length - 1}/${bytes.length}` }).end(part);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const readme = readFileSync(join(place, "README.md"), "utf8");
  const program = readme
    .split("\n")
    .filter((line) => line.startsWith("    ") || line === "")
    .join("\n");
  expect(await runModule(program.replace("https://example.org", `http://127.0.0.1:${port}`))).toMatch(
    /endgame: 'KNKP'.*category: 'win',\s+order: 0,\s+distance: 23/s,
  );
  server.close();
});

test("it reads a folder's tables, and says in a line what is missing", async () => {
  const code = `
    import { FolderCatalog } from "canju-tables/node";
    import { probe, samplePosition } from "canju-tables/table";
    import { parseEndgame } from "canju-tables/endgame";
    import { parseLegalFen } from "canju-tables/xiangqi";
    const tables = new FolderCatalog(${JSON.stringify(join(folder, "data"))});
    const { count } = await samplePosition(parseEndgame("KNKP"), { outcome: "win" }, tables);
    console.log(count > 1000);
    await probe(parseLegalFen("3k5/9/9/9/9/4n4/9/9/9/R3K4 w"), tables).catch((error) => console.log(error.code));
    await tables.close();`;
  expect(await runModule(code)).toBe("true\nmissing-table\n");
});
