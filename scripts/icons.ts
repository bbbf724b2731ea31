/** The page's icon as PNG, for systems that take no SVG: iOS, which rounds its corners, and launchers that cut it into a shape. */
import { readFileSync, writeFileSync } from "node:fs";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** Files and their sizes in pixels. Those that are cut fill the whole square, with the drawing in the middle four fifths. */
const ICONS = [
  { file: "icon-192.png", size: 192, isCut: false },
  { file: "icon-512.png", size: 512, isCut: false },
  { file: "icon-maskable.png", size: 512, isCut: true },
  { file: "apple-touch-icon.png", size: 180, isCut: true },
] as const;

/** Writes them beside the icon that is drawn in SVG. */
export async function drawIcons(folder: string): Promise<void> {
  await initWasm(readFileSync(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
  const icon = readFileSync(`${folder}/icon.svg`, "utf8");
  const [, colour] = /<rect[^>]*fill="([^"]*)"/.exec(icon)!;
  const whole = icon
    .replace(/<rect[^>]*>/, `<rect width="32" height="32" fill="${colour}"/>`)
    .replace("<path", '<path transform="translate(2.4 2.4) scale(.85)"');
  for (const { file, size, isCut } of ICONS) {
    const drawing = new Resvg(isCut ? whole : icon, { fitTo: { mode: "width", value: size } });
    writeFileSync(`${folder}/${file}`, drawing.render().asPng());
  }
}
