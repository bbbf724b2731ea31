/** How scripts/plant-faults.ts runs tests: the quickest files first, since the first that fails ends the run. */
import { mergeConfig, type ConfigEnv } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import config from "../vitest.config.ts";

class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const duration = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((a, b) => duration(a) - duration(b));
  }
}

export default (env: ConfigEnv) =>
  mergeConfig(config(env), {
    test: {
      testTimeout: 240_000, // a busy machine finds nothing
      hookTimeout: 240_000,
      setupFiles: ["scripts/mutation-setup.ts"],
      sequence: { sequencer: QuickestFirst },
    },
  });
