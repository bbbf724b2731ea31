/** Whether the host has another version of the page than the one that is open: what that has not loaded yet is gone then. */
import { signal } from "@preact/signals";

/** `there`: it was found. `loading`: it is about to be loaded. */
export const update = signal<"none" | "there" | "loading">("none");

/** To be read before the page is loaded anew. */
const TOLD_MILLISECONDS = 1500;

let looking: Promise<void> | null = null;

/** To be called when something could not be loaded, though the host may answer. */
export function lookForUpdate(): Promise<void> {
  looking ??= look().finally(() => (looking = null));
  return looking;
}

async function look(): Promise<void> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  if (!script) return;
  try {
    const response = await fetch("./", { cache: "no-store" });
    // The names of scripts change with their contents.
    if (response.ok && !(await response.text()).includes(script)) update.value = "there";
  } catch {
    // The host does not answer.
  }
}

/** Loads the newer page, because somebody waits for what the old one cannot show. What is shown stands in the address, and a match is kept. */
export function loadAnew(): void {
  if (update.value === "loading") return;
  update.value = "loading";
  setTimeout(() => location.reload(), TOLD_MILLISECONDS);
}

/** Looks whenever a part of the page does not load, whoever wants it. */
export function watchForUpdate(): void {
  addEventListener("vite:preloadError", () => void lookForUpdate());
}
