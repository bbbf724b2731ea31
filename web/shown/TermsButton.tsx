/** "?": what the words and signs of the page mean. */
import { useSignal } from "@preact/signals";
import { words } from "../words/spoken.ts";
import { lazy } from "./lazy.tsx";

const TermsDialog = lazy(() => import("./Terms.tsx").then((module) => module.TermsDialog), true);

export function TermsButton() {
  const { terms } = words.value;
  const asking = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="aside"
        aria-label={terms}
        title={terms}
        aria-haspopup="dialog"
        onClick={() => (asking.value = true)}
      >
        ?
      </button>
      {asking.value && <TermsDialog onClose={() => (asking.value = false)} />}
    </>
  );
}
