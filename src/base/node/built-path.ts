/** What is built from sources that are no JavaScript: a package holds it, a checkout makes it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../../", import.meta.url);
const PARTS = {
  kernel: {
    path: "build/kernel.wasm",
    sign: "build/kernel.wasm",
    script: "scripts/build-kernel.ts",
    sources: "src/solve/kernel/assembly/",
  },
  proof: {
    path: "build/proof.wasm",
    sign: "build/proof.wasm",
    script: "scripts/build-kernel.ts",
    sources: "src/verify/kernel/assembly/",
  },
  page: { path: "build/page", sign: "build/page/sw.js", script: "scripts/build-page.ts", sources: null },
} as const;

/**
 * The path of a compiled kernel (the solver's, or the proof's), or of the folder of the page. In a checkout that was installed
 * without its scripts it is built now, and a kernel also where its sources have changed since: an old kernel beside new code
 * would give wrong answers.
 */
export async function builtPath(part: keyof typeof PARTS): Promise<string> {
  const { path, sign, script, sources } = PARTS[part];
  const made = new URL(sign, ROOT);
  if (!existsSync(made) || (sources !== null && isOlder(made, new URL(sources, ROOT)))) {
    await run(fileURLToPath(new URL(script, ROOT)));
  }
  return fileURLToPath(new URL(path, ROOT));
}

/** Whether a file is older than one of a folder; a package has no such folder. */
function isOlder(file: URL, folder: URL): boolean {
  if (!existsSync(folder)) return false;
  const { mtimeMs } = statSync(file);
  return readdirSync(folder).some((name) => statSync(new URL(name, folder)).mtimeMs > mtimeMs);
}

/** Runs a script with its output on stderr: stdout is the command's. */
async function run(script: string): Promise<void> {
  const child = spawn(process.execPath, [script], { stdio: ["ignore", 2, 2] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${script} failed`);
}
