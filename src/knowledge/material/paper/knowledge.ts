/** The basic database (Chen et al., 2.1): what is known of solved endgames, by attack and defence material. */
import { type Distributions, type Score, type Shares, scoreOf, sharesOf, swapShares } from "./basic.ts";
import {
  DEFENDING_COMBINATIONS,
  MATERIALS,
  MOST_SOLDIERS,
  type Material,
  type Men,
  NO_MEN,
  POWER,
  attackingSide,
  hasAtLeast,
  materialOf,
  menOf,
  parsePair,
} from "./space.ts";

/** A pair in its roles: who attacks and who defends. */
export interface Roles {
  readonly attack: Material;
  readonly defence: Material;
}

/** The exact worth of a pair. Shares are the attacking side's. */
export interface KnownPair extends Roles {
  readonly shares: Shares;
  readonly score: Score;
  /** The solved attack that soldier inference copied this from. */
  readonly origin?: Material;
}

/** Known pairs by `roleKey`. */
export type Knowledge = ReadonlyMap<number, KnownPair>;

export function roleKey(attack: Material, defence: Material): number {
  return attack * MATERIALS + defence;
}

/** Who attacks: more attack power. */
export function rolesOf(first: Material, second: Material): Roles {
  return attackingSide(first, second) === "first"
    ? { attack: first, defence: second }
    : { attack: second, defence: first };
}

export function makeKnowledge({ materials }: Distributions): Knowledge {
  const knowledge = new Map<number, KnownPair>();
  for (const [name, distribution] of Object.entries(materials)) {
    const { first, second } = parsePair(name);
    const roles = rolesOf(first, second);
    const shares = roles.attack === first ? sharesOf(distribution) : swapShares(sharesOf(distribution));
    const known = { ...roles, shares, score: scoreOf(shares.win, shares.loss) };
    knowledge.set(roleKey(roles.attack, roles.defence), known);
  }
  return knowledge;
}

/*
 * Soldier inference (Chen et al., 2.3, pawn inferencing): more bottom soldiers than one and more low soldiers than two
 * change nothing. And what the paper says of soldiers from experience, checked against exact distributions.
 */

const ENOUGH_LOW = 2;
const ENOUGH_BOTTOM = 1;

/** The fewest soldiers that the inference takes to be worth as much. */
export function withoutSpareSoldiers(material: Material): Material {
  const men = menOf(material);
  return materialOf({ ...men, low: Math.min(men.low, ENOUGH_LOW), bottom: Math.min(men.bottom, ENOUGH_BOTTOM) });
}

/** Copies what is known of attacks with one bottom or two low soldiers to more of them. Never over what is known. */
export function inferSoldiers(knowledge: Knowledge): Knowledge {
  const all = new Map(knowledge);
  for (const known of knowledge.values()) {
    if (withoutSpareSoldiers(known.attack) !== known.attack) continue;
    for (const attack of withSpareSoldiers(menOf(known.attack))) {
      const key = roleKey(attack, known.defence);
      // With many soldiers the attacking role may pass to the other side: then it is another question.
      if (!all.has(key) && rolesOf(attack, known.defence).attack === attack)
        all.set(key, { ...known, attack, origin: known.attack });
    }
  }
  return all;
}

function withSpareSoldiers(men: Men): Material[] {
  const found: Material[] = [];
  const mostLow = men.low === ENOUGH_LOW ? MOST_SOLDIERS : men.low;
  const mostBottom = men.bottom === ENOUGH_BOTTOM ? MOST_SOLDIERS : men.bottom;
  for (let { low } = men; low <= mostLow; low++) {
    for (let { bottom } = men; bottom <= mostBottom && men.top + low + bottom <= MOST_SOLDIERS; bottom++) {
      if (low !== men.low || bottom !== men.bottom) found.push(materialOf({ ...men, low, bottom }));
    }
  }
  return found;
}

/** Claims of the paper, each comparing two attacks on the same defence. */
export const SOLDIER_CLAIMS = [
  "more than one bottom soldier changes nothing",
  "more than two low soldiers change nothing",
  "a top soldier is worth at least a low one",
  "a low soldier is worth at least a bottom one",
  "another top soldier is worth something",
] as const;
export type SoldierClaim = (typeof SOLDIER_CLAIMS)[number];

export interface Comparison {
  readonly claim: SoldierClaim;
  /** By the claim worth at least as much as `other`, or the same. */
  readonly better: KnownPair;
  readonly other: KnownPair;
  /** Whether the states agree with the claim. */
  readonly holds: boolean;
}

/** Every pair of known materials that a claim compares. */
export function checkSoldierClaims(knowledge: Knowledge): Comparison[] {
  const found: Comparison[] = [];
  for (const better of knowledge.values()) {
    const men = menOf(better.attack);
    const compare = (
      claim: SoldierClaim,
      changed: Partial<Men>,
      agree: (better: KnownPair, other: KnownPair) => boolean,
    ) => {
      const other = knowledge.get(roleKey(materialOf({ ...men, ...changed }), better.defence));
      if (other !== undefined) found.push({ claim, better, other, holds: agree(better, other) });
    };
    const [more, fewer, low, bottom, top] = SOLDIER_CLAIMS;
    if (men.bottom > ENOUGH_BOTTOM) compare(more, { bottom: ENOUGH_BOTTOM }, sameState);
    if (men.low > ENOUGH_LOW) compare(fewer, { low: ENOUGH_LOW }, sameState);
    if (men.top > 0) compare(low, { top: men.top - 1, low: men.low + 1 }, atLeast);
    if (men.low > 0) compare(bottom, { low: men.low - 1, bottom: men.bottom + 1 }, atLeast);
    if (men.top > 1) compare(top, { top: men.top - 1 }, winsMore);
  }
  return found;
}

function sameState(a: KnownPair, b: KnownPair): boolean {
  return a.score === b.score;
}

function atLeast(a: KnownPair, b: KnownPair): boolean {
  return a.score <= b.score || a.shares.win >= b.shares.win;
}

/** Nothing can be gained where all is won. */
function winsMore(a: KnownPair, b: KnownPair): boolean {
  return a.shares.win > b.shares.win || b.score === 1;
}

/*
 * Material state extension (Chen et al., 2.2): more attack material keeps a WIN, less keeps a HARD_WIN. Attack files
 * hold, for each defence, only what the rest of the file does not tell, so a query looks through one file: O(M).
 */

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

/* Looking up a pair in the basic database and its extension: the two of the paper's stages that rest on facts. */

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
