/** Every legal move with its value, grouped by what it is worth to the mover. */
import { useMemo } from "preact/hooks";
import type { Position } from "../../src/xiangqi/position.ts";
import type { ProbeResult } from "../../src/table/probe.ts";
import type { Category } from "../../src/table/value.ts";
import type { Dictionary } from "../i18n/dictionary.ts";
import { formatMove } from "../notation.ts";
import { play, pointedAt } from "../state/page.ts";
import { language, notation, words } from "../state/preferences.ts";
import { groupMoves, lengthOf, type ValuedMove } from "./valued-moves.ts";

const GROUPS: readonly Category[] = ["win", "draw", "loss"];

export function MoveList({ position, probe }: { position: Position; probe: ProbeResult }) {
  const say = words.value;
  const groups = useMemo(() => groupMoves(position, probe), [position, probe]);
  if (probe.moves.length === 0) return <p class="hint">{say.noMoves}</p>;
  return (
    <div class="move-groups">
      {GROUPS.filter((outcome) => groups[outcome].length > 0).map((outcome) => (
        <section class={`move-group ${outcome}`} key={outcome}>
          <h3>
            {say.groups[outcome]} <span class="count">{groups[outcome].length}</span>
          </h3>
          <ul>
            {groups[outcome].map((valued) => (
              <li key={valued.move}>
                <MoveButton position={position} valued={valued} say={say} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function MoveButton({ position, valued, say }: { position: Position; valued: ValuedMove; say: Dictionary }) {
  const point = () => (pointedAt.value = valued.move);
  const unpoint = () => (pointedAt.value = null);
  return (
    <button
      type="button"
      class="move"
      onClick={() => play(valued.move)}
      onPointerEnter={point}
      onPointerLeave={unpoint}
      onFocus={point}
      onBlur={unpoint}
    >
      <span class="star">{valued.best && <Mark sign="★" meaning={say.best} />}</span>
      <span class="notation">{formatMove(position, valued.move, notation.value, language.value)}</span>
      <span class="marks">
        {valued.capture && <Mark sign="×" meaning={say.capture} />}
        {valued.check && <Mark sign="+" meaning={say.check} />}
      </span>
      <span class="figure">{figureOf(valued, say)}</span>
    </button>
  );
}

/** A sign for the eye with its meaning for the ear and the pointer. */
function Mark({ sign, meaning }: { sign: string; meaning: string }) {
  return (
    <span class="mark" title={meaning}>
      <span aria-hidden="true">{sign}</span>
      <span class="unseen">{meaning}</span>
    </span>
  );
}

function figureOf(valued: ValuedMove, say: Dictionary): string {
  if (valued.ending !== null) return valued.ending === "checkmate" ? say.mates : say.stalemates;
  if (valued.plies === null) return "";
  const length = lengthOf(valued.plies);
  const figure = valued.converts ? say.afterCapture(length) : say.length(length);
  return valued.order > 0 ? `${say.order(valued.order)} · ${figure}` : figure;
}
