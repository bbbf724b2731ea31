/** Has an engine look at the positions of the reviewed game that no table has, and tells what came of it. */
import { mayRunEngine } from "../opinion/fairy.ts";
import type { GamesWords } from "../words/en/games.ts";
import { useOutsideWords } from "../words/spoken.ts";
import { askEngine, asking, doubts, guesses, secondsFor, stopAsking, unasked } from "./opinions.ts";
import { known } from "./slips.ts";

export function AskEngine({ say: { opinion: say } }: { say: GamesWords }) {
  const outside = useOutsideWords()?.engine ?? null;
  const left = unasked.value.length;
  const found = guesses.value.size;
  if (outside === null || left + found === 0) return null;
  if (!mayRunEngine()) return known.value === 0 ? <p class="hint">{outside.notIsolated}</p> : null;
  const now = asking.value;
  if (now.state === "asking") {
    return (
      <div class="row asking">
        <label>
          {say.asking(found, left + found)} <progress max={left + found} value={found} />
        </label>
        <button type="button" onClick={stopAsking}>
          {outside.stop}
        </button>
      </div>
    );
  }
  return (
    <>
      {now.state === "failed" && (
        <p class="complaint" role="alert">
          {now.isLoaded ? outside.noAnswer : outside.notLoaded}
        </p>
      )}
      {left > 0 && (
        <div class="row">
          <button type="button" onClick={() => void askEngine()}>
            {say.ask(left, secondsFor(left))}
          </button>
        </div>
      )}
      {found > 0 && (
        <p class="hint" role="status">
          {say.found(doubts.value.size, found)}
        </p>
      )}
    </>
  );
}
