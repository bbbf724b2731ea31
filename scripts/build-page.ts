// Bundles web/ to build/page. The kernel is part of the page.
import "./build-kernel.ts";
import { whenChanged } from "./when-changed.ts";

await whenChanged({
  name: "page",
  inputs: [
    "web/**",
    "src/{xiangqi,endgame,table,patterns,play,solve,material}/**",
    "build/kernel.wasm",
    "vite.config.ts",
    "tsconfig.json",
    "scripts/build-page.ts",
    "package-lock.json",
  ],
  output: "build/page/index.html",
  build: async () => {
    const { build } = await import("vite");
    await build({ logLevel: "warn" });
  },
});
