/** The rules that all values and verdicts are told by, to be chosen. */
import { RULES } from "../../src/table/catalog/collection.ts";
import { Select } from "../base/Select.tsx";
import { rulesShown } from "../base/rules.ts";
import { words } from "../words/spoken.ts";

export function RulesChoice() {
  const say = words.value;
  return (
    <span class="rules-badge">
      <Select label={say.rules} choice={rulesShown} choices={RULES} nameOf={(each) => say.rulesNames[each]} />
    </span>
  );
}
