/**
 * Material state extension (Chen et al., 2.2): more attack material keeps a WIN, less keeps a HARD_WIN. Attack files
 * hold, for each defence, only what the rest of the file does not tell, so a query looks through one file: O(M).
 */
import { DEFENDING_COMBINATIONS, hasAtLeast, materialOf, NO_MEN, type Material } from "./space.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Score } from "./states.ts";

const WIN = 1;
const HARD_WIN = 4;

export interface AttackEntry {
  readonly attack: Material;
  readonly score: Score;
}

/** Attack files by defence material. */
export type AttackFiles = ReadonlyMap<Material, readonly AttackEntry[]>;

export interface Extension {
  readonly score: Score;
  /** The entry that tells it: the material itself, some it has at least, or some that has at least it. */
  readonly from: Material;
}

/** The attack files of what is known, without what is redundant. */
export function makeAttackFiles(knowledge: Knowledge): AttackFiles {
  const files = new Map<Material, AttackEntry[]>();
  for (const { attack, defence, score } of knowledge.values()) {
    let file = files.get(defence);
    if (file === undefined) files.set(defence, (file = []));
    file.push({ attack, score });
  }
  return new Map([...files].map(([defence, file]) => [defence, withoutRedundant(file)]));
}

/**
 * Redundancy elimination: drops each WIN that a smaller WIN tells, and each HARD_WIN that a larger one tells, unless
 * the file speaks against it as well: exact data is not always monotone.
 */
function withoutRedundant(file: readonly AttackEntry[]): AttackEntry[] {
  return file.filter((entry) => {
    const others = file.filter((other) => other !== entry);
    return inferred(others, entry.attack)?.score !== entry.score;
  });
}

/** What a file tells about an attack: the entry itself, else the superset or subset inference. */
export function extend(file: readonly AttackEntry[], attack: Material): Extension | undefined {
  for (const entry of file) if (entry.attack === attack) return { score: entry.score, from: attack };
  return inferred(file, attack);
}

/** Undefined when nothing in the file tells, or when entries contradict each other. */
function inferred(file: readonly AttackEntry[], attack: Material): Extension | undefined {
  let win: Material | undefined;
  let hard: Material | undefined;
  for (const entry of file) {
    if (entry.score === WIN && hasAtLeast(attack, entry.attack)) win ??= entry.attack;
    if (entry.score === HARD_WIN && hasAtLeast(entry.attack, attack)) hard ??= entry.attack;
  }
  if (win !== undefined && hard !== undefined) return undefined;
  if (win !== undefined) return { score: WIN, from: win };
  return hard === undefined ? undefined : { score: HARD_WIN, from: hard };
}

/** Defences of the paper's rule: at most one strong man and one soldier, all combinations of defending men. */
export function ruledDefences(): Material[] {
  const found: Material[] = [];
  for (const strong of [{}, { chariot: 1 }, { horse: 1 }, { cannon: 1 }]) {
    for (const soldier of [{}, { top: 1 }, { low: 1 }, { bottom: 1 }]) {
      const alone = materialOf({ ...NO_MEN, ...strong, ...soldier });
      for (let defending = 0; defending < DEFENDING_COMBINATIONS; defending++) found.push(alone + defending);
    }
  }
  return found;
}

/** The defences of the rule without an attack file: the database is complete when there are none. */
export function missingDefences(files: AttackFiles): Material[] {
  return ruledDefences().filter((defence) => !files.has(defence));
}
