/**
 * Where the page was scrolled to, kept in each entry of the browser's history. The browser's own way comes too early: the
 * contents of a view load after it has been opened.
 */

/** How long contents may take to be as long as they were, in milliseconds. */
const PATIENCE = 3000;

/** What the entry shown keeps, in pixels. */
export function savedScroll(): number {
  const { scroll } = (history.state ?? {}) as { scroll?: unknown };
  return typeof scroll === "number" ? scroll : 0;
}

/** Keeps it in the entry shown whenever scrolling ends. */
export function watchScroll(): void {
  history.scrollRestoration = "manual";
  addEventListener("scrollend", () => {
    try {
      history.replaceState({ ...history.state, scroll: Math.round(scrollY) }, "");
    } catch (error) {
      if (!(error instanceof DOMException)) throw error; // Safari allows 100 changes in 30 seconds
    }
  });
}

/** Scrolls there as soon as the page is long enough, and again when more of it comes above, until its reader does anything. */
export function restoreScroll(scroll: number): void {
  if (scroll === 0) return scrollTo(0, 0);
  const end = new AbortController();
  const tryIt = (): void => {
    if (document.documentElement.scrollHeight < scroll + innerHeight) return;
    scrollTo(0, scroll);
  };
  const growing = new ResizeObserver(tryIt);
  end.signal.addEventListener("abort", () => growing.disconnect());
  for (const event of ["wheel", "touchmove", "keydown", "pointerdown", "popstate"]) {
    addEventListener(event, () => end.abort(), { signal: end.signal });
  }
  setTimeout(() => end.abort(), PATIENCE);
  growing.observe(document.body); // which calls it at once
}
