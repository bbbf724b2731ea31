import { LANGUAGE_NAMES, LANGUAGES } from "./words/languages.ts";
import { NOTATIONS } from "./notation.ts";
import { Select } from "./Select.tsx";
import { notation, PIECE_SETS, pieceSet } from "./state/preferences.ts";
import { language, words } from "./words/spoken.ts";

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
