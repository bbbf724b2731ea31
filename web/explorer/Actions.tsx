/** What can be done with the position: go back and forth, play the suggested move, look from elsewhere. */
import { answer } from "../state/answer.ts";
import { canPlayLine, playback, playLine } from "../state/line.ts";
import { canRedo, canUndo, flip, mirror } from "../state/page.ts";
import { words } from "../words/spoken.ts";
import { Icon, type IconName } from "../base/Icon.tsx";
import { stepBack, stepForward } from "./Line.tsx";
import { playSuggestedMove, suggestedMove } from "../state/suggestion.ts";

export function Actions() {
  const say = words.value;
  const now = answer.value;
  const isUnknown = now.state === "failed" && suggestedMove.value === null;
  const over = isUnknown || (now.state === "known" && now.probe.moves.length === 0);
  const going = playback.value !== "paused";
  return (
    <div class="actions" role="toolbar" aria-label={say.moves}>
      <IconButton label={say.undo} icon="undo" keys="ArrowLeft" disabled={!canUndo.value} onClick={stepBack} />
      <IconButton label={say.redo} icon="redo" keys="ArrowRight" disabled={!canRedo.value} onClick={stepForward} />
      <button type="button" class="suggest" aria-keyshortcuts="Space" disabled={over} onClick={playSuggestedMove}>
        <span aria-hidden="true">★</span> {say.suggest}
      </button>
      <IconButton
        label={going ? say.lines.pause : say.lines.play}
        icon={going ? "pause" : "play"}
        keys="p"
        pressed={going}
        disabled={!going && !canPlayLine.value}
        onClick={() => void playLine()}
      />
      <IconButton label={say.flip} icon="flip" keys="f" onClick={flip} />
      <IconButton label={say.mirror} icon="mirror" keys="m" onClick={mirror} />
    </div>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly icon: IconName;
  readonly keys: string;
  readonly disabled?: boolean;
  /** Of what goes on until it is pressed again. */
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

function IconButton({ label, icon, keys, disabled = false, pressed, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon"
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
