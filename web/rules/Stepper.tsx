/** Forward and back through the moves of a diagram or a cycle. */
import { Icon } from "../Icon.tsx";
import type { JudgingWords } from "./judging-words.ts";
import "./judging.css";

interface Props {
  readonly judging: JudgingWords;
  /** Moves made. */
  readonly step: number;
  readonly steps: number;
  /** Whether there is a next move after the last. */
  readonly endless?: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onRestart: () => void;
}

export function Stepper({ judging, step, steps, endless = false, onPrevious, onNext, onRestart }: Props) {
  const restart = endless ? judging.back : judging.restart;
  return (
    <div class="stepper">
      <button type="button" class="icon" aria-label={restart} title={restart} disabled={step === 0} onClick={onRestart}>
        <Icon name="first" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={judging.previous}
        title={judging.previous}
        disabled={step === 0}
        onClick={onPrevious}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={judging.next}
        title={judging.next}
        disabled={!endless && step === steps}
        onClick={onNext}
      >
        <Icon name="forward" />
      </button>
      <span class="hint">{judging.step(step, steps)}</span>
    </div>
  );
}
