/** The compiled vector kernel. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { builtPath } from "../../base/node/built-path.ts";

export interface CompiledKernel {
  readonly module: WebAssembly.Module;
  readonly sha256: string;
}

let compiled: Promise<CompiledKernel> | undefined;

/** Compiled once. */
export function compiledKernel(): Promise<CompiledKernel> {
  compiled ??= builtPath("kernel").then(async (path) => {
    const bytes = await readFile(path);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { module: await WebAssembly.compile(bytes), sha256 };
  });
  return compiled;
}
