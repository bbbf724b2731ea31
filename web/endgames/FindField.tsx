/** The field in which endgames are looked for by name. */
import type { Signal } from "@preact/signals";
import { words } from "../words/spoken.ts";

/** @param toldBy the id of what says how the search went */
export function FindField({ id, sought, toldBy }: { id: string; sought: Signal<string>; toldBy: string }) {
  const { find, findHint } = words.value.endgames;
  return (
    <div class="find">
      <label for={id}>{find}</label>
      <input
        id={id}
        type="search"
        value={sought.value}
        placeholder={findHint}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        aria-describedby={toldBy}
        onInput={(event) => (sought.value = event.currentTarget.value)}
      />
    </div>
  );
}
