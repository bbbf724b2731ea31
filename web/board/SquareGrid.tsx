/**
 * The board for keyboards and screen readers: a grid of 90 named squares that lies unseen over the drawn board. One of
 * them is in the tab order; arrow keys walk, with Shift from man to man, Enter or space picks up a man and puts it down.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { moveFrom, moveTo, type Move } from "../../src/xiangqi/moves.ts";
import { EMPTY } from "../../src/xiangqi/pieces.ts";
import { fileOf, rankOf, squareAt, squareName, type Square } from "../../src/xiangqi/squares.ts";
import type { Dictionary } from "../words/en/page.ts";
import { manIn, placeIn } from "../state/places.ts";
import type { BoardView, Mark } from "./view.ts";

interface Props {
  readonly view: BoardView;
  readonly words: Dictionary;
  /** On the squares that the man picked may go to. */
  readonly worths: readonly Mark[];
  /** The man that is picked up; null: none. */
  readonly onPick: (square: Square | null) => void;
  readonly onMove: (move: Move) => void;
  readonly onTap: (square: Square) => void;
}

type Step = readonly [right: number, up: number];

const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Ranks and files in the order in which the board is seen. */
function seenFrom({ flipped }: BoardView): { readonly rows: readonly number[]; readonly files: readonly number[] } {
  return {
    rows: Array.from({ length: 10 }, (_, row) => (flipped ? row : 9 - row)),
    files: Array.from({ length: 9 }, (_, column) => (flipped ? 8 - column : column)),
  };
}

/** The square next to one. */
function nextSquare({ flipped }: BoardView, square: Square, [right, up]: Step): Square | undefined {
  const turn = flipped ? -1 : 1;
  const file = fileOf(square) + turn * right;
  const rank = rankOf(square) + turn * up;
  return file < 0 || file > 8 || rank < 0 || rank > 9 ? undefined : squareAt(file, rank);
}

/** The square of the next man, or of the one before, line by line as the board is seen. */
function nextMan(view: BoardView, square: Square, [right, up]: Step): Square | undefined {
  const { rows, files } = seenFrom(view);
  const seen = rows.flatMap((rank) => files.map((file) => squareAt(file, rank)));
  const at = seen.indexOf(square);
  const isMan = (each: Square) => view.position.board[each] !== EMPTY;
  return right - up > 0 ? seen.slice(at + 1).find(isMan) : seen.slice(0, at).findLast(isMan);
}

export function SquareGrid({ view, words, worths, onPick, onMove, onTap }: Props) {
  const [current, setCurrent] = useState<Square>(squareAt(4, 0));
  const [picked, setPicked] = useState<{ square: Square; view: BoardView["position"] } | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const from = picked !== null && picked.view === view.position ? picked.square : null;
  const targets = view.legal.filter((move) => moveFrom(move) === from).map(moveTo);
  const { rows, files } = seenFrom(view);
  useEffect(() => onPick(from), [from]);

  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === "Escape") setPicked(null);
    if (step === undefined) return;
    event.preventDefault();
    const next = event.shiftKey ? nextMan(view, current, step) : nextSquare(view, current, step);
    if (next === undefined) return;
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
    const content = piece === EMPTY ? words.emptySquare : manIn(words, piece);
    const state = square === from ? `, ${words.selected}` : targets.includes(square) ? `, ${target(square)}` : "";
    return words.square(placeIn(words, squareName(square)), content) + state;
  };

  /** That the man picked can go there, and what that keeps, where it is known. */
  const target = (square: Square) => {
    const kind = worths.find((each) => each.square === square)?.kind;
    if (kind === "best-win" || kind === "best-loss") {
      const worth = words.groups[kind === "best-win" ? "win" : "loss"];
      return words.labelled(words.canGoHere, `${worth}, ${words.best}`);
    }
    const isWorth = kind === "win" || kind === "draw" || kind === "loss";
    return isWorth ? words.labelled(words.canGoHere, words.groups[kind]) : words.canGoHere;
  };

  const classOf = (square: Square) => {
    if (!targets.includes(square)) return "";
    return view.position.board[square] === EMPTY ? "target" : "target taking";
  };

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
