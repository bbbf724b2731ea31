import { defineConfig } from "vite";
import { licences } from "./scripts/licences.ts";
import { traditionalChinese } from "./scripts/traditional-chinese.ts";
import { VERSION } from "./src/base/version.ts";

const { page, worker } = licences();

/** What of a bundler's graph is needed here. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Of each graph, by entry: all modules that it cannot begin without. */
const beginnings = new WeakMap<Graph, Map<string, Set<string>>>();

function beginningOf(entry: string, graph: Graph): Set<string> {
  const known = beginnings.get(graph) ?? new Map<string, Set<string>>();
  beginnings.set(graph, known);
  const found = known.get(entry) ?? new Set([entry]);
  if (!known.has(entry)) {
    known.set(entry, found);
    for (const id of found) graph.getModuleInfo(id)?.importedIds.forEach((each) => found.add(each));
  }
  return found;
}

/** Modules that all of some entries begin with are one file, so that a first visit waits for few: others share them, too. */
function beginning(name: string, ...entries: readonly string[]) {
  const paths = entries.map((entry) => `${import.meta.dirname}/web/${entry}`);
  return {
    debugName: name,
    name: (id: string, graph: Graph) =>
      !paths.includes(id) && paths.every((path) => beginningOf(path, graph).has(id)) ? name : null,
  };
}

/** What the page says from the start, a file for each language: a server has the browser load it at once. */
const WORDS = {
  debugName: "words",
  name: (id: string) => {
    const language = /\/web\/words\/([\w-]+)\/page\.ts/.exec(id)?.[1];
    if (language === undefined) return null;
    return `words-${id.endsWith("?zh-Hant") ? "zh-Hant" : language}`;
  },
};

export default defineConfig({
  root: "web",
  define: { CANJU_VERSION: JSON.stringify(VERSION) },
  base: "./", // the page can be put into any folder of any host
  plugins: [page, traditionalChinese()],
  worker: { format: "es", plugins: () => [worker] }, // workers share chunks and start workers of their own
  build: {
    outDir: "../build/page",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["web/index.html", "web/embed.html"],
      output: {
        codeSplitting: { groups: [beginning("drawn", "embed.ts", "main.tsx"), beginning("start", "main.tsx"), WORDS] },
      },
    },
  },
});
