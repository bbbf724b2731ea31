import type { Signal } from "@preact/signals";
import { LANGUAGE_NAMES, LANGUAGES } from "./i18n/languages.ts";
import { NOTATIONS } from "./notation.ts";
import { language, notation, PIECE_SETS, pieceSet, words } from "./state/preferences.ts";

/** Language, notation and men. */
export function Settings() {
  const say = words.value;
  return (
    <div class="settings">
      <Select label={say.notation} choice={notation} choices={NOTATIONS} nameOf={(each) => say.notations[each]} />
      <Select label={say.pieceSet} choice={pieceSet} choices={PIECE_SETS} nameOf={(each) => say.pieceSets[each]} />
      <Select label={say.language} choice={language} choices={LANGUAGES} nameOf={(each) => LANGUAGE_NAMES[each]} />
    </div>
  );
}

interface SelectProps<Choice extends string> {
  readonly label: string;
  readonly choice: Signal<Choice>;
  readonly choices: readonly Choice[];
  readonly nameOf: (choice: Choice) => string;
}

function Select<Choice extends string>({ label, choice, choices, nameOf }: SelectProps<Choice>) {
  return (
    <label>
      <span class="unseen">{label}</span>
      <select
        title={label}
        value={choice.value}
        onChange={(event) => (choice.value = event.currentTarget.value as Choice)}
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
