import { defineConfig } from "vitest/config";

/** `vitest run` runs what every change needs, `vitest run --mode tables` the tests that build and prove more tables. */
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === "tables" ? ["test/tables/**/*.test.ts"] : ["test/**/*.test.ts"],
    exclude: mode === "tables" ? [] : ["test/tables/**"],
    pool: "forks", // tests start worker threads of their own
    maxWorkers: 2,
    expect: { poll: { timeout: 15_000 } }, // a page answers when it has its answer
    testTimeout: mode === "tables" ? 30 * 60_000 : 60_000,
    hookTimeout: mode === "tables" ? 30 * 60_000 : 60_000,
  },
}));
