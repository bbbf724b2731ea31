/** Endgames of the atlas that have no table here, to be sorted by any figure. */
import { useSignal } from "@preact/signals";
import type { AtlasEntry } from "../../src/knowledge/atlas/atlas.ts";
import { formatCount, formatShare, useAtlasWords } from "../words/spoken.ts";
import { SortHeads } from "../base/SortHeads.tsx";
import { TermsButton } from "../shown/TermsButton.tsx";
import { EndgameLink } from "../shown/EndgameName.tsx";
import { ENTRIES_ARE, FIGURES, sortBy, type Figure } from "./atlas.ts";
import { WhichRules } from "./KnownFigures.tsx";

/** So many rows are shown, and so many more at each wish. */
const ROWS = 20;

/** @param named the endgame that somebody looks for by its name: it comes first */
export function KnownTable({ entries, named }: { entries: readonly AtlasEntry[]; named: string | null }) {
  const say = useAtlasWords();
  const sorted = useSignal<Figure | null>("longest");
  const shown = useSignal(ROWS);
  if (say === null || entries.length === 0) return null;
  const figures = Object.keys(FIGURES) as Figure[];
  return (
    <section class="known-endgames" aria-labelledby="known-title">
      <div class="row">
        <h3 id="known-title">
          {say.title} <span class="count">{formatCount(entries.length)}</span>
        </h3>
        <TermsButton />
      </div>
      <p class="hint">{say.hint}</p>
      <WhichRules of={ENTRIES_ARE} />
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="known-title">
        <table class="sortable">
          <thead>
            <tr>
              <th scope="col">{say.endgame}</th>
              <SortHeads columns={figures} nameOf={(figure) => say.figures[figure]} sorted={sorted} />
            </tr>
          </thead>
          <tbody>
            {sortBy(entries, sorted.value)
              .toSorted((a, b) => Number(b.endgame === named) - Number(a.endgame === named))
              .slice(0, shown.value)
              .map((entry) => (
                <tr key={entry.endgame}>
                  <th scope="row">
                    <EndgameLink to={entry.endgame} />
                  </th>
                  {figures.map((figure) => (
                    <td key={figure}>{format(entry, figure)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {entries.length > shown.value && (
        <button type="button" onClick={() => (shown.value += ROWS)}>
          {say.more}
        </button>
      )}
    </section>
  );
}

function format(entry: AtlasEntry, figure: Figure): string {
  const [won, drawn, lost] = entry.red;
  const outcome = { won, drawn, lost }[figure as string];
  if (outcome !== undefined) return formatShare(outcome, won + drawn + lost);
  const value = FIGURES[figure](entry);
  return value < 0 ? "–" : formatCount(value);
}
