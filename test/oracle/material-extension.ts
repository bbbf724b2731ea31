/** Material state extension as it is defined: every known pair is looked at, nothing is dropped. O(NM). */
import type { Known, Roles } from "../../src/material/paper/knowledge.ts";
import { KINDS, menOf, type Material } from "../../src/material/paper/space.ts";
import type { Score } from "../../src/material/paper/states.ts";

export function slowExtension(all: readonly Known[], { attack, defence }: Roles): Score | undefined {
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
