/** A review of the game: its outcome position by position, by tables and beyond them by an engine's opinion, and its slips. */
import { lengthOf } from "../state/valued-moves.ts";
import type { Move } from "../../src/xiangqi/moves.ts";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { rules } from "../base/rules.ts";
import { sayByRules } from "../shown/decided.ts";
import { describeEnd } from "../shown/endings.ts";
import { explainError } from "../shown/trouble-text.tsx";
import { formatMove } from "../state/notation.ts";
import { game, play } from "../state/page.ts";
import { notation } from "../state/preferences.ts";
import type { GamesWords } from "../words/en/games.ts";
import { language, useGamesWords, useJudgingWords, useOutsideWords, words } from "../words/spoken.ts";
import { askEngine, asking, doubts, guesses, secondsFor, stopAsking, unasked } from "./opinions.ts";
import { checkGame, checked, judged, known, knownOtherwise, slips } from "./slips.ts";
import { Strip, goTo, sayPlace } from "./Strip.tsx";
import { record } from "./tree.ts";
import { mayRunEngine } from "../opinion/fairy.ts";

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
      {(known.value + guesses.value.size > 0 || !now.isDone) && <Strip values={now.values} say={say} />}
      {now.isDone && slips.value.size + doubts.value.size > 0 && <SlipButtons say={say} />}
      <SlipShown say={say} />
      <DoubtShown say={say} />
      <Result say={say} />
      {now.isDone && <AskEngine say={say} />}
    </section>
  );
}

/** From one slip to the next, those included that are no more than an engine's opinion. */
function SlipButtons({ say }: { say: GamesWords }) {
  const { played } = game.value;
  const after = [...slips.value.keys(), ...doubts.value.keys()].map((ply) => ply + 1).toSorted((a, b) => a - b);
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
  const best = value.best === null ? null : parseUci(before, value.best);
  const name = (move: number) => formatMove(before, move, notation.value, language.value);
  const length = value.distance === null ? null : lengthOf(value.distance);
  return (
    <p class="slip-told" role="status">
      <strong>
        ✗ {sayByRules(say.fault(name(moves[played - 1]!), say.slips[slip]), value.by ?? rules.value, words.value)}
      </strong>{" "}
      {best !== null && (
        <>
          {words.value.play.bestWas(name(best), length)} <PlayBest move={best} say={say} />
        </>
      )}
    </p>
  );
}

/** What the engine doubts about the move that led here, and what it would have played. */
function DoubtShown({ say }: { say: GamesWords }) {
  const { positions, moves, played } = game.value;
  const doubt = doubts.value.get(played - 1);
  if (doubt === undefined || !isMainLine()) return null;
  const { values } = checked.value!;
  const before = positions[played - 1]!;
  const name = (move: number) => formatMove(before, move, notation.value, language.value);
  const [was, is] = [played - 1, played].map((ply) =>
    sayPlace(positions[ply]!, values[ply], guesses.value.get(ply), say),
  );
  return (
    <p class="slip-told doubt" role="status">
      <strong>≈ {say.fault(name(moves[played - 1]!), say.opinion.doubt)}</strong> {say.opinion.change(was!, is!)}{" "}
      {say.opinion.best(name(doubt.best))} <PlayBest move={doubt.best} say={say} />
    </p>
  );
}

/** Plays what was better than the move that led here, as a variation. */
function PlayBest({ move, say }: { move: Move; say: GamesWords }) {
  const instead = () => {
    goTo(game.value.played - 1);
    play(move);
  };
  return (
    <button type="button" onClick={instead}>
      {say.playBest}
    </button>
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
  const { positions, by } = knownOtherwise.value;
  const others = by.map((each) => words.value.rulesNames[each]).join(", ");
  return (
    <div role="status" class="review-result">
      <p>
        {now.isDone ? (known.value === 0 ? say.noneKnown : say.found(slips.value.size, known.value)) : say.checking}
        {now.isDone && positions > 0 && ` ${say.foundOtherwise(positions, others)}`}
      </p>
      {now.isDone && end !== null && <p class="judgement">{describeEnd(end.verdict, words.value, judging)}</p>}
    </div>
  );
}

/** Has an engine look at the positions of the reviewed game that no table has, and tells what came of it. */
export function AskEngine({ say: { opinion: say } }: { say: GamesWords }) {
  const outside = useOutsideWords()?.engine ?? null;
  const left = unasked.value.length;
  const found = guesses.value.size;
  if (outside === null || left + found === 0) return null;
  if (!mayRunEngine()) return known.value === 0 ? <p class="hint">{outside.notIsolated}</p> : null;
  const now = asking.value;
  if (now.state === "asking") {
    return (
      <div class="row asking">
        <label>
          {say.asking(found, left + found)} <progress max={left + found} value={found} />
        </label>
        <button type="button" onClick={stopAsking}>
          {outside.stop}
        </button>
      </div>
    );
  }
  return (
    <>
      {now.state === "failed" && (
        <p class="complaint" role="alert">
          {now.isLoaded ? outside.noAnswer : outside.notLoaded}
        </p>
      )}
      {left > 0 && (
        <div class="row">
          <button type="button" onClick={() => void askEngine()}>
            {say.ask(left, secondsFor(left))}
          </button>
        </div>
      )}
      {found > 0 && (
        <p class="hint" role="status">
          {say.found(doubts.value.size, found)}
        </p>
      )}
    </>
  );
}
