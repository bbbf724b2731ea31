/** Before each file of tests: files share a process, so that what one has replaced goes with it. */
import { afterAll, vi } from "vitest";
import { endFile } from "./ends.ts";

afterAll(async () => {
  await endFile();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.resetConfig();
});
