/** The thread that makes PNG of SVG: one request after the other. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { answerQuestions } from "../../base/node/crew.ts";

const program = fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"));
const ready = initWasm(readFileSync(program));

answerQuestions(
  async (svg: string) => {
    await ready;
    const drawing = new Resvg(svg);
    const image = drawing.render();
    const png = Uint8Array.from(image.asPng());
    image.free();
    drawing.free();
    return png;
  },
  (png) => [png.buffer],
);
