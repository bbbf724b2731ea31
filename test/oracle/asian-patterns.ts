/**
 * Patterns of checking and chasing for ever among undecided positions, from their definitions (Fang, Definitions 4, 6 and
 * 7, the last as corrected): throw out whatever contradicts them until nothing does. For the oracle only.
 */
import { legalMoves, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import { reportMove } from "../../src/rules/asian/chase.ts";

/** Positions are numbers; men are numbers too, the same throughout, kings among them. */
export interface UndecidedGame {
  undecided(): number[];
  turnOf(position: number): Colour;
  boardOf(position: number): Uint8Array;
  /** The square of each man. */
  squaresOf(position: number): number[];
  /** Whether the side to move is in check. */
  isChecked(position: number): boolean;
  /** Where its moves that capture nothing lead to. */
  quietMoves(position: number): readonly number[];
  canDrawByCapture(position: number): boolean;
  /** The men of a side, its king first. */
  menOf(colour: Colour): number[];
}

type Positions = ReadonlySet<number>;

/** The losses of the maximum patterns of non-mutual checking, of both sides. */
export function checkPatterns(game: UndecidedGame): Set<number> {
  const patterns = new Patterns(game);
  const all = new Set(game.undecided());
  return union(
    COLOURS.map((attacker) => {
      let pattern = patterns.chased(all, attacker, game.menOf(attacker)[0]!, true);
      for (;;) {
        const mutual = patterns.chased(pattern, opponent(attacker), game.menOf(opponent(attacker))[0]!, false);
        if (mutual.size === 0) return patterns.lossesOf(pattern, attacker);
        pattern = patterns.without(pattern, mutual, attacker);
      }
    }),
  );
}

/** The losses of the maximum patterns of totally non-mutual chasing of each man. */
export function chasePatterns(game: UndecidedGame, attackers = COLOURS): Set<number> {
  const patterns = new Patterns(game);
  const all = new Set(game.undecided());
  return union(
    attackers.flatMap((attacker) =>
      game
        .menOf(attacker)
        .slice(1)
        .map((man) => patterns.lossesOf(patterns.totallyNonMutual(all, attacker, man), attacker)),
    ),
  );
}

function union(sets: readonly Positions[]): Set<number> {
  return new Set(sets.flatMap((set) => [...set]));
}

class Patterns {
  readonly #game: UndecidedGame;
  /** For a position: where a quiet move leads, and which men it chases. Found when it is asked for. */
  readonly #chases = new Map<number, Map<number, readonly number[]>>();

  constructor(game: UndecidedGame) {
    this.#game = game;
  }

  lossesOf(pattern: Positions, attacker: Colour): Set<number> {
    return new Set([...pattern].filter((position) => this.#game.turnOf(position) !== attacker));
  }

  /**
   * Definition 4 inside some positions: the attacker can keep the defender chasing one of his men for ever. On the whole
   * board the defender may also leave by a capture that draws; moves out of an inner pattern are the attacker's business.
   */
  chased(inside: Positions, attacker: Colour, man: number, whole: boolean): Set<number> {
    let pattern = new Set(inside);
    for (;;) {
      const kept = [...pattern].filter((position) => {
        if (this.#game.turnOf(position) === attacker) {
          return this.#game.quietMoves(position).some((to) => pattern.has(to));
        }
        if (whole && this.#game.canDrawByCapture(position)) return false;
        let staying = 0;
        for (const to of this.#game.quietMoves(position)) {
          if (!inside.has(to)) continue;
          if (!pattern.has(to) || !this.#chasesMan(position, to, man)) return false;
          staying++;
        }
        return staying > 0;
      });
      if (kept.length === pattern.size) return pattern;
      pattern = new Set(kept);
    }
  }

  /** Takes positions out of a pattern, and what then is no part of one any more. */
  without(pattern: Positions, inner: Positions, attacker: Colour): Set<number> {
    let left = new Set([...pattern].filter((position) => !inner.has(position)));
    for (;;) {
      const kept = [...left].filter((position) => {
        const staying = this.#game.quietMoves(position).filter((to) => pattern.has(to));
        if (this.#game.turnOf(position) === attacker) return staying.some((to) => left.has(to));
        return staying.every((to) => left.has(to));
      });
      if (kept.length === left.size) return left;
      left = new Set(kept);
    }
  }

  /** Definition 7, but that a defender who can stay only by checking for ever is not let off. */
  totallyNonMutual(inside: Positions, attacker: Colour, man: number): Set<number> {
    const defender = opponent(attacker);
    let pattern = this.chased(inside, attacker, man, true);
    for (let changed = true; changed;) {
      changed = false;
      for (const [i, spared] of this.#game.menOf(defender).entries()) {
        let inner: Positions = this.chased(pattern, defender, spared, false);
        if (i > 0) inner = this.#withoutForcedChecks(inner, attacker);
        if (inner.size === 0) continue;
        pattern = this.without(pattern, inner, attacker);
        changed = true;
      }
    }
    return pattern;
  }

  #withoutForcedChecks(inner: Positions, attacker: Colour): Positions {
    const defender = opponent(attacker);
    const [attackersKing, defendersKing] = [attacker, defender].map((side) => this.#game.menOf(side)[0]!);
    let left = inner;
    for (;;) {
      let checking = this.chased(left, attacker, attackersKing!, false);
      for (;;) {
        const mutual = this.chased(checking, defender, defendersKing!, false);
        if (mutual.size === 0) break;
        checking = this.without(checking, mutual, attacker);
      }
      if (checking.size === 0) return left;
      left = this.#withoutAttracted(left, checking, attacker);
    }
  }

  /** Takes out from where the attacker can force his way to a goal inside some positions. */
  #withoutAttracted(inside: Positions, goal: Positions, attacker: Colour): Set<number> {
    const reached = new Set(goal);
    for (let size = -1; size !== reached.size;) {
      size = reached.size;
      for (const position of inside) {
        const staying = this.#game.quietMoves(position).filter((to) => inside.has(to));
        const isAttackers = this.#game.turnOf(position) === attacker;
        const goes = (to: number) => reached.has(to);
        if (isAttackers ? staying.some(goes) : staying.every(goes)) reached.add(position);
      }
    }
    return new Set([...inside].filter((position) => !reached.has(position)));
  }

  #chasesMan(position: number, to: number, man: number): boolean {
    const king = this.#game.menOf(opponent(this.#game.turnOf(position)))[0];
    if (man === king) return this.#game.isChecked(to);
    let moves = this.#chases.get(position);
    if (moves === undefined) this.#chases.set(position, (moves = new Map()));
    let chased = moves.get(to);
    if (chased === undefined) moves.set(to, (chased = this.#chasedBy(position, to)));
    return chased.includes(man);
  }

  /** The men chased by the quiet move from one position to another. */
  #chasedBy(position: number, to: number): number[] {
    const [before, after] = [position, to].map((each) => this.#game.squaresOf(each));
    const man = before!.findIndex((square, i) => square !== after![i]);
    const board = this.#game.boardOf(position);
    const turn = this.#game.turnOf(position);
    const move = legalMoves({ board, turn }).find(
      (each) => moveFrom(each) === before![man] && moveTo(each) === after![man] && board[moveTo(each)] === EMPTY,
    )!;
    return reportMove({ board, turn }, move).chased.map(({ square }) => after!.indexOf(square));
  }
}
