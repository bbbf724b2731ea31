import { defineConfig } from "vite";

export default defineConfig({
  root: "web",
  base: "./", // the page can be put into any folder of any host
  build: { outDir: "../build/page", emptyOutDir: true },
});
