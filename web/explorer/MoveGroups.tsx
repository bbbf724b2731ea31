/** Moves with their value, grouped by what they are worth to the mover and why: on the page, and in its first view, which servers draw. Pure. */
import type { ComponentChildren } from "preact";
import type { ProbeResult } from "../../src/query/probe.ts";
import type { Perpetual } from "../../src/say/words/game.ts";
import { opponent } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { groupMoves, type MoveGroup, type ValuedMove } from "../state/valued-moves.ts";
import type { Dictionary } from "../words/en/page.ts";

interface Props {
  readonly position: Position;
  readonly probe: ProbeResult;
  readonly moves: readonly ValuedMove[];
  readonly say: Dictionary;
  readonly item: (valued: ValuedMove) => ComponentChildren;
}

export function MoveGroups({ position, probe, moves, say, item }: Props) {
  return (
    <div class="move-groups">
      {groupMoves(moves).map((group) => (
        <section
          class={`move-group ${group.outcome}`}
          data-depends={group.depends}
          key={`${group.outcome} ${group.reason} ${group.order} ${group.depends}`}
        >
          <h3>
            <span class="outcome">{say.groups[group.outcome]}</span> <span class="count">{group.moves.length}</span>{" "}
            {group.depends && <span class="dependent">{say.dependent}</span>}{" "}
            {group.reason !== null && <span class="why">{reasonOf(group, position, probe, say)}</span>}
          </h3>
          <ul>
            {group.moves.map((valued) => (
              <li key={valued.move}>{item(valued)}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** By what the side that wins after these moves does so. */
function reasonOf({ outcome, reason, order }: MoveGroup, { turn }: Position, probe: ProbeResult, say: Dictionary) {
  switch (reason!) {
    case "ending":
      return say.why.ending;
    case "capture":
      return outcome === "win" ? say.why.capture : say.why.losingCapture;
    case "conversion":
      return say.why.conversion[probe.metric];
    default:
      return say.why.perpetual(say.colours[outcome === "win" ? opponent(turn) : turn], reason as Perpetual, order);
  }
}
