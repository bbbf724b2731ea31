/** For scripts/mutation.ts, before each file of tests. */
import fc from "fast-check";

// A property that fails has done its work: a smaller example is not sought.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

// A change that runs five times as often as it does in all tests unchanged is in an endless loop. Stryker waits for 100 times.
const { __stryker__: stryker } = globalThis as { __stryker__?: { hitLimit?: number } };
if (stryker?.hitLimit !== undefined) stryker.hitLimit /= 20;
