/** The Asian rules as implemented, with a playable diagram for every clause. */
import { words } from "../state/preferences.ts";

export function Rules() {
  return <h2>{words.value.views.rules}</h2>;
}
