/** The board of the page: the drawn surface, the men on it, and the grid for keyboards and screen readers. */
import { effect, useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { kingSquare } from "../../src/xiangqi/attacks.ts";
import { hasLegalMove, type Move, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import type { Square } from "../../src/xiangqi/squares.ts";
import { bestLine } from "../state/best-line.ts";
import { answer } from "../state/answer.ts";
import { valueMoves } from "../state/valued-moves.ts";
import { men } from "../state/drawn-men.ts";
import { boardLook, lengthsShown, notation, sounds } from "../state/preferences.ts";
import { words } from "../words/spoken.ts";
import { checkedKing, flipped, lastMove, legal, play, pointedAt, position, valuesHidden } from "../state/page.ts";
import { Ground } from "./Ground.tsx";
import { menRules } from "./men.ts";
import { SquareGrid } from "./SquareGrid.tsx";
import { Surface } from "./Surface.tsx";
import { stage, type Stage } from "./stage.ts";
import { arrowOf, type BoardView, type Mark } from "./view.ts";

const menStyle = new CSSStyleSheet();
document.adoptedStyleSheets.push(menStyle);
effect(() => menStyle.replaceSync(menRules(men.value))); // men stand beside the board, too, and where there is none

effect(() => void (document.documentElement.dataset.board = boardLook.value));

export function Board() {
  const now = useComputed<Stage>(() => stage.value ?? explorerStage());
  const { view, onMove = nothing, onArrange = nothing, onTap = nothing } = now.value;
  const picked = useSignal<Square | null>(null);
  const worths = useComputed(() => [
    ...(stage.value === null ? worthsOf(picked.value) : NONE),
    ...matedIn(now.value.view),
  ]);
  useSounds(view);
  const section = useRef<HTMLElement>(null);
  useEffect(() => fitPaper(section.current!), []);
  const isLineShown = stage.value === null && picked.value === null && pointedAt.value === null;
  return (
    <section class="board" aria-label={words.value.board} ref={section}>
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
      <SquareGrid
        view={view}
        words={words.value}
        worths={worths.value}
        onPick={(square) => (picked.value = square)}
        onMove={onMove}
        onTap={onTap}
      />
    </section>
  );
}

function nothing(): void {}

/** How wide the board is on paper, in pixels: 11 cm, as print.css has it. */
const PAPER_WIDTH = (11 / 2.54) * 96;

/** Men stand where they were put for the screen; on paper all of the board is drawn larger or smaller. */
function fitPaper(board: HTMLElement): () => void {
  const fit = () => board.style.setProperty("--on-paper", String(PAPER_WIDTH / board.getBoundingClientRect().width));
  addEventListener("beforeprint", fit);
  return () => removeEventListener("beforeprint", fit);
}

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
      kind: outcome !== "draw" && best ? (`best-${outcome}` as const) : outcome,
      plies: lengthsShown.value === "yes" ? plies : null,
    }));
}

/** The king that is mated, or cannot move although it is not in check. */
function matedIn({ position: { board, turn }, use }: BoardView): readonly Mark[] {
  if (use !== "play" || hasLegalMove({ board, turn })) return NONE;
  return [{ square: kingSquare(board, turn), kind: "mated" }];
}

/** Lets moves be heard, where that is wished. */
function useSounds(view: BoardView): void {
  const before = useRef(view);
  useEffect(() => {
    const prepare = () => {
      if (sounds.value === "yes") void import("./sounds.ts").then(({ prepareSounds }) => prepareSounds(), noNetwork);
    };
    addEventListener("pointerup", prepare, { once: true });
    return () => removeEventListener("pointerup", prepare);
  }, []);
  useEffect(() => {
    const last = before.current;
    before.current = view;
    if (last === view || sounds.value === "no") return;
    void import("./sounds.ts").then(({ hear }) => hear(last, view), noNetwork);
  }, [view]);
}

/** It went away: then nothing is heard. */
function noNetwork(): void {}

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
