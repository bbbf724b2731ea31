/** A review of the game: its outcome position by position, as far as tables reach, and what its slips threw away. */
import { lengthOf } from "../state/valued-moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { winnerOf } from "../shown/verdict-words.ts";
import { describeEnd } from "../shown/endings.ts";
import { explainError } from "../shown/trouble-text.tsx";
import { formatMove } from "../state/notation.ts";
import { pauseLine } from "../state/line.ts";
import { game, showPly } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import type { GamesWords } from "../words/en/games.ts";
import { language, useGamesWords, useJudgingWords, words } from "../words/spoken.ts";
import { checked, checkGame, judged, known, slips, type Reviewed } from "./slips.ts";
import { record } from "./tree.ts";

export function Review() {
  const say = useGamesWords();
  const now = checked.value;
  if (say === null || record.value.line.length === 0) return null;
  if (now === null || now.error !== null) {
    return (
      <div class="row review">
        <button type="button" onClick={() => void checkGame()}>
          {say.check}
        </button>
        {now?.error != null && (
          <span class="complaint" role="alert">
            {explainError(now.error, words.value)}
          </span>
        )}
      </div>
    );
  }
  return (
    <section class="review" aria-label={say.review}>
      {(known.value > 0 || !now.isDone) && <Strip values={now.values} say={say} />}
      {now.isDone && slips.value.size > 0 && <SlipButtons say={say} />}
      <SlipShown say={say} />
      <Result say={say} />
    </section>
  );
}

/** Who wins in a position of the review; null where that is not known. */
function outcomeOf({ turn }: Position, value: Reviewed | null | undefined): "red" | "black" | "draw" | null {
  if (!value) return null;
  return winnerOf(turn, { category: value.category } as Parameters<typeof winnerOf>[1]) ?? "draw";
}

const COLOURS = {
  red: "var(--red-side)",
  black: "var(--black-area)",
  draw: "var(--strip-draw)",
  unknown: "var(--edge)",
} as const;

/** The whole game from left to right, in the colour of who wins; it is walked over as a slider is. */
function Strip({ values, say }: { values: readonly (Reviewed | null | undefined)[]; say: GamesWords }) {
  const { positions, moves, played } = game.value;
  const outcomes = positions.map((position, i) => outcomeOf(position, values[i]));
  const part = 100 / positions.length;
  const stops = outcomes.map(
    (outcome, i) => `${COLOURS[outcome ?? "unknown"]} ${(i * part).toFixed(3)}% ${((i + 1) * part).toFixed(3)}%`,
  );
  const outcome = outcomes[played] ?? null;
  return (
    <div class="strip" style={{ "--outcomes": `linear-gradient(to right, ${stops.join()})` }}>
      <span class="slip-marks" aria-hidden="true">
        {[...slips.value.keys()].map((ply) => (
          <span key={ply} style={{ left: `${(ply + 1.5) * part}%` }}>
            ✗
          </span>
        ))}
      </span>
      <input
        type="range"
        min={0}
        max={moves.length}
        value={played}
        aria-label={say.review}
        aria-valuetext={say.strip(played, outcome === null ? say.unknown : say.outcomes[outcome])}
        onInput={(event) => goTo(Number(event.currentTarget.value))}
      />
      <span class="legend" aria-hidden="true">
        {(["red", "draw", "black"] as const).map((each) => (
          <span key={each}>
            <i style={{ background: COLOURS[each] }} /> {say.outcomes[each]}
          </span>
        ))}
      </span>
    </div>
  );
}

function goTo(played: number): void {
  pauseLine();
  showPly(played);
}

function SlipButtons({ say }: { say: GamesWords }) {
  const { played } = game.value;
  const after = [...slips.value.keys()].map((ply) => ply + 1).toSorted((a, b) => a - b);
  const previous = after.findLast((each) => each < played);
  const next = after.find((each) => each > played);
  return (
    <div class="row">
      <button type="button" disabled={previous === undefined} onClick={() => goTo(previous!)}>
        ‹ {say.previousSlip}
      </button>
      <button type="button" disabled={next === undefined} onClick={() => goTo(next!)}>
        {say.nextSlip} ›
      </button>
    </div>
  );
}

/** What the move that led here threw away, and what was best. */
function SlipShown({ say }: { say: GamesWords }) {
  const { positions, moves, played } = game.value;
  const slip = slips.value.get(played - 1);
  if (slip === undefined || !isMainLine()) return null;
  const before = positions[played - 1]!;
  const value = checked.value!.values[played - 1]!;
  const name = (move: number) => formatMove(before, move, notation.value, language.value);
  const length = value.distance === null ? null : lengthOf(value.distance);
  return (
    <p class="slip-told" role="status">
      <strong>
        ✗ {name(moves[played - 1]!)}: {say.slips[slip]}.
      </strong>{" "}
      {value.best !== null && words.value.play.bestWas(name(parseUci(before, value.best)), length)}
    </p>
  );
}

/** Whether the board walks over the moves that were reviewed. */
function isMainLine(): boolean {
  const { line } = record.value;
  return game.value.moves.every((move, i) => line[i]?.move === move);
}

function Result({ say }: { say: GamesWords }) {
  const now = checked.value!;
  const end = judged.value;
  const judging = useJudgingWords(end !== null);
  return (
    <div role="status" class="review-result">
      <p>
        {now.isDone ? (known.value === 0 ? say.noneKnown : say.found(slips.value.size, known.value)) : say.checking}
      </p>
      {now.isDone && end !== null && <p class="judgement">{describeEnd(end.verdict, words.value, judging)}</p>}
    </div>
  );
}
