/**
 * Games as plain data, to hand them to other threads: a game given by its list of moves (random games, and any game whose
 * moves are generated once and stored, CSR), or a board of Chinese Checkers by its measures.
 */
import type { Game, Outcome } from "./game.ts";
import { makeCheckers } from "./checkers/checkers.ts";
import { makeReducedCheckers, type CheckersSymmetry } from "./checkers/reduced.ts";

/** Row i of a relation is `targets[starts[i] .. starts[i + 1] - 1]`. */
export interface Relation {
  readonly starts: Int32Array;
  readonly targets: Int32Array;
}

/** Plain data over shared memory, so that a thread can be handed the whole game. */
export interface ExplicitGame {
  readonly name: string;
  readonly alternating: boolean;
  readonly maxTurns: Uint8Array;
  /** Per state: -1, 0, 1. */
  readonly outcomes: Int8Array;
  readonly forward: Relation;
  readonly backward: Relation;
}

const sharedInts = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(length * 4));

/** The relation that lists, for every state, the states whose row names it, in ascending order. */
export const reverse = ({ starts, targets }: Relation): Relation => {
  const states = starts.length - 1;
  const backStarts = sharedInts(states + 1);
  for (const target of targets) backStarts[target + 1]!++;
  for (let state = 0; state < states; state++) backStarts[state + 1]! += backStarts[state]!;
  const next = backStarts.slice(0, states);
  const backTargets = sharedInts(targets.length);
  for (let state = 0; state < states; state++) {
    for (let edge = starts[state]!; edge < starts[state + 1]!; edge++) backTargets[next[targets[edge]!]!++] = state;
  }
  return { starts: backStarts, targets: backTargets };
};

export const relationOf = (rows: readonly (readonly number[])[]): Relation => {
  const starts = sharedInts(rows.length + 1);
  rows.forEach((row, i) => (starts[i + 1] = starts[i]! + row.length));
  const targets = sharedInts(starts[rows.length]!);
  rows.forEach((row, i) => targets.set(row, starts[i]!));
  return { starts, targets };
};

/** Generates every move of a game once. */
export const storeMoves = (game: Game): ExplicitGame => {
  const { states } = game;
  const buffer = new Int32Array(game.maxMoves);
  const starts = sharedInts(states + 1);
  for (let state = 0; state < states; state++) starts[state + 1] = starts[state]! + game.children(state, buffer);
  const targets = sharedInts(starts[states]!);
  const maxTurns = new Uint8Array(new SharedArrayBuffer(states));
  for (let state = 0; state < states; state++) {
    const count = game.children(state, buffer);
    targets.set(buffer.subarray(0, count), starts[state]!);
    maxTurns[state] = game.isMaxTurn(state) ? 1 : 0;
  }
  const outcomes = new Int8Array(new SharedArrayBuffer(states));
  game.terminals((state, outcome) => (outcomes[state] = outcome));
  const forward = { starts, targets };
  return { name: game.name, alternating: game.alternating, maxTurns, outcomes, forward, backward: reverse(forward) };
};

/** An explicit game as a `Game`; refuses a state without moves that is not finished, and a finished one with moves. */
export const explicitGame = (explicit: ExplicitGame): Game => {
  const { name, alternating, maxTurns, outcomes, forward, backward } = explicit;
  const states = maxTurns.length;
  let maxMoves = 1;
  for (let state = 0; state < states; state++) {
    const moves = forward.starts[state + 1]! - forward.starts[state]!;
    if ((moves === 0) !== (outcomes[state] !== 0)) {
      throw new Error(`State ${state} of ${name} has ${moves} moves and outcome ${outcomes[state]}.`);
    }
    maxMoves = Math.max(maxMoves, moves, backward.starts[state + 1]! - backward.starts[state]!);
  }
  return {
    name,
    states,
    maxMoves,
    alternating,
    isMaxTurn: (state) => maxTurns[state] === 1,
    terminalOutcome: (state) => outcomes[state] as Outcome,
    terminals: (visit) => {
      for (let state = 0; state < states; state++) {
        if (outcomes[state] !== 0) visit(state, outcomes[state] as Outcome);
      }
    },
    children: (state, out) => copyRow(forward, state, out),
    parents: (state, out) => copyRow(backward, state, out),
  };
};

const copyRow = ({ starts, targets }: Relation, state: number, out: Int32Array): number => {
  const start = starts[state]!;
  const count = starts[state + 1]! - start;
  for (let i = 0; i < count; i++) out[i] = targets[start + i]!;
  return count;
};

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
