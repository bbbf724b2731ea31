/** How an exercise goes, and what can be asked of it; the same for studies and for the drills of the course. */
import { applyMove, moveFrom } from "../../src/xiangqi/moves.ts";
import { squareName } from "../../src/xiangqi/squares.ts";
import { inCheck, kingSquare } from "../../src/xiangqi/attacks.ts";
import type { Move } from "../../src/xiangqi/moves.ts";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { arrowOf } from "../board/view.ts";
import { useStage } from "../board/stage.ts";
import { Icon } from "../base/Icon.tsx";
import { announce } from "../shown/Announcer.tsx";
import { useKeys, type Keys } from "../shown/keyboard.ts";
import { newGame } from "../state/game.ts";
import { formatMove } from "../state/notation.ts";
import { flipped, openView, show } from "../state/page.ts";
import { manIn, placeIn } from "../state/places.ts";
import { notation } from "../state/preferences.ts";
import type { StudiesWords } from "../words/en/studies.ts";
import { language, words } from "../words/spoken.ts";
import * as run from "./exercise.ts";
import type { Attempt, Exercise } from "./exercise.ts";

/** Puts an exercise on the board; `exerciseOf` reads signals. */
export function useExercise(exerciseOf: () => Exercise): void {
  const keys = useMemo((): Keys => {
    const walk = (steps: number) => () => run.goToStep(exerciseOf(), run.attemptAt(exerciseOf()).step + steps);
    return { ArrowLeft: walk(-1), ArrowRight: walk(1), " ": () => run.askHint(exerciseOf()) };
  }, []);
  useKeys(keys);
  useStage(() => {
    const exercise = exerciseOf();
    const now = run.attemptAt(exercise);
    const { step, hinted } = now;
    const failed = run.failedMove(now);
    const position = run.positionsOf(now)[step]!;
    const hint = hinted === "nothing" ? null : run.bestMove(now);
    return {
      view: {
        position,
        flipped: flipped.value,
        use: "play",
        legal: run.legalIn(now),
        lastMove: step === 0 ? null : now.moves[step - 1]!,
        checkedKing: inCheck(position.board, position.turn) ? kingSquare(position.board, position.turn) : null,
        arrows: failed !== null ? [arrowOf(failed)] : hint !== null && hinted === "move" ? [arrowOf(hint)] : [],
        marks: hint !== null && hinted === "man" ? [{ square: moveFrom(hint), kind: "hint" }] : [],
      },
      onMove: (move) => run.playMove(exercise, move),
    };
  });
}

interface ProgressProps {
  readonly exercise: Exercise;
  readonly say: StudiesWords;
  /** What is known of the move that failed. */
  readonly failed?: string | null;
}

/** What has come of the moves, and these when it is over. */
export function Progress({ exercise, say, failed = null }: ProgressProps) {
  const now = run.attemptAt(exercise);
  const { state } = now.status;
  const message = failed ?? messageOf(now, say);
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    announce(message);
    if (message !== "") shown.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  const isOver = state === "solved" || state === "shown";
  return (
    <>
      <p class={`message ${state}`} ref={shown}>
        {message}
      </p>
      {state === "solved" && <Stars count={run.starsOf(now)} say={say} />}
      {isOver && now.moves.length > 0 && <Moves now={now} say={say} />}
    </>
  );
}

export function Stars({ count, say }: { count: number; say: StudiesWords }) {
  return (
    <span class="stars" title={say.stars(count)}>
      <span aria-hidden="true">
        {"★".repeat(count)}
        {"☆".repeat(3 - count)}
      </span>
      <span class="unseen">{say.stars(count)}</span>
    </span>
  );
}

function messageOf(now: Attempt, say: StudiesWords): string {
  const { status, exercise, moves, hinted, slow } = now;
  const at = run.positionsOf(now).at(-1)!;
  const text = (move: Move) => formatMove(at, move, notation.value, language.value);
  switch (status.state) {
    case "solving": {
      const hint = hinted === "nothing" ? null : run.bestMove(now);
      if (hint !== null && hinted === "move") return words.value.play.hintMove(text(hint));
      if (hint !== null) {
        const from = moveFrom(hint);
        const man = manIn(words.value, at.board[from]!);
        return words.value.play.hintMan(man, placeIn(words.value, squareName(from)));
      }
      return moves.length === 0 ? "" : say.goOn;
    }
    case "judging":
      return say.judging;
    case "unproven":
      return say.unproven(text(status.move));
    case "failed":
      if (status.reply !== null) {
        const reply = formatMove(applyMove(at, status.move), status.reply, notation.value, language.value);
        return say.refuted(text(status.move), "loss", reply);
      }
      return exercise.outcome === "draw" ? say.loses(text(status.move)) : say.failed(text(status.move));
    case "solved":
      if (status.isTold) return say.solvedSoFar;
      return slow > 0 ? say.solvedSlowly : say.solved;
    case "shown":
      return "";
  }
}

function Moves({ now, say }: { now: Attempt; say: StudiesWords }) {
  const positions = run.positionsOf(now);
  return (
    <nav class="line-moves" aria-label={now.status.state === "shown" ? say.solution : say.moves}>
      {now.moves.map((move, i) => (
        <button
          type="button"
          key={i}
          aria-current={i + 1 === now.step ? "step" : undefined}
          onClick={() => run.goToStep(now.exercise, i + 1)}
        >
          {formatMove(positions[i]!, move, notation.value, language.value)}
        </button>
      ))}
    </nav>
  );
}

interface ToolsProps {
  readonly exercise: Exercise;
  readonly say: StudiesWords;
  /** Left out: by the exercise's tree; null: there is none. */
  readonly solution?: readonly Move[] | null;
}

export function Tools({ exercise, say, solution }: ToolsProps) {
  const now = run.attemptAt(exercise);
  const { state } = now.status;
  const isTask = exercise.tree.length > 0;
  const playOn = () => {
    show(newGame(run.positionsOf(now).at(-1)!));
    openView("play");
  };
  return (
    <>
      {isTask && state === "solving" && (
        <button
          type="button"
          aria-keyshortcuts="Space"
          disabled={now.hinted === "move" || now.node === null}
          onClick={() => run.askHint(exercise)}
        >
          <Icon name="help" /> {now.hinted === "nothing" ? words.value.play.hint : words.value.play.hintMore}
        </button>
      )}
      {isTask && state !== "solving" && state !== "judging" && (
        <button type="button" onClick={() => run.tryAgain(exercise)}>
          {say.tryAgain}
        </button>
      )}
      {now.status.state === "solved" && now.status.isTold && (
        <button type="button" onClick={playOn}>
          {say.playOn}
        </button>
      )}
      {state !== "shown" && solution !== null && (
        <button type="button" onClick={() => run.showSolution(exercise, solution)}>
          {say.showSolution}
        </button>
      )}
    </>
  );
}
