/**
 * What all tables of a store have in common, in `store.json` at its top: written once by the first plan, read by
 * everybody before anything else is done. The builder's version is not part of it: files of two versions may differ in
 * bytes, and are told to hold the same values by their content sums.
 */
import { FORMAT_VERSION } from "../../../src/table/format/format.ts";
import { formatCollection, type Orders, type Rules } from "../../../src/table/format/header.ts";
import type { Collection } from "../../../src/table/catalog/collection.ts";
import { DEFAULT_RULES, type RuleOptions } from "../../../src/rules/asian/options.ts";
import { InputError } from "../../../src/base/errors.ts";
import { readRecord, type Store } from "./store.ts";
import type { Metric } from "../../../src/table/value.ts";

export interface Identity {
  /** Of this record. */
  readonly store: 1;
  /** Of table files. */
  readonly format: number;
  readonly rules: Rules;
  readonly metric: Metric;
  /** Null where there are none to number. */
  readonly orders: Orders | null;
  /** How the open points of the Asian rules are read; empty under the rules `none`. */
  readonly switches: Readonly<Record<string, boolean>>;
}

const KEY = "store.json";

/** @throws InputError for the Chinese rules, whose tables nobody can prove yet */
export function makeIdentity({ rules, metric, orders = "fang" }: Collection, options?: RuleOptions): Identity {
  if (rules === "chinese") {
    throw new InputError(
      "bad-arguments",
      "a fleet's store has tables of the rules asian or none: others are not proven",
    );
  }
  const asian = rules === "asian";
  const switches = asian ? { ...(options ?? DEFAULT_RULES) } : {};
  return { store: 1, format: FORMAT_VERSION, rules, metric, orders: asian ? orders : null, switches };
}

/** The collection that a store holds. */
export function collectionOf({ rules, metric, orders }: Identity): Required<Collection> {
  return { rules, metric, orders: orders ?? "fang" };
}

/** How a store's tables read the open points of the rules. */
export function switchesOf({ rules, switches }: Identity): RuleOptions | undefined {
  return rules === "asian" ? { ...DEFAULT_RULES, ...switches } : undefined;
}

/** `dtc, rules asian, format 2`, and the switches that are on. */
export function formatIdentity(identity: Identity): string {
  const on = Object.keys(identity.switches).filter((key) => identity.switches[key]);
  const switches = on.length === 0 ? "" : `, switches ${on.join(" ")}`;
  return `${formatCollection(collectionOf(identity))}, format ${identity.format}${switches}`;
}

/**
 * Of a store that there is something in.
 * @throws InputError `empty-store`, `other-store` for what this program does not read, `bad-record`
 */
export async function readIdentity(store: Store): Promise<Identity> {
  let identity = await readRecord(store, KEY, parseIdentity);
  // One bit makes another format of it as well: what is to be refused is read twice.
  if (identity !== null && identity.format !== FORMAT_VERSION) identity = await readRecord(store, KEY, parseIdentity);
  if (identity === null) {
    throw new InputError("empty-store", `${store.url} holds no tables yet: canju plan begins a store`);
  }
  if (identity.format === FORMAT_VERSION) return identity;
  const found = `${store.url} holds tables of format ${identity.format}`;
  throw new InputError("other-store", `${found}; this program builds format ${FORMAT_VERSION}`);
}

/** The same of a store that may be begun here. @throws InputError `other-store` where it is of other rules */
export async function beginStore(store: Store, wanted: Identity): Promise<Identity> {
  await store.putText(KEY, `${JSON.stringify(wanted, null, 2)}\n`);
  const found = await readIdentity(store);
  if (formatIdentity(found) === formatIdentity(wanted)) return found;
  const [is, should] = [formatIdentity(found), formatIdentity(wanted)];
  throw new InputError("other-store", `${store.url} holds ${is}, not ${should}: use another prefix or folder`);
}

/** Null for what no program has written so: a text may be damaged on the way, and one bit makes other rules of it. */
function parseIdentity(text: string): Identity | null {
  try {
    const { store, format, rules, metric, orders, switches } = JSON.parse(text) as Identity;
    const asian = rules === "asian";
    const known = Object.keys(asian ? DEFAULT_RULES : {}).sort();
    const isKnown =
      store === 1 &&
      Number.isInteger(format) &&
      (asian || rules === "none") &&
      ["dtc", "dtm"].includes(metric) &&
      (asian ? orders === "fang" || orders === "chessdb" : orders === null) &&
      String(Object.keys(switches).sort()) === String(known) &&
      Object.values(switches).every((value) => typeof value === "boolean");
    return isKnown ? { store, format, rules, metric, orders, switches } : null;
  } catch {
    return null;
  }
}
