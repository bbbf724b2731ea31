/** Which set of rules is asked for, and by which one the page judges. */
import { computed, signal, type Signal } from "@preact/signals";
import { DEFAULT_COLLECTION, RULES, type Collection } from "../../src/table/collection.ts";
import type { Rules } from "../../src/table/header.ts";
import { stored } from "./stored.ts";

/** `host`: whatever the host of the page answers by. */
export type RulesChoice = Rules | "host";

export const chosenRules = stored<RulesChoice>("rules", ["host", ...RULES], "host");

/** Those that the address names, which go before what was chosen; null where it names none. */
export function rulesInAddress(): Rules | null {
  const named = new URLSearchParams(globalThis.location?.search ?? "").get("rules");
  return RULES.find((each) => each === named) ?? null;
}

chosenRules.value = rulesInAddress() ?? chosenRules.value;

/** What a request says of the tables that it is about; the host fills in the rest. */
export function collectionAsked(rules: RulesChoice): Partial<Collection> {
  if (rules === "host") return {};
  // Under the Chinese rules there are distances to conversion only.
  return rules === "chinese" ? { rules, metric: "dtc" } : { rules };
}

/** Those that the host answers by where nothing else is asked for, as soon as it has said so. */
export const hostRules = signal<Rules>(DEFAULT_COLLECTION.rules);

/** Those of every value and verdict that the page shows. */
export const rules = computed<Rules>(() => (chosenRules.value === "host" ? hostRules.value : chosenRules.value));

/**
 * The same, to be chosen. Nothing that was answered or built under one set of rules may be taken for an answer under another, so
 * the page begins anew, where it stands.
 */
export const rulesShown: Pick<Signal<Rules>, "value"> = {
  get value() {
    return rules.value;
  },
  set value(next) {
    if (next === rules.value) return;
    chosenRules.value = next;
    location.reload();
  },
};
