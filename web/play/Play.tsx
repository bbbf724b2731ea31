/** Playing against the tables, from the position on the board or as a challenge. */
import { untracked, useSignal, useSignalEffect } from "@preact/signals";
import { moveFrom } from "../../src/xiangqi/moves.ts";
import { useStage } from "../board/stage.ts";
import { arrowOf } from "../board/view.ts";
import { useKeys, type Keys } from "../shown/keyboard.ts";
import { answer } from "../state/answer.ts";
import { checkedKing, flipped, game, lastMove, legal, position } from "../state/page.ts";
import { advance, askHint, canTakeBack, hint, match, playHuman, status, takeBack } from "./match.ts";
import { Start } from "./Start.tsx";
import { MatchPanel } from "./MatchPanel.tsx";
import "./play.css";

/** The least time before the table answers, so that a move is seen; none where motion is not wanted. */
const ANSWER_MILLISECONDS = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 500;

const KEYS: Keys = {
  ArrowLeft: () => canTakeBack() && takeBack(),
  " ": () => void askHint(),
};

export function Play() {
  useKeys(KEYS);
  useStage(() => ({
    view: {
      position: position.value,
      flipped: flipped.value,
      use: "play",
      legal: match.value !== null && status.value.state === "yours" ? legal.value : [],
      lastMove: lastMove.value,
      checkedKing: checkedKing.value,
      arrows: hint.value?.shown === "move" ? [arrowOf(hint.value.move)] : [],
      marks: hint.value?.shown === "man" ? [{ square: moveFrom(hint.value.move), kind: "hint" }] : [],
    },
    onMove: playHuman,
  }));
  const retries = useSignal(0);
  useSignalEffect(() => {
    // Where a table was missing, the match goes on as soon as the position can be looked up.
    const now = answer.value;
    if (now.state === "known" && now.missing === null && status.peek().state === "failed")
      untracked(() => retries.value++);
  });
  useSignalEffect(() => {
    const [now, shown] = [match.value, game.value];
    void retries.value;
    if (now === null) return;
    const abort = new AbortController();
    const pace = { signal: abort.signal, milliseconds: ANSWER_MILLISECONDS };
    untracked(() => void advance(now, shown, pace));
    return () => abort.abort();
  });
  return match.value === null ? <Start /> : <MatchPanel match={match.value} />;
}
