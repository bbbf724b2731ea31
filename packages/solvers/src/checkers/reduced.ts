/**
 * Chinese Checkers with states taken as one that differ by a symmetry of the board:
 *
 * - `mirror`: left and right exchanged. Needs homes that are their own mirror image (1 or 3 pieces).
 * - `colours`: turned by half a circle with the players exchanged, so that max is always to move; outcomes are those of
 *   the player to move. With this, wins and losses are found together: there is no win-only.
 *
 * States keep their numbers; of mirror images the lower is in use. `weightOf` lets counts be given for the whole game.
 */
import { InputError } from "../../../../src/base/errors.ts";
import type { Game } from "../game.ts";
import { hasReachedGoal, makeCheckers, mayHaveBeenReached, MOST_TARGETS, type Checkers } from "./checkers.ts";
import { makeLifter } from "./lifter.ts";
import { makeLoader, makeReach, type Loader } from "./moves.ts";
import { MAX, MIN, rank } from "./ranking.ts";

export type CheckersSymmetry = "none" | "mirror" | "colours" | "both";

export const SYMMETRIES: readonly CheckersSymmetry[] = ["none", "mirror", "colours", "both"];

export const checkSymmetry = (pieces: number, symmetry: CheckersSymmetry): void => {
  if (pieces === 2 && (symmetry === "mirror" || symmetry === "both")) {
    throw new InputError(
      "no-such-symmetry",
      "With 2 pieces the homes are not their own mirror images: only the symmetry of the colours can be used.",
    );
  }
};

export const makeReducedCheckers = (size: number, pieces: number, symmetry: CheckersSymmetry): Game => {
  const whole = makeCheckers(size, pieces);
  checkSymmetry(pieces, symmetry);
  const mirrors = symmetry === "mirror" || symmetry === "both";
  const exchanges = symmetry === "colours" || symmetry === "both";
  const { board, ranking } = whole;
  const men = 2 * pieces;
  const perPlacement = exchanges ? 1 : 2;

  const loader = makeLoader(ranking);
  const { cells, colours } = loader;

  const { list, codesMet } = makeSteps(whole, loader, mirrors, exchanges);

  const turnOf = (state: number): number => (exchanges ? MAX : state & 1);
  const placementOf = (state: number): number => (exchanges ? state : state >> 1);
  const load = (state: number): void => loader.load(placementOf(state));
  const loadedIsFinished = (turn: number): boolean => hasReachedGoal(board, loader, pieces, 1 - turn);

  const plain = makeImage(men, (cell) => board.mirror[cell]!, false);
  const weightOf = (state: number): number => {
    if (!mirrors) return 3 - perPlacement;
    load(state);
    plain.take(cells, colours);
    const image = rank(ranking, plain.cells, plain.colours);
    const placement = placementOf(state);
    return image < placement ? 0 : (image === placement ? 1 : 2) * (3 - perPlacement);
  };

  return {
    name: `${whole.name}, reduced by ${symmetry === "both" ? "mirror and colours" : symmetry}`,
    states: perPlacement * ranking.placements,
    maxMoves: MOST_TARGETS * pieces,
    alternating: true,
    isMaxTurn: (state) => turnOf(state) === MAX,
    terminalOutcome: (state) => whole.terminalOutcome(exchanges ? 2 * state : state),
    terminals: (visit) =>
      whole.terminals((state, outcome) => {
        const reduced = exchanges ? state >> 1 : state;
        if ((!exchanges || outcome < 0) && weightOf(reduced) > 0) visit(reduced, outcome);
      }),
    children: (state, out) => {
      const turn = turnOf(state);
      load(state);
      return loadedIsFinished(turn) ? 0 : list(turn, 1 - turn, out);
    },
    parents: (state, out) => {
      const turn = turnOf(state);
      load(state);
      const count = list(1 - turn, 1 - turn, out);
      if (!mayHaveBeenReached(board, loader, pieces, turn)) return count;
      let kept = 0;
      for (let i = 0; i < count; i++) {
        const parent = out[i]!;
        load(parent);
        if (!loadedIsFinished(turnOf(parent))) out[kept++] = parent;
      }
      return kept;
    },
    childCodes: (state, codes, stop) => {
      const turn = turnOf(state);
      load(state);
      return loadedIsFinished(turn) ? 0 : codesMet(turn, 1 - turn, codes, stop);
    },
    weightOf,
  };
};

/** The moves of a loaded placement: as states in use, or as the codes that these have. */
const makeSteps = ({ board, ranking }: Checkers, loader: Loader, mirrors: boolean, exchanges: boolean) => {
  const { cells, colours } = loader;
  const men = cells.length;
  const { targets, reach } = makeReach(board, loader);

  /** The loaded placement as the other player sees it (or as it is), and the mirror image of that. */
  const view = makeImage(men, (cell) => (exchanges ? board.cells - 1 - cell : cell), exchanges);
  const mirrored = makeImage(men, (cell) => board.mirror[view.cellOf[cell]!]!, exchanges);
  const viewLifter = makeLifter(ranking);
  const mirroredLifter = makeLifter(ranking);

  const lift = (index: number): void => {
    viewLifter.lift(view.cells, view.colours, view.placeOf[index]!);
    if (mirrors) mirroredLifter.lift(mirrored.cells, mirrored.colours, mirrored.placeOf[index]!);
  };
  /** The state with the lifted piece on `target`, `turn` to move. */
  const stateAt = (target: number, turn: number): number => {
    let placement = viewLifter.rankAt(view.cellOf[target]!);
    if (mirrors) {
      const image = mirroredLifter.rankAt(mirrored.cellOf[target]!);
      if (image < placement) placement = image;
    }
    return exchanges ? placement : 2 * placement + turn;
  };

  const list = (colour: number, turn: number, out: Int32Array): number => {
    let count = 0;
    view.take(cells, colours);
    if (mirrors) mirrored.take(cells, colours);
    for (let index = 0; index < men; index++) {
      if (colours[index] !== colour) continue;
      const found = reach(cells[index]!);
      lift(index);
      for (let i = 0; i < found; i++) out[count++] = stateAt(targets[i]!, turn);
    }
    return count;
  };

  const codesMet = (colour: number, turn: number, codes: Int32Array, stop: number): number => {
    let met = 0;
    view.take(cells, colours);
    if (mirrors) mirrored.take(cells, colours);
    for (let index = 0; index < men; index++) {
      if (colours[index] !== colour) continue;
      const found = reach(cells[index]!);
      lift(index);
      for (let i = 0; i < found; i++) {
        const state = stateAt(targets[i]!, turn);
        met |= 1 << ((codes[state >> 4]! >>> ((state & 15) << 1)) & 3);
        if ((met & stop) !== 0) return met;
      }
    }
    return met;
  };

  return { list, codesMet };
};

interface Image {
  /** The pieces in the order of their cells in the image, and where piece i of the original is among them. */
  readonly cells: Int32Array;
  readonly colours: Int32Array;
  readonly placeOf: Int32Array;
  readonly cellOf: Int32Array;
  take(cells: Int32Array, colours: Int32Array): void;
}

const makeImage = (men: number, map: (cell: number) => number, exchanges: boolean): Image => {
  const cells = new Int32Array(men);
  const colours = new Int32Array(men);
  const placeOf = new Int32Array(men);
  const origin = new Int32Array(men);
  const cellOf = Int32Array.from({ length: 49 }, (_, cell) => map(cell) ?? 0);
  const take = (from: Int32Array, fromColours: Int32Array): void => {
    for (let i = 0; i < men; i++) {
      const cell = cellOf[from[i]!]!;
      let place = i;
      for (; place > 0 && cells[place - 1]! > cell; place--) {
        cells[place] = cells[place - 1]!;
        origin[place] = origin[place - 1]!;
      }
      cells[place] = cell;
      origin[place] = i;
    }
    for (let place = 0; place < men; place++) {
      const i = origin[place]!;
      placeOf[i] = place;
      colours[place] = exchanges ? MAX + MIN - fromColours[i]! : fromColours[i]!;
    }
  };
  return { cells, colours, placeOf, cellOf, take };
};
