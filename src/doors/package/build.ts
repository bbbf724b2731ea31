/** `canju/build`: builds endgames, with all that captures lead to, into a data folder, and proves them. For Node. */
export {
  buildClosure,
  type BuildEvent,
  type BuildOptions,
  type BuildReport,
  type BuiltTable,
} from "../../solve/node/build.ts";
export { verifyEndgame, type VerifyOptions } from "../../verify/node/verify.ts";
export type { VerifyReport } from "../../verify/report.ts";
