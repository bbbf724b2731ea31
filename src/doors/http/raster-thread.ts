/** The thread that makes PNG of SVG: one request after the other. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

const program = fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"));
const ready = initWasm(readFileSync(program));

parentPort!.on("message", async (svg: string) => {
  await ready;
  const drawing = new Resvg(svg);
  const image = drawing.render();
  const png = Uint8Array.from(image.asPng());
  image.free();
  drawing.free();
  parentPort!.postMessage(png, [png.buffer]);
});
