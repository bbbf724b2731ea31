import type { ComponentChildren } from "preact";
import { canRedo, canUndo, flip, redo, undo } from "../state/page.ts";
import { words } from "../state/preferences.ts";
import { playSuggestedMove, suggestedMove } from "./suggestion.ts";

/** What can be done with the position: take back, replay, play the suggested move, look from the other side. */
export function Actions() {
  const say = words.value;
  return (
    <div class="actions" role="toolbar" aria-label={say.moves}>
      <IconButton label={say.undo} keys="ArrowLeft" disabled={!canUndo.value} onClick={undo}>
        <path d="M9 5L4 10l5 5M4 10h9a6 6 0 010 10h-3" />
      </IconButton>
      <IconButton label={say.redo} keys="ArrowRight" disabled={!canRedo.value} onClick={redo}>
        <path d="M15 5l5 5-5 5M20 10h-9a6 6 0 000 10h3" />
      </IconButton>
      <button
        type="button"
        class="suggest"
        aria-keyshortcuts="Space"
        disabled={suggestedMove() === null}
        onClick={playSuggestedMove}
      >
        <span aria-hidden="true">★</span> {say.suggest}
      </button>
      <IconButton label={say.flip} keys="f" disabled={false} onClick={flip}>
        <path d="M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4" />
      </IconButton>
    </div>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly keys: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

function IconButton({ label, keys, disabled, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon"
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}
