/** What the commands of a fleet have in common. All of the fleet is loaded only by them (docs/guides/fleet.md). */
import { join } from "node:path";
import { Option } from "commander";
import type { Identity } from "../identity.ts";
import type { Store, StoreEvents } from "../store.ts";
import { defaultDataFolder } from "../../../../src/doors/cli/options.ts";

export function storeOption(isNeeded = true): Option {
  const about = "where the fleet's tables lie: s3://bucket/prefix, or file:/shared/folder; or CANJU_STORE";
  const option = new Option("--store <url>", about).env("CANJU_STORE");
  return isNeeded ? option.makeOptionMandatory() : option;
}

export function cacheOption(): Option {
  const folder = new Option("--data <folder>", "a folder of this machine for copies of tables");
  const data = defaultDataFolder();
  return folder.default(data && join(data, "cache"), "cache in the data folder");
}

/** CANJU_QUEUE may hold a password, so it is not read as an option: help texts and messages show those. */
export function queueOption(): Option {
  return new Option("--queue <url>", "PostgreSQL with the fleet's jobs: postgres://user@host/database; or CANJU_QUEUE");
}

/** @throws InputError when a password was typed */
export function queueOf(typed: string | undefined, fleet: Fleet): string | undefined {
  if (typed !== undefined) fleet.checkTypedAddress(typed);
  return typed ?? (process.env.CANJU_QUEUE || undefined);
}

export type Fleet = typeof import("../index.ts");

/** Whoever does not run a fleet never loads it. */
export function loadFleet(): Promise<Fleet> {
  return import("../index.ts");
}

export interface OpenedStore {
  readonly store: Store;
  readonly fleet: Fleet;
}

/** Opens a store, whether or not there is anything in it, and closes it. */
export async function withAnyStore<T>(
  url: string,
  use: (opened: OpenedStore) => Promise<T>,
  events: StoreEvents = { onRetry: (what) => console.error(`canju: sent again: ${what}`) },
): Promise<T> {
  const fleet = await loadFleet();
  const store = await fleet.openStore(url, events);
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
  events?: StoreEvents,
): Promise<T> {
  const identify = async (opened: OpenedStore): Promise<T> => {
    const identity = await opened.fleet.readIdentity(opened.store);
    return use({ ...opened, identity });
  };
  return withAnyStore(url, identify, events);
}
