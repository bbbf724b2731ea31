/** Words that only some views need: loaded, like their views, when they are first said. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { language } from "../state/preferences.ts";
import type { Language } from "./languages.ts";

/**
 * @returns a hook that gives the words of the current language; null while they are loading, and as long as it is told
 * that they are not needed yet
 */
export function lazyWords<Words>(
  loaders: Readonly<Record<Language, () => Promise<Words>>>,
): (needed?: boolean) => Words | null {
  const loaded = signal<Partial<Record<Language, Words>>>({});
  return function useLazyWords(needed = true) {
    const asked = language.value;
    const found = loaded.value[asked] ?? null;
    useEffect(() => {
      if (found !== null || !needed) return;
      loaders[asked]().then(
        (words) => (loaded.value = { ...loaded.value, [asked]: words }),
        () => {}, // the network went away: asked for again when the view is opened again
      );
    }, [asked, needed]);
    return found;
  };
}
