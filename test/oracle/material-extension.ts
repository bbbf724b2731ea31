/** Material state extension as it is defined: every known pair is looked at, nothing is dropped. O(NM). */
import type { KnownPair, Roles } from "../../src/knowledge/material/paper/knowledge.ts";
import { KINDS, menOf, type Material } from "../../src/knowledge/material/paper/space.ts";
import type { Score } from "../../src/knowledge/material/paper/basic.ts";

export function slowExtension(all: readonly KnownPair[], { attack, defence }: Roles): Score | undefined {
  const file = all.filter((known) => known.defence === defence);
  const exact = file.find((known) => known.attack === attack);
  if (exact !== undefined) return exact.score;
  const wins = file.some((known) => known.score === 1 && includes(attack, known.attack));
  const hard = file.some((known) => known.score === 4 && includes(known.attack, attack));
  if (wins === hard) return undefined;
  return wins ? 1 : 4;
}

function includes(all: Material, part: Material): boolean {
  return KINDS.every((kind) => menOf(all)[kind] >= menOf(part)[kind]);
}
