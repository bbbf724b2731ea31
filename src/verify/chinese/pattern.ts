/**
 * Patterns of the game of classes among some losses (`bracket-proof.ts`): each of their moves is of a least class and stays among
 * them and the wins in between, or leads to what the winner has; from each of the wins a move leads back to such a loss. Lost by
 * the pattern is whatever the winner then wins in the parity game. All is kept in flat lists, as there can be millions of losses;
 * only what is left once nothing cheaper tells is labelled.
 */
import type { Value } from "../../table/value.ts";
import { type Move, moveTo, writeLegalMoves } from "../../xiangqi/moves.ts";
import { type Colour, EMPTY, opponent } from "../../xiangqi/pieces.ts";
import type { Position } from "../../xiangqi/position.ts";
import type { MoveClass } from "../../rules/chinese/grades.ts";
import { backwards } from "../asian/move-graph.ts";
import {
  type KeySet,
  NumberList,
  NumberMap,
  type PositionKey,
  cellOfKey,
  keyOf,
  turnOfKey,
} from "../asian/positions.ts";
import { wonByClasses } from "./class-parity.ts";
import { type ProofClasses, checks } from "./move-classes.ts";
import type { Reading } from "../../rules/chinese/edition.ts";
import { type ProofTables, TablePlanes } from "../planes.ts";
import { Setup } from "../setup.ts";
import { type Successions, Successors, newSuccessions } from "../successors.ts";

/** What a pattern is looked for in. */
export interface Ground {
  /** Whether a move of the loser's leads to what the winner has. */
  has(value: Value, capture: boolean, to: PositionKey): boolean;
  /** Whether a quiet one leads to a position of the winner's that may be part of the pattern. */
  isOpen(value: Value, to: PositionKey): boolean;
}

export interface PatternSearch {
  readonly winner: Colour;
  readonly losers: KeySet;
  readonly ground: Ground;
  readonly ofLoser: Reading;
  readonly ofWinner: Reading;
  /** What the loser has to keep up. */
  readonly least: MoveClass;
}

const CHECK = 3;

/** Vertices: the losers, then the wins that they lead to. */
interface PatternGraph {
  readonly keys: Float64Array;
  readonly losers: number;
  /** Moves of vertex v: from `first[v]` up to `first[v + 1]`. */
  readonly first: Uint32Array;
  readonly to: Uint32Array;
  readonly move: Uint16Array;
  /** 1 for each vertex that may be part of the pattern. */
  readonly inside: Uint8Array;
}

/** Vertices after which others are let do something. */
const STEP = 4096;

/** The losers that are lost by their pattern, ascending. */
export function* lostByPattern(
  follower: Follower,
  classes: ProofClasses,
  search: PatternSearch,
): Generator<void, KeySet> {
  const graph = yield* buildGraph(follower, search);
  const { inside, losers, keys, first, to, move } = graph;
  const pruner = new Pruner(graph);
  pruner.prune();
  const found = new Uint8Array(to.length);
  const label = (vertex: number, reading: Reading): void => {
    const position = follower.positionOf(keys[vertex]!);
    const isLoser = vertex < losers;
    for (let e = first[vertex]!; e < first[vertex + 1]!; e++) {
      if (inside[to[e]!] === 0) continue;
      found[e] = classOf(classes, position, move[e]!, reading, search.least);
      if (isLoser && found[e]! < search.least) {
        pruner.leave(vertex);
        return;
      }
    }
  };
  for (let v = 0; v < losers; v++) {
    if (v % STEP === 0) yield;
    if (inside[v] === 1) label(v, search.ofLoser);
  }
  pruner.prune();
  for (let v = losers; v < keys.length; v++) {
    if (v % STEP === 0) yield;
    if (inside[v] === 1) label(v, search.ofWinner);
  }
  return solve(graph, found);
}

/** Where checks must be kept up no other class matters. */
function classOf(classes: ProofClasses, position: Position, move: Move, reading: Reading, least: MoveClass): MoveClass {
  if (least === CHECK) return checks(position, move) ? CHECK : 0;
  return classes.of(position, move, reading);
}

function* buildGraph(
  follower: Follower,
  { winner, losers, ground, least }: PatternSearch,
): Generator<void, PatternGraph> {
  const numbers = new NumberMap();
  const ends = new NumberList(Uint32Array);
  const to = new NumberList(Uint32Array);
  const move = new NumberList(Uint16Array);
  const out = new Uint8Array(losers.length);
  for (const key of losers) numbers.add(key);
  for (let v = 0; v < losers.length; v++) {
    if (v % STEP === 0) yield;
    const position = follower.positionOf(losers[v]!);
    const { moves, values, cells, count } = follower.follow(position);
    const start = to.length;
    for (let i = 0; i < count && out[v] === 0; i++) {
      const capture = position.board[moveTo(moves[i]!)] !== EMPTY;
      const end = keyOf(cells[i]!, winner);
      if (ground.has(values[i]!, capture, end)) continue;
      if (capture || !ground.isOpen(values[i]!, end) || (least === CHECK && !checks(position, moves[i]!))) out[v] = 1;
      else if (out[v] === 0) {
        to.push(numbers.add(end));
        move.push(moves[i]!);
      }
    }
    if (out[v] === 1) {
      to.cut(start);
      move.cut(start);
    } else if (to.length === start) out[v] = 1;
    ends.push(to.length);
  }
  for (let v = losers.length; v < numbers.size; v++) {
    if (v % STEP === 0) yield;
    const position = follower.positionOf(numbers.keys.at(v));
    const { moves, cells, count } = follower.follow(position);
    for (let i = 0; i < count; i++) {
      if (position.board[moveTo(moves[i]!)] !== EMPTY) continue;
      const end = numbers.find(keyOf(cells[i]!, opponent(winner)));
      if (end < 0 || out[end] === 1) continue;
      to.push(end);
      move.push(moves[i]!);
    }
    ends.push(to.length);
  }
  const first = new Uint32Array(numbers.size + 1);
  first.set(ends.toArray(), 1);
  const inside = new Uint8Array(numbers.size).fill(1);
  for (let v = 0; v < losers.length; v++) inside[v] = 1 - out[v]!;
  return { keys: numbers.keys.toArray(), losers: losers.length, first, to: to.toArray(), move: move.toArray(), inside };
}

/** Takes vertices out of a pattern, and what cannot stay without them. */
class Pruner {
  readonly #graph: PatternGraph;
  readonly #firstInto: Uint32Array;
  readonly #from: Uint32Array;
  /** Of the wins, moves to losses that are inside. */
  readonly #left: Uint32Array;
  readonly #leaving: number[] = [];

  constructor(graph: PatternGraph) {
    const { first, to, losers, keys } = graph;
    this.#graph = graph;
    ({ firstInto: this.#firstInto, from: this.#from } = backwards(keys.length, first, to));
    this.#left = new Uint32Array(keys.length);
    for (let v = losers; v < keys.length; v++) {
      this.#left[v] = first[v + 1]! - first[v]!;
      if (this.#left[v] === 0) this.leave(v);
    }
  }

  leave(vertex: number): void {
    this.#graph.inside[vertex] = 0;
    this.#leaving.push(vertex);
  }

  prune(): void {
    const { inside, losers } = this.#graph;
    for (let vertex = this.#leaving.pop(); vertex !== undefined; vertex = this.#leaving.pop()) {
      for (let i = this.#firstInto[vertex]!; i < this.#firstInto[vertex + 1]!; i++) {
        const before = this.#from[i]!;
        if (inside[before] === 1 && (before < losers || --this.#left[before]! === 0)) this.leave(before);
      }
    }
  }
}

/** The losers that the winner wins of what is inside. */
function solve({ keys, losers, first, to, inside }: PatternGraph, classes: Uint8Array): KeySet {
  const numbers = new Uint32Array(keys.length);
  let size = 0;
  let edges = 0;
  for (let v = 0; v < keys.length; v++) {
    if (inside[v] === 0) continue;
    numbers[v] = size++;
    for (let e = first[v]!; e < first[v + 1]!; e++) edges += inside[to[e]!]!;
  }
  const game = {
    winners: new Uint8Array(size),
    first: new Uint32Array(size + 1),
    to: new Uint32Array(edges),
    classes: new Uint8Array(edges),
  };
  let edge = 0;
  for (let v = 0; v < keys.length; v++) {
    if (inside[v] === 0) continue;
    if (v >= losers) game.winners[numbers[v]!] = 1;
    for (let e = first[v]!; e < first[v + 1]!; e++) {
      if (inside[to[e]!] === 0) continue;
      game.to[edge] = numbers[to[e]!]!;
      game.classes[edge++] = classes[e]!;
    }
    game.first[numbers[v]! + 1] = edge;
  }
  const won = wonByClasses(game);
  return keys.subarray(0, losers).filter((_, v) => inside[v] === 1 && won[numbers[v]!] === 1) as KeySet;
}

/* What the moves of single positions of a table lead to, as the walk over all of them follows it. */

export class Follower {
  readonly planes: TablePlanes;
  readonly #setup: Setup;
  readonly #successors: Successors;
  readonly #next = newSuccessions();

  constructor({ table, inputs }: ProofTables) {
    this.planes = new TablePlanes(table);
    this.#setup = new Setup(this.planes.index);
    this.#successors = new Successors(
      this.planes,
      new Map(Array.from(inputs, ([name, input]) => [name, new TablePlanes(input)])),
    );
  }

  /** Sets up a position; its board is the follower's own, until the next is asked for. */
  positionOf(key: PositionKey): Position {
    this.#setup.putCell(cellOfKey(key));
    return { board: this.#setup.board, turn: turnOfKey(key) };
  }

  /** The legal moves of the position that was set up last, until the next is asked for. */
  follow({ board, turn }: Position): Successions {
    const next = this.#next;
    next.count = writeLegalMoves(board, turn, next.moves);
    this.#successors.follow(this.#setup, turn, next);
    return next;
  }
}
