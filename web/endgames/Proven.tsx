/** What is proven of an endgame as a whole, wherever its men stand. */
import { rules } from "../base/rules.ts";
import { useAtlasWords, useOutsideWords, words } from "../words/spoken.ts";
import { ViewLink } from "../shown/ViewLink.tsx";
import { useKnown } from "./atlas.ts";
import { VerdictText } from "./VerdictText.tsx";
import { WhichRules } from "./WhichRules.tsx";
import "./proven.css";

export function Proven({ name }: { name: string }) {
  const say = useAtlasWords();
  const outside = useOutsideWords();
  const known = useKnown(name);
  if (say === null || outside === null || known === null) return null;
  return (
    <section class="known" aria-labelledby="proven-title">
      <h3 id="proven-title">
        {say.ofAll(words.value.endgames.name(name))}{" "}
        <span class="tag">{known.rules === rules.value ? outside.exact : words.value.rulesNames[known.rules]}</span>
      </h3>
      <WhichRules of={known} />
      <VerdictText red={known.red} />
      <ViewLink to="endgames" about={name}>
        {say.proven}
      </ViewLink>
    </section>
  );
}
