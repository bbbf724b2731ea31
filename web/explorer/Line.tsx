/** The moves of the game, those of a perfect line among them: played, paused, stepped through, taken away as text or link. */
import { signal } from "@preact/signals";
import { useJudgingWords, words } from "../words/spoken.ts";
import { askForGame } from "../games/opened.ts";
import { isTree } from "../games/tree.ts";
import { canRedo, canUndo, game, gameEnd, isSharing, position, redo, showPly, undo } from "../state/page.ts";
import { defence, DEFENCES, lineTrouble, pauseLine, playback, speed, SPEEDS } from "../state/line.ts";
import { Icon } from "../base/Icon.tsx";
import { lazy } from "../shown/lazy.tsx";
import { Select } from "../base/Select.tsx";
import { explainEnd } from "../shown/endings.ts";
import { explainError } from "../shown/trouble-text.tsx";

const Moves = lazy(() => import("../games/GameMoves.tsx").then((module) => module.GameMoves));
const Annotate = lazy(() => import("../games/Annotate.tsx").then((module) => module.Annotate));
const Review = lazy(() => import("../games/Review.tsx").then((module) => module.Review));
const Exports = lazy(() => import("../games/Exports.tsx").then((module) => module.Exports));

const isAnnotating = signal(false);

export function stepBack(): void {
  pauseLine();
  undo();
}

export function stepForward(): void {
  pauseLine();
  redo();
}

export function Line() {
  const say = words.value;
  const { moves } = game.value;
  const judging = useJudgingWords(gameEnd.value !== null);
  const end = explainEnd(position.value, gameEnd.value, say, judging);
  return (
    <section class="line" aria-label={say.lines.title}>
      {(moves.length > 0 || isTree.value || playback.value !== "paused") && <Controls />}
      {lineTrouble.value !== null && (
        <p class="complaint" role="alert">
          {explainError(lineTrouble.value, say)}
        </p>
      )}
      {(moves.length > 0 || isTree.value) && <Moves />}
      {end !== null && moves.length > 0 && <p class="line-end">{end}</p>}
      {moves.length > 0 && <Review />}
      {isAnnotating.value && <Annotate />}
      {moves.length > 0 && <Exports />}
      <GameButtons />
    </section>
  );
}

/** What goes farther than the buttons under the board, which step and play. */
function Controls() {
  const say = words.value;
  const jump = (played: number) => {
    pauseLine();
    showPly(played);
  };
  return (
    <div class="line-controls" role="toolbar" aria-label={say.lines.title}>
      <span class="steps">
        <Step label={say.start} icon="first" disabled={!canUndo.value} onClick={() => jump(0)} />
        <Step
          label={say.lines.toEnd}
          icon="last"
          disabled={!canRedo.value}
          onClick={() => jump(game.value.moves.length)}
        />
      </span>
      <Select label={say.lines.speed} choice={speed} choices={SPEEDS} nameOf={(each) => `${each}×`} />
      <Select
        label={say.lines.defence}
        choice={defence}
        choices={DEFENCES}
        nameOf={(each) => say.lines.defences[each]}
      />
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: "first" | "last";
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function Step({ label, icon, disabled, onClick }: StepProps) {
  return (
    <button type="button" class="step" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** Games from elsewhere, remarks, and what is taken away. */
function GameButtons() {
  const say = words.value.lines;
  const hasMoves = game.value.moves.length > 0 || isTree.value;
  return (
    <div class="row exports">
      <button type="button" onClick={askForGame}>
        <Icon name="open" /> {say.openGame}
      </button>
      {hasMoves && (
        <button
          type="button"
          aria-pressed={isAnnotating.value}
          onClick={() => (isAnnotating.value = !isAnnotating.value)}
        >
          <Icon name="editor" /> {say.annotate}
        </button>
      )}
      <button type="button" aria-keyshortcuts="s" onClick={() => (isSharing.value = true)}>
        <Icon name="share" /> {say.share}
      </button>
    </div>
  );
}
