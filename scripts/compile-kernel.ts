/**
 * Compiles AssemblyScript. A line `// @inline` or `// @external(...)` before a function is its decorator of that name: as a comment it
 * leaves the source to the formatter, the lint and the type check.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface KernelSource {
  readonly name: string;
  /** Its `index.ts` is compiled. */
  readonly folder: string;
  /** Options of the compiler: what the kernel's memory is. */
  readonly memory: readonly string[];
}

/** A kernel that is kept with the sources, in a module: it is small, and used wherever there is no file to load. */
export interface KeptKernel extends KernelSource {
  /** The module. */
  readonly output: string;
}

function kept(name: string, room: string, memory: readonly string[]): KeptKernel {
  return { name, folder: `${room}/kernel/assembly`, memory, output: `${room}/kernel/bytes.ts` };
}

export const KEPT = [
  kept("packing", "src/solve/shelves", ["--enable", "simd"]),
  kept("rows", "src/table/rows", ["--enable", "simd"]),
  kept("prover", "src/prove", []),
];

/** @throws what does not compile; where it does not is said on stderr */
export async function compileKernel({ name, folder, memory }: KernelSource): Promise<Uint8Array> {
  const asc = await import("assemblyscript/asc");
  let compiled: Uint8Array | undefined;
  const { error } = await asc.main(
    // prettier-ignore
    [
      `${folder}/index.ts`, "--outFile", `${name}.wasm`,
      ...memory, "--importMemory", "--initialMemory", "1",
      "--runtime", "stub", "-O3", "--noAssert", "--disableWarning", "112", // vectors stay inside the kernel
    ],
    {
      stdout: process.stdout,
      stderr: process.stderr,
      readFile: readSource,
      writeFile: (_, contents) => void (compiled = contents as Uint8Array),
    },
  );
  if (error) throw new Error(`the ${name} does not compile: ${error.message}`);
  return compiled!;
}

/** The module that holds a kernel. */
export function moduleOf(folder: string, kernel: Uint8Array): string {
  return [
    `/** What scripts/build-kernel.ts has compiled ${folder} to, in base64. */`,
    `export const KERNEL =\n  "${Buffer.from(kernel).toString("base64")}";`,
    "",
  ].join("\n");
}

/** Null where there is no such file: the compiler looks for a module in several places. */
function readSource(name: string, folder: string): string | null {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, "utf8").replace(/^\/\/ (?=@(inline|external\(.*\))$)/gm, "") : null;
}
