/** The basic database (Chen et al., 2.1): what is known of solved endgames, by attack and defence material. */
import type { Distributions } from "./basic.ts";
import { parsePair } from "./names.ts";
import { attackingSide, MATERIALS, type Material } from "./space.ts";
import { scoreOf, sharesOf, swapShares, type Score, type Shares } from "./states.ts";

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
