/** A game as plain data, to hand it to another thread. */
import { makeCheckers } from "./checkers/checkers.ts";
import { makeReducedCheckers, type CheckersSymmetry } from "./checkers/reduced.ts";
import { explicitGame, type ExplicitGame } from "./explicit.ts";
import type { Game } from "./game.ts";

export type GameSpec =
  | {
      readonly kind: "chinese-checkers";
      readonly size: number;
      readonly pieces: number;
      readonly symmetry: CheckersSymmetry;
    }
  | { readonly kind: "explicit"; readonly explicit: ExplicitGame };

export const openGame = (spec: GameSpec): Game =>
  spec.kind === "explicit" ? explicitGame(spec.explicit) : openCheckers(spec.size, spec.pieces, spec.symmetry);

const openCheckers = (size: number, pieces: number, symmetry: CheckersSymmetry): Game =>
  symmetry === "none" ? makeCheckers(size, pieces) : makeReducedCheckers(size, pieces, symmetry);
