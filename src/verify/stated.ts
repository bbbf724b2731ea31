/** What a table states of itself that its proof starts from: the rules it was built under, and how its cells are numbered. */
import type { TableHeader, TableInfo } from "../table/format/header.ts";
import { InputError } from "../base/errors.ts";
import { DEFAULT_RULES, type RuleOptions } from "../rules/asian/options.ts";
import { attackingMen, canonicalEndgame, parseEndgame } from "../endgame/endgame.ts";
import { numberedMen } from "../table/format/index-parameters.ts";
import { pieceLetter, pieceOf } from "../xiangqi/pieces.ts";
import type { ProofProblem } from "./report.ts";

/** The open points of the Asian rules as a table decides them; null under other rules. What is not said is decided as by default. */
export function ruleOptionsOf({ rules, switches }: TableInfo): RuleOptions | null {
  return rules === "asian" ? { ...DEFAULT_RULES, ...switches } : null;
}

/** Whether moves have classes, as under the Chinese rules where there are attacking men. */
export function hasClasses({ info: { rules, endgame } }: Pick<TableHeader, "info">): boolean {
  return rules === "chinese" && attackingMen(parseEndgame(endgame).red).length > 0;
}

/**
 * Refuses what this proof does not know how to prove.
 * @throws InputError `unproven-rules`
 */
export function checkProvable({ info }: TableHeader, file: string): void {
  if (info.rules === "none") return;
  const known = info.rules === "chinese" ? { edition1999: false } : DEFAULT_RULES;
  for (const [name, value] of Object.entries(info.switches)) {
    if (!(name in known) || typeof value !== "boolean") {
      throw new InputError("unproven-rules", `${file}: tables with the rule switch ${name}=${value} cannot be proven`);
    }
  }
}

/**
 * Empty when the numbering has exactly the attacking men of the endgame, or the one problem that it has others.
 * @throws UnsupportedTableError when the numbering is unknown here
 */
export function findIndexProblem(header: TableHeader): ProofProblem[] {
  const name = header.info.endgame;
  const endgame = parseEndgame(name);
  const letters = (pieces: readonly number[]) => pieces.map(pieceLetter).sort().join("");
  const { inner, outer } = numberedMen(header, name);
  const found = [...inner, ...outer].sort().join("");
  const wanted = letters([
    ...attackingMen(endgame.red).map((role) => pieceOf("red", role)),
    ...attackingMen(endgame.black).map((role) => pieceOf("black", role)),
  ]);
  const canonical = canonicalEndgame(endgame).endgame.name === name;
  if (found === wanted && canonical) return [];
  const message = canonical
    ? `the cells are numbered for the attacking men ${found || "none"} instead of ${wanted || "none"}`
    : `${name} is not the canonical name of an endgame`;
  return [{ kind: "header", field: "index", stated: found, found: wanted, message }];
}
