import { existsSync, globSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { traditionalChinese } from "./scripts/traditional-chinese.ts";

/**
 * The tiers that run only when asked for, `vitest run --mode NAME`, by their folders. Without a mode all else runs but tests
 * tagged `long` or `matrix`, for which there is `--mode long`.
 */
const TIERS: Record<string, string> = {
  tables: "test/tables",
  nightly: "test/nightly",
  fleet: "packages/fleet/test/servers",
};

const FAST = "{test,packages/*/test}/**/*.test.ts";

/** Of the tier `fleet`, what needs PostgreSQL alone runs with all else where there is one. */
const LEFT_OUT = Object.values(TIERS).map((folder) => {
  const isQueue = folder === TIERS.fleet && existsSync("/usr/lib/postgresql");
  return isQueue ? `${folder}/!(queue).test.ts` : `${folder}/**`;
});

/** Where the tests with these tags are, which `--mode long` runs. */
const WITH_LONG = globSync(FAST, { cwd: import.meta.dirname }).filter((path) =>
  /\/(long|matrix)\.ts"/.test(readFileSync(join(import.meta.dirname, path), "utf8")),
);

export default defineConfig(({ mode }) => {
  const tier = TIERS[mode];
  const isLong = mode === "long";
  const timeout = tier === undefined && !isLong ? 60_000 : 60 * 60_000;
  return {
    plugins: [traditionalChinese()],
    test: {
      include: isLong ? WITH_LONG : [tier === undefined ? FAST : `${tier}/**/*.test.ts`],
      exclude: tier === undefined ? LEFT_OUT : [],
      tags: ["long", "matrix"].map((name) => ({ name, skip: tier === undefined && !isLong && mode !== "mutation" })),
      globalSetup: ["test/browser/setup.ts", ...(mode === "fleet" ? ["packages/fleet/test/servers/setup.ts"] : [])],
      pool: "forks", // tests start worker threads of their own
      isolate: false, // a process runs one file after the other, and loads what they share once
      setupFiles: ["test/tidy.ts"],
      env: {
        NODE_COMPILE_CACHE: join(import.meta.dirname, "build/compile-cache"), // and these need not strip the types of every file again
        CANJU_KEYS: join(realpathSync(tmpdir()), `canju-test-keys-${userInfo().uid}`),
      },
      maxWorkers: 3, // of two cores: one waits for a browser or another process while the others compute
      expect: { poll: { timeout: 15_000 } }, // a page answers when it has its answer
      testTimeout: timeout,
      hookTimeout: timeout,
    },
  };
});
