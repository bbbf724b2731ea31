import type { ComponentChildren } from "preact";
import { addressOfView } from "../state/address.ts";
import { openView, type View } from "../state/page.ts";

interface Props {
  readonly to: View;
  /** What the view shows in particular. */
  readonly about?: string;
  readonly class?: string;
  readonly current?: boolean;
  readonly children: ComponentChildren;
}

/** A link to a view: opened in this page, unless a new tab or window is asked for. */
export function ViewLink({ to, about, class: name, current = false, children }: Props) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openView(to, about ?? null);
    scrollTo(0, 0);
  };
  return (
    <a class={name} href={addressOfView(to, about)} aria-current={current ? "page" : undefined} onClick={open}>
      {children}
    </a>
  );
}
