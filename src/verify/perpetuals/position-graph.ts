/**
 * The graph of the suspects: they, the undecided positions that their moves lead to, and the moves from those back to
 * suspects. A pattern needs no more. Its losses are suspects, all their moves that stay lie inside it, and of its wins only
 * those that such a move leads to decide whether a loss may stay; other wins are mere entrances.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import { isWin, type Value } from "../../table/value.ts";
import { moveFrom, moveTo, writeLegalMoves } from "../../xiangqi/moves.ts";
import { EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../xiangqi/rules/chase-scanner.ts";
import { menOf } from "../../xiangqi/rules/men.ts";
import type { RuleOptions } from "../../xiangqi/rules/options.ts";
import type { Square } from "../../xiangqi/squares.ts";
import { makeMoveGraph, range, type MoveGraph, type Moves } from "./move-graph.ts";
import { NumberList } from "./number-list.ts";
import { NumberMap } from "./number-map.ts";
import { cellOfKey, keyOf, levelOf, turnOfKey, UNDECIDED, type PositionKey } from "./orders.ts";

/** What the graph is made from. */
export interface Stored {
  readonly index: EndgameIndex;
  valueAt(turn: Colour, cell: number): Value;
}

/** Suspects, each with a man that it may be forced to chase for ever (the king: to check). */
export interface Candidates {
  readonly vertex: NumberList<Uint32Array<ArrayBuffer>>;
  /** Where the man stands. */
  readonly square: NumberList<Uint8Array<ArrayBuffer>>;
  /** 1: the man is the king. */
  readonly king: NumberList<Uint8Array<ArrayBuffer>>;
  /** The first level at which all moves chase the man or lead to positions won for the opponent at lower levels. */
  readonly from: NumberList<Uint16Array<ArrayBuffer>>;
}

export interface PositionGraph {
  readonly graph: MoveGraph;
  readonly moves: Moves;
  /** For each vertex its position. */
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
  readonly #stored: Stored;
  readonly #scanner: ChaseScanner;
  readonly #numbers = new NumberMap();
  readonly #suspects: number;
  readonly #candidates: Candidates = {
    vertex: new NumberList(Uint32Array),
    square: new NumberList(Uint8Array),
    king: new NumberList(Uint8Array),
    from: new NumberList(Uint16Array),
  };
  // By vertex.
  readonly #levels = new NumberList(Uint16Array);
  readonly #ends = new NumberList(Uint32Array);
  // By edge.
  readonly #to = new NumberList(Uint32Array);
  readonly #move = new NumberList(Uint16Array);
  readonly #mirrored = new NumberList(Uint8Array);
  readonly #chased = new NumberList(Uint32Array);
  readonly #legal = new Uint16Array(256);

  /** @param suspects positions in ascending order */
  constructor(stored: Stored, options: RuleOptions, suspects: Float64Array) {
    this.#stored = stored;
    this.#scanner = new ChaseScanner(options);
    for (const key of suspects) this.#numbers.add(key);
    this.#suspects = suspects.length;
  }

  /** Yields now and then the share of what is known to be done. */
  *run(): Generator<number, PositionGraph> {
    for (let vertex = 0; vertex < this.#numbers.size; vertex++) {
      this.#expand(vertex);
      if (vertex % STEP_POSITIONS === 0) yield vertex / this.#numbers.size;
    }
    return this.#build();
  }

  #expand(vertex: number): void {
    const key = this.#numbers.keys.at(vertex);
    const turn = turnOfKey(key);
    const cell = cellOfKey(key);
    const { index } = this.#stored;
    const level = levelOf(this.#stored.valueAt(turn, cell));
    this.#levels.push(level);
    const board = index.boardAt(cell)!;
    const suspect = vertex < this.#suspects;
    const men = suspect ? menOf(board, opponent(turn)) : [];
    /** For each man of the opponent, the highest level of a won position that a move leads to which does not chase it. */
    const left = men.map(() => 0);
    this.#scanner.load(board, turn);
    const count = writeLegalMoves(board, turn, this.#legal);
    for (let i = 0; i < count; i++) {
      const move = this.#legal[i]!;
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue; // allowed for a suspect, and outside the graph
      board[to] = board[from]!;
      board[from] = EMPTY;
      const end = index.indexOf(board);
      const after = keyOf(end, opponent(turn));
      const value = this.#stored.valueAt(opponent(turn), end);
      const reached = levelOf(value);
      const known = this.#numbers.find(after);
      const back = known >= 0 && known < this.#suspects;
      const kept = reached > 0 && (suspect || back) ? index.boardAt(end) : null;
      const mirrored = kept !== null && isMirrored(board, kept);
      board[from] = board[to]!;
      board[to] = EMPTY;
      if (kept === null) continue;
      const chased = this.#scanner.chases(move);
      left.forEach((highest, place) => {
        if ((chased >> place) & 1) return;
        left[place] = isWin(value) ? Math.max(highest, reached) : UNDECIDED;
      });
      if (chased === 0 && !back) continue;
      this.#to.push(this.#numbers.add(after));
      this.#move.push(move);
      this.#mirrored.push(mirrored ? 1 : 0);
      this.#chased.push(chased);
    }
    this.#ends.push(this.#to.length);
    left.forEach((highest, place) => {
      if (highest >= level) return;
      this.#candidates.vertex.push(vertex);
      this.#candidates.square.push(men[place]!.square);
      this.#candidates.king.push(place === 0 ? 1 : 0);
      this.#candidates.from.push(highest + 1);
    });
  }

  #build(): PositionGraph {
    const keys = this.#numbers.keys.toArray();
    const first = new Uint32Array(keys.length + 1);
    first.set(this.#ends.toArray(), 1);
    const to = this.#to.toArray();
    const mover = Uint8Array.from(keys, (key: PositionKey) => (turnOfKey(key) === "red" ? 0 : 1));
    const position = range(keys.length);
    return {
      graph: makeMoveGraph(mover, position, { first, to, edge: range(to.length) }),
      moves: {
        move: this.#move.toArray(),
        mirrored: this.#mirrored.toArray(),
        chased: this.#chased.toArray(),
      },
      keys,
      levels: this.#levels.toArray(),
      candidates: this.#candidates,
      squaresOf: (vertex, colour) => {
        const board = this.#stored.index.boardAt(cellOfKey(keys[vertex]!))!;
        return menOf(board, colour).map(({ square }) => square);
      },
    };
  }
}

/** Whether a position is kept as its mirror image. One that is its own mirror image is kept as it is. */
function isMirrored(board: Uint8Array, kept: Uint8Array): boolean {
  return kept.some((piece, square) => piece !== board[square]);
}
