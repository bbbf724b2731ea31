/** Every legal move with its value, grouped by what it is worth to the mover. */
import { useMemo } from "preact/hooks";
import type { Position } from "../../src/xiangqi/position.ts";
import type { Category, Probe } from "../api.ts";
import type { Dictionary } from "../i18n/dictionary.ts";
import { formatMove } from "../notation.ts";
import { play, pointedAt } from "../state/page.ts";
import { language, notation, words } from "../state/preferences.ts";
import { groupMoves, lengthOf, type RankedMove } from "./ranking.ts";

const GROUPS: readonly Category[] = ["win", "draw", "loss"];

export function MoveList({ position, probe }: { position: Position; probe: Probe }) {
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
            {groups[outcome].map((ranked) => (
              <li key={ranked.move}>
                <MoveButton position={position} ranked={ranked} say={say} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function MoveButton({ position, ranked, say }: { position: Position; ranked: RankedMove; say: Dictionary }) {
  const point = () => (pointedAt.value = ranked.move);
  const unpoint = () => (pointedAt.value = null);
  return (
    <button
      type="button"
      class="move"
      onClick={() => play(ranked.move)}
      onPointerEnter={point}
      onPointerLeave={unpoint}
      onFocus={point}
      onBlur={unpoint}
    >
      <span class="star">{ranked.best && <Mark sign="★" meaning={say.best} />}</span>
      <span class="notation">{formatMove(position, ranked.move, notation.value, language.value)}</span>
      <span class="marks">
        {ranked.capture && <Mark sign="×" meaning={say.capture} />}
        {ranked.check && <Mark sign="+" meaning={say.check} />}
      </span>
      <span class="figure">{figureOf(ranked, say)}</span>
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

function figureOf(ranked: RankedMove, say: Dictionary): string {
  if (ranked.ending !== null) return ranked.ending === "checkmate" ? say.mates : say.stalemates;
  if (ranked.plies === null) return "";
  const length = lengthOf(ranked.plies);
  const figure = ranked.converts ? say.afterCapture(length) : say.length(length);
  return ranked.order > 0 ? `${say.order(ranked.order)} · ${figure}` : figure;
}
