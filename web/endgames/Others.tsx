import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { formatCount, words } from "../words/spoken.ts";

/** Further orders behind a line that opens them: an endgame can have dozens. Nothing is drawn before it is opened. */
export function Others({ count, children }: { count: number; children: ComponentChildren }) {
  const opened = useSignal(false);
  if (count <= 0) return null;
  return (
    <details class="others" onToggle={(event) => (opened.value = event.currentTarget.open)}>
      <summary>{words.value.endgames.otherOrders(formatCount(count))}</summary>
      {opened.value && children}
    </details>
  );
}
