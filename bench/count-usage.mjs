/**
 * Loaded before a program: writes what its process has taken to the file CANJU_BENCH_USAGE as it ends. JavaScript, since
 * removing types would cost the process a tenth of a second.
 */
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.CANJU_BENCH_USAGE;
if (isMainThread && file !== undefined)
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakBytes: maxRSS * 1024 };
    writeFileSync(file, JSON.stringify(usage));
  });
