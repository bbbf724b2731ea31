import type { ComponentChildren } from "preact";
import type { Move } from "../../src/xiangqi/moves.ts";
import { play, pointedAt } from "../state/page.ts";

interface Props {
  readonly move: Move;
  readonly suggested?: boolean;
  readonly children: ComponentChildren;
}

/** Plays a move; pointed at or focused it shows the move's arrow. */
export function MoveButton({ move, suggested = false, children }: Props) {
  const point = () => (pointedAt.value = move);
  const unpoint = () => (pointedAt.value = null);
  return (
    <button
      type="button"
      class={suggested ? "move suggested" : "move"}
      onClick={() => play(move)}
      onPointerEnter={point}
      onPointerLeave={unpoint}
      onFocus={point}
      onBlur={unpoint}
    >
      {children}
    </button>
  );
}
