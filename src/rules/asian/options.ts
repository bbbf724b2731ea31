/** The open points of the Asian rules. */
import { InputError } from "../../base/errors.ts";

/**
 * The four points on which readings of the Asian rules differ. Each is a switch, off in the recommended reading; a table
 * records how they stood when it was built. What each one does is told in docs/rules.md.
 */
export interface RuleOptions {
  /**
   * Switch 1, clause c9: a move that checks may chase other men as well. Whether a man can be retaken (c3) is then
   * judged as if the checks that stand already did not.
   */
  readonly checksMayChase: boolean;
  /** Switch 2, clause c8: a threat is new when this capturer did not make it, even if another man already did. */
  readonly newnessPerAttacker: boolean;
  /** Switch 3, clause c8: an attack that the capturer's side could not carry out for being in check counts as new. */
  readonly suspendedIsNew: boolean;
  /** Switch 4, clause c4: advisors and elephants threaten chariots, horses and cannons even when these are protected. */
  readonly minorsChaseProtected: boolean;
}

/** The recommended reading. */
export const DEFAULT_RULES: RuleOptions = {
  checksMayChase: false,
  newnessPerAttacker: false,
  suspendedIsNew: false,
  minorsChaseProtected: false,
};

/** The rules with these switches on. Throws InputError `bad-switch` on a name that is none. */
export function parseSwitches(names: readonly string[]): RuleOptions {
  const unknown = names.find((name) => !Object.hasOwn(DEFAULT_RULES, name));
  if (unknown === undefined) return { ...DEFAULT_RULES, ...Object.fromEntries(names.map((name) => [name, true])) };
  const all = Object.keys(DEFAULT_RULES).join(", ");
  throw new InputError("bad-switch", `"${unknown}" is no switch of the rules: there are ${all}`);
}
