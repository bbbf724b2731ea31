import { Icon } from "../base/Icon.tsx";
import { flip } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import { askHint, canTakeBack, hint, match, reveal, revealed, status, takeBack } from "./match.ts";

/** What stands below the board during a match: take back, hints, the answers on demand. */
export function Hints() {
  const say = words.value;
  const yours = match.value !== null && status.value.state === "yours";
  return (
    <div class="actions" role="toolbar" aria-label={say.views.play}>
      <button
        type="button"
        class="icon"
        aria-label={say.play.takeBack}
        title={say.play.takeBack}
        aria-keyshortcuts="ArrowLeft"
        disabled={!canTakeBack()}
        onClick={takeBack}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        disabled={!yours || hint.value?.shown === "move"}
        aria-keyshortcuts="Space"
        onClick={() => void askHint()}
      >
        {hint.value === null ? say.play.hint : say.play.hintMore}
      </button>
      <button type="button" disabled={!yours} aria-pressed={revealed.value} onClick={reveal}>
        {revealed.value ? say.play.hide : say.play.lookUp}
      </button>
      <button type="button" class="icon" aria-label={say.flip} title={say.flip} aria-keyshortcuts="f" onClick={flip}>
        <Icon name="flip" />
      </button>
    </div>
  );
}
