/** Which set of rules is asked for, and judged by. */
import { signal, type Signal } from "@preact/signals";
import { DEFAULT_COLLECTION, RULES, type Collection } from "../../src/table/catalog/collection.ts";
import type { Rules } from "../../src/table/format/header.ts";
import { stored } from "./stored.ts";

/** Those that the host of the page answers by where nothing else is asked for: it states them in the page. */
export const hostRules: Rules = find(statement("canju-rules")) ?? DEFAULT_COLLECTION.rules;

/** What the host states in the page, in a `meta` element; undefined where it does not. */
export function statement(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** Those that were chosen for good. */
const preferred = stored<Rules>("rules", RULES, hostRules);

/** Those that the page begins with where no link leads to it. */
export const rulesOfStart = (): Rules => preferred.value;

const search = (): string => globalThis.location?.search ?? "";
const nameInAddress = (): string | null => new URLSearchParams(search()).get("rules");

/** Those of the address; the host's where a link names none that there are. */
function rulesOfAddress(): Rules {
  return find(nameInAddress()) ?? (search() === "" ? rulesOfStart() : hostRules);
}

/** What the address names in place of rules, where there are none of this name. */
export function unknownRules(): string | null {
  const name = nameInAddress();
  return find(name) === undefined ? name : null;
}

function find(name: string | null | undefined): Rules | undefined {
  return RULES.find((each) => each === name);
}

/** Those of every value and verdict that the page shows, but where others are named beside it. */
export const rules: Signal<Rules> = signal(rulesOfAddress());

/** What a request says of the tables that it is about; the host fills in the rest. */
export function collectionAsked(asked: Rules): Pick<Collection, "rules"> & Partial<Collection> {
  // Under the Chinese rules there are distances to conversion only.
  return asked === "chinese" ? { rules: asked, metric: "dtc" } : { rules: asked };
}

/** The same as `rules`, to be chosen for good. */
export const rulesShown: Pick<Signal<Rules>, "value"> = {
  get value() {
    return rules.value;
  },
  set value(next) {
    preferred.value = next;
    begin(next);
  },
};

/** Goes by the rules of an address that was gone back to. */
export function followRules(): void {
  begin(rulesOfAddress());
}

/**
 * Nothing that was answered or built under one set of rules may be taken for an answer under another, so the page begins anew, where
 * it stands.
 */
function begin(next: Rules): void {
  if (next === rules.value) return;
  rules.value = next;
  location.reload();
}
