/** The board of the page: the drawn surface, the men on it, and the grid for keyboards and screen readers. */
import { effect, useComputed, useSignal } from "@preact/signals";
import { type Move, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import type { Square } from "../../src/xiangqi/squares.ts";
import { bestLine } from "../state/best-line.ts";
import { answer } from "../state/answer.ts";
import { valueMoves } from "../state/valued-moves.ts";
import { lengthsShown, notation, pieceSet } from "../state/preferences.ts";
import { words } from "../words/spoken.ts";
import { checkedKing, flipped, lastMove, legal, play, pointedAt, position, valuesHidden } from "../state/page.ts";
import { Ground } from "./Ground.tsx";
import { menRules } from "./men.ts";
import { SquareGrid } from "./SquareGrid.tsx";
import { Surface } from "./Surface.tsx";
import { stage, type Stage } from "./stage.ts";
import { arrowOf, type Mark } from "./view.ts";

const menStyle = new CSSStyleSheet();
document.adoptedStyleSheets.push(menStyle);
effect(() => menStyle.replaceSync(menRules(pieceSet.value))); // men stand beside the board, too, and where there is none

export function Board() {
  const now = useComputed<Stage>(() => stage.value ?? explorerStage());
  const { view, onMove = nothing, onArrange = nothing, onTap = nothing } = now.value;
  const picked = useSignal<Square | null>(null);
  const worths = useComputed(() => (stage.value === null ? worthsOf(picked.value) : NONE));
  const isLineShown = stage.value === null && picked.value === null && pointedAt.value === null;
  return (
    <section class="board" aria-label={words.value.board}>
      <Surface notation={notation.value} flipped={view.flipped} />
      <Ground
        view={view}
        worths={worths.value}
        line={isLineShown ? bestLine.value : NO_LINE}
        onPick={(square) => (picked.value = square)}
        onMove={onMove}
        onArrange={onArrange}
        onTap={onTap}
      />
      <SquareGrid view={view} words={words.value} onMove={onMove} onTap={onTap} />
    </section>
  );
}

function nothing(): void {}

const NONE: readonly Mark[] = [];
const NO_LINE: readonly Move[] = [];

/** What the moves of a man keep, where that is known and not hidden. */
function worthsOf(man: Square | null): readonly Mark[] {
  const now = answer.value;
  if (man === null || now.state !== "known" || valuesHidden.value || now.position !== position.value) return NONE;
  return valueMoves(now.position, now.probe)
    .filter(({ move }) => moveFrom(move) === man)
    .map(({ move, outcome, best, plies }) => ({
      square: moveTo(move),
      kind: outcome === "win" && best ? "best-win" : outcome,
      plies: lengthsShown.value === "yes" ? plies : null,
    }));
}

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
