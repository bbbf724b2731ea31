import { signal, type Signal } from "@preact/signals";

/** A choice that survives a reload where the browser lets the page store it. An unknown stored value is ignored. */
export function stored<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Signal<Choice> {
  const key = `canju.${name}`;
  const found = read(key);
  const choice = signal(choices.find((each) => each === found) ?? fallback);
  let chosen = false;
  choice.subscribe((value) => {
    if (chosen) write(key, value);
    chosen = true; // the first call reports the value the signal starts with: nobody has chosen it yet
  });
  return choice;
}

/** `localStorage` for all tabs and visits, `sessionStorage` for a tab and its reloads. */
type Store = "localStorage" | "sessionStorage";

/** What the browser keeps under a name of this page; null where there is nothing, or storage is blocked. */
export function read(key: string, store: Store = "localStorage"): string | null {
  try {
    return globalThis[store].getItem(key);
  } catch {
    return null; // storage is blocked
  }
}

/** Keeps a text where the browser lets the page store it. */
export function write(key: string, value: string, store: Store = "localStorage"): void {
  try {
    globalThis[store].setItem(key, value);
  } catch {
    // storage is blocked: the choice holds until the page is closed
  }
}

/** Entries that the browser keeps under a name of this page; without those that another version of it kept, or another page. */
export function readEntries<Entry>(
  key: string,
  isEntry: (kept: unknown) => kept is Entry,
  store: Store = "localStorage",
): Readonly<Record<string, Entry>> {
  try {
    const kept: unknown = JSON.parse(read(key, store) ?? "{}");
    const entries = Object.entries(kept ?? {}).filter((entry): entry is [string, Entry] => isEntry(entry[1]));
    return Object.fromEntries(entries);
  } catch {
    return {}; // what it kept is no such text
  }
}

/** Room on the disk that the browser gives this page; endless where it does not say. */
export async function freeBytes(): Promise<number> {
  const told: StorageEstimate = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  const { quota, usage } = told;
  return quota === undefined ? Infinity : quota - (usage ?? 0);
}
