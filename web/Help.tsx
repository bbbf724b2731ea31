/** The keys of the page, in a dialog. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { words } from "./state/preferences.ts";

const KEYS = {
  step: ["←", "→"],
  suggest: ["␣"],
  line: ["p"],
  flip: ["f"],
  mirror: ["m"],
  edit: ["e"],
  hide: ["h"],
  help: ["?"],
} as const satisfies Record<string, readonly string[]>;

export type HelpKey = keyof typeof KEYS;

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
          {(Object.keys(KEYS) as HelpKey[]).map((key) => (
            <div key={key}>
              <dt>
                {KEYS[key].map((each) => (
                  <kbd key={each}>{each}</kbd>
                ))}
              </dt>
              <dd>{say.keys[key]}</dd>
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
