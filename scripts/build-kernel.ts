// Compiles the AssemblyScript kernels: the solver's to build/kernel.wasm, the proof's to build/proof.wasm. A line `// @inline`
// or `// @external(...)` before a function is AssemblyScript's decorator of that name: as a comment it leaves the source to the
// formatter, the lint and the type check.
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { whenChanged } from "./when-changed.ts";

const KERNELS = [
  { name: "kernel", folder: "src/solve/kernel/assembly" },
  { name: "proof", folder: "src/verify/kernel/assembly" },
];

for (const { name, folder } of KERNELS) {
  const output = `build/${name}.wasm`;
  await whenChanged({
    name,
    inputs: [`${folder}/**`, "scripts/build-kernel.ts", "package-lock.json"],
    output,
    async build() {
      const asc = await import("assemblyscript/asc");
      const unfinished = `${output}.${process.pid}`;
      const { error } = await asc.main(
        // prettier-ignore
        [
          `${folder}/index.ts`, "--outFile", unfinished,
          "--enable", "simd,threads",
          "--importMemory", "--sharedMemory", "--initialMemory", "1", "--maximumMemory", "65536", // 4 GiB in pages of 64 KiB
          "--runtime", "stub", "-O3", "--noAssert", "--disableWarning", "112", // vectors stay inside the kernel
        ],
        { stdout: process.stdout, stderr: process.stderr, readFile: readSource },
      );
      if (error) {
        console.error(`the ${name} does not compile: ${error.message}`);
        process.exit(1);
      }
      renameSync(unfinished, output);
    },
  });
}

/** Null where there is no such file: the compiler looks for a module in several places. */
function readSource(name: string, folder: string): string | null {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, "utf8").replace(/^\/\/ (?=@(inline|external\(.*\))$)/gm, "") : null;
}
