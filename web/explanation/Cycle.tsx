/** The moves of a cycle: stepped through, pointed at or focused they show on the board. */
import { useSignal, type Signal } from "@preact/signals";
import type { Attempt, ExplainedCycle, ExplainedMove, Explanation } from "../../src/play/explanation.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { opponent } from "../../src/xiangqi/pieces.ts";
import { useStage } from "../board/stage.ts";
import { arrowOf, type BoardView } from "../board/view.ts";
import { lengthOf } from "../state/valued-moves.ts";
import { formatMove } from "../state/notation.ts";
import { pointing } from "../base/pointing.ts";
import type { RepetitionWords } from "../../src/say/words/repetitions.ts";
import { viewAfter, viewOf, type JudgedMove } from "../rules/judged-moves.ts";
import { Sentences, Stepper } from "../rules/Stepper.tsx";
import type { Telling } from "../rules/telling.ts";
import { flipped } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import { language, words } from "../words/spoken.ts";

/** What the board shows for a list: made again when it is turned round. */
type Show = (flipped: boolean) => BoardView;

interface Props {
  readonly found: Explanation;
  readonly cycle: ExplainedCycle;
  /** The moves before the cycle, and its own. */
  readonly lead: readonly JudgedMove[];
  readonly round: readonly JudgedMove[];
  readonly telling: Telling;
  readonly judging: RepetitionWords;
}

export function Cycle({ found, cycle, lead, round, telling, judging }: Props) {
  /** The move stepped to, counted through both lists. */
  const step = useSignal<number | null>(null);
  const pointed = useSignal<Show | null>(null);
  const all = [...lead, ...round];
  const shown = step.value === null ? null : all[step.value]!;
  const next = () =>
    (step.value = step.value === null ? 0 : step.value + 1 < all.length ? step.value + 1 : lead.length);
  const previous = () => {
    if (step.value === null) return;
    step.value = step.value === 0 ? null : step.value - 1;
  };
  const list = { step, pointed, telling, judging };
  return (
    <>
      {(pointed.value !== null || shown !== null) && (
        <OnBoard show={pointed.value ?? ((turned) => viewAfter(shown!, turned))} />
      )}
      {lead.length > 0 && (
        <>
          <h4>{judging.explanation.approach}</h4>
          <MoveRows {...list} judged={lead} explained={found.approach} offset={0} metric={found.metric} />
        </>
      )}
      {lead.length > 0 && <h4>{judging.explanation.cycle}</h4>}
      <MoveRows {...list} judged={round} explained={cycle.moves} offset={lead.length} metric={found.metric} />
      <Stepper
        step={step.value === null ? 0 : step.value + 1}
        steps={all.length}
        endless
        onPrevious={previous}
        onNext={next}
        onRestart={() => (step.value = null)}
      />
      <div class="sentences" aria-live="polite">
        {shown !== null && <Sentences sentences={telling.move(shown)} />}
      </div>
    </>
  );
}

/** Puts something on the board as long as it is mounted. */
function OnBoard({ show }: { show: Show }) {
  const latest = useSignal(show);
  latest.value = show;
  useStage(() => ({ view: latest.value(flipped.value) }));
  return null;
}

interface RowsProps {
  readonly judged: readonly JudgedMove[];
  readonly explained: readonly ExplainedMove[];
  readonly offset: number;
  readonly step: Signal<number | null>;
  readonly pointed: Signal<Show | null>;
  readonly telling: Telling;
  readonly judging: RepetitionWords;
  readonly metric: Explanation["metric"];
}

function MoveRows({ judged, explained, offset, step, pointed, telling, judging, metric }: RowsProps) {
  return (
    <ol class="judged" start={offset + 1}>
      {judged.map((each, i) => {
        const { attempts, mover } = explained[i]!;
        return (
          <li key={i}>
            <button
              type="button"
              class="judged-move"
              aria-current={step.value === offset + i ? "step" : undefined}
              onClick={() => (step.value = offset + i)}
              {...pointing(pointed, (turned) => viewAfter(each, turned))}
            >
              <span class={`disc ${mover}`} aria-hidden="true" />
              <span class="notation">{formatMove(each.position, each.move, notation.value, language.value)}</span>
              {telling.marks(each).map((mark) => (
                <span class="deed" key={mark}>
                  {mark}
                </span>
              ))}
            </button>
            {attempts !== null && (
              <Attempts at={each} attempts={attempts} pointed={pointed} judging={judging} metric={metric} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface AttemptsProps {
  readonly at: JudgedMove;
  readonly attempts: readonly Attempt[];
  readonly pointed: Signal<Show | null>;
  readonly judging: RepetitionWords;
  readonly metric: Explanation["metric"];
}

/** Every other move, by what comes of it. */
function Attempts({ at, attempts, pointed, judging, metric }: AttemptsProps) {
  if (attempts.length === 0) return <span class="hint">{judging.explanation.onlyMove}</span>;
  const groups = Map.groupBy(attempts, (attempt) => outcomeOf(attempt, at, judging, metric));
  return (
    <details class="attempts">
      <summary>{judging.explanation.others(attempts.length)}</summary>
      <dl>
        {[...groups].map(([outcome, same]) => (
          <div key={outcome}>
            <dt>{outcome}</dt>
            <dd>
              {same.map(({ uci }) => {
                const move = parseUci(at.position, uci);
                const show: Show = (turned) => ({ ...viewOf(at.position, turned), arrows: [arrowOf(move)] });
                return (
                  <button type="button" class="attempt" key={uci} {...pointing(pointed, show)}>
                    {formatMove(at.position, move, notation.value, language.value)}
                  </button>
                );
              })}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function outcomeOf(attempt: Attempt, at: JudgedMove, judging: RepetitionWords, metric: Explanation["metric"]): string {
  const outcome = certainOutcomeOf(attempt, at, judging, metric);
  return attempt.depends === true && attempt.outcome !== "repeats" ? words.value.depends(outcome) : outcome;
}

function certainOutcomeOf(
  { outcome, kind, order, distance }: Attempt,
  { position }: JudgedMove,
  { explanation }: RepetitionWords,
  metric: Explanation["metric"],
): string {
  const say = words.value;
  if (outcome === "repeats") return explanation.repeats;
  if (outcome === "draws") return explanation.draws;
  const [winner, loser] = [say.colours[opponent(position.turn)], say.colours[position.turn]];
  const length = lengthOf(distance!);
  if (outcome === "loses" || kind === null || kind === "conversion") return say.wins(winner, length, metric);
  return say.winsByRule(winner, loser, kind, order!, length);
}
