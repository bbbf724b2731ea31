/** The spare men and what else it takes to set up a position. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { COLOURS, EMPTY, pieceOf, ROLES, type Piece } from "../../src/xiangqi/pieces.ts";
import { squareAtPoint } from "../board/Ground.tsx";
import { manName } from "../board/men.ts";
import { flip, flipped } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import {
  brush,
  canRevert,
  clear,
  draft,
  exchangeColours,
  isAnother,
  mirror,
  put,
  revert,
  setTurn,
  type Brush,
} from "../state/draft.ts";

export function Palette() {
  const say = words.value;
  return (
    <section class="palette" aria-label={say.editor.men}>
      <p class="hint">{say.editor.help}</p>
      {COLOURS.map((colour) => (
        <div class="men" key={colour}>
          {ROLES.map((role) => {
            const piece = pieceOf(colour, role);
            const label = say.editor.place(say.man(say.colours[colour], say.roles[role]));
            return <SpareMan key={role} piece={piece} label={label} />;
          })}
        </div>
      ))}
      <div class="row">
        <BrushButton value={null} label={say.editor.drag} />
        <BrushButton value={EMPTY} label={say.editor.remove} />
        <button type="button" disabled={!canRevert.value} aria-keyshortcuts="ArrowLeft" onClick={revert}>
          {say.editor.undo}
        </button>
      </div>
      {isAnother.value && <p class="hint">{say.editor.another}</p>}
      <div class="row">
        <button type="button" onClick={clear}>
          {say.editor.clear}
        </button>
        <button type="button" aria-keyshortcuts="m" onClick={mirror}>
          {say.editor.mirror}
        </button>
        <button type="button" aria-keyshortcuts="x" onClick={exchangeColours}>
          {say.editor.swap}
        </button>
        <button type="button" aria-keyshortcuts="f" onClick={flip}>
          {say.flip}
        </button>
      </div>
      <fieldset class="row">
        <legend>{say.editor.sideToMove}</legend>
        {COLOURS.map((colour) => (
          <label key={colour} class="choice">
            <input
              type="radio"
              name="draft-turn"
              checked={draft.value.turn === colour}
              onChange={() => setTurn(colour)}
            />
            <span class={`disc ${colour}`} aria-hidden="true" />
            {say.colours[colour]}
          </label>
        ))}
      </fieldset>
    </section>
  );
}

function BrushButton({ value, label }: { value: Brush; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={brush.value === value}
      onClick={() => (brush.value = value)}
    >
      {label}
    </button>
  );
}

/** So far a pointer may tremble, in pixels: what goes farther drags. */
const TREMBLE = 5;

interface Drag {
  readonly from: readonly [x: number, y: number];
  readonly at: readonly [x: number, y: number];
  readonly hasLeft: boolean;
}

/** A spare man: tapped it is what the board's squares get next, dragged it stands where it is let go. */
function SpareMan({ piece, label }: { piece: Piece; label: string }) {
  const drag = useSignal<Drag | null>(null);
  const dragged = useRef(false);
  const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
    const now = drag.value;
    if (now === null) return;
    const hasLeft = now.hasLeft || Math.hypot(x - now.from[0], y - now.from[1]) > TREMBLE;
    drag.value = { ...now, at: [x, y], hasLeft };
  };
  const letGo = ({ clientX, clientY }: PointerEvent) => {
    const square = drag.value?.hasLeft ? squareAtPoint(clientX, clientY, flipped.value) : null;
    dragged.current = drag.value?.hasLeft ?? false;
    drag.value = null;
    if (square !== null) put(piece, square);
  };
  return (
    <>
      <button
        type="button"
        class="man spare"
        data-man={manName(piece)}
        aria-label={label}
        title={label}
        aria-pressed={brush.value === piece}
        onPointerDown={(event) => {
          dragged.current = false;
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.value = { from: [event.clientX, event.clientY], at: [event.clientX, event.clientY], hasLeft: false };
        }}
        onPointerMove={follow}
        onPointerUp={letGo}
        onPointerCancel={() => (drag.value = null)}
        onClick={() => {
          if (!dragged.current) brush.value = piece;
        }}
      />
      {drag.value?.hasLeft && (
        <span
          class="man dragged"
          data-man={manName(piece)}
          aria-hidden="true"
          style={{ left: `${drag.value.at[0]}px`, top: `${drag.value.at[1]}px` }}
        />
      )}
    </>
  );
}
