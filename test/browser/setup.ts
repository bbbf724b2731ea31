/** For all tests of a run: one browser, and servers of the tables that many files look at and none changes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { serve } from "../../src/doors/http/serve.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { buildClosure } from "../../src/solve/node/build.ts";
import { DEFAULT_COLLECTION } from "../../src/table/catalog/catalog.ts";
import type { Collection } from "../../src/table/catalog/collection.ts";
import { serveChromium } from "./chromium.ts";

const SHARED: readonly Tables[] = [
  { endgames: ["KRKA", "KPKA", "KNKP", "KRKN"] },
  { endgames: ["KRKA"] },
  {
    endgames: ["KRKN", "KRKA"],
    otherwise: [
      { rules: "chinese", metric: "dtc" },
      { rules: "none", metric: "dtc" },
      { rules: "asian", metric: "dtm" },
    ],
  },
];

interface Tables {
  readonly endgames: readonly string[];
  /** In what other collections the first of them is there too. */
  readonly otherwise?: readonly Pick<Collection, "rules" | "metric">[];
}

export interface SharedServer {
  readonly url: string;
  readonly folder: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the browser is connected to. */
    chromium: string;
    /** By their endgames, with commas between. */
    servers: Readonly<Record<string, SharedServer>>;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Tests in a browser lie in files or folders that are called so; others need not wait for one.
  if (!project.vitest.state.getPaths().some((path) => path.includes("browser"))) return undefined;
  const chromium = await serveChromium();
  project.provide("chromium", chromium.wsEndpoint());
  const servers: Record<string, SharedServer> = {};
  const closing = await Promise.all(
    SHARED.map(async ({ endgames, otherwise = [] }) => {
      const folder = await mkdtemp(join(tmpdir(), "canju-browser-"));
      const parsed = endgames.map(parseEndgame);
      await buildClosure(parsed, { ...DEFAULT_COLLECTION, folder, threads: 1 });
      for (const other of otherwise) await buildClosure(parsed.slice(0, 1), { ...other, folder, threads: 1 });
      const server = await serve({ dataDir: folder, port: 0 });
      servers[endgames.join()] = { url: server.url, folder };
      return async () => {
        await server.close();
        await rm(folder, { recursive: true });
      };
    }),
  );
  project.provide("servers", servers);
  return async () => {
    await chromium.close();
    await Promise.all(closing.map((close) => close()));
  };
}
