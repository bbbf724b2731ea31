/** The program `canju`. Importing this module runs it on the arguments of the process. */
import { enableCompileCache } from "node:module";
import { compileCacheFolder } from "./compile-cache.ts";

// Before anything else is loaded: to remove types and compile every time takes 0.41 s of CPU, else it is 0.12 s.
const folder = compileCacheFolder();
if (folder !== null) enableCompileCache(folder);
await import("./program.ts");
