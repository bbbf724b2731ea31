import { countAttackingMen, isBeyondOffers, isBeyondTables } from "../../src/endgame/endgame.ts";
import { rules } from "../base/rules.ts";
import { lazy } from "../shown/lazy.tsx";
import { words } from "../words/spoken.ts";
import { ViewLink } from "../shown/ViewLink.tsx";
import { KnownAnswer, KnownExamples } from "./KnownAnswer.tsx";
import { EndgameMen } from "./Men.tsx";

const BuildOffer = lazy(() => import("../solving/BuildOffer.tsx").then((module) => module.BuildOffer));

interface Props {
  readonly endgame: string;
  /** There is a table, but it is damaged. */
  readonly isDamaged: boolean;
}

/** An endgame that is looked for and has no sound table here: what is proven of it, and how its table is built. */
export function Missing({ endgame, isDamaged }: Props) {
  return (
    <section class="sheet missing">
      <h3 class="row">
        <ViewLink to="endgames" about={endgame}>
          {words.value.endgames.name(endgame)}
        </ViewLink>{" "}
        <EndgameMen endgame={endgame} /> <small class="endgame-name">{endgame}</small>
      </h3>
      <KnownAnswer key={endgame} name={endgame} turn="red" />
      <KnownExamples key={`${endgame} examples`} name={endgame} turn="red" />
      <ToBeBuilt endgame={endgame} isDamaged={isDamaged} />
    </section>
  );
}

/** How the table is had that tells of every move. */
export function ToBeBuilt({ endgame, isDamaged }: Props) {
  const { building, endgames, errors, views } = words.value;
  if (isBeyondOffers(endgame))
    return (
      <>
        <p>{errors.beyondTables(endgame, countAttackingMen(endgame))}</p>
        {endgame.includes("P") && !isBeyondTables(endgame) && (
          <p class="hint">
            {rules.value === "chinese" ? building.asianOnly : endgames.cones}{" "}
            <ViewLink to="editor">{views.editor}</ViewLink>
          </p>
        )}
      </>
    );
  return (
    <>
      <p class="hint">{isDamaged ? endgames.damaged(endgame) : endgames.missing}</p>
      <BuildOffer key={endgame} endgame={endgame} />
    </>
  );
}
