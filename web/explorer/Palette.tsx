/** The spare men and what else it takes to set up a position. */
import { COLOURS, EMPTY, pieceOf, ROLES } from "../../src/xiangqi/pieces.ts";
import { manName } from "../board/men.ts";
import { openView } from "../state/page.ts";
import { words } from "../state/preferences.ts";
import { brush, clearDraft, draft, draftComplaint, openDraft, setDraftTurn, type Brush } from "../state/setup.ts";
import { explainComplaint } from "./Trouble.tsx";

export function Palette() {
  const say = words.value;
  const wrong = draftComplaint.value;
  return (
    <section class="palette" aria-label={say.editor}>
      <p class="hint">{say.editorHelp}</p>
      {COLOURS.map((colour) => (
        <div class="men" key={colour}>
          {ROLES.map((role) => {
            const piece = pieceOf(colour, role);
            const label = say.place(say.man(say.colours[colour], say.roles[role]));
            return <BrushButton key={role} value={piece} label={label} man={manName(piece)} />;
          })}
        </div>
      ))}
      <div class="row">
        <BrushButton value={null} label={say.moveMen} />
        <BrushButton value={EMPTY} label={say.eraser} />
        <button type="button" onClick={clearDraft}>
          {say.clear}
        </button>
      </div>
      <fieldset class="row">
        <legend>{say.sideToMove}</legend>
        {COLOURS.map((colour) => (
          <label key={colour} class="choice">
            <input
              type="radio"
              name="draft-turn"
              checked={draft.value.turn === colour}
              onChange={() => setDraftTurn(colour)}
            />
            <span class={`disc ${colour}`} aria-hidden="true" />
            {say.colours[colour]}
          </label>
        ))}
      </fieldset>
      <p class="complaint" role="status">
        {wrong !== null && explainComplaint(wrong, say)}
      </p>
      <div class="row">
        <button type="button" class="primary" disabled={wrong !== null} onClick={openDraft}>
          {say.useSetup}
        </button>
        <button type="button" onClick={() => openView("explorer")}>
          {say.cancel}
        </button>
      </div>
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
