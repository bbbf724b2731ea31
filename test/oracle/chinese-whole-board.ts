/**
 * The slow, obvious solver under the Chinese rules: all ways to put the men on the whole board, moves labelled one by one,
 * and the game of classes on the explicit graph of what is left. For endgames as large as KRKN; who wins, without distances.
 *
 * Labelling every move would take days. A side that loses by a repetition has, in some set of undecided positions, only moves
 * that attack and stay in the set, or lose anyway. Sets found with a superset of all attacks, which is cheap on the graph, are
 * small; only there are moves labelled.
 */
import { solveClassGame } from "../../src/fang/class-orders.ts";
import { makeMoveGraph, type Edge } from "../../src/fang/graph.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { applyMove, legalMoves, moveTo, type Move } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import { isHomeSoldier, squaresOf } from "../../src/xiangqi/reach.ts";
import { labelMove } from "../../src/xiangqi/rules/chinese/label.ts";
import { classOf, type MoveClass } from "../../src/xiangqi/rules/chinese/verdict.ts";
import { Places, nameWithout, piecesOf } from "./whole-board.ts";

/** How moves get their classes: checks only; the default reading; or what is certain, the loser's narrow, the winner's wide. */
export type Reading = "checks" | "default" | "certain";

export interface ChineseWholeBoard {
  /** Every legal position with what it comes to for the side to move: 1 a win, 0 a draw, -1 a loss. */
  all(): Generator<{ board: Uint8Array; turn: Colour; outcome: number }>;
  outcomeOf(board: Uint8Array, turn: Colour): number;
  /** The classes that losers are forced to, order by order, and how many moves were labelled. */
  readonly kinds: readonly number[];
  readonly labelled: number;
}

/** Solves endgames by name, in these colours, each once. */
export function chineseWholeBoardSolver(reading: Reading): (name: string) => ChineseWholeBoard {
  const solved = new Map<string, ChineseWholeBoard>();
  const solve = (name: string): ChineseWholeBoard => {
    let found = solved.get(name);
    if (found === undefined) solved.set(name, (found = new Solution(name, reading, solve)));
    return found;
  };
  return solve;
}

const ILLEGAL = 2;
/** What a capture comes to for the side that makes it, in place of the position that a quiet move leads to. */
const CAPTURE = { [-1]: -1, 0: -2, 1: -3 } as const;

class Solution implements ChineseWholeBoard {
  readonly kinds: number[] = [];
  labelled = 0;
  readonly #reading: Reading;
  readonly #places: Places;
  /** Positions are 2 * code + side to move. */
  readonly #outcomes: Int8Array;
  readonly #checked: Uint8Array;
  readonly #start: Uint32Array;
  #moves = new Int32Array(1 << 20);
  /** Where the side to move can take something, mate, or force either by checks; perhaps elsewhere too. */
  readonly #aims: Uint8Array;

  constructor(name: string, reading: Reading, solve: (name: string) => ChineseWholeBoard) {
    this.#reading = reading;
    this.#places = new Places(piecesOf(name), squaresOf);
    const positions = 2 * this.#places.size;
    this.#outcomes = new Int8Array(positions).fill(ILLEGAL);
    this.#checked = new Uint8Array(positions);
    this.#start = new Uint32Array(positions + 1);
    this.#aims = new Uint8Array(positions);
    this.#link(solve);
    this.#spread();
    if (/[RNCP].*K.*[RNCP]/.test(name.slice(1))) this.#solve();
  }

  *all() {
    for (let position = 0; position < this.#outcomes.length; position++) {
      const outcome = this.#outcomes[position]!;
      if (outcome !== ILLEGAL) yield { ...this.#positionAt(position), outcome };
    }
  }

  outcomeOf(board: Uint8Array, turn: Colour): number {
    return this.#outcomes[2 * this.#places.codeOf(board) + COLOURS.indexOf(turn)]!;
  }

  #positionAt(position: number): { board: Uint8Array; turn: Colour } {
    return { board: this.#places.boardAt(position >> 1)!, turn: COLOURS[position & 1]! };
  }

  #link(solve: (name: string) => ChineseWholeBoard): void {
    let count = 0;
    for (let code = 0; code < this.#places.size; code++) {
      const board = this.#places.boardAt(code);
      for (const [side, turn] of COLOURS.entries()) {
        const position = 2 * code + side;
        if (board !== null && !inCheck(board, opponent(turn))) {
          this.#outcomes[position] = 0;
          this.#checked[position] = inCheck(board, turn) ? 1 : 0;
          for (const move of legalMoves({ board, turn })) {
            if (count === this.#moves.length) this.#grow();
            this.#moves[count++] = this.#targetOf(board, turn, move, solve);
            if (board[moveTo(move)] !== EMPTY && !isHomeSoldier(board[moveTo(move)]!, moveTo(move))) {
              this.#aims[position] = 1;
            }
          }
        }
        this.#start[position + 1] = count;
      }
    }
    // Checks whose every answer leads where this side aims at something; captures among the answers are not looked into.
    const isAim = (to: number) => to < 0 || this.#aims[to] === 1;
    this.#untilStable((p) => {
      if (this.#aims[p] === 1 || this.#outcomes[p] === ILLEGAL) return false;
      const found = this.#some(
        p,
        (to) => to >= 0 && this.#checked[to] === 1 && !this.#some(to, (next) => !isAim(next)),
      );
      if (found) this.#aims[p] = 1;
      return found;
    });
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.#moves.length);
    larger.set(this.#moves);
    this.#moves = larger;
  }

  #targetOf(board: Uint8Array, turn: Colour, move: Move, solve: (name: string) => ChineseWholeBoard): number {
    const after = applyMove({ board, turn }, move);
    const captured = board[moveTo(move)]!;
    if (captured === EMPTY) return 2 * this.#places.codeOf(after.board) + COLOURS.indexOf(after.turn);
    const outcome = solve(nameWithout(this.#places.pieces, captured)).outcomeOf(after.board, after.turn);
    return CAPTURE[-outcome as -1 | 0 | 1];
  }

  #some(position: number, holds: (to: number) => boolean): boolean {
    for (let i = this.#start[position]!; i < this.#start[position + 1]!; i++) if (holds(this.#moves[i]!)) return true;
    return false;
  }

  #untilStable(change: (position: number) => boolean): void {
    for (let changed = true; changed;) {
      changed = false;
      for (let position = 0; position < this.#outcomes.length; position++) if (change(position)) changed = true;
    }
  }

  /** Decides what follows from what is decided. */
  #spread(): void {
    const wins = (to: number) => (to < 0 ? to === CAPTURE[1] : this.#outcomes[to] === -1);
    const loses = (to: number) => (to < 0 ? to === CAPTURE[-1] : this.#outcomes[to] === 1);
    this.#untilStable((p) => {
      if (this.#outcomes[p] !== 0) return false;
      const outcome = this.#some(p, wins) ? 1 : this.#some(p, (to) => !loses(to)) ? 0 : -1;
      this.#outcomes[p] = outcome;
      return outcome !== 0;
    });
  }

  #solve(): void {
    for (;;) {
      const losses = [0, 1].flatMap((attacker) => this.#forcedLosses(attacker));
      if (losses.length === 0) return;
      for (const position of losses) this.#outcomes[position] = -1;
      this.#spread();
    }
  }

  /** The positions in which the other side has lost by what it would have to repeat. */
  #forcedLosses(attacker: number): number[] {
    const arena = this.#arena(attacker);
    const numbers = new Map([...arena].map((position, vertex) => [position, vertex]));
    const positions = [...numbers.keys()];
    const edges = positions.flatMap((position, from): Edge[] => {
      const { board, turn } = this.#positionAt(position);
      return legalMoves({ board, turn }).flatMap((move, i) => {
        const to = numbers.get(this.#moves[this.#start[position]! + i]!);
        if (to === undefined) return [];
        return [{ from, to, labels: this.#classOf(board, turn, move, (position & 1) === attacker) }];
      });
    });
    const mover = Uint8Array.from(positions, (position) => position & 1);
    const { orders, distances, kinds } = solveClassGame({ ...makeMoveGraph(mover, edges), highest: 3 });
    const lost = [...mover.keys()].filter((v) => mover[v] !== attacker && orders[v]! > 0 && distances[v]! % 2 === 0);
    if (lost.length > 0) this.kinds.push(Math.min(...lost.map((v) => kinds[orders[v]!]!)));
    return lost.map((v) => positions[v]!);
  }

  /** The largest set of undecided positions in which the defender's moves all seem to attack and stay, or lose. */
  #arena(attacker: number): Set<number> {
    const arena = new Set([...this.#outcomes.keys()].filter((position) => this.#outcomes[position] === 0));
    const stays = (position: number): boolean => {
      if ((position & 1) === attacker) return this.#some(position, (to) => arena.has(to));
      return !this.#some(position, (to) => {
        if (to < 0) return to !== CAPTURE[-1];
        if (this.#outcomes[to] === 1) return false;
        return !arena.has(to) || !this.#seemsToAttack(to);
      });
    };
    for (let changed = true; changed;) {
      changed = false;
      for (const position of arena) {
        if (stays(position)) continue;
        arena.delete(position);
        changed = true;
      }
    }
    return arena;
  }

  /** Of the quiet move that led to a position: the same board with the mover to move again tells what it aims at. */
  #seemsToAttack(position: number): boolean {
    if (this.#checked[position] === 1) return true;
    return this.#reading !== "checks" && this.#aims[position ^ 1] === 1;
  }

  #classOf(board: Uint8Array, turn: Colour, move: Move, attackers: boolean): MoveClass {
    if (this.#reading === "checks") {
      const after = applyMove({ board, turn }, move);
      return inCheck(after.board, after.turn) ? 3 : 0;
    }
    this.labelled++;
    const label = labelMove({ board, turn }, move);
    if (this.#reading === "default") return classOf(label);
    return classOf({ label: attackers ? label.wide : label.narrow, weak: false });
  }
}
