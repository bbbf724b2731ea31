import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

interface Step {
  /** What is built, for the log. */
  readonly name: string;
  /** Globs of everything the output depends on. */
  readonly inputs: readonly string[];
  readonly output: string;
  readonly build: () => Promise<void>;
}

/** Runs a build step unless its output stands and was made from the same inputs. Paths are relative to the root. */
export async function whenChanged({ name, inputs, output, build }: Step): Promise<void> {
  process.chdir(dirname(import.meta.dirname));
  const stamp = `build/${name}.sha256`;
  const hash = hashFiles(inputs);
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash) {
    utimesSync(output, new Date(), new Date()); // so that its age says it too
    return;
  }
  mkdirSync("build", { recursive: true });
  const start = performance.now();
  await build();
  writeFileSync(stamp, hash);
  console.log(`built ${output} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

function hashFiles(globs: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of globSync(globs).toSorted()) {
    if (statSync(file).isFile()) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}
