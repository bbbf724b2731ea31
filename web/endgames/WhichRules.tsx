/** What figures of the atlas are about, and plainly so where that is not what is chosen. */
import type { Collection } from "../../src/table/catalog/collection.ts";
import { rules as chosen } from "../base/rules.ts";
import { useAtlasWords, words } from "../words/spoken.ts";

export function WhichRules({ of: { rules, metric } }: { of: Pick<Collection, "rules" | "metric"> }) {
  const say = useAtlasWords();
  const { rulesNames, endgames } = words.value;
  if (rules === chosen.value) return <p class="hint">{endgames.rulesAre(rules, metric)}</p>;
  return say && <p class="complaint">{say.otherRules(rulesNames[rules], rulesNames[chosen.value])}</p>;
}
