// Compiles the AssemblyScript kernel to build/kernel.wasm.
import { renameSync } from "node:fs";
import { whenChanged } from "./when-changed.ts";

const ENTRY = "src/solve/kernel/assembly/index.ts";
const OUTPUT = "build/kernel.wasm";

await whenChanged({
  name: "kernel",
  inputs: ["src/solve/kernel/assembly/**", "scripts/build-kernel.ts", "package-lock.json"],
  output: OUTPUT,
  async build() {
    const asc = await import("assemblyscript/asc");
    const unfinished = `${OUTPUT}.${process.pid}`;
    const { error } = await asc.main(
      // prettier-ignore
      [
        ENTRY, "--outFile", unfinished,
        "--enable", "simd,threads",
        "--importMemory", "--sharedMemory", "--initialMemory", "1", "--maximumMemory", "65536", // 4 GiB in pages of 64 KiB
        "--runtime", "stub", "-O3", "--noAssert", "--disableWarning", "112", // vectors stay inside the kernel
      ],
      { stdout: process.stdout, stderr: process.stderr },
    );
    if (error) {
      console.error(`the kernel does not compile: ${error.message}`);
      process.exit(1);
    }
    renameSync(unfinished, OUTPUT);
  },
});
