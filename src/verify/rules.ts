/** The perpetual rules that a table says it was built under. */
import type { TableHeader, TableInfo } from "../table/header.ts";
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
export function checkProvable({ info }: TableHeader, file: string): void {
  if (info.rules === "none") return;
  for (const [name, value] of Object.entries(info.switches)) {
    if (!(name in DEFAULT_RULES) || typeof value !== "boolean") {
      throw new InputError("unproven-rules", `${file}: tables with the rule switch ${name}=${value} cannot be proven`);
    }
  }
}
