/** A game against the tables. */
import { words } from "../state/preferences.ts";

export function Play() {
  return (
    <div class="panel">
      <h2>{words.value.views.play}</h2>
    </div>
  );
}
