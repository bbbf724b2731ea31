/**
 * The slow, obvious solver under the Chinese rules: all ways to put the men on the whole board, moves labelled one by one,
 * and the game of classes on the explicit graph of what is left. For endgames as large as KRKN; who wins, without distances.
 *
 * Labelling every move would take days. A side that loses by a repetition has, in some set of undecided positions, only moves
 * that attack and stay in the set, or lose anyway. Sets found with a superset of all attacks, which is cheap on the graph, are
 * small; only there are moves labelled.
 */
import { solveClassGame } from "./class-game.ts";
import { makeMoveGraph, type Edge } from "../../src/fang/graph.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { applyMove, legalMoves, moveFrom, moveTo, type Move } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, KING, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { squaresOf } from "../../src/xiangqi/steps.ts";
import { labelMove } from "../../src/rules/chinese/label.ts";
import { classOf, type MoveClass } from "../../src/rules/chinese/grades.ts";
import { Places, nameWithout, piecesOf } from "./whole-board.ts";

/**
 * How moves get their classes: checks only; the default reading; what is certain, the loser's narrow, the winner's wide; or what
 * is possible, the other way round. Wide is what tables call so: whoever could take something, mate, or force either by checks.
 */
export type Reading = "checks" | "default" | "certain" | "possible";

export interface ChineseWholeBoard {
  /** Every legal position with what it comes to for the side to move: 1 a win, 0 a draw, -1 a loss. */
  all(): Generator<{ board: Uint8Array; turn: Colour; outcome: number }>;
  outcomeOf(board: Uint8Array, turn: Colour): number;
  /** The classes that losers are forced to, order by order, and how many moves were labelled. */
  readonly kinds: readonly number[];
  readonly labelled: number;
}

/** Solves endgames by name, in these colours, each once for each reading. */
export function chineseWholeBoardSolver(): (name: string, reading: Reading) => ChineseWholeBoard {
  const graphs = new Map<string, Graph>();
  const graphOf = (name: string): Graph => {
    let found = graphs.get(name);
    if (found === undefined) graphs.set(name, (found = new Graph(name, graphOf)));
    return found;
  };
  const solved = new Map<string, Solution>();
  const solve = (name: string, reading: Reading): Solution => {
    const key = `${name} ${reading}`;
    let found = solved.get(key);
    if (found === undefined) {
      found = new Solution(graphOf(name), reading, (sub) => solve(sub, reading));
      solved.set(key, found);
    }
    return found;
  };
  return solve;
}

const ILLEGAL = 2;

/** All positions of an endgame, 2 * code + side to move, with their legal moves. */
class Graph {
  readonly name: string;
  readonly places: Places;
  /** 1 for legal positions, and for those in check. */
  readonly legal: Uint8Array;
  readonly checked: Uint8Array;
  readonly start: Uint32Array;
  /** What a quiet move leads to; of the capture with number n, -1 - n. */
  moves = new Int32Array(1 << 20);
  /** By number: the place in `subs`, and the position there. */
  readonly captures: (readonly [sub: number, position: number])[] = [];
  readonly subs: Graph[] = [];
  /** Where the side to move can take something, mate, or force either by checks. */
  readonly aims: Uint8Array;

  constructor(name: string, graphOf: (name: string) => Graph) {
    this.name = name;
    this.places = new Places(piecesOf(name), squaresOf);
    const positions = 2 * this.places.size;
    this.legal = new Uint8Array(positions);
    this.checked = new Uint8Array(positions);
    this.start = new Uint32Array(positions + 1);
    this.aims = new Uint8Array(positions);
    this.#link(graphOf);
  }

  positionAt(position: number): { board: Uint8Array; turn: Colour } {
    return { board: this.places.boardAt(position >> 1)!, turn: COLOURS[position & 1]! };
  }

  numberOf(board: Uint8Array, turn: Colour): number {
    return 2 * this.places.codeOf(board) + COLOURS.indexOf(turn);
  }

  some(position: number, holds: (to: number) => boolean): boolean {
    for (let i = this.start[position]!; i < this.start[position + 1]!; i++) if (holds(this.moves[i]!)) return true;
    return false;
  }

  untilStable(change: (position: number) => boolean): void {
    for (let changed = true; changed;) {
      changed = false;
      for (let position = 0; position < this.legal.length; position++) if (change(position)) changed = true;
    }
  }

  #link(graphOf: (name: string) => Graph): void {
    let count = 0;
    for (let code = 0; code < this.places.size; code++) {
      const board = this.places.boardAt(code);
      for (const [side, turn] of COLOURS.entries()) {
        const position = 2 * code + side;
        if (board !== null && !inCheck(board, opponent(turn))) {
          this.legal[position] = 1;
          this.checked[position] = inCheck(board, turn) ? 1 : 0;
          for (const move of legalMoves({ board, turn })) {
            if (count === this.moves.length) this.#grow();
            if (board[moveTo(move)] !== EMPTY) this.aims[position] = 1;
            this.moves[count++] = this.#targetOf(board, turn, move, graphOf);
          }
        }
        this.start[position + 1] = count;
      }
    }
    // Checks whose every answer leads where this side aims at something.
    const isAim = (to: number): boolean => {
      if (to >= 0) return this.aims[to] === 1;
      const [sub, position] = this.captures[-1 - to]!;
      return this.subs[sub]!.aims[position] === 1;
    };
    this.untilStable((p) => {
      if (this.aims[p] === 1 || this.legal[p] === 0) return false;
      const found = this.some(p, (to) => to >= 0 && this.checked[to] === 1 && !this.some(to, (next) => !isAim(next)));
      if (found) this.aims[p] = 1;
      return found;
    });
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.moves.length);
    larger.set(this.moves);
    this.moves = larger;
  }

  #targetOf(board: Uint8Array, turn: Colour, move: Move, graphOf: (name: string) => Graph): number {
    const after = applyMove({ board, turn }, move);
    const captured = board[moveTo(move)]!;
    if (captured === EMPTY) return this.numberOf(after.board, after.turn);
    const sub = graphOf(nameWithout(this.places.pieces, captured));
    let place = this.subs.indexOf(sub);
    if (place < 0) place = this.subs.push(sub) - 1;
    return -this.captures.push([place, sub.numberOf(after.board, after.turn)]);
  }
}

class Solution implements ChineseWholeBoard {
  readonly kinds: number[] = [];
  labelled = 0;
  readonly outcomes: Int8Array;
  readonly #reading: Reading;
  readonly #graph: Graph;
  /** What captures come to for the side to move after them, by number. */
  readonly #captures: Int8Array;
  /** Whose wins are sought, as both sides' cannot be where they are merely possible; null: both sides'. */
  #only: number | null = null;

  constructor(graph: Graph, reading: Reading, solve: (name: string) => Solution) {
    this.#reading = reading;
    this.#graph = graph;
    const subs = graph.subs.map(({ name }) => solve(name));
    this.#captures = Int8Array.from(graph.captures, ([sub, position]) => subs[sub]!.outcomes[position]!);
    this.outcomes = Int8Array.from(graph.legal, (legal) => (legal === 1 ? 0 : ILLEGAL));
    this.#spread();
    if (reading !== "possible") {
      this.#solve();
      return;
    }
    // Wins that are possible for one side, and then for the other; where both have them, the outcome is the first one's.
    const before = this.outcomes.slice();
    const found: Int8Array[] = [];
    for (this.#only = 0; this.#only < 2; this.#only++) {
      this.outcomes.set(before);
      this.#solve();
      found.push(this.outcomes.slice());
    }
    this.outcomes.forEach((_, p) => (this.outcomes[p] = found[0]![p] || found[1]![p]!));
  }

  *all() {
    for (let position = 0; position < this.outcomes.length; position++) {
      const outcome = this.outcomes[position]!;
      if (outcome !== ILLEGAL) yield { ...this.#graph.positionAt(position), outcome };
    }
  }

  outcomeOf(board: Uint8Array, turn: Colour): number {
    return this.outcomes[this.#graph.numberOf(board, turn)]!;
  }

  #after(to: number): number {
    return to < 0 ? this.#captures[-1 - to]! : this.outcomes[to]!;
  }

  /** Decides what follows from what is decided. */
  #spread(): void {
    const wins = (to: number) => this.#after(to) === -1;
    const loses = (to: number) => this.#after(to) === 1;
    this.#graph.untilStable((p) => {
      if (this.outcomes[p] !== 0) return false;
      const outcome = this.#graph.some(p, wins) ? 1 : this.#graph.some(p, (to) => !loses(to)) ? 0 : -1;
      this.outcomes[p] = outcome;
      return outcome !== 0;
    });
  }

  #solve(): void {
    for (;;) {
      const winners = this.#only === null ? [0, 1] : [this.#only];
      const losses = winners.flatMap((attacker) => this.#forcedLosses(attacker));
      if (losses.length === 0) return;
      for (const position of losses) this.outcomes[position] = -1;
      this.#spread();
    }
  }

  /** The positions in which the other side has lost by what it would have to repeat. */
  #forcedLosses(attacker: number): number[] {
    const arena = this.#arena(attacker);
    const numbers = new Map([...arena].map((position, vertex) => [position, vertex]));
    const positions = [...numbers.keys()];
    const edges = positions.flatMap((position, from): Edge[] => {
      const { board, turn } = this.#graph.positionAt(position);
      return legalMoves({ board, turn }).flatMap((move, i) => {
        const after = this.#graph.moves[this.#graph.start[position]! + i]!;
        const to = numbers.get(after);
        if (to === undefined) return [];
        return [{ from, to, labels: this.#classOf({ board, turn }, move, after, (position & 1) === attacker) }];
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
    const arena = new Set([...this.outcomes.keys()].filter((position) => this.outcomes[position] === 0));
    const stays = (position: number): boolean => {
      if ((position & 1) === attacker) return this.#graph.some(position, (to) => arena.has(to));
      return !this.#graph.some(position, (to) => {
        if (this.#after(to) === 1) return false;
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
    if (this.#graph.checked[position] === 1) return true;
    return this.#reading !== "checks" && this.#graph.aims[position ^ 1] === 1;
  }

  #classOf(before: Position, move: Move, to: number, attackers: boolean): MoveClass {
    const { checked, aims } = this.#graph;
    if (checked[to] === 1) return 3;
    if (this.#reading === "checks") return 0;
    this.labelled++;
    if (this.#reading === "default") return classOf(labelMove(before, move));
    if (attackers === (this.#reading === "certain")) {
      const isKingsParry = (before.board[moveFrom(move)]! & 7) === KING && inCheck(before.board, before.turn);
      return !isKingsParry && aims[to ^ 1] === 1 ? 2 : 0;
    }
    return classOf({ label: labelMove(before, move).narrow, weak: false });
  }
}
