/** The keys of the view that is shown, in a dialog. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Dictionary } from "../words/en/page.ts";
import { view, type View } from "../state/page.ts";
import { words } from "../words/spoken.ts";

/** Keys and what they do. */
type Row = readonly [keys: readonly string[], does: string];

/** The keys of a view, said as its buttons say it, and those that work everywhere. */
function keysIn(shown: View, { help: { keys }, play, editor }: Dictionary): readonly Row[] {
  const men: Row = [["⇧←", "⇧→"], keys.men];
  const own: Readonly<Record<View, readonly Row[]>> = {
    explorer: [
      [["←", "→"], keys.step],
      [["␣"], keys.suggest],
      [["p"], keys.line],
      [["m"], keys.mirror],
      [["e"], keys.edit],
      [["h"], keys.hide],
      [["/"], keys.entry],
      [["s"], keys.share],
      men,
    ],
    play: [[["←"], play.takeBack], [["␣"], play.hint], men],
    studies: [[["←", "→"], keys.step], men],
    course: [[["←", "→"], keys.step], men],
    editor: [[["←"], editor.undo], [["m"], editor.mirror], [["x"], editor.swap], [["Esc"], editor.drag], men],
    endgames: [],
    material: [],
    compared: [],
    lesson: [],
    guide: [],
    rules: [[["←", "→"], keys.step], men],
  };
  return [...own[shown], [["f"], keys.flip], [["d"], keys.describe], [["?"], keys.help]];
}

const open = signal(false);

export function showHelp(): void {
  open.value = true;
}

export function Help() {
  const say = words.value.help;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open.value) dialog.current!.showModal();
  }, [open.value]);
  if (!open.value) return null;
  return (
    <dialog class="help" ref={dialog} aria-labelledby="help-title" onClose={() => (open.value = false)}>
      <form method="dialog">
        <h2 id="help-title">{say.title}</h2>
        <dl>
          {keysIn(view.value, words.value).map(([keys, does]) => (
            <div key={does}>
              <dt>
                {keys.map((each) => (
                  <kbd key={each}>{each}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <button type="submit" class="primary">
          {say.close}
        </button>
      </form>
    </dialog>
  );
}
