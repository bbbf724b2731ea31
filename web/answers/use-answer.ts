/** What a part of the page asks for when it is shown, and goes without where it cannot be had. */
import { useEffect, useState } from "preact/hooks";
import { AnswerError } from "./answers.ts";
import { type ReadonlySignal, useSignal } from "@preact/signals";

/**
 * @param ask fails with AnswerError, or with `signal.reason` when aborted; null: nothing is asked
 * @param about asked anew when this changes
 * @returns null until it is known, and where it cannot be had now
 */
export function useAnswer<Answer>(
  ask: ((signal: AbortSignal) => Promise<Answer>) | null,
  about: unknown,
): Answer | null {
  const [found, setFound] = useState<Answer | null>(null);
  useEffect(() => {
    setFound(null);
    if (ask === null) return;
    const stop = new AbortController();
    ask(stop.signal).then(
      (answer) => stop.signal.aborted || setFound(answer),
      (error: unknown) => {
        if (!stop.signal.aborted && !(error instanceof AnswerError)) throw error;
      },
    );
    return () => stop.abort();
  }, [about]);
  return found;
}

/** Questions to the tables that a click asks: what went wrong can stand beside the button. */
export interface Attempts {
  readonly attempt: (work: () => Promise<void>) => void;
  /** Why the last one failed; null when it did not. */
  readonly failure: ReadonlySignal<AnswerError | null>;
}

export function useAttempts(): Attempts {
  const failure = useSignal<AnswerError | null>(null);
  const run = async (work: () => Promise<void>) => {
    failure.value = null;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      failure.value = error;
    }
  };
  return { attempt: (work) => void run(work), failure };
}
