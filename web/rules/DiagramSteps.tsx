/** Below the board: the moves of the chosen diagram, one by one, with what each does and the verdict. */
import { formatMove } from "../state/notation.ts";
import { notation } from "../state/preferences.ts";
import { language, words, useJudgingWords, useRulesWords } from "../words/spoken.ts";
import { played, step, stepBy } from "./chosen-diagram.ts";
import { Sentences, Stepper } from "./Stepper.tsx";
import { tellingIn } from "./telling.ts";

export function DiagramSteps() {
  const judging = useJudgingWords(true);
  const text = useRulesWords();
  if (judging === null || text === null) return null;
  const telling = tellingIn(words.value, judging);
  const { moves, verdict } = played.value;
  const made = moves[step.value - 1];
  const isOver = verdict !== null && step.value === moves.length;
  return (
    <div class="diagram-steps">
      <Stepper
        step={step.value}
        steps={moves.length}
        onPrevious={() => stepBy(-1)}
        onNext={() => stepBy(1)}
        onRestart={() => (step.value = 0)}
      />
      <div class="sentences" aria-live="polite">
        {made === undefined ? (
          <p class="hint">{text.start}</p>
        ) : (
          <p class="notation">{formatMove(made.position, made.move, notation.value, language.value)}</p>
        )}
        {made !== undefined && <Sentences sentences={telling.move(made)} />}
        {isOver && <p class="judgement">{telling.verdict(verdict)}</p>}
      </div>
    </div>
  );
}
