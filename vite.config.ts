import { defineConfig } from "vite";
import { licences } from "./scripts/licences.ts";
import { traditionalChinese } from "./scripts/traditional-chinese.ts";
import { VERSION } from "./src/base/version.ts";

const { page, worker } = licences();

export default defineConfig({
  root: "web",
  define: { CANJU_VERSION: JSON.stringify(VERSION) },
  base: "./", // the page can be put into any folder of any host
  plugins: [page, traditionalChinese()],
  worker: { format: "es", plugins: () => [worker] }, // workers share chunks and start workers of their own
  build: {
    outDir: "../build/page",
    emptyOutDir: true,
    rolldownOptions: { input: ["web/index.html", "web/embed.html"] },
  },
});
