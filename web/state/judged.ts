/** How the rules judge repetitions in games. The rule books are large: they are loaded when something is repeated. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { computeInPieces } from "../base/in-pieces.ts";
import { rules } from "../base/rules.ts";
import { thirdLast, type Game, type Repetition } from "./game.ts";

/** The verdict on the repetition that the position shown of a game completes; null while there is none, or none yet. */
export function judged(shown: () => Game): ReadonlySignal<Repetition | null> {
  const found = signal<Repetition | null>(null);
  effect(() => {
    const game = shown();
    const by = rules.value;
    found.value = null;
    if (thirdLast(game) === null) return;
    const given = new AbortController();
    const judge = async (): Promise<void> => {
      const { judgeShown } = await import("./judge-shown.ts");
      const verdict = await computeInPieces(judgeShown(game, by), given.signal);
      if (!given.signal.aborted) found.value = verdict;
    };
    judge().catch((error: unknown) => {
      if (!given.signal.aborted) throw error;
    });
    return () => given.abort();
  });
  return found;
}
