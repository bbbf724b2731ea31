/**
 * The chases of a level: first a superset of the pattern on sets of cells (every move of the defender threatens some man), then
 * the explicit graph of what is left, on which Algorithm 5 runs for every man.
 */
import type { Cell, EndgameIndex } from "../../endgame/index.ts";
import { legalMoves, moveFrom, moveTo } from "../../xiangqi/moves.ts";
import { EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../xiangqi/rules/chase-scanner.ts";
import { menOf } from "../../xiangqi/rules/men.ts";
import type { RuleOptions } from "../../xiangqi/rules/options.ts";
import { mirrorSquare, type Square } from "../../xiangqi/squares.ts";
import { cellOfSlot, type Slot } from "../planes.ts";
import type { CellSets, PatternWork, Solving } from "./cell-sets.ts";
import { correctedPattern } from "../../fang/algorithm5-prime.ts";
import { totallyNonMutualPattern, type InnerPatterns } from "../../fang/algorithm5.ts";
import { prune } from "./check-patterns.ts";
import type { ChaseCandidates } from "./chase-candidates.ts";
import { makePatternGraph, sideNumber, type Edge } from "../../fang/graph.ts";

/**
 * Finds the losses of all maximum patterns of totally non-mutual chasing of one side's men, into `work.losses`.
 * @returns their number
 */
export async function totallyNonMutualChasing(
  sets: CellSets,
  work: PatternWork,
  solving: Solving,
  candidates: ChaseCandidates,
  corrected: boolean,
  seen: InnerPatterns,
): Promise<number> {
  if ((await threatenedForEver(sets, work, solving.options)) === 0) return 0;
  const chased = await candidates.passing(Uint32Array.from(sets.slots(work.losses)));
  sets.assign(work.losses, chased);
  if (chased.length === 0) return 0;
  await sets.some(work.wins, work.wins, work.losses);
  if ((await prune(sets, work, work.threatened, chased.length)) === 0) return 0;
  const slots = { wins: [...sets.slots(work.wins)], losses: [...sets.slots(work.losses)] };
  const losses = chasedForEver(solving, work.attacker, slots, corrected, seen);
  sets.assign(work.losses, losses);
  return losses.length;
}

/** The superset: every move of the defender that does not lose threatens to take something, or may count though it checks. */
async function threatenedForEver(sets: CellSets, work: PatternWork, { checksMayChase }: RuleOptions): Promise<number> {
  const { attackerUnknown, defenderUnknown, attackerChecked, defender, goals, losses, won, wins, threatened } = work;
  // The same boards with the defender to move: has he a capture? In check, the attacker's king itself is threatened.
  await sets.and(
    sets.withSide(threatened, defender),
    sets.withSide(attackerUnknown, defender),
    sets.capturing(defender),
  );
  if (checksMayChase) await sets.or(threatened, threatened, attackerChecked);
  await sets.or(goals, won, threatened);
  const count = await sets.all(losses, defenderUnknown, goals);
  if (count === 0) return 0;
  await sets.some(wins, attackerUnknown, losses);
  return prune(sets, work, threatened, count);
}

interface PatternSlots {
  readonly wins: readonly Slot[];
  readonly losses: readonly Slot[];
}

/** Algorithm 5, or 5', for every man on the graph of these positions. Returns the losses. */
function chasedForEver(
  { index, options }: Solving,
  attacker: Colour,
  slots: PatternSlots,
  corrected: boolean,
  seen: InnerPatterns,
): number[] {
  const builder = new GraphBuilder(index, options);
  for (const slot of slots.wins) builder.add(slot, attacker);
  for (const slot of slots.losses) builder.add(slot, opponent(attacker));
  const { graph, verticesOf } = builder.build();
  const all = new Uint8Array(graph.vertices).fill(1);
  const lost = new Uint8Array(graph.vertices);
  const findPattern = corrected ? correctedPattern : totallyNonMutualPattern;
  for (let man = 1; man < graph.men[attacker]; man++) {
    const pattern = findPattern(graph, all, { colour: attacker, man }, seen);
    for (let v = 0; v < graph.vertices; v++) lost[v]! |= pattern[v]!;
  }
  return slots.losses.filter((slot) => verticesOf(slot, opponent(attacker)).some((v) => lost[v] === 1));
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

  /** Adds the position of a slot; twins' doubles add nothing. */
  add(slot: Slot, turn: Colour): void {
    const cell = this.#canonical(slot);
    if (this.#ofCell[turn].has(cell)) return;
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

  build() {
    const edges: Edge[] = [];
    this.#vertices.forEach((vertex, from) => {
      for (const { to, labels } of this.#edgesOf(vertex)) edges.push({ from, to, labels });
    });
    const mover = Uint8Array.from(this.#vertices, ({ turn }) => sideNumber(turn));
    const first = this.#vertices[0]?.men;
    const men = { red: first?.red.length ?? 1, black: first?.black.length ?? 1 };
    return {
      graph: makePatternGraph(mover, edges, men),
      verticesOf: (slot: Slot, turn: Colour) => this.#ofCell[turn].get(this.#canonical(slot)) ?? [],
    };
  }

  #canonical(slot: Slot): Cell {
    const cell = cellOfSlot(this.#index, slot);
    return this.#index.twins === 1 ? cell : this.#index.indexOf(this.#index.boardAt(cell)!);
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
