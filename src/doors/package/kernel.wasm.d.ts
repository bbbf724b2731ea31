/**
 * `canju/kernel.wasm`: the solver's kernel, to be compiled by `WebAssembly.compile` for `canju/solve`. What its import gives is up
 * to the bundler; declared is what most of them give, the address of the file.
 */
declare const address: string;
export default address;
