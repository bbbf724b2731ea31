import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROGRAM = join(import.meta.dirname, "measured-build.ts");

interface Measured {
  readonly toldBytes: number;
  readonly takenBytes: number;
}

test.each(["KRKAABB", "KNPKN", "KRCKR", "KRNKR", "KNPKAABB"])(
  "building %s takes the memory that was told before, within a tenth",
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), "canju-memory-"));
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, name, folder]);
      const { toldBytes, takenBytes } = JSON.parse(stdout) as Measured;
      expect(toldBytes / takenBytes).toBeGreaterThan(0.9);
      expect(toldBytes / takenBytes).toBeLessThan(1.1);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
