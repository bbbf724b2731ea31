/** Where threads keep compiled code between runs. */
import { enableCompileCache } from "node:module";

/**
 * To be called by a thread before it loads what it runs: each has a cache of its own, which saves half of what it takes to
 * start one. It is where the program keeps its own (doors/cli/canju.ts says so in NODE_COMPILE_CACHE), and nowhere else: left to
 * itself, Node takes a folder in the shared temporary directory, where anybody may have put code.
 */
export function keepCompiledCode(): void {
  const folder = process.env.NODE_COMPILE_CACHE;
  if (folder) enableCompileCache(folder);
}
