/** What the tables say about the position shown. */
import { computed, effect, signal } from "@preact/signals";
import { formatFen } from "../../src/xiangqi/fen.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import { AnswerError } from "../answers/answers.ts";
import { answers } from "../answers/current.ts";
import { badLink, position, view } from "./page.ts";
import { hostRules } from "./rules.ts";

export type Answer =
  | { readonly state: "asking" }
  | { readonly state: "known"; readonly position: Position; readonly probe: ProbeResult }
  | { readonly state: "failed"; readonly error: AnswerError };

export const answer = signal<Answer>({ state: "asking" });

/** Answers of this visit, oldest first. */
const known = new Map<string, ProbeResult>();
const KEEP = 500;

/** Counts the requests to try again. */
const attempt = signal(0);

export function askAgain(): void {
  attempt.value++;
}

/** Whether values of the position are shown anywhere. */
const isShown = computed(() => view.value === "explorer" || view.value === "play");

/** Keeps `answer` in step with the position, where it is shown; returns a function that ends it. */
export function watchPosition(): () => void {
  return effect(() => {
    if (!isShown.value) return;
    void attempt.value;
    const asked = position.value;
    if (badLink.value !== null) {
      answer.value = { state: "asking" }; // nothing else is looked up instead
      return;
    }
    const fen = formatFen(asked);
    const found = known.get(fen);
    if (found !== undefined) {
      answer.value = { state: "known", position: asked, probe: found };
      return;
    }
    const request = new AbortController();
    answer.value = { state: "asking" };
    ask(asked, request.signal).then(
      (next) => (answer.value = next),
      (error: unknown) => {
        if (!request.signal.aborted) throw error;
      },
    );
    return () => request.abort();
  });
}

async function ask(asked: Position, abort: AbortSignal): Promise<Answer> {
  const fen = formatFen(asked);
  try {
    const probe = await answers().ask("probe", { fen }, abort);
    remember(fen, probe);
    hostRules.value = probe.rules;
    return { state: "known", position: asked, probe };
  } catch (error) {
    if (error instanceof AnswerError) return { state: "failed", error };
    throw error;
  }
}

function remember(fen: string, probe: ProbeResult): void {
  known.set(fen, probe);
  for (const oldest of known.keys()) {
    if (known.size <= KEEP) break;
    known.delete(oldest);
  }
}
