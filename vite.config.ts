import { defineConfig } from "vite";

export default defineConfig({
  root: "web",
  base: "./", // the page can be put into any folder of any host
  worker: { format: "es" }, // workers share chunks and start workers of their own
  build: { outDir: "../build/page", emptyOutDir: true },
});
