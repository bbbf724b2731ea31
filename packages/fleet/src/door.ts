/** What the core asks of the fleet (src/doors/cli/packages.ts): its commands, and the tables of a store, to be served. */
import { join } from "node:path";
import type { StoredTables } from "../../../src/doors/cli/packages.ts";
import type { TableHost } from "../../../src/knowledge/atlas/node/fetch.ts";
import { collectionPath } from "../../../src/table/catalog/catalog.ts";
import { registerPlan } from "./commands/plan-command.ts";
import { registerQueue } from "./commands/queue-command.ts";
import { registerStore } from "./commands/store-command.ts";
import { registerWork } from "./commands/work-command.ts";

export const commands = { plan: registerPlan, work: registerWork, queue: registerQueue, store: registerStore };

/** A store as a place that tables are taken from. */
export async function openHost(url: string): Promise<TableHost> {
  const fleet = await import("./index.ts");
  const store = await fleet.openStore(url);
  return { url, open: (path) => Promise.resolve(fleet.storeSource(store, path)) };
}

/**
 * The tables of a store.
 * @param data the folder whose `blocks` keeps up to so many bytes of what was read
 * @throws InputError `empty-store`, `no-store`, ..
 */
export async function openStored(url: string, data: string, cacheBytes: number): Promise<StoredTables> {
  const fleet = await import("./index.ts");
  const store = await fleet.openStore(url);
  const identity = await fleet.readIdentity(store);
  const blocks = await fleet.DiskBlocks.open(join(data, "blocks"), cacheBytes);
  const collection = fleet.collectionOf(identity);
  return {
    collection,
    more: (asked, cache) =>
      collectionPath(asked) === collectionPath(collection)
        ? new fleet.StoreCatalog(store, identity, blocks, cache)
        : undefined,
  };
}
