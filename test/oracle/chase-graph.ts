/** The graph of chases with one identity for each man, position by position and vertex by vertex, as slow as it is plain. */
import type { Cell, EndgameIndex } from "../../src/endgame/index.ts";
import { makeMoveGraph, sideNumber, type Edge, type PatternGraph } from "../../src/fang/graph.ts";
import type { PatternSlots } from "../../src/solve/levels/chase-graph.ts";
import type { LevelTask } from "../../src/solve/levels/cell-sets.ts";
import { cellOfSlot, slotOfCell, type Slot } from "../../src/solve/planes.ts";
import { legalMoves, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import { ChaseScanner } from "../../src/rules/asian/chase-scanner.ts";
import { menOf } from "../../src/rules/men.ts";
import type { RuleOptions } from "../../src/rules/asian/options.ts";
import { mirrorSquare, type Square } from "../../src/xiangqi/squares.ts";

export function slowChaseGraph({ index, options }: LevelTask, slots: PatternSlots): PatternGraph {
  const builder = new GraphBuilder(index, options);
  const canonical = (slot: Slot) => slotOfCell(index, index.indexOf(index.boardAt(cellOfSlot(index, slot))!));
  for (const turn of COLOURS) {
    const ascending = [...new Set(Array.from(slots[turn], canonical))].sort((a, b) => a - b);
    for (const slot of ascending) builder.add(cellOfSlot(index, slot), turn);
  }
  return builder.build();
}

/** The square of each man of both sides, kings first; a man keeps its place however it and its equals move. */
type Men = Readonly<Record<Colour, readonly Square[]>>;

interface Vertex {
  readonly cell: Cell;
  readonly turn: Colour;
  readonly men: Men;
}

/**
 * Builds the graph with one identity for each man (clause c13): a position with k identical men stands for k! vertices,
 * one for each way to tell them apart.
 */
class GraphBuilder {
  readonly #index: EndgameIndex;
  readonly #scanner: ChaseScanner;
  /** Vertices by side to move, canonical cell and the men's squares. */
  readonly #numbers = new Map<string, number>();
  readonly #vertices: Vertex[] = [];
  readonly #ofCell: Readonly<Record<Colour, Map<Cell, number[]>>> = { red: new Map(), black: new Map() };

  constructor(index: EndgameIndex, options: RuleOptions) {
    this.#index = index;
    this.#scanner = new ChaseScanner(options);
  }

  add(cell: Cell, turn: Colour): void {
    const board = this.#index.boardAt(cell)!;
    const numbers: number[] = [];
    for (const red of namings(board, "red")) {
      for (const black of namings(board, "black")) {
        const men = { red, black };
        numbers.push(this.#vertices.length);
        this.#numbers.set(vertexKey(cell, turn, men), this.#vertices.length);
        this.#vertices.push({ cell, turn, men });
      }
    }
    this.#ofCell[turn].set(cell, numbers);
  }

  build(): PatternGraph {
    const edges: Edge[] = [];
    this.#vertices.forEach((vertex, from) => {
      for (const { to, labels } of this.#edgesOf(vertex)) edges.push({ from, to, labels });
    });
    const mover = Uint8Array.from(this.#vertices, ({ turn }) => sideNumber(turn));
    const first = this.#vertices[0]?.men;
    const men = { red: first?.red.length ?? 1, black: first?.black.length ?? 1 };
    return { ...makeMoveGraph(mover, edges), men };
  }

  *#edgesOf({ cell, turn, men }: Vertex): Generator<{ to: number; labels: number }> {
    const board = this.#index.boardAt(cell)!;
    const other = opponent(turn);
    this.#scanner.load(board, turn);
    const places = menOf(board, other).map(({ square }) => men[other].indexOf(square));
    for (const move of legalMoves({ board, turn })) {
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue;
      const child = board.slice();
      child[to] = child[from]!;
      child[from] = EMPTY;
      const childCell = this.#index.indexOf(child);
      if (!this.#ofCell[other].has(childCell)) continue;
      const kept = this.#index.boardAt(childCell)!;
      const turned = kept.every((piece, square) => piece === child[square]) ? (square: Square) => square : mirrorSquare;
      const moved: Men = {
        ...men,
        [turn]: men[turn].map((square) => (square === from ? to : square)),
      };
      const childMen = { red: moved.red.map(turned), black: moved.black.map(turned) };
      const number = this.#numbers.get(vertexKey(childCell, other, childMen));
      if (number === undefined) continue;
      let labels = 0;
      const chased = this.#scanner.chases(move);
      places.forEach((man, place) => {
        if ((chased >> place) & 1) labels |= 2 ** man;
      });
      yield { to: number, labels };
    }
  }
}

function vertexKey(cell: Cell, turn: Colour, { red, black }: Men): string {
  return `${turn[0]}${cell}:${String.fromCharCode(...red, 90, ...black)}`;
}

/** All ways to name the men of one side: identical men in every order, others as in `menOf`. */
function namings(board: Uint8Array, colour: Colour): Square[][] {
  const groups = Map.groupBy(menOf(board, colour), ({ role }) => role);
  let named: Square[][] = [[]];
  for (const men of groups.values()) {
    const orders = permutations(men.map(({ square }) => square));
    named = named.flatMap((before) => orders.map((order) => [...before, ...order]));
  }
  return named;
}

function permutations(squares: readonly Square[]): Square[][] {
  if (squares.length <= 1) return [[...squares]];
  return squares.flatMap((square, i) =>
    permutations(squares.filter((_, other) => other !== i)).map((rest) => [square, ...rest]),
  );
}
