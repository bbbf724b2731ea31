/** Every legal move with its value, grouped by what it is worth to the mover and why. */
import type { ComponentChildren } from "preact";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { Move } from "../../src/xiangqi/moves.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { Icon } from "../base/Icon.tsx";
import { MoveGroups } from "./MoveGroups.tsx";
import { nameMan } from "../shown/endings.ts";
import { figureOf } from "../shown/verdict-words.ts";
import { suggestedMove } from "../state/suggestion.ts";
import type { ValuedMove } from "../state/valued-moves.ts";
import { formatMove } from "../state/notation.ts";
import { pointing } from "../base/pointing.ts";
import { play, pointedAt } from "../state/page.ts";
import { limitOfMove } from "../shown/move-limit.ts";
import { moveLimit, notation } from "../state/preferences.ts";
import type { Dictionary } from "../words/en/page.ts";
import { language, words } from "../words/spoken.ts";

interface Props {
  readonly position: Position;
  readonly probe: ProbeResult;
  readonly moves: readonly ValuedMove[];
}

export function MoveList({ position, probe, moves }: Props) {
  const say = words.value;
  const item = (valued: ValuedMove) => (
    <Move position={position} valued={valued} isBeyond={limitOfMove(valued, probe) === "beyond"} say={say} />
  );
  return <MoveGroups position={position} probe={probe} moves={moves} say={say} item={item} />;
}

interface MoveProps {
  readonly position: Position;
  readonly valued: ValuedMove;
  /** The limit of moves. */
  readonly isBeyond: boolean;
  readonly say: Dictionary;
}

function Move({ position, valued, isBeyond, say }: MoveProps) {
  const suggested = suggestedMove.value === valued.move;
  const chased = valued.chased.map((man) => nameMan(man, say));
  return (
    <MoveButton move={valued.move} suggested={suggested}>
      <span class="star">
        {valued.best && (
          <Mark meaning={say.best}>
            <span class={suggested ? "suggested" : ""}>{suggested ? "★" : "☆"}</span>
          </Mark>
        )}
      </span>
      <span class="notation">{formatMove(position, valued.move, notation.value, language.value)}</span>
      <span class="marks">
        {valued.capture && <Mark meaning={say.capture}>×</Mark>}
        {valued.check && <Mark meaning={say.check}>+</Mark>}
        {chased.length > 0 && (
          <Mark meaning={say.chases(chased)}>
            <Icon name="chase" />
          </Mark>
        )}
        {isBeyond && <Mark meaning={say.limit.beyond(moveLimit.value)}>⊘</Mark>}
      </span>
      <span class="figure">{figureOf(valued, say)}</span>
      {suggested && <span class="unseen">{say.suggested}</span>}
    </MoveButton>
  );
}

/** A sign for the eye with its meaning for the ear and the pointer. */
function Mark({ meaning, children }: { meaning: string; children: ComponentChildren }) {
  return (
    <span class="mark" title={meaning}>
      <span aria-hidden="true">{children}</span>
      <span class="unseen">{meaning}</span>
    </span>
  );
}

interface ButtonProps {
  readonly move: Move;
  readonly suggested?: boolean;
  readonly children: ComponentChildren;
}

/** Plays a move; pointed at or focused it shows the move's arrow. */
export function MoveButton({ move, suggested = false, children }: ButtonProps) {
  return (
    <button
      type="button"
      class={suggested ? "move suggested" : "move"}
      onClick={() => play(move)}
      {...pointing(pointedAt, move)}
    >
      {children}
    </button>
  );
}
