// Compiles the kernels: the solver's to build/kernel.wasm, the proof's to build/proof.wasm, those that are kept with the sources to modules there.
import { renameSync, writeFileSync } from "node:fs";
import { compileKernel, KEPT, moduleOf } from "./compile-kernel.ts";
import { whenChanged } from "./when-changed.ts";

/** A memory that threads share grows up to 4 GiB, in pages of 64 KiB. */
const SHARED = ["--enable", "simd,threads", "--sharedMemory", "--maximumMemory", "65536"];

const KERNELS = [
  { name: "kernel", folder: "src/solve/kernel/assembly", memory: SHARED, output: "build/kernel.wasm" },
  { name: "proof", folder: "src/verify/kernel/assembly", memory: SHARED, output: "build/proof.wasm" },
  ...KEPT,
];

for (const kernel of KERNELS) {
  const { name, folder, output } = kernel;
  await whenChanged({
    name,
    inputs: [`${folder}/**`, "scripts/{build,compile}-kernel.ts", "package-lock.json"],
    output,
    async build() {
      const compiled = await compileKernel(kernel);
      const unfinished = `${output}.${process.pid}`;
      writeFileSync(unfinished, output.endsWith(".ts") ? moduleOf(folder, compiled) : compiled);
      renameSync(unfinished, output);
    },
  });
}
