/** What the commands of a fleet have in common. All of the fleet is loaded only by them (docs/fleet.md). */
import { Option } from "commander";
import type { Identity } from "../fleet/identity.ts";
import type { Store } from "../fleet/store.ts";

export function storeOption(): Option {
  const about = "where the fleet's tables lie: s3://bucket/prefix, or file:/shared/folder";
  return new Option("--store <url>", about).env("CANJU_STORE").makeOptionMandatory();
}

export type Fleet = typeof import("../fleet/index.ts");

export interface OpenedStore {
  readonly store: Store;
  readonly fleet: Fleet;
}

/** Opens a store, whether or not there is anything in it, and closes it. */
export async function withAnyStore<T>(url: string, use: (opened: OpenedStore) => Promise<T>): Promise<T> {
  const fleet = await import("../fleet/index.ts");
  const store = await fleet.openStore(url, { onRetry: (what) => console.error(`canju: sent again: ${what}`) });
  try {
    return await use({ store, fleet });
  } finally {
    await store.close();
  }
}

/** The same of a store that was begun. @throws InputError `empty-store`, `other-store` */
export function withStore<T>(
  url: string,
  use: (opened: OpenedStore & { readonly identity: Identity }) => Promise<T>,
): Promise<T> {
  return withAnyStore(url, async (opened) => {
    const identity = await opened.fleet.readIdentity(opened.store);
    return use({ ...opened, identity });
  });
}
