/**
 * Chinese Checkers on a diamond, as in the paper's experiment: max starts on the first cells, min on the last, and each
 * makes for the other's home. A state is `2 * placement + turn`, turn 0 when max is to move.
 */
import { InputError } from "../../../../src/base/errors.ts";
import type { Game, Outcome } from "../game.ts";
import { type Board, type Placement, makeBoard, makeMoveGenerator } from "./moves.ts";
import { makeRanking, MAX, MIN, rank, type Ranking } from "./ranking.ts";

export interface Checkers extends Game {
  readonly board: Board;
  readonly ranking: Ranking;
  readonly pieces: number;
  /** The state both players start from, max to move. */
  readonly start: number;
}

export const SIZES = { least: 2, most: 7 } as const;
export const PIECES = { least: 1, most: 3 } as const;

/** A piece of at most six neighbours and 49 cells cannot have more targets than there are empty cells; far fewer. */
export const MOST_TARGETS = 32;

const inRange = (n: number, { least, most }: { least: number; most: number }): boolean =>
  Number.isInteger(n) && n >= least && n <= most;

export const checkCheckers = (size: number, pieces: number): void => {
  if (!inRange(size, SIZES)) {
    throw new InputError("bad-board-size", `The board size must be ${SIZES.least} to ${SIZES.most}, not ${size}.`);
  }
  if (!inRange(pieces, PIECES)) {
    throw new InputError("bad-pieces", `The pieces a side must be ${PIECES.least} to ${PIECES.most}, not ${pieces}.`);
  }
  if (2 * pieces >= size * size) {
    throw new InputError(
      "board-too-small",
      `A ${size}x${size} board has ${size * size} cells: too few for 2 x ${pieces} pieces and a cell to move to.`,
    );
  }
};

export const makeCheckers = (size: number, pieces: number): Checkers => {
  checkCheckers(size, pieces);
  const board = makeBoard(size);
  const ranking = makeRanking(board.cells, pieces);
  const generator = makeMoveGenerator(board, ranking);
  /** Below 4x4 a player may have no move; from there on none of the boards has such a state (counted). */
  const mayBeStuck = size < 4;
  const buffer = new Int32Array(MOST_TARGETS * pieces);
  const opponent = (turn: number): number => 1 - turn;

  const loadedIsFinished = (turn: number): boolean =>
    hasReachedGoal(board, generator, pieces, opponent(turn)) || (mayBeStuck && generator.list(turn, 0, buffer) === 0);
  const lostFor = (turn: number): Outcome => (turn === MAX ? -1 : 1);

  const game: Checkers = {
    name: `chinese-checkers ${size}x${size}, ${pieces} ${pieces === 1 ? "piece" : "pieces"}`,
    states: 2 * ranking.placements,
    maxMoves: MOST_TARGETS * pieces,
    alternating: true,
    board,
    ranking,
    pieces,
    start: 2 * rankSets(ranking, firstCells(pieces), lastCells(board, pieces)),
    isMaxTurn: (state) => (state & 1) === 0,
    terminalOutcome: (state) => {
      generator.load(state >> 1);
      return loadedIsFinished(state & 1) ? lostFor(state & 1) : 0;
    },
    terminals: (visit) => {
      if (mayBeStuck) {
        for (let state = 0; state < game.states; state++) {
          const outcome = game.terminalOutcome(state);
          if (outcome !== 0) visit(state, outcome);
        }
      } else {
        visitGoals(board, ranking, (placement, winner) =>
          visit(2 * placement + opponent(winner), lostFor(opponent(winner))),
        );
      }
    },
    children: (state, out) => {
      const turn = state & 1;
      generator.load(state >> 1);
      if (hasReachedGoal(board, generator, pieces, opponent(turn))) return 0;
      return generator.list(turn, opponent(turn), out);
    },
    childCodes: (state, codes, stop) => {
      const turn = state & 1;
      generator.load(state >> 1);
      if (hasReachedGoal(board, generator, pieces, opponent(turn))) return 0;
      return generator.codesMet(turn, opponent(turn), codes, stop);
    },
    parents: (state, out) => {
      const turn = state & 1;
      generator.load(state >> 1);
      const count = generator.list(opponent(turn), opponent(turn), out);
      return mayHaveBeenReached(board, generator, pieces, turn) ? dropFinished(out, count) : count;
    },
  };
  /** Finished placements have no moves; only next to an almost complete goal can there be one among the parents. */
  const dropFinished = (states: Int32Array, count: number): number => {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const state = states[i]!;
      generator.load(state >> 1);
      if (!hasReachedGoal(board, generator, pieces, opponent(state & 1))) states[kept++] = state;
    }
    return kept;
  };
  return game;
};

const firstCells = (pieces: number): number[] => Array.from({ length: pieces }, (_, i) => i);
const lastCells = (board: Board, pieces: number): number[] => firstCells(pieces).map((i) => board.cells - pieces + i);

/** The goal of max begins at the last cells, that of min at the first. */
const goalStart = (board: Board, pieces: number, player: number): number => (player === MAX ? board.cells - pieces : 0);

const menOnGoal = (board: Board, { occupied }: Placement, pieces: number, player: number): number => {
  const start = goalStart(board, pieces, player);
  let men = 0;
  for (let i = 0; i < pieces; i++) men += occupied[start + i]!;
  return men;
};

/** Could the goal have been complete one move of the other player earlier, `player` having a piece there? */
export const mayHaveBeenReached = (board: Board, placement: Placement, pieces: number, player: number): boolean =>
  menOnGoal(board, placement, pieces, player) >= pieces - 1 && hasOwnOnGoal(board, placement, pieces, player);

/** Has `player` won: is every cell of the goal taken, by at least one piece of the player's own? */
export const hasReachedGoal = (board: Board, placement: Placement, pieces: number, player: number): boolean =>
  menOnGoal(board, placement, pieces, player) === pieces && hasOwnOnGoal(board, placement, pieces, player);

const hasOwnOnGoal = (board: Board, { cells, colours }: Placement, pieces: number, player: number): boolean => {
  const start = goalStart(board, pieces, player);
  for (let i = 0; i < 2 * pieces; i++) {
    if (colours[i] === player && cells[i]! >= start && cells[i]! < start + pieces) return true;
  }
  return false;
};

/** The placement with max's and min's pieces on these cells. */
export const rankSets = (ranking: Ranking, max: readonly number[], min: readonly number[]): number => {
  const men = [...max.map((cell) => ({ cell, colour: MAX })), ...min.map((cell) => ({ cell, colour: MIN }))];
  men.sort((a, b) => a.cell - b.cell);
  return rank(
    ranking,
    men.map(({ cell }) => cell),
    men.map(({ colour }) => colour),
  );
};

/** Names every placement in which a player has reached the goal, once per such player. */
export const visitGoals = (
  board: Board,
  ranking: Ranking,
  visit: (placement: number, winner: number) => void,
): void => {
  const { cells, pieces } = ranking;
  for (const winner of [MAX, MIN]) {
    const start = goalStart(board, pieces, winner);
    const inGoal = (cell: number): boolean => cell >= start && cell < start + pieces;
    const others = firstCells(cells).filter((cell) => !inGoal(cell));
    for (let mask = 1; mask < 1 << pieces; mask++) {
      const own = firstCells(pieces).filter((i) => (mask >> i) & 1);
      const ownGoal = own.map((i) => start + i);
      const otherGoal = firstCells(pieces)
        .filter((i) => !((mask >> i) & 1))
        .map((i) => start + i);
      forEachSubset(others, otherGoal.length, (ownRest) => {
        const left = others.filter((cell) => !ownRest.includes(cell));
        forEachSubset(left, ownGoal.length, (otherRest) => {
          const mine = [...ownGoal, ...ownRest];
          const theirs = [...otherGoal, ...otherRest];
          visit(winner === MAX ? rankSets(ranking, mine, theirs) : rankSets(ranking, theirs, mine), winner);
        });
      });
    }
  }
};

const forEachSubset = (items: readonly number[], count: number, each: (subset: readonly number[]) => void): void => {
  const pick = (from: number, chosen: number[]): void => {
    if (chosen.length === count) return each(chosen);
    for (let i = from; i < items.length; i++) pick(i + 1, [...chosen, items[i]!]);
  };
  pick(0, []);
};
