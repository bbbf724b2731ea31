import type { ComponentChildren } from "preact";
import { countAttackingMen, isBeyondTables } from "../../src/endgame/attacking-men.ts";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { estimateSize } from "../../src/endgame/estimate.ts";
import { formatBytes } from "../../src/base/sizes.ts";
import { words, formatCount } from "../words/spoken.ts";
import { ViewLink } from "../shown/ViewLink.tsx";
import { KnownAnswer } from "./KnownAnswer.tsx";
import { EndgameMen } from "./Men.tsx";

interface Props {
  readonly endgame: string;
  /** There is a table, but it is damaged. */
  readonly isDamaged: boolean;
  /** How it can be built, on its own page; elsewhere there is a link to that. */
  readonly children?: ComponentChildren;
}

/** An endgame that has no sound table here, and how large it would be. */
export function Missing({ endgame, isDamaged, children }: Props) {
  const say = words.value.endgames;
  const { fileBytes, cells } = estimateSize(parseEndgame(endgame));
  const isPossible = !isBeyondTables(endgame);
  return (
    <section class="sheet missing">
      {children === undefined && (
        <>
          <h3 class="row">
            {say.name(endgame)} <EndgameMen endgame={endgame} /> <small class="endgame-name">{endgame}</small>
          </h3>
          <KnownAnswer key={endgame} name={endgame} turn="red" withVerdict />
        </>
      )}
      {isPossible ? (
        <p>
          {isDamaged ? say.damaged(endgame) : say.missing(endgame)}{" "}
          {say.missingSize(formatBytes(fileBytes), formatCount(cells))}
        </p>
      ) : (
        <p>{words.value.errors.beyondTables(endgame, countAttackingMen(endgame))}</p>
      )}
      {isPossible &&
        (children ?? (
          <ViewLink to="endgames" about={endgame} class="button primary">
            {say.build}
          </ViewLink>
        ))}
    </section>
  );
}
