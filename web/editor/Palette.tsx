/** The spare men and what else it takes to set up a position. */
import { COLOURS, EMPTY, pieceOf, ROLES } from "../../src/xiangqi/pieces.ts";
import { manName } from "../board/men.ts";
import { flip } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import { brush, canRevert, clear, draft, exchangeColours, mirror, revert, setTurn, type Brush } from "./draft.ts";

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
            return <BrushButton key={role} value={piece} label={label} man={manName(piece)} />;
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

function BrushButton({ value, label, man }: { value: Brush; label: string; man?: string }) {
  return (
    <button
      type="button"
      class={man === undefined ? "" : "man"}
      data-man={man}
      aria-label={label}
      title={label}
      aria-pressed={brush.value === value}
      onClick={() => (brush.value = value)}
    >
      {man === undefined && label}
    </button>
  );
}
