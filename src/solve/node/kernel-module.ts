/** The compiled vector kernel. */
import { readFile } from "node:fs/promises";
import { builtPath } from "../../endgame/node/built-path.ts";

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once. */
export function kernelModule(): Promise<WebAssembly.Module> {
  compiled ??= builtPath("kernel").then(async (path) => WebAssembly.compile(await readFile(path)));
  return compiled;
}
