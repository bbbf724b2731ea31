/** Compiles a kernel that is kept with the sources, in base64 (scripts/compile-kernel.ts). */
export function compileKept(kernel: string): WebAssembly.Module {
  return new WebAssembly.Module(Uint8Array.from(atob(kernel), (letter) => letter.charCodeAt(0)));
}
