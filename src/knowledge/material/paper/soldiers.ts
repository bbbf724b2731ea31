/**
 * Soldier inference (Chen et al., 2.3, pawn inferencing): more bottom soldiers than one and more low soldiers than two
 * change nothing. And what the paper says of soldiers from experience, checked against exact distributions.
 */
import { roleKey, rolesOf, type Knowledge, type KnownPair } from "./knowledge.ts";
import { materialOf, menOf, MOST_SOLDIERS, type Material, type Men } from "./space.ts";

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
