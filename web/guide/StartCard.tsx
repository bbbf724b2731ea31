/** What a first visitor of the start page can do here, until it is dismissed. */
import { stored } from "../base/stored.ts";
import { useGuideWords } from "../words/spoken.ts";
import { ViewLink } from "../shown/ViewLink.tsx";
import "../shown/guide.css";

const card = stored<"shown" | "dismissed">("start-card", ["shown", "dismissed"], "shown");

export function StartCard() {
  const say = useGuideWords(card.value === "shown");
  if (say === null || card.value === "dismissed") return null;
  return (
    <section class="start-card" aria-labelledby="start-card">
      <h2 id="start-card">{say.card.title}</h2>
      <ol>
        {say.card.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p class="row">
        <button type="button" class="primary" onClick={() => (card.value = "dismissed")}>
          {say.card.dismiss}
        </button>
        <ViewLink to="guide">{say.card.more}</ViewLink>
      </p>
    </section>
  );
}
