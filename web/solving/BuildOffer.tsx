/** Offers to build an endgame that is missing, and shows how far that has come. */
import { useEffect, useState } from "preact/hooks";
import { formatRoughly, formatSeconds, formatSize, words } from "../words/spoken.ts";
import { buildsSoon, SOON_SECONDS } from "../state/preferences.ts";
import {
  build,
  building,
  buildUnasked,
  cancelBuilding,
  lookAgain,
  showUnderWay,
  type Building,
  type Place,
} from "./building.ts";
import { serverLimit, type ServerLimit } from "./on-server.ts";
import { planHere } from "./plan-here.ts";
import type { Obstacle, Plan } from "./plan.ts";
import "./building.css";
import { sayCode } from "../shown/trouble-text.tsx";

interface Props {
  readonly endgame: string;
  /** Begin by itself where that is soon done, and the person at the page does not mind. */
  readonly soon?: true;
}

export function BuildOffer({ endgame, soon }: Props) {
  const now = building.value;
  if (now.state === "running") return <Progress now={now} />;
  return (
    <>
      {now.state === "failed" && now.endgame === endgame && (
        <p class="complaint">{words.value.building.failed(sayCode(now.code, words.value) ?? now.message)}</p>
      )}
      <Offer key={endgame} endgame={endgame} soon={soon} />
    </>
  );
}

function Offer({ endgame, soon }: Props) {
  const [plan, setPlan] = useState<Plan | null>(null);
  const [limit, setLimit] = useState<ServerLimit | null>(null);
  useEffect(() => {
    // Without a connection there is nothing to offer.
    const limits = serverLimit().catch(() => null);
    void limits.then(setLimit);
    planHere(endgame).then(
      async (found) => {
        setPlan(found);
        const place = placeFor(found, await limits);
        const isSoon = soon === true && found.seconds[1] <= SOON_SECONDS;
        if (isSoon && place !== null && buildsSoon.peek() === "yes") void buildUnasked(endgame, place);
      },
      () => {},
    );
    showUnderWay(endgame).catch(() => {});
    const look = () => document.visibilityState === "visible" && void lookAgain(endgame).catch(() => {});
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  if (plan === null) return null;
  const say = words.value.building;
  const size = { tables: plan.endgames.length, positions: formatRoughly(plan.positions) };
  const lasting = [formatSeconds(plan.seconds[0]), formatSeconds(plan.seconds[1])] as const;
  const onServer = placeFor(plan, limit) === "server";
  const { memoryBytes, roomBytes, obstacle } = plan.here;
  return (
    <div class="build">
      <div class="build-places">
        {onServer && (
          <button type="button" class="primary" onClick={() => void build(endgame, "server")}>
            {say.onServer}
            {say.about(lasting[1])}
          </button>
        )}
        {obstacle === null && (
          <button type="button" class={onServer ? "" : "primary"} onClick={() => void build(endgame, "browser")}>
            {say.here}
            {!onServer && say.about(lasting[1])}
          </button>
        )}
      </div>
      {obstacle !== null && <p class="hint">{sayObstacle(obstacle)}</p>}
      <details>
        <summary>{say.details}</summary>
        <p class="hint">{say.size(size)}</p>
        <p class="hint">{say.takes(...lasting)}</p>
        {onServer && <p class="hint">{say.serverTakes(formatSize(plan.fileBytes))}</p>}
        {obstacle === null && <p class="hint">{say.hereTakes(formatSize(memoryBytes), formatSize(roomBytes))}</p>}
        {limit !== null && <p class="hint">{say.serverLimit(formatRoughly(limit.maxPositions))}</p>}
      </details>
    </div>
  );
}

/** Where it is built if nobody says where; null where it cannot be. */
function placeFor(plan: Plan, limit: ServerLimit | null): Place | null {
  if (limit !== null && plan.positions <= limit.maxPositions) return "server";
  return plan.here.obstacle === null ? "browser" : null;
}

function sayObstacle({ what, needed, most }: Obstacle): string {
  const format = what === "positions" ? formatRoughly : formatSize;
  return words.value.building.tooLarge[what](format(needed), format(most));
}

function Progress({ now }: { now: Extract<Building, { state: "running" }> }) {
  const say = words.value.building;
  const { progress, ahead, endgame } = now;
  return (
    <div class="build" role="group" aria-label={say.working(endgame)}>
      <p>{progress === null ? say.working(endgame) : say.phase(progress.endgame, say.phases[progress.phase])}</p>
      <progress value={progress?.done} aria-label={say.working(endgame)} />
      {ahead !== null && <p class="hint">{say.queued(ahead)}</p>}
      {progress !== null && progress.secondsLeft !== null && (
        <p class="hint">{say.pace(formatRoughly(progress.positionsPerSecond), Math.ceil(progress.secondsLeft))}</p>
      )}
      <button type="button" onClick={cancelBuilding}>
        {words.value.cancel}
      </button>
    </div>
  );
}
