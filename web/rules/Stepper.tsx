/** Forward and back through the moves of a diagram or a cycle. */
import { Icon } from "../base/Icon.tsx";
import { ViewLink } from "../shown/ViewLink.tsx";
import { words } from "../words/spoken.ts";
import type { Told } from "./telling.ts";
import "./judging.css";

interface Props {
  /** Moves made. */
  readonly step: number;
  readonly steps: number;
  /** Whether there is a next move after the last. */
  readonly endless?: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onRestart: () => void;
}

export function Stepper({ step, steps, endless = false, onPrevious, onNext, onRestart }: Props) {
  const say = words.value.stepper;
  const restart = endless ? say.back : say.restart;
  return (
    <div class="stepper">
      <button type="button" class="icon" aria-label={restart} title={restart} disabled={step === 0} onClick={onRestart}>
        <Icon name="first" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={say.previous}
        title={say.previous}
        disabled={step === 0}
        onClick={onPrevious}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="icon"
        aria-label={say.next}
        title={say.next}
        disabled={!endless && step === steps}
        onClick={onNext}
      >
        <Icon name="forward" />
      </button>
      <span class="hint">{say.step(step, steps)}</span>
    </div>
  );
}

/** What a move does, a sentence each. */
export function Sentences({ sentences }: { sentences: readonly Told[] }) {
  return (
    <>
      {sentences.map(({ text, clause }) => (
        <p key={text}>
          {text}{" "}
          {clause !== undefined && (
            <ViewLink to="rules" about={clause} class="label">
              {clause}
            </ViewLink>
          )}
        </p>
      ))}
    </>
  );
}
