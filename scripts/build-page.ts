// Bundles web/ to build/page.
import { build } from "vite";
import { whenChanged } from "./when-changed.ts";

await whenChanged({
  name: "page",
  inputs: [
    "web/**",
    "src/{xiangqi,endgame,table}/**",
    "vite.config.ts",
    "tsconfig.json",
    "scripts/build-page.ts",
    "package-lock.json",
  ],
  output: "build/page/index.html",
  async build() {
    await build({ logLevel: "warn" });
  },
});
