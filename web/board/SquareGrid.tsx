/**
 * The board for keyboards and screen readers: a grid of 90 named squares that lies unseen over the drawn board. One of
 * them is in the tab order; arrow keys walk, Enter or space picks up a man and puts it down.
 */
import { useRef, useState } from "preact/hooks";
import { moveFrom, moveTo, type Move } from "../../src/xiangqi/moves.ts";
import { colourOf, EMPTY, roleOf } from "../../src/xiangqi/pieces.ts";
import { fileOf, rankOf, squareAt, squareName, type Square } from "../../src/xiangqi/squares.ts";
import type { Dictionary } from "../words/dictionary.ts";
import { placeIn } from "../places.ts";
import type { BoardView } from "./view.ts";

interface Props {
  readonly view: BoardView;
  readonly words: Dictionary;
  readonly onMove: (move: Move) => void;
  readonly onTap: (square: Square) => void;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function SquareGrid({ view, words, onMove, onTap }: Props) {
  const [current, setCurrent] = useState<Square>(squareAt(4, 0));
  const [picked, setPicked] = useState<{ square: Square; view: BoardView["position"] } | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const from = picked !== null && picked.view === view.position ? picked.square : null;
  const targets = view.legal.filter((move) => moveFrom(move) === from).map(moveTo);

  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === "Escape") setPicked(null);
    if (step === undefined) return;
    event.preventDefault();
    const turn = view.flipped ? -1 : 1;
    const file = fileOf(current) + turn * step[0];
    const rank = rankOf(current) + turn * step[1];
    if (file < 0 || file > 8 || rank < 0 || rank > 9) return;
    const next = squareAt(file, rank);
    setCurrent(next);
    grid.current?.querySelector<HTMLElement>(`[data-square="${squareName(next)}"]`)?.focus();
  };

  const use = (square: Square) => {
    if (view.use !== "play") return onTap(square);
    const move = view.legal.find((each) => moveFrom(each) === from && moveTo(each) === square);
    if (move !== undefined) onMove(move);
    const movable = view.legal.some((each) => moveFrom(each) === square);
    setPicked(move === undefined && movable ? { square, view: view.position } : null);
  };

  const name = (square: Square) => {
    const piece = view.position.board[square]!;
    const content =
      piece === EMPTY ? words.emptySquare : words.man(words.colours[colourOf(piece)], words.roles[roleOf(piece)]);
    const state = square === from ? `, ${words.selected}` : targets.includes(square) ? `, ${words.canGoHere}` : "";
    return words.square(placeIn(words, squareName(square)), content) + state;
  };

  const classOf = (square: Square) => {
    if (!targets.includes(square)) return "";
    return view.position.board[square] === EMPTY ? "target" : "target taking";
  };

  const rows = Array.from({ length: 10 }, (_, row) => (view.flipped ? row : 9 - row));
  const files = Array.from({ length: 9 }, (_, column) => (view.flipped ? 8 - column : column));
  return (
    <div
      class="square-grid"
      role="grid"
      aria-label={words.board}
      aria-description={words.boardHelp}
      ref={grid}
      onKeyDown={walk}
    >
      {rows.map((rank) => (
        <div role="row" key={rank}>
          {files.map((file) => {
            const square = squareAt(file, rank);
            return (
              <div role="gridcell" key={file}>
                <button
                  type="button"
                  data-square={squareName(square)}
                  tabIndex={square === current ? 0 : -1}
                  aria-label={name(square)}
                  aria-pressed={square === from}
                  class={classOf(square)}
                  onFocus={() => setCurrent(square)}
                  onClick={() => use(square)}
                />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
