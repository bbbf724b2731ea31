/** The moves as Jih-tung Pai's query system prints them, and with values hidden as its playing mode does. */
import type { Position } from "../../src/xiangqi/position.ts";
import type { ProbeResult } from "../../src/query/probe.ts";
import { formatMove } from "../state/notation.ts";
import { notation } from "../state/preferences.ts";
import { language, words } from "../words/spoken.ts";
import { MoveButton } from "./MoveList.tsx";
import { formatPaiMarks, formatPaiValue, PAI_DRAW, type ValuedMove } from "../state/valued-moves.ts";

interface Props {
  readonly position: Position;
  readonly probe: ProbeResult;
  readonly moves: readonly ValuedMove[];
}

export function ClassicList({ position, probe, moves }: Props) {
  return (
    <div class="classic">
      <p>{words.value.classic(probe.order ?? 0, probe.distance ?? PAI_DRAW)}</p>
      <ul>
        {moves.map((valued) => (
          <li key={valued.move}>
            <MoveButton move={valued.move}>
              <span class="notation">{formatMove(position, valued.move, notation.value, language.value)}</span>
              <span class="pai">
                {formatPaiValue(valued.after)}
                {formatPaiMarks(valued)}
              </span>
            </MoveButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The moves alone, in the order of the men, so that nothing is told by their place. */
export function BareList({ position, moves }: Omit<Props, "probe">) {
  const inOrder = [...moves].sort((a, b) => a.move - b.move);
  return (
    <div class="classic bare">
      <ul>
        {inOrder.map(({ move }) => (
          <li key={move}>
            <MoveButton move={move}>
              <span class="notation">{formatMove(position, move, notation.value, language.value)}</span>
            </MoveButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
