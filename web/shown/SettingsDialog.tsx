/** What the person at the page prefers, in one dialog. Each choice holds at once, and is kept. */
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Select } from "../base/Select.tsx";
import { NOTATIONS } from "../state/notation.ts";
import { valuesHidden } from "../state/page.ts";
import {
  areSettingsOpen,
  BOARD_LOOKS,
  boardLook,
  buildsSoon,
  lengthsShown,
  lineShown,
  MOVE_LIMITS,
  moveLimit,
  notation,
  PIECE_SETS,
  pieceSet,
  SOON_SECONDS,
  sounds,
  theme,
  THEMES,
  type YesOrNo,
} from "../state/preferences.ts";
import { LANGUAGES, languageName } from "../../src/say/words/languages.ts";
import { formatSeconds, language, words } from "../words/spoken.ts";

export function SettingsDialog() {
  const say = words.value;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog
      class="help settings"
      ref={dialog}
      aria-labelledby="settings-title"
      onClose={() => (areSettingsOpen.value = false)}
    >
      <form method="dialog">
        <h2 id="settings-title">{say.settings.title}</h2>
        <div class="choices">
          <Select seen label={say.language} choice={language} choices={LANGUAGES} nameOf={languageName} />
          <Select seen label={say.notation} choice={notation} choices={NOTATIONS} nameOf={(of) => say.notations[of]} />
          <Select seen label={say.pieceSet} choice={pieceSet} choices={PIECE_SETS} nameOf={(of) => say.pieceSets[of]} />
          <Select
            seen
            label={say.settings.theme}
            choice={theme}
            choices={THEMES}
            nameOf={(of) => say.settings.themes[of]}
          />
          <Select
            seen
            label={say.settings.board}
            choice={boardLook}
            choices={BOARD_LOOKS}
            nameOf={(of) => say.settings.boards[of]}
          />
          <Select
            seen
            label={say.settings.moveLimit}
            choice={moveLimit}
            choices={MOVE_LIMITS}
            nameOf={(of) => say.settings.moveLimits[of]}
          />
        </div>
        <div class="switches">
          <Switch label={say.settings.sounds} choice={sounds} />
          <Switch label={say.settings.line} choice={lineShown} />
          <Switch label={say.settings.lengths} choice={lengthsShown} />
          <Switch label={say.building.byItself(formatSeconds(SOON_SECONDS))} choice={buildsSoon} />
          <label>
            <input
              type="checkbox"
              checked={valuesHidden.value}
              onChange={(event) => (valuesHidden.value = event.currentTarget.checked)}
            />
            {say.settings.hide}
          </label>
        </div>
        <button type="submit" class="primary">
          {say.help.close}
        </button>
      </form>
    </dialog>
  );
}

function Switch({ label, choice }: { label: string; choice: Signal<YesOrNo> }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={choice.value === "yes"}
        onChange={(event) => (choice.value = event.currentTarget.checked ? "yes" : "no")}
      />
      {label}
    </label>
  );
}
