/** Keys for the whole page. Keys that a control needs for itself, such as arrows in a text field, stay with it. */
import { useEffect } from "preact/hooks";
import { showHelp } from "./Help.tsx";
import { flip } from "../state/page.ts";

/** What keys do, by `KeyboardEvent.key`. */
export type Keys = Readonly<Record<string, () => void>>;

/** What is loaded when it is asked for. */
export const describe = () => void import("./summary.ts").then(({ speakSummary }) => speakSummary());

const EVERYWHERE: Keys = { f: flip, d: describe, "?": showHelp };

/** The keys of mounted components; later ones go before earlier ones. */
const layers: Keys[] = [EVERYWHERE];

/** Controls that use a key themselves. */
const TYPING = "input, select, textarea, dialog";
const WALKING = "[role=grid], [role=tablist], [role=slider]";

/** Gives keys their meaning as long as the component is mounted. */
export function useKeys(keys: Keys): void {
  useEffect(() => {
    layers.push(keys);
    return () => void layers.splice(layers.indexOf(keys), 1);
  }, [keys]);
}

export function listenToKeys(): void {
  window.addEventListener("keydown", (event) => {
    const action = layers.findLast((keys) => Object.hasOwn(keys, event.key))?.[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(TYPING) !== null) return;
    if (event.key.startsWith("Arrow") && target.closest(WALKING) !== null) return;
    if (event.key === " " && target.closest("button, a, summary") !== null) return;
    event.preventDefault();
    action();
  });
}
