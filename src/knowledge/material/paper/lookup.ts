/** Looking up a pair in the basic database and its extension: the two of the paper's stages that rest on facts. */
import { makeAttackFiles, extend, type AttackFiles } from "./extension.ts";
import { inferSoldiers } from "./soldiers.ts";
import { roleKey, type Knowledge, type KnownPair, type Roles } from "./knowledge.ts";
import { POWER } from "./space.ts";
import type { Score } from "./states.ts";

export interface LookedUp {
  readonly stage: "exact" | "soldiers" | "extension";
  readonly score: Score;
  /** The solved endgame it rests on. */
  readonly known: KnownPair;
}

export type Lookup = (roles: Roles) => LookedUp | undefined;

/** Where nobody has an attacking man every game is a draw; such endgames need no tables. */
const NO_ATTACKING_MEN = { shares: { win: 0, draw: 1, loss: 0 }, score: 4 } as const;

export interface LookupOptions {
  readonly extension: boolean;
  readonly soldiers: boolean;
}

export function makeLookup(knowledge: Knowledge, options: LookupOptions): Lookup {
  const all = options.soldiers ? inferSoldiers(knowledge) : knowledge;
  const files: AttackFiles = options.extension ? makeAttackFiles(all) : new Map();
  return ({ attack, defence }) => {
    if (POWER[attack] === 0) return { stage: "exact", score: 4, known: { attack, defence, ...NO_ATTACKING_MEN } };
    const exact = knowledge.get(roleKey(attack, defence));
    if (exact !== undefined) return { stage: "exact", score: exact.score, known: exact };
    const copied = all.get(roleKey(attack, defence));
    if (copied !== undefined) return { stage: "soldiers", score: copied.score, known: copied };
    const file = files.get(defence);
    const extension = file && extend(file, attack);
    if (extension === undefined) return undefined;
    const known = all.get(roleKey(extension.from, defence))!;
    return { stage: "extension", score: extension.score, known };
  };
}
