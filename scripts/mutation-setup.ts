/** For scripts/mutation.ts, before each file of tests: a property that fails has done its work, a smaller example is not sought. */
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
