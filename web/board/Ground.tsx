/** Chessgroundx as a component: shows a view, reports what hands do. */
import type { Api } from "chessgroundx/api.js";
import { Chessground } from "chessgroundx/chessground.js";
import type { DrawBrush } from "chessgroundx/draw.js";
import { useEffect, useRef } from "preact/hooks";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { type Move, makeMove } from "../../src/xiangqi/moves.ts";
import { squareAt, type Square } from "../../src/xiangqi/squares.ts";
import { type ArrowKind, arrowOf, type BoardView, configOf, type Mark, shapesOf, squareOfKey } from "./view.ts";

// The grain of the wood: uneven bands, the same every time. Gradients, because a noise filter is slow to paint.
interface Band {
  readonly id: string;
  readonly angle: number;
  readonly stops: readonly { readonly offset: number; readonly opacity: number }[];
}

const BANDS: readonly Band[] = [
  { id: "grain-wide", angle: 89.2, stops: bands(90, 0.075, 7) },
  { id: "grain-fine", angle: 90.5, stops: bands(330, 0.085, 11) },
];

/** Stops at even distances with chance opacities, most of them low. */
function bands(count: number, darkest: number, seed: number): Band["stops"] {
  let state = seed;
  return Array.from({ length: count }, (_, i) => {
    state = (state * 48_271) % 2_147_483_647;
    const chance = state / 2_147_483_647;
    return { offset: Number((i / count).toFixed(4)), opacity: Number((darkest * chance ** 2).toFixed(3)) };
  });
}

export function GrainGradients() {
  return BANDS.map(({ id, angle, stops }) => (
    <linearGradient key={id} id={id} gradientTransform={`rotate(${angle})`}>
      {stops.map(({ offset, opacity }) => (
        <stop key={offset} offset={offset} stop-color="#3d1f04" stop-opacity={opacity} />
      ))}
    </linearGradient>
  ));
}

export function Grain(area: { x: number; y: number; width: number; height: number; rx: number }) {
  return BANDS.map(({ id }) => <rect key={id} {...area} fill={`url(#${id})`} />);
}

interface Handlers {
  /** The man that is picked up, or chosen by a tap; null: none. */
  readonly onPick: (square: Square | null) => void;
  /** A man was moved by hand while playing. */
  readonly onMove: (move: Move) => void;
  /** Men were moved or thrown off while arranging. */
  readonly onArrange: (board: Uint8Array) => void;
  /** A square was tapped while placing. */
  readonly onTap: (square: Square) => void;
}

/** Kinds of arrows differ in width as well as in colour. */
const BRUSHES: Readonly<Record<ArrowKind, DrawBrush>> = {
  move: { key: "move", color: "#1f6f8b", opacity: 0.85, lineWidth: 11 },
  best: { key: "best", color: "#1d7a4c", opacity: 0.6, lineWidth: 10 },
  reply: { key: "reply", color: "#5d6a75", opacity: 0.5, lineWidth: 6 },
  check: { key: "check", color: "#c62a1c", opacity: 0.85, lineWidth: 9 },
  chase: { key: "chase", color: "#8a3ab0", opacity: 0.85, lineWidth: 7 },
};

/** The square of the board shown at a point of the window; null beside the board. */
export function squareAtPoint(x: number, y: number, isFlipped: boolean): Square | null {
  const box = document.querySelector("cg-board")?.getBoundingClientRect();
  if (box === undefined) return null;
  const column = Math.floor((9 * (x - box.left)) / box.width);
  const row = Math.floor((10 * (y - box.top)) / box.height);
  if (column < 0 || column > 8 || row < 0 || row > 9) return null;
  return isFlipped ? squareAt(8 - column, row) : squareAt(column, 9 - row);
}

interface Props extends Handlers {
  readonly view: BoardView;
  /** On the squares that the man picked may go to. */
  readonly worths: readonly Mark[];
  /** How perfect play goes on: moves of either side in turn. */
  readonly line: readonly Move[];
}

function pickedOf({ state }: Api): Square | null {
  const { selected } = state.selectable;
  return typeof selected === "string" ? squareOfKey(selected) : null;
}

export function Ground({ view, worths, line, ...handlers }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api | null>(null);
  const latest = useRef({ view, ...handlers });
  latest.current = { view, ...handlers };

  useEffect(() => {
    const api = Chessground(element.current!, {
      dimensions: { width: 9, height: 10 },
      coordinates: false,
      kingRoles: ["k-piece"],
      addDimensionsCssVarsTo: element.current!.parentElement!,
      premovable: { enabled: false },
      animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 180 },
      drawable: { enabled: false, brushes: BRUSHES },
      movable: {
        rookCastle: false,
        events: {
          after: (from, to) => {
            const { view: now, onMove } = latest.current;
            if (now.use === "play") onMove(makeMove(squareOfKey(from), squareOfKey(to)));
          },
        },
      },
      events: {
        select: () => latest.current.onPick(pickedOf(api)),
        change: () => {
          const { view: now, onArrange } = latest.current;
          if (now.use === "arrange") onArrange(parseFen(`${api.getFen()} w`).board);
        },
      },
    });
    ground.current = api;
    return () => api.destroy();
  }, []);

  useEffect(() => {
    ground.current!.set(configOf(view));
    handlers.onPick(pickedOf(ground.current!));
  }, [view]);

  useEffect(() => {
    const onward = line.map((move, ply) => arrowOf(move, ply % 2 === 0 ? "best" : "reply"));
    ground.current!.setAutoShapes(shapesOf([...view.arrows, ...onward], [...(view.marks ?? []), ...worths]));
  }, [view, worths, line]);

  // Chessgroundx tells of squares when they are touched, and of some again by the mouse that browsers emulate; a click is one tap.
  const tap = ({ clientX, clientY }: MouseEvent) => {
    const square = view.use === "place" ? squareAtPoint(clientX, clientY, view.flipped) : null;
    if (square !== null) handlers.onTap(square);
  };
  return <div class="ground" ref={element} onClick={tap} />;
}
