import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { dataFolderOfTest, environment, LAUNCHER } from "./program.ts";

const ROOT = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };

const execute = promisify(execFile);

test("bin/canju.js runs the program and hands on its exit code", async () => {
  const env = environment(dataFolderOfTest());
  const { stdout } = await execute(process.execPath, [LAUNCHER, "--version"], { env });
  expect(stdout).toBe(`${version}\n`);
  const failed = execute(process.execPath, [LAUNCHER, "stats", "KX"], { env });
  await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^canju: "KX" is not/) });
});

test("npm run canju and npx canju are the program", async () => {
  const env = environment(dataFolderOfTest());
  const options = { env, cwd: ROOT, shell: process.platform === "win32" };
  const [run, npx] = await Promise.all([
    execute("npm", ["run", "--silent", "canju", "--", "--version"], options),
    execute("npx", ["--no-install", "canju", "--version"], options),
  ]);
  expect([run.stdout, npx.stdout]).toEqual([`${version}\n`, `${version}\n`]);
});

test("help lists every command", async () => {
  const { stdout } = await execute(process.execPath, [LAUNCHER, "help"], { env: environment(dataFolderOfTest()) });
  for (const command of ["build", "stats", "probe", "line", "verify", "list", "serve"]) {
    expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
  }
});
