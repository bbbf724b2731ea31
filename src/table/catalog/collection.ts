/** What collections of tables there are, and where they lie. Nothing here needs a table. */
import { InputError } from "../../base/errors.ts";
import { ORDERS, type Orders, type Rules } from "../format/header.ts";
import type { Metric } from "../value.ts";

/** What the tables of a collection have in common. */
export interface Collection {
  readonly rules: Rules;
  readonly metric: Metric;
  /** Under the Asian rules: how orders are numbered. Default `fang`. */
  readonly orders?: Orders;
}

/** The sets of rules that there are tables for. */
export const RULES = ["asian", "chinese", "none"] as const satisfies readonly Rules[];
/** What distances count plies to: conversion or mate. */
export const METRICS = ["dtc", "dtm"] as const satisfies readonly Metric[];

/** What is meant wherever nothing else is asked for. */
export const DEFAULT_COLLECTION = { rules: "asian", metric: "dtc", orders: "fang" } as const satisfies Collection;

/** All collections that a data folder can hold; without perpetual rules there are no orders to number, under the Chinese ones one way. */
export const COLLECTIONS: readonly Collection[] = METRICS.flatMap((metric): Collection[] => [
  ...ORDERS.map((orders) => ({ rules: "asian" as const, metric, orders })),
  ...(metric === "dtc" ? [{ rules: "chinese", metric } as const] : []),
  { rules: "none", metric },
]);

/** @throws InputError for what is no collection; a program in plain JavaScript may say anything */
export function checkCollection({ rules, metric, orders = "fang" }: Collection): void {
  const check = (what: string, value: string, known: readonly string[]): void => {
    if (known.includes(value)) return;
    throw new InputError("bad-option", `there is no ${what} "${value}": ${known.join(" or ")}`);
  };
  check("metric", metric, METRICS);
  check("set of rules", rules, RULES);
  check("form of orders", orders, ORDERS);
  if (rules === "chinese" && metric === "dtm") {
    throw new InputError("bad-option", "under the Chinese rules there are distances to conversion only: metric dtc");
  }
}

/** The collections asked for; what is not said may be anything. */
export function collectionsOf({ rules, metric, orders }: Partial<Collection>): Collection[] {
  return COLLECTIONS.filter(
    (each) =>
      each.rules === (rules ?? each.rules) &&
      each.metric === (metric ?? each.metric) &&
      (each.orders === (orders ?? each.orders) || each.rules !== "asian"),
  );
}

/** What builds a table, as it is typed, but for the data folder. */
export function buildCommand(name: string, collection: Collection): string {
  const chosen = (["rules", "metric", "orders"] as const).filter(
    (each) => collection[each] !== undefined && collection[each] !== DEFAULT_COLLECTION[each],
  );
  return ["canju build", name, ...chosen.map((each) => `--${each} ${collection[each]}`)].join(" ");
}

export const TABLE_SUFFIX = ".canju";

/** Where a collection lies in a data folder: `none/dtc`, `asian/dtm`, `asian-chessdb/dtc`, `chinese/dtc`. */
export function collectionPath({ rules, metric, orders }: Collection): string {
  return `${rules}${rules === "asian" && orders === "chessdb" ? "-chessdb" : ""}/${metric}`;
}

/** Where a table lies in a data folder: `none/dtc/KRKAABB.canju`. */
export function tablePath(collection: Collection, name: string): string {
  return `${collectionPath(collection)}/${name}${TABLE_SUFFIX}`;
}

/**
 * The address of one version of a table's file, from that of the data folder: another file has another address, so what is
 * under one may be kept for ever. Hosts that know no versions ignore what follows the question mark.
 */
export function tableAddress(collection: Collection, name: string, sha256: string): string {
  return `${tablePath(collection, name)}?v=${versionOf(sha256)}`;
}

/** What tells a table's file from others of the same name. */
export function versionOf(sha256: string): string {
  return sha256.slice(0, 16);
}
