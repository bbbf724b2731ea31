/** The board of the page: the drawn surface, the men on it, and the grid for keyboards and screen readers. */
import { effect, useComputed } from "@preact/signals";
import { notation, pieceSet } from "../state/preferences.ts";
import { words } from "../words/spoken.ts";
import { checkedKing, flipped, lastMove, legal, play, pointedAt, position } from "../state/page.ts";
import { Ground } from "./Ground.tsx";
import { menRules } from "./men.ts";
import { SquareGrid } from "./SquareGrid.tsx";
import { Surface } from "./Surface.tsx";
import { stage, type Stage } from "./stage.ts";
import { arrowOf } from "./view.ts";

const menStyle = new CSSStyleSheet();
document.adoptedStyleSheets.push(menStyle);
effect(() => menStyle.replaceSync(menRules(pieceSet.value))); // men stand beside the board, too, and where there is none

export function Board() {
  const now = useComputed<Stage>(() => stage.value ?? explorerStage());
  const { view, onMove = nothing, onArrange = nothing, onTap = nothing } = now.value;
  return (
    <section class="board" aria-label={words.value.board}>
      <Surface notation={notation.value} flipped={view.flipped} />
      <Ground view={view} onMove={onMove} onArrange={onArrange} onTap={onTap} />
      <SquareGrid view={view} words={words.value} onMove={onMove} onTap={onTap} />
    </section>
  );
}

function nothing(): void {}

/** The position explored: moves are played on it. */
function explorerStage(): Stage {
  return {
    view: {
      position: position.value,
      flipped: flipped.value,
      use: "play",
      legal: legal.value,
      lastMove: lastMove.value,
      checkedKing: checkedKing.value,
      arrows: pointedAt.value === null ? [] : [arrowOf(pointedAt.value)],
    },
    onMove: play,
  };
}
