import { parseEndgame } from "../../src/endgame/endgame.ts";
import { estimateEndgame } from "../../src/endgame/estimate.ts";
import { formatBytes } from "../format.ts";
import { words } from "../state/preferences.ts";
import { ViewLink } from "../ViewLink.tsx";
import { EndgameMen } from "./Men.tsx";
import { formatCount } from "./numbers.ts";

/** An endgame that has no table here: how large it would be, and where it can be built. */
export function Missing({ endgame }: { endgame: string }) {
  const say = words.value.endgames;
  const { fileBytes, cells } = estimateEndgame(parseEndgame(endgame));
  return (
    <section class="sheet missing">
      <p class="row">
        <span class="endgame-name">{endgame}</span> <EndgameMen endgame={endgame} />
        <span class="card-name">{say.name(endgame)}</span>
      </p>
      <p>
        {say.missing(endgame)} {say.missingSize(formatBytes(fileBytes), formatCount(cells))}
      </p>
      <ViewLink to="endgames" about={endgame} class="button primary">
        {say.build}
      </ViewLink>
    </section>
  );
}
