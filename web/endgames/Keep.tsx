/** Keeps an endgame, with all that its captures lead to, in this browser: it is there without a connection then. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { closure, leastInClosure } from "../../src/endgame/graph.ts";
import { tablePath } from "../../src/table/catalog/collection.ts";
import type { TableSummary } from "../answers/answers.ts";
import { answers, built } from "../answers/current.ts";
import { freeBytes } from "../base/stored.ts";
import { formatSize, words } from "../words/spoken.ts";

/** All that is kept is read once at every visit. */
const MOST_BYTES = 2 ** 26;
/** Tables: of more the page would be busy for long. */
const MOST_TABLES = 500;

type State =
  | { readonly kind: "unknown" | "offered" | "kept" | "not-stored" | "failed" }
  | { readonly kind: "keeping"; readonly done: number }
  | { readonly kind: "no-room"; readonly free: number };

export function Keep({ name, tables }: { name: string; tables: readonly TableSummary[] }) {
  const say = words.value.endgames.keep;
  const state = useSignal<State>({ kind: "unknown" });
  const needed = neededFor(name, tables);
  const bytes = needed.reduce((sum, table) => sum + table.bytes, 0);
  useEffect(() => {
    void built().then(
      ({ files }) => (state.value = { kind: needed.every(({ endgame }) => files.has(endgame)) ? "kept" : "offered" }),
      () => {}, // nobody can say now
    );
  }, [name]);
  const now = state.value;
  if (needed.length === 0 || bytes > MOST_BYTES || now.kind === "unknown") return null;
  const keep = async () => {
    const free = await freeBytes();
    if (free < 1.1 * bytes) return void (state.value = { kind: "no-room", free });
    state.value = { kind: "keeping", done: 0 };
    try {
      const [here, provider] = await Promise.all([built(), answers().provider()]);
      let isStored = true;
      for (const [done, { endgame }] of needed.entries()) {
        state.value = { kind: "keeping", done };
        if (here.files.has(endgame)) continue;
        const response = await fetch(`tables/${tablePath(provider, endgame)}`);
        if (!response.ok) throw new Error(`status ${response.status}`);
        isStored = (await here.add(endgame, await response.blob())) && isStored;
      }
      void navigator.storage?.persist?.(); // so that the browser does not drop it when room is short
      state.value = { kind: isStored ? "kept" : "not-stored" };
    } catch {
      state.value = { kind: "failed" }; // the connection went away; what came stays
    }
  };
  const drop = async () => {
    const here = await built();
    for (const { endgame } of needed) await here.remove(endgame);
    state.value = { kind: "offered" };
  };
  return (
    <p class="row keep" role="status">
      {now.kind === "keeping" ? (
        <>
          <progress max={needed.length} value={now.done} aria-label={say.keeping} /> {say.keeping}
        </>
      ) : now.kind === "kept" ? (
        <>
          ✓ {say.kept}{" "}
          <button type="button" onClick={() => void drop()}>
            {say.remove}
          </button>
        </>
      ) : (
        <>
          <button type="button" onClick={() => void keep()}>
            {say.offer(needed.length, formatSize(bytes))}
          </button>
          {now.kind === "no-room" && (
            <span class="complaint">{say.noRoom(formatSize(bytes), formatSize(now.free))}</span>
          )}
          {now.kind === "not-stored" && <span class="complaint">{say.notStored}</span>}
          {now.kind === "failed" && <span class="complaint">{words.value.errors.offline}</span>}
        </>
      )}
    </p>
  );
}

/** The tables that playing an endgame to its end needs; none where not all are there, or they are too many. */
function neededFor(name: string, tables: readonly TableSummary[]): readonly TableSummary[] {
  const endgame = parseEndgame(name);
  if (leastInClosure(endgame) > MOST_TABLES) return [];
  const here = new Map(tables.map((table) => [table.endgame, table]));
  const found = closure([endgame]).map((each) => here.get(each.name));
  return found.every((table) => table !== undefined) ? found : [];
}
