/**
 * `canju/solve`: solves endgames in memory, in browsers too. The kernel is the file `canju/kernel.wasm`, compiled by
 * `WebAssembly.compile` or `WebAssembly.compileStreaming`.
 */
export type { BuildState } from "../../solve/build/build-figures.ts";
export { checkFits, estimateSolving, type Estimate } from "../../solve/build/estimate.ts";
export { solveInMemory, type SolvedTables, type SolveInMemoryOptions } from "../../solve/build/in-memory.ts";
