/** The explorer: what the position is worth, and what each of its moves is. */
import { endgameOf } from "../../src/endgame/endgame.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import { useKeys, type Keys } from "../shown/keyboard.ts";
import {
  hideValues,
  isAtStart,
  isOpening,
  isSharing,
  mirror,
  openView,
  position,
  valuesHidden,
} from "../state/page.ts";
import { answer } from "../state/answer.ts";
import { opened } from "../games/opened.ts";
import { lazy } from "../shown/lazy.tsx";
import { playSuggestedMove } from "../state/suggestion.ts";
import { playLine } from "../state/line.ts";
import { saidByAtlas } from "../state/without-table.ts";
import { Line, stepBack, stepForward } from "./Line.tsx";
import { goToEntry, Moves } from "./Moves.tsx";
import { ByOtherRules } from "../shown/trouble-text.tsx";
import { BuildOffer, ComplaintText, isOutside, Trouble } from "./Trouble.tsx";
import { Verdict } from "./Verdict.tsx";

const KnownAnswer = lazy(() => import("../endgames/KnownAnswer.tsx").then((module) => module.KnownAnswer), true);
const KnownExamples = lazy(() => import("../endgames/KnownAnswer.tsx").then((module) => module.KnownExamples), true);
const Opened = lazy(() => import("../games/Opened.tsx").then((module) => module.Opened));
const Proof = lazy(() => import("../proving/Proof.tsx").then((module) => module.Proof), true);
const Outside = lazy(() => import("../outside/Outside.tsx").then((module) => module.Outside), true);
const StartCard = lazy(() => import("../guide/StartCard.tsx").then((module) => module.StartCard), true);
const Explanation = lazy(() => import("../explanation/Explanation.tsx").then((module) => module.Explanation));

const KEYS: Keys = {
  ArrowLeft: stepBack,
  ArrowRight: stepForward,
  " ": playSuggestedMove,
  p: () => void playLine(),
  m: mirror,
  e: () => openView("editor"),
  h: hideValues,
  "/": goToEntry,
  s: () => (isSharing.value = true),
};

export function Explorer() {
  useKeys(KEYS);
  const now = answer.value;
  const endgame = endgameOf(position.value.board).name;
  return (
    <>
      <Verdict />
      <div class="panel">
        {isAtStart.value && opened.value === null && <StartCard />}
        <ComplaintText />
        {opened.value !== null && <Opened />}
        {now.state === "known" && now.missing !== null && <ByOtherRules rules={now.probe.rules} />}
        {now.state === "known" && <Moves position={now.position} probe={now.probe} />}
        {now.state === "known" && repetitionMayDecide(now.probe) && !valuesHidden.value && (
          <Explanation position={now.position} probe={now.probe} />
        )}
        {now.state === "known" && now.missing?.error.code === "missing-table" && (
          <BuildOffer endgame={now.missing.error.endgame!} />
        )}
        {now.state === "failed" && isOutside(now.error) && (
          <KnownAnswer key={endgame} name={endgame} turn={position.value.turn} position={position.value} />
        )}
        {now.state === "failed" &&
          isOutside(now.error) &&
          now.told === null &&
          saidByAtlas.value?.winner !== null &&
          !valuesHidden.value &&
          !isOpening.value && <Proof key={formatFen(position.value)} position={position.value} />}
        {now.state === "failed" && <Trouble error={now.error} />}
        {now.state === "failed" && isOutside(now.error) && (
          <KnownExamples key={`${endgame} examples`} name={endgame} turn={position.value.turn} />
        )}
        {now.state === "failed" && isOutside(now.error) && <Outside position={position.value} />}
      </div>
      <Line />
    </>
  );
}

/** Mates and captures need no explanation. */
function repetitionMayDecide({ rules, kind }: ProbeResult): boolean {
  return rules !== "none" && kind !== "conversion";
}
