/**
 * The graph of the suspects: they, the undecided positions that their moves lead to, and the moves from those back to
 * suspects. A pattern needs no more. Its losses are suspects, all their moves that stay lie inside it, and of its wins only
 * those that such a move leads to decide whether a loss may stay; other wins are mere entrances.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Value } from "../../table/value.ts";
import { moveFrom, moveTo, writeLegalMoves, type Move } from "../../xiangqi/moves.ts";
import { EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../rules/asian/chase-scanner.ts";
import { menOf } from "../../rules/men.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import type { Square } from "../../xiangqi/squares.ts";
import { NumberList, NumberMap, type PositionKey, cellOfKey, isMirrored, keyOf, turnOfKey } from "./positions.ts";
import { makeMoveGraph, range, type LabelledGraph, type Moves } from "./move-graph.ts";
import type { Suspects } from "./suspects.ts";

/** The values of a table. */
export interface Stored {
  readonly index: EndgameIndex;
  valueAt(turn: Colour, cell: number): Value;
}

/** Which suspect may have to chase which man, and from which level on. */
export type Candidates = Pick<Suspects, "suspect" | "square" | "king" | "from">;

export interface PositionGraph {
  readonly graph: LabelledGraph;
  readonly moves: Moves;
  /** For each vertex its position; the suspects come first. */
  readonly keys: Float64Array;
  /** For each vertex the order of its value, UNDECIDED for a draw. */
  readonly levels: Uint16Array;
  readonly candidates: Candidates;
  /** Where the men of a side stand in a vertex, by their places. */
  squaresOf(vertex: number, colour: Colour): Square[];
}

/** Steps after which the builder lets its caller do something else. */
const STEP_POSITIONS = 4096;

export class PositionGraphBuilder {
  readonly #index: EndgameIndex;
  readonly #suspects: Suspects;
  readonly #scanner: ChaseScanner;
  readonly #numbers = new NumberMap();
  /** 1 for each suspect that a move of another one leads to: its own moves may be an opponent's way back. */
  readonly #reached: Uint8Array;
  /** By vertex. */
  readonly #levels = new NumberList(Uint16Array);
  readonly #ends = new NumberList(Uint32Array);
  // By edge.
  readonly #to = new NumberList(Uint32Array);
  readonly #move = new NumberList(Uint16Array);
  readonly #mirrored = new NumberList(Uint8Array);
  readonly #chased = new NumberList(Uint32Array);
  readonly #legal = new Uint16Array(256);

  constructor(index: EndgameIndex, options: RuleOptions, suspects: Suspects) {
    this.#index = index;
    this.#suspects = suspects;
    this.#scanner = new ChaseScanner(options);
    const { keys, levels, to, reached } = suspects;
    for (const key of keys) this.#numbers.add(key);
    for (const level of levels) this.#levels.push(level);
    this.#reached = new Uint8Array(keys.length);
    for (let edge = 0; edge < to.length; edge++) {
      const end = this.#numbers.add(to[edge]!);
      if (end < keys.length) this.#reached[end] = 1;
      else if (end === this.#levels.length) this.#levels.push(reached[edge]!);
    }
  }

  /** Yields now and then the share that is done. */
  *run(): Generator<number, PositionGraph> {
    const { size } = this.#numbers;
    const { keys, edges } = this.#suspects;
    for (let vertex = 0, edge = 0; vertex < size; vertex++) {
      const suspect = vertex < keys.length;
      if (suspect) for (const end = edge + edges[vertex]!; edge < end; edge++) this.#addKnown(edge);
      if (!suspect || this.#reached[vertex] === 1) this.#addWaysBack(vertex);
      this.#ends.push(this.#to.length);
      if (vertex % STEP_POSITIONS === 0) yield vertex / size;
    }
    return this.#build();
  }

  #addKnown(edge: number): void {
    const { to, move, mirrored, chased } = this.#suspects;
    this.#add(this.#numbers.find(to[edge]!), move[edge]!, mirrored[edge]!, chased[edge]!);
  }

  #add(to: number, move: Move, mirrored: number, chased: number): void {
    this.#to.push(to);
    this.#move.push(move);
    this.#mirrored.push(mirrored);
    this.#chased.push(chased);
  }

  /** Adds the moves to suspects; those of a suspect that chase are known. */
  #addWaysBack(vertex: number): void {
    const key = this.#numbers.keys.at(vertex);
    const turn = turnOfKey(key);
    const index = this.#index;
    const board = index.boardAt(cellOfKey(key))!;
    const isSuspect = vertex < this.#suspects.keys.length;
    let loaded = false;
    const count = writeLegalMoves(board, turn, this.#legal);
    for (let i = 0; i < count; i++) {
      const move = this.#legal[i]!;
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue; // leaves the graph
      board[to] = board[from]!;
      board[from] = EMPTY;
      const cell = index.indexOf(board);
      const end = this.#numbers.find(keyOf(cell, opponent(turn)));
      const back = end >= 0 && end < this.#suspects.keys.length;
      const mirrored = back && isMirrored(board, index, cell);
      board[from] = board[to]!;
      board[to] = EMPTY;
      if (!back) continue;
      if (!loaded) this.#scanner.load(board, turn);
      loaded = true;
      const chased = this.#scanner.chases(move);
      if (!isSuspect || chased === 0) this.#add(end, move, mirrored ? 1 : 0, chased);
    }
  }

  #build(): PositionGraph {
    const keys = this.#numbers.keys.toArray();
    const first = new Uint32Array(keys.length + 1);
    first.set(this.#ends.toArray(), 1);
    const to = this.#to.toArray();
    const mover = new Uint8Array(keys.length);
    keys.forEach((key: PositionKey, i) => (mover[i] = turnOfKey(key) === "red" ? 0 : 1));
    const index = this.#index;
    return {
      graph: makeMoveGraph(mover, range(keys.length), { first, to, edge: range(to.length) }),
      moves: { move: this.#move.toArray(), mirrored: this.#mirrored.toArray(), chased: this.#chased.toArray() },
      keys,
      levels: this.#levels.toArray(),
      candidates: this.#suspects,
      squaresOf: (vertex, colour) =>
        menOf(index.boardAt(cellOfKey(keys[vertex]!))!, colour).map(({ square }) => square),
    };
  }
}
