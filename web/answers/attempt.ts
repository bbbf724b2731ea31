/** Questions to the tables that a click asks: what went wrong can stand beside the button. */
import { useSignal, type ReadonlySignal } from "@preact/signals";
import { AnswerError } from "./answers.ts";

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
