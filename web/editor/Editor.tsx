/** Setting up a position on the board, man by man or from text. */
import { legalPosition } from "../../src/xiangqi/validate.ts";
import { useEffect } from "preact/hooks";
import { squareName } from "../../src/xiangqi/squares.ts";
import type { Mark } from "../board/view.ts";
import { useStage } from "../board/stage.ts";
import { announce } from "../shown/Announcer.tsx";
import { useKeys, type Keys } from "../shown/keyboard.ts";
import { newGame } from "../state/game.ts";
import { flipped, openPosition, openView, show } from "../state/page.ts";
import { placeIn } from "../state/places.ts";
import { words } from "../words/spoken.ts";
import {
  arrange,
  beginDraft,
  brush,
  draft,
  exchangeColours,
  giveUpDraft,
  mirror,
  paint,
  problems,
  revert,
} from "../state/draft.ts";
import { Palette } from "./Palette.tsx";
import { Texts } from "./Texts.tsx";
import "./editor.css";

const KEYS: Keys = { ArrowLeft: revert, m: mirror, x: exchangeColours, Escape: () => (brush.value = null) };

export function Editor() {
  useKeys(KEYS);
  useEffect(beginDraft, []);
  useStage(() => ({
    view: {
      position: draft.value,
      flipped: flipped.value,
      use: brush.value === null ? "arrange" : "place",
      legal: [],
      lastMove: null,
      checkedKing: null,
      arrows: [],
      marks: problems.value.flatMap(({ square }): Mark[] => (square === undefined ? [] : [{ square, kind: "wrong" }])),
    },
    onArrange: arrange,
    onTap: paint,
  }));
  const say = words.value;
  return (
    <div class="panel editor">
      <h2>{say.views.editor}</h2>
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={problems.value.length > 0}
          onClick={() => openPosition(legalPosition(draft.value))}
        >
          {say.editor.lookUp}
        </button>
        <button
          type="button"
          disabled={problems.value.length > 0}
          onClick={() => {
            show(newGame(legalPosition(draft.value)));
            openView("play");
          }}
        >
          {say.editor.play}
        </button>
        <button
          type="button"
          onClick={() => {
            giveUpDraft();
            openView("explorer");
          }}
        >
          {say.cancel}
        </button>
      </div>
      <Palette />
      <Problems />
      <Texts />
    </div>
  );
}

/** What keeps the draft from being a position; the men that are wrong are marked on the board. */
function Problems() {
  const say = words.value;
  const lines = problems.value.map((problem) => sentence(say.problem(problem, (square) => placeIn(say, square))));
  const spoken = lines.join(" ");
  useEffect(() => announce(spoken), [spoken]);
  if (lines.length === 0) return <p class="possible">✓ {say.editor.possible}</p>;
  return (
    <ul class="problems" aria-label={say.editor.impossible}>
      {problems.value.map((problem, i) => (
        <li
          key={i}
          class="complaint"
          data-square={problem.square === undefined ? undefined : squareName(problem.square)}
        >
          {lines[i]}
        </li>
      ))}
    </ul>
  );
}

function sentence(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
