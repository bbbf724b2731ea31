/** Materials as people call them, from their codes: `KRPlKR` is 车低兵对车. */
import type { MaterialReason } from "../../src/knowledge/material/answer.ts";
import { type Material, menOf, parseMaterial, parsePair } from "../../src/knowledge/material/paper/space.ts";
import { describeReason } from "../../src/say/words/material.ts";
import type { MaterialPageWords } from "../words/en/material.ts";

const nameOf = (material: Material, say: MaterialPageWords): string => say.men(menOf(material));

export function nameOfSide(code: string, say: MaterialPageWords): string {
  return nameOf(parseMaterial(code), say);
}

/** Within a sentence. */
export function nameOfPair(code: string, say: MaterialPageWords): string {
  const { first, second } = parsePair(code);
  return say.pair(nameOf(first, say), nameOf(second, say));
}

/** At the start of one. */
export function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

export function sayReason(reason: MaterialReason, say: MaterialPageWords): string {
  const named =
    reason.kind === "solved"
      ? { ...reason, pair: capital(nameOfPair(reason.pair, say)) }
      : { ...reason, from: nameOfPair(reason.from, say) };
  return describeReason(named, say);
}
