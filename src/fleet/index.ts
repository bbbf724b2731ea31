/** What the commands of a fleet use of it, loaded at once. */
export { checkStore, fetchClosure, listStore } from "./check-store.ts";
export { beginStore, collectionOf, makeIdentity, readIdentity, switchesOf } from "./identity.ts";
export { openStore } from "./store.ts";
export { Builder } from "./builder.ts";
export { CacheFolder } from "./cache-folder.ts";
export { TryAgainError } from "./store.ts";
export { ensureProof, ensureTable } from "./tasks.ts";
