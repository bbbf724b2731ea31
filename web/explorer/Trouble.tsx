import { BEYOND, UNANSWERED, type AnswerError } from "../answers/answers.ts";
import { canonicalEndgame, coneOf, isBeyondOffers } from "../../src/endgame/endgame.ts";
import { lazy } from "../shown/lazy.tsx";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";
import { opponent } from "../../src/xiangqi/pieces.ts";
import { askAgain } from "../state/answer.ts";
import { newGame } from "../state/game.ts";
import { complaint, game, position, show } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import { rules } from "../base/rules.ts";
import { explainError, explainComplaint } from "../shown/trouble-text.tsx";

export const BuildOffer = lazy(() => import("../solving/BuildOffer.tsx").then((module) => module.BuildOffer));

/** What of a text or a link is not shown, or how it was taken, above what is shown. */
export function ComplaintText() {
  const now = complaint.value;
  if (now === null) return null;
  const say = words.value;
  const canTurn = now.kind === "no-side" && game.value.moves.length === 0;
  const other = canTurn ? { ...position.value, turn: opponent(now.turn) } : null;
  return (
    <p class="complaint" role="alert">
      {explainComplaint(now, say)}{" "}
      {other !== null && isLegalPosition(other) && (
        <button type="button" onClick={() => show(newGame(other))}>
          {say.errors.otherSide(say.colours[other.turn])}
        </button>
      )}
    </p>
  );
}

/** Whether asking again may mend it: not what is wrong with the question, nor what is not there. */
function mayPass({ code }: AnswerError): boolean {
  return (
    (code.startsWith("source-") && code !== "source-ignores-ranges") ||
    ["unreachable", "unknown", "internal", "timeout", "too-many-requests"].includes(code)
  );
}

/** Whether no table answers for the position, or none can be reached: what else is known of it can be said. */
export function isOutside({ code }: AnswerError): boolean {
  return [...UNANSWERED, BEYOND, "unreachable"].includes(code);
}

/** What of its endgame the position shown can reach, where that is less and not too much. */
function coneShown(): string | null {
  const { endgame } = canonicalEndgame(coneOf(position.value.board));
  return endgame.from === undefined || isBeyondOffers(endgame.name) ? null : endgame.name;
}

/** The table that is missing, or what of it the position can reach. */
function Missing({ endgame }: { endgame: string }) {
  const cone = coneShown();
  const isOwn = cone?.startsWith(`${endgame}.`) === true;
  const isRefused = rules.value === "chinese";
  if (isBeyondOffers(endgame) && (!isOwn || isRefused))
    return isOwn ? <p class="hint">{words.value.building.asianOnly}</p> : null;
  return <BuildOffer endgame={endgame} cone={isOwn && !isRefused ? cone : null} soon />;
}

export function Trouble({ error }: { error: AnswerError }) {
  const say = words.value;
  const isNoTable = [...UNANSWERED, BEYOND].includes(error.code);
  return (
    <>
      <div class={isNoTable ? "unanswered" : "trouble"} role="alert">
        <p>{explainError(error, say)}</p>
        {mayPass(error) && (
          <button type="button" onClick={askAgain}>
            {say.retry}
          </button>
        )}
      </div>
      {isNoTable && error.endgame !== null && <Missing endgame={error.endgame} />}
    </>
  );
}
