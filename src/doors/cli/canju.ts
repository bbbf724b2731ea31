/** The program `canju`. Importing this module runs it on the arguments of the process. */
import { enableCompileCache } from "node:module";
import { compileCacheFolder } from "./compile-cache.ts";

// Before anything else is loaded: to remove types and compile every time takes 0.41 s of CPU, else it is 0.12 s. Threads
// have caches of their own: the variable tells them the folder.
const folder = compileCacheFolder();
if (folder !== null) {
  enableCompileCache(folder);
  process.env.NODE_COMPILE_CACHE ??= folder;
}
const words = process.argv.slice(2);
// Clients wait a second for an engine's first answer, so that it is loaded without the other commands.
if (["engine", "uci", "ucci"].includes(words[0] ?? "")) {
  const [{ runCommands }, { registerEngine }] = await Promise.all([import("./run.ts"), import("./engine.ts")]);
  await runCommands([registerEngine], words);
} else {
  const { runProgram } = await import("./program.ts");
  await runProgram(words);
}
