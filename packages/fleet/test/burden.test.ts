/** Whoever only builds or serves neither installs nor loads what fleets need. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import fleet from "../package.json" with { type: "json" };
import manifest from "../../../package.json" with { type: "json" };
import { PROGRAM } from "../../../test/doors/cli/program.ts";

const ROOT = join(import.meta.dirname, "../../..");

test("what only fleets need is the fleet's own, and imported by one file each", () => {
  const names = ["pg-boss", "@aws-sdk/client-s3"] as const;
  for (const name of names) {
    expect(fleet.dependencies).toHaveProperty(name);
    expect({ ...manifest.dependencies, ...manifest.devDependencies }).not.toHaveProperty(name);
  }
  expect(fleet.dependencies["pg-boss"]).toMatch(/^\d+\.\d+\.\d+$/);
  const importing = (name: string) =>
    execFileSync("grep", ["-rlE", `(from|import\\() ?"${name}"`, "src", "packages/fleet/src", "packages/solvers/src"], {
      cwd: ROOT,
      encoding: "utf8",
    }).trim();
  expect(importing("pg-boss")).toBe("packages/fleet/src/queue.ts");
  expect(importing("@aws-sdk/client-s3")).toBe("packages/fleet/src/s3-store.ts");
});

test("canju build, verify and list load nothing of a fleet", () => {
  const folder = mkdtempSync(join(tmpdir(), "canju-burden-"));
  const seen = join(folder, "seen");
  const hooks = join(folder, "hooks.mjs");
  writeFileSync(
    hooks,
    `import { registerHooks } from "node:module"; import { appendFileSync } from "node:fs";
registerHooks({ resolve(name, context, next) { const found = next(name, context); appendFileSync(${JSON.stringify(seen)}, found.url + "\\n"); return found; } });`,
  );
  try {
    for (const args of [["build", "KRK"], ["verify", "KRK"], ["list"]]) {
      execFileSync(process.execPath, ["--import", hooks, PROGRAM, ...args, "--data", folder], { stdio: "pipe" });
    }
    const loaded = readFileSync(seen, "utf8");
    expect(loaded).toContain("/src/solve/");
    expect(loaded).not.toMatch(/packages\/fleet\/|pg-boss|aws-sdk/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
