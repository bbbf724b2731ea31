import { LANGUAGE_NAMES, LANGUAGES } from "./i18n/languages.ts";
import { NOTATIONS } from "./notation.ts";
import { Select } from "./Select.tsx";
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
