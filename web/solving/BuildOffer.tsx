/** Offers to build an endgame that is missing, and shows how far that has come. */
import { useEffect, useState } from "preact/hooks";
import { isBeyondOffers } from "../../src/endgame/endgame.ts";
import { formatRoughly, formatSeconds, formatSize, words } from "../words/spoken.ts";
import { buildsSoon, SOON_SECONDS } from "../state/preferences.ts";
import { ADVISED_SECONDS, secondsOffered } from "../state/without-table.ts";
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
import { type Obstacle, type Plan, planHere } from "./plan.ts";
import "./building.css";
import { sayCode } from "../shown/trouble-text.tsx";

interface Props {
  readonly endgame: string;
  /** What of it the position shown can reach, where that can be built: it is offered where it takes less. */
  readonly cone?: string | null;
  /** Begin by itself where that is soon done, and the person at the page does not mind. */
  readonly soon?: true;
}

export function BuildOffer({ endgame, cone = null, soon }: Props) {
  const now = building.value;
  if (now.state === "running") return <Progress now={now} />;
  return (
    <>
      {now.state === "failed" && [endgame, cone].includes(now.endgame) && (
        <p class="complaint">{words.value.building.failed(sayCode(now.code, words.value) ?? now.message)}</p>
      )}
      <Offer key={`${endgame} ${cone}`} asked={endgame} cone={cone} soon={soon} />
    </>
  );
}

/** The lesser of both. */
async function lesserPlan(endgame: string, cone: string | null): Promise<{ readonly of: string; readonly plan: Plan }> {
  const whole = isBeyondOffers(endgame) ? null : { of: endgame, plan: await planHere(endgame) };
  if (cone === null) return whole!;
  const part = { of: cone, plan: await planHere(cone) };
  return whole === null || LESS * part.plan.seconds[1] < whole.plan.seconds[1] ? part : whole;
}

/** A whole table serves longer: a part of it is offered where it takes so many times less. */
const LESS = 3;

function Offer({ asked, cone, soon }: Pick<Props, "soon"> & { readonly asked: string; readonly cone: string | null }) {
  const [offered, setOffered] = useState<Awaited<ReturnType<typeof lesserPlan>> | null>(null);
  const [limit, setLimit] = useState<ServerLimit | null>(null);
  useEffect(() => {
    // Without a connection there is nothing to offer.
    const limits = serverLimit().catch(() => null);
    void limits.then(setLimit);
    const names = cone === null ? [asked] : [asked, cone];
    lesserPlan(asked, cone).then(
      async (found) => {
        setOffered(found);
        const { of, plan } = found;
        const place = placeFor(plan, await limits);
        if (place !== null) secondsOffered.value = plan.seconds[1];
        const isSoon = soon === true && plan.seconds[1] <= SOON_SECONDS;
        if (isSoon && place !== null && buildsSoon.peek() === "yes") void buildUnasked(of, place);
      },
      () => {},
    );
    for (const name of names) showUnderWay(name).catch(() => {});
    const look = (): void => {
      if (document.visibilityState !== "visible") return;
      for (const name of names) void lookAgain(name).catch(() => {});
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      secondsOffered.value = null;
    };
  }, []);
  if (offered === null) return null;
  const { of: endgame, plan } = offered;
  const isAdvised = soon !== true || plan.seconds[1] <= ADVISED_SECONDS; // else a proof is, beside it
  const advised = isAdvised ? "primary" : "";
  const say = words.value.building;
  const size = { tables: plan.endgames.length, positions: formatRoughly(plan.positions) };
  const lasting = [formatSeconds(plan.seconds[0]), formatSeconds(plan.seconds[1])] as const;
  const place = placeFor(plan, limit);
  const onServer = place === "server";
  const { memoryBytes, roomBytes, obstacle } = plan.here;
  const serverLimitSaid = limit !== null && <p class="hint">{say.serverLimit(formatRoughly(limit.maxPositions))}</p>;
  return (
    <div class="build">
      {endgame === cone && place !== null && <p>{say.ofCone}</p>}
      <div class="build-places">
        {onServer && (
          <button type="button" class={advised} onClick={() => void build(endgame, "server")}>
            {say.onServer}
            {say.about(lasting[1])}
          </button>
        )}
        {obstacle === null && (
          <button type="button" class={onServer ? "" : advised} onClick={() => void build(endgame, "browser")}>
            {say.here}
            {!onServer && say.about(lasting[1])}
          </button>
        )}
      </div>
      {obstacle !== null && <p class="hint">{sayObstacle(obstacle)}</p>}
      {obstacle !== null && !onServer && serverLimitSaid}
      <details>
        <summary>{say.details}</summary>
        <p class="hint">{say.size(size)}</p>
        <p class="hint">{say.takes(...lasting)}</p>
        {onServer && <p class="hint">{say.serverTakes(formatSize(plan.fileBytes))}</p>}
        {obstacle === null && <p class="hint">{say.hereTakes(formatSize(memoryBytes), formatSize(roomBytes))}</p>}
        {(obstacle === null || onServer) && serverLimitSaid}
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
