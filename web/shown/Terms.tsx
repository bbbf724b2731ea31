/** What the words and signs of the explorer mean, in a dialog. */
import { useEffect, useRef } from "preact/hooks";
import type { GuideWords } from "../words/en/guide.ts";
import { useGuideWords, words } from "../words/spoken.ts";
import "./guide.css";

export function TermList({ items }: { items: GuideWords["terms"]["items"] }) {
  return (
    <dl class="terms">
      {items.map(([term, meaning]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

export function TermsDialog({ onClose }: { onClose: () => void }) {
  const say = useGuideWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (say === null || dialog.current!.open) return;
    dialog.current!.showModal();
    dialog.current!.scrollTop = 0; // the button below has the focus
  }, [say]);
  if (say === null) return null;
  return (
    <dialog class="help" ref={dialog} aria-labelledby="terms-title" onClose={onClose}>
      <form method="dialog">
        <h2 id="terms-title">{say.terms.title}</h2>
        <TermList items={say.terms.items} />
        <button type="submit" class="primary">
          {words.value.help.close}
        </button>
      </form>
    </dialog>
  );
}
