/** Components whose code is loaded when they are first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadAnew, lookForUpdate, update } from "../base/updated.ts";
import { words } from "../words/spoken.ts";

/**
 * @param load imports a module and picks the component, such as `() => import("../rules/Rules.tsx").then((m) => m.Rules)`
 * @param isExtra nobody waits for it: nothing is said while it loads, nor where it does not
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isExtra = false,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [failed, setFailed] = useState(false);
    const [, setReady] = useState(loaded !== null);
    const ask = () => {
      setFailed(false);
      load().then(
        (component) => {
          loaded = component;
          setReady(true);
        },
        async () => {
          await lookForUpdate();
          if (update.value !== "none" && !isExtra) loadAnew();
          setFailed(true);
        },
      );
    };
    // It may have come for another place since this one was drawn.
    useEffect(() => (loaded === null ? ask() : setReady(true)), []);
    const Component = loaded;
    if (Component !== null) return <Component {...props} />;
    if (isExtra) return null;
    if (!failed) return <p class="hint patience">{words.value.loading}</p>;
    if (update.value !== "none") return null;
    return (
      <p class="trouble" role="alert">
        {words.value.errors.offline}{" "}
        <button type="button" onClick={ask}>
          {words.value.retry}
        </button>
      </p>
    );
  };
}
