/** What the commands of a fleet use of it, loaded at once. */
export { checkStore, fetchClosure, listStore } from "./check-store.ts";
export { beginStore, collectionOf, makeIdentity, readIdentity, switchesOf } from "./identity.ts";
export { openStore, TRY_AGAIN, TryAgainError } from "./store.ts";
export { Builder } from "./builder.ts";
export { CacheFolder } from "./cache-folder.ts";
export { ensurePart, ensureProof, ensureTable, prove } from "./tasks.ts";
export { toMakefile, toSlurm } from "./export.ts";
export { makePlan, parseWanted } from "./plan.ts";
export { checkTypedAddress, Queue } from "./queue.ts";
export { readRates, type MeasuredRates } from "./measured-rates.ts";
export { DOLLARS_PER_CPU_HOUR, DOLLARS_PER_GB_MONTH } from "./rates.ts";
export { simulate } from "./simulate.ts";
export { runWorker } from "./worker.ts";
export { serveFigures, WorkerFigures } from "./worker-figures.ts";
export { DiskBlocks } from "./disk-blocks.ts";
export { StoreCatalog } from "./store-catalog.ts";
export {
  contributionsTo,
  makeKey,
  readKey,
  signProof,
  submitProof,
  trustedKeys,
  trustKey,
  type SignedProof,
} from "./signed-proofs.ts";
export { storedHeader } from "./stored-tables.ts";
