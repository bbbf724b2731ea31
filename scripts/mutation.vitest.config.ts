/** How scripts/mutation.ts runs tests: until one fails, so the quickest files first, and no smaller example is sought. */
import { mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import config from "../vitest.config.ts";

class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const duration = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return files.toSorted((a, b) => duration(a) - duration(b));
  }
}

export default mergeConfig(config({ mode: "mutation", command: "serve" }), {
  test: {
    isolate: true, // for mutation-setup.ts changes the limit of its process
    setupFiles: ["scripts/mutation-setup.ts"],
    sequence: { sequencer: QuickestFirst },
  },
});
