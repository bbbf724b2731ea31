/** What the board shows, and who answers for it. A view puts its stage on while it is mounted; else the explorer's is on. */
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useMemo } from "preact/hooks";
import type { Move } from "../../src/xiangqi/moves.ts";
import type { Square } from "../../src/xiangqi/squares.ts";
import type { BoardView } from "./view.ts";

export interface Stage {
  readonly view: BoardView;
  /** `play`: a legal move was made by hand. */
  readonly onMove?: (move: Move) => void;
  /** `arrange`: men were moved or thrown off. */
  readonly onArrange?: (board: Uint8Array) => void;
  /** `place`: a square was tapped. */
  readonly onTap?: (square: Square) => void;
}

const shown = signal<ReadonlySignal<Stage> | null>(null);

/** The stage of the mounted view; null where none has put one on. */
export const stage = computed<Stage | null>(() => shown.value?.value ?? null);

/** Puts a view's stage on as long as its component is mounted. `compute` reads signals and follows them. */
export function useStage(compute: () => Stage): void {
  const own = useMemo(() => computed(compute), []);
  useLayoutEffect(() => {
    shown.value = own;
    return () => {
      if (shown.peek() === own) shown.value = null;
    };
  }, []);
}
