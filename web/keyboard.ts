/** Keys for the whole page. Keys that a control needs for itself, such as arrows in a text field, stay with it. */
import { playSuggestedMove } from "./explorer/suggestion.ts";
import { flip, redo, undo } from "./state/page.ts";

const ACTIONS: Readonly<Record<string, () => void>> = {
  ArrowLeft: undo,
  ArrowRight: redo,
  " ": playSuggestedMove,
  f: flip,
};

/** Controls that use a key themselves. */
const TYPING = "input, select, textarea";
const WALKING = "[role=grid], [role=tablist]";

export function listenToKeys(): void {
  window.addEventListener("keydown", (event) => {
    const action = ACTIONS[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(TYPING) !== null) return;
    if (event.key.startsWith("Arrow") && target.closest(WALKING) !== null) return;
    if (event.key === " " && target.closest("button, a") !== null) return;
    event.preventDefault();
    action();
  });
}
