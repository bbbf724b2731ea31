/** The perpetual rules that a table says it was built under. */
import type { TableHeader, TableInfo } from "../table/header.ts";
import { orderOf } from "../table/value.ts";
import { InputError } from "../xiangqi/errors.ts";
import { DEFAULT_RULES, type RuleOptions } from "../xiangqi/rules/options.ts";

/** The open points as a table decides them; null without perpetual rules. What is not said is decided as by default. */
export function ruleOptionsOf({ rules, switches }: TableInfo): RuleOptions | null {
  return rules === "none" ? null : { ...DEFAULT_RULES, ...switches };
}

/**
 * Refuses what this proof does not know how to prove.
 * @throws InputError `unproven-rules`
 */
export function checkProvable({ info, values }: TableHeader, file: string, inputs: readonly TableHeader[]): void {
  if (info.rules === "none") return;
  const refuse = (what: string): never => {
    throw new InputError("unproven-rules", `${file}: ${what} cannot be proven yet`);
  };
  if (info.orderForm !== "fang") refuse(`tables with orders of the form ${info.orderForm ?? "unknown"}`);
  for (const [name, value] of Object.entries(info.switches)) {
    if (!(name in DEFAULT_RULES) || typeof value !== "boolean") refuse(`tables with the rule switch ${name}=${value}`);
  }
  const levelled = [values, ...inputs.map((input) => input.values)].flat().some((value) => orderOf(value) > 0);
  if (info.metric === "dtm" && levelled) refuse("distances to mate above order 0");
}
