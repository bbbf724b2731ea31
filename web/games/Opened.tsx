/** What was opened: whose game, which of several, and what was not understood in it. */
import { describeTrouble } from "../../src/say/words/games.ts";
import type { GamesWords } from "../words/en/games.ts";
import { type Opened as OpenedGame, opened, sayPosition } from "./opened.ts";
import { useGamesWords } from "../words/spoken.ts";
import { openText } from "./open.ts";
import { record } from "./tree.ts";

export function Opened() {
  const say = useGamesWords();
  const now = opened.value;
  // Another position has been opened since.
  if (say === null || now === null || now.reading.record?.start !== record.value.start) return null;
  const { games, troubles } = now.reading;
  return (
    <section class="opened" aria-label={say.opened}>
      <p class="names">{namesOf(now, say)}</p>
      {games > 1 && <Which now={now} say={say} />}
      {troubles.length > 0 && (
        <div role="alert">
          <p>{say.notUnderstood}</p>
          <ul class="complaint sources">
            {troubles.map((trouble, i) => (
              <li key={i}>{describeTrouble(trouble, say, sayPosition)}</li>
            ))}
          </ul>
        </div>
      )}
      <button type="button" class="quiet" onClick={() => (opened.value = null)}>
        {say.dismiss}
      </button>
    </section>
  );
}

/** Who played, where and when, as far as the file says. */
function namesOf({ reading }: OpenedGame, say: GamesWords): string {
  const tag = (name: string) => {
    const value = reading.record!.tags.get(name) ?? "";
    return /^[?.]*$/.test(value) ? "" : value;
  };
  const sides = [tag("Red"), tag("Black")].filter((name) => name !== "").join(" – ");
  const parts = [sides, tag("Title"), tag("Event"), tag("Date"), say.asFarAs(reading.record!.line.length)];
  return parts.filter((part) => part !== "").join(" · ");
}

function Which({ now, say }: { now: OpenedGame; say: GamesWords }) {
  const { games } = now.reading;
  const open = (which: number) => void openText(now.text, which);
  return (
    <div class="row">
      <button type="button" disabled={now.which === 0} onClick={() => open(now.which - 1)}>
        <span aria-hidden="true">‹</span>
        <span class="unseen">{say.previousGame}</span>
      </button>
      <span>{say.which(now.which + 1, games)}</span>
      <button type="button" disabled={now.which + 1 >= games} onClick={() => open(now.which + 1)}>
        <span aria-hidden="true">›</span>
        <span class="unseen">{say.nextGame}</span>
      </button>
    </div>
  );
}
