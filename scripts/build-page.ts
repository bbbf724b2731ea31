// Bundles web/ to build/page, and what a server draws of it to build/first-view.js. The kernel is part of the page, and so is the
// service worker, which knows all its files.
import "./build-kernel.ts";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { drawIcons } from "./icons.ts";
import { traditionalChinese } from "./traditional-chinese.ts";
import { whenChanged } from "./when-changed.ts";

const OUTPUT = "build/page";
/** Files that few visitors ask for: the service worker keeps them only when they were. */
const ON_DEMAND = /^stockfish/;

await whenChanged({
  name: "page",
  inputs: [
    "web/**",
    "src/!(doors|verify)/**",
    "src/doors/package/zstd.ts",
    "build/kernel.wasm",
    "vite.config.ts",
    "scripts/traditional-chinese.ts",
    "tsconfig.json",
    "scripts/{build-page,icons,licences}.ts",
    "LICENSE",
    "package{,-lock}.json",
  ],
  output: `${OUTPUT}/sw.js`,
  build: async () => {
    const { build } = await import("vite");
    await build({ logLevel: "warn" });
    await drawIcons(OUTPUT);
    await build({
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      plugins: [traditionalChinese()],
      ssr: { noExternal: true },
      build: { ssr: "web/first-view.tsx", outDir: "build", emptyOutDir: false, minify: true },
    });
    const assets = readdirSync(`${OUTPUT}/assets`).toSorted();
    const inAssets = (isOnDemand: boolean) =>
      assets.filter((name) => ON_DEMAND.test(name) === isOnDemand).map((name) => `assets/${name}`);
    const files = ["index.html", "manifest.webmanifest", "icon.svg", ...inAssets(false)];
    const hash = createHash("sha256");
    for (const file of files) hash.update(file).update(readFileSync(`${OUTPUT}/${file}`));
    await build({
      configFile: false,
      logLevel: "warn",
      define: {
        FILES: JSON.stringify(["./", ...files.slice(1)]),
        ON_DEMAND: JSON.stringify(inAssets(true)),
        VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
      },
      build: {
        outDir: OUTPUT,
        emptyOutDir: false,
        lib: { entry: "web/sw.ts", formats: ["es"], fileName: () => "sw.js" },
      },
    });
  },
});
