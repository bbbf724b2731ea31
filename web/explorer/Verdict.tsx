/** The value of the position in one sentence. */
import { endgameOf, isBeyondOffers } from "../../src/endgame/endgame.ts";
import { answers } from "../answers/current.ts";
import { answer } from "../state/answer.ts";
import { isOpening, position, valuesHidden } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import { TermsButton } from "../shown/TermsButton.tsx";
import { EndgameName } from "../shown/EndgameName.tsx";
import { limitOfPosition } from "../shown/move-limit.ts";
import { moveLimit } from "../state/preferences.ts";
import type { LimitVerdict } from "../../src/query/move-limit.ts";
import { lazy } from "../shown/lazy.tsx";
import { RulesChoice } from "../shown/RulesChoice.tsx";
import { ViewLink } from "../shown/ViewLink.tsx";
import { forcedWin, isProofOpen, sayProven } from "../state/without-table.ts";
import { decidedIn, sayDecided } from "../shown/decided.ts";
import { isPerpetual, winnerOf } from "../shown/verdict-words.ts";

/** Waits for nothing: it says more of a value that is shown already. */
const OtherValues = lazy(() => import("./OtherValues.tsx").then((module) => module.OtherValues), true);
const KnownVerdict = lazy(() => import("../endgames/KnownAnswer.tsx").then((module) => module.KnownVerdict), true);

export function Verdict() {
  const say = words.value;
  const { turn } = position.value;
  const now = answer.value;
  const known = now.state === "known" && !valuesHidden.value;
  const shown = valuesHidden.value ? null : decidedIn(now);
  const proven = now.state === "failed" && !valuesHidden.value ? forcedWin.value : null;
  const winner = shown === null ? (proven?.winner ?? "unknown") : (winnerOf(turn, shown.decided) ?? "nobody");
  return (
    <header class="verdict" data-winner={winner} data-depends={shown?.decided.depends === true}>
      <p class="to-move">
        <span class={`disc ${turn}`} aria-hidden="true" />
        {say.toMove(say.colours[turn])}
        {now.state === "known" && (
          <ViewLink to="endgames" about={now.probe.endgame} class="endgame-link">
            <EndgameName of={now.probe.endgame} />
          </ViewLink>
        )}
        <RulesChoice />
      </p>
      <h2 class="value" title={known ? say.goal[now.probe.metric] : undefined}>
        {shown !== null && sayDecided(position.value, shown, say)}
        {now.state === "known" && valuesHidden.value && say.valuesHidden}
        {now.state === "asking" && shown === null && <span class="patience">{say.thinking}</span>}
        {now.state === "failed" && shown === null && proven === null && <Unanswered />}
        {proven !== null && sayProven(proven, say)}
      </h2>
      <p class="asides">
        {known && isPerpetual(now.probe.kind) && (
          <button type="button" class="aside" onClick={showExplanation}>
            {say.whyVerdict}
          </button>
        )}
        <TermsButton />
      </p>
      {known && <Limit verdict={limitOfPosition(now.probe)} />}
      {known && now.missing?.told && (
        <p class="otherwise">{sayDecided(now.position, { decided: now.probe, by: now.probe.rules }, say)}</p>
      )}
      {known && now.missing === null && answers().kind === "server" && <OtherValues probe={now.probe} />}
    </header>
  );
}

/** What the limit of moves makes of it, where the reader has chosen one. */
function Limit({ verdict }: { verdict: LimitVerdict | null }) {
  if (verdict === null) return null;
  return (
    <p class="otherwise" data-limit={verdict}>
      {words.value.limit[verdict](moveLimit.value)}
    </p>
  );
}

/** What stands in the place of a value: what is known of the endgame, if anything is. */
function Unanswered() {
  const say = words.value;
  if (isOpening.value) return <>{say.openingPosition}</>;
  const { name } = endgameOf(position.value.board);
  if (isBeyondOffers(name))
    return isProofOpen.value ? <>{say.errorTitle}</> : <span class="patience">{say.thinking}</span>;
  return <KnownVerdict key={name} name={name} position={position.value} otherwise={say.errorTitle} />;
}

/** Leads to why a repetition decides; it may still be looked for. */
function showExplanation(): void {
  const found = document.querySelector("#explanation-title") ?? document.querySelector("[data-explaining]");
  if (found === null) return;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  found.scrollIntoView({ behavior: isStill ? "auto" : "smooth", block: "start" });
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}
