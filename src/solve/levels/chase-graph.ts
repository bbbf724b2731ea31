/**
 * The explicit graph of chases: positions with one identity for each man (clause c13). A position with k identical men stands
 * for k! vertices, one for each way to tell them apart.
 */
import type { Cell, EndgameIndex } from "../../endgame/index.ts";
import { type PatternGraph, graphOfEdges, sideNumber } from "../../fang/graph.ts";
import { type Move, moveFrom, moveTo, writeLegalMoves } from "../../xiangqi/moves.ts";
import { COLOURS, type Colour, EMPTY, opponent } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../rules/asian/chase-scanner.ts";
import { type Man, menOf } from "../../rules/men.ts";
import { SQUARES, type Square, mirrorSquare } from "../../xiangqi/squares.ts";
import { type Slot, cellOfSlot, slotOfCell } from "../planes.ts";
import { countBelow, type LevelTask, newSlots, ownSlots, type SlotArray } from "./cell-sets.ts";

/** Of a vertex, its edges and what is looked for on them, about: there may be millions. */
const VERTEX_BYTES = 40;

/** Slots of positions by side to move, ascending. */
export type PatternSlots = Readonly<Record<Colour, SlotArray>>;

export interface ChaseGraph {
  readonly graph: PatternGraph;
  /** Vertices that each position stands for. */
  readonly namings: number;
  /** The first of the vertices of a position that was given. */
  firstVertex(slot: Slot, turn: Colour): number;
}

/**
 * @param slots at least one
 * @param reserve asked before so many bytes are taken
 * @param attacker whose patterns are looked for. Asked for in a slice: a position of its border that is in a pattern of chasing a man
 * has a twin with the other side to move, and the two lead to one another for ever, chasing him
 */
export function chaseGraph(
  { index, options, border }: LevelTask,
  slots: PatternSlots,
  reserve: (bytes: number) => void = () => {},
  attacker: Colour = "red",
): ChaseGraph {
  const kept = { red: singles(index, slots.red), black: singles(index, slots.black) };
  const anyBoard = index.boardAt(cellOfSlot(index, kept.red[0] ?? kept.black[0]!))!;
  const men = { red: menOf(anyBoard, "red"), black: menOf(anyBoard, "black") };
  const namings = new Namings(men.red, men.black);
  const { count } = namings;
  const ownOf = countOwn(index, kept);
  const positions = kept.red.length + kept.black.length;
  const twins = positions - ownOf.red - ownOf.black;
  reserve((positions + twins) * count * VERTEX_BYTES);
  const firstOf = { red: 0, black: kept.red.length * count };
  const twinOf = { red: positions * count, black: (positions + kept.red.length - ownOf.red) * count };
  const mover = new Uint8Array((positions + twins) * count);
  mover.fill(sideNumber("black"), firstOf.black, twinOf.black);

  const firstEdge = new Uint32Array(mover.length + 1);
  const to = new GrowingList();
  const labels = new GrowingList();
  const scanner = new ChaseScanner(options);
  const [board, legal] = [new Uint8Array(SQUARES), new Uint16Array(128)];

  /** The moves of a position that stay in the graph. */
  const movesOf = (slot: Slot, turn: Colour): Staying[] => {
    index.boardAt(cellOfSlot(index, slot), board);
    const other = opponent(turn);
    const before = count === 1 ? null : placesOf(board);
    const staying: Staying[] = [];
    const moves = writeLegalMoves(board, turn, legal);
    for (let i = 0; i < moves; i++) {
      const move = legal[i]!;
      const [start, end] = [moveFrom(move), moveTo(move)];
      if (board[end] !== EMPTY) continue;
      board[end] = board[start]!;
      board[start] = EMPTY;
      const cell = index.indexOf(board);
      const place = placeOf(kept[other], slotOfCell(index, cell));
      if (place >= 0) {
        const renaming = before === null ? 0 : namings.renaming(before, start, end, placesIn(index, cell, board));
        staying.push({ after: firstOf[other] + place * count, renaming, move });
      }
      board[start] = board[end]!;
      board[end] = EMPTY;
    }
    return staying;
  };

  /** The edges between the vertices of a border's positions and their twins, from these or from those. */
  const addTwins = (turn: Colour, areTwins: boolean): void => {
    const defends = (turn === attacker) === areTwins;
    for (let place = ownOf[turn]; place < kept[turn].length; place++) {
      const places = defends ? border!.placesOf(kept[turn][place]!, turn) : 0;
      for (let naming = 0; naming < count; naming++) {
        const vertex = firstOf[turn] + place * count + naming;
        const twin = twinOf[turn] + (place - ownOf[turn]) * count + naming;
        to.push(areTwins ? vertex : twin);
        labels.push(namings.labels(naming, attacker, places));
        firstEdge[(areTwins ? twin : vertex) + 1] = to.length;
      }
    }
  };
  for (const turn of COLOURS) {
    for (let place = 0; place < ownOf[turn]; place++) {
      const staying = movesOf(kept[turn][place]!, turn);
      if (staying.length > 0) scanner.load(board, turn);
      const chased = staying.map(({ move }) => scanner.chases(move));
      for (let naming = 0; naming < count; naming++) {
        staying.forEach(({ after, renaming }, i) => {
          to.push(after + namings.after(renaming, naming));
          labels.push(namings.labels(naming, opponent(turn), chased[i]!));
        });
        firstEdge[firstOf[turn] + place * count + naming + 1] = to.length;
      }
    }
    addTwins(turn, false);
  }
  for (const turn of COLOURS) addTwins(turn, true);
  return {
    graph: {
      ...graphOfEdges(mover, firstEdge, to.toArray(), labels.toArray()),
      men: { red: men.red.length, black: men.black.length },
    },
    namings: count,
    firstVertex: (slot, turn) => firstOf[turn] + placeOf(kept[turn], single(index, slot)) * count,
  };
}

/** How many positions are not of a slice's border, which come after them. */
function countOwn(index: EndgameIndex, kept: PatternSlots): Record<Colour, number> {
  const end = ownSlots(index);
  return { red: countBelow(kept.red, end), black: countBelow(kept.black, end) };
}

/** A quiet move that stays in the graph. */
interface Staying {
  /** The first vertex of the position after it. */
  readonly after: number;
  /** How the men change their places (Namings). */
  readonly renaming: number;
  readonly move: Move;
}

/** Where the men of a cell stand on a board that it keeps, perhaps as its mirror image; by their places in the cell. */
function placesIn(index: EndgameIndex, cell: Cell, board: Uint8Array): Uint8Array {
  const kept = index.boardAt(cell)!;
  const places = placesOf(kept);
  return kept.every((piece, square) => piece === board[square]) ? places : places.map(mirrorSquare);
}

/** Places by men, or places after a move by places before it. */
type Permutation = readonly number[];

/**
 * Ways to tell equal men apart. The men of both sides have places, Red's first, a side's in the order of menOf; a *naming* says at
 * which place each man stands, and is one of those permutations that change places of equal men only.
 */
export class Namings {
  /** Naming 0 has every man at the place of its number. */
  readonly count: number;
  readonly #firstMan: Readonly<Record<Colour, number>>;
  readonly #menOf: Readonly<Record<Colour, number>>;
  readonly #placeOfMan: readonly Permutation[];
  readonly #numbers: ReadonlyMap<string, number>;
  /** By renaming * count + naming. */
  readonly #after: Uint16Array;

  /** @param red the men of a side, as menOf lists them */
  constructor(red: readonly Man[], black: readonly Man[]) {
    this.#firstMan = { red: 0, black: red.length };
    this.#menOf = { red: red.length, black: black.length };
    const groups = [red, black].flatMap((men) => {
      const roles = [...new Set(men.map(({ role }) => role))];
      return roles.map((role) => men.filter((man) => man.role === role));
    });
    let [permutations, first]: [Permutation[], number] = [[[]], 0];
    for (const { length } of groups) {
      const orders = ordersOf(Array.from({ length }, (_, i) => first + i));
      permutations = permutations.flatMap((before) => orders.map((order) => [...before, ...order]));
      first += length;
    }
    this.#placeOfMan = permutations;
    this.count = permutations.length;
    this.#numbers = new Map(permutations.map((permutation, number) => [permutation.join(), number]));
    this.#after = Uint16Array.from({ length: this.count ** 2 }, (_, i) => {
      const renaming = permutations[Math.floor(i / this.count)]!;
      return this.#numberOf(permutations[i % this.count]!.map((place) => renaming[place]!));
    });
  }

  /**
   * How a move changes the places of men: the number of a permutation.
   * @param before squares by place
   * @param after the same after the move
   */
  renaming(before: Uint8Array, from: Square, to: Square, after: Uint8Array): number {
    return this.#numberOf(Array.from(before, (square) => after.indexOf(square === from ? to : square)));
  }

  #numberOf(permutation: Permutation): number {
    return this.#numbers.get(permutation.join())!;
  }

  /** The naming after a move, by its renaming. */
  after(renaming: number, naming: number): number {
    return this.#after[renaming * this.count + naming]!;
  }

  /** From bits of a side's places to bits of its men. */
  labels(naming: number, colour: Colour, places: number): number {
    const first = this.#firstMan[colour];
    const placeOfMan = this.#placeOfMan[naming]!;
    let labels = 0;
    for (let man = 0; man < this.#menOf[colour]; man++) {
      labels |= ((places >> (placeOfMan[first + man]! - first)) & 1) << man;
    }
    return labels;
  }
}

/** The squares of all men by their places. */
export function placesOf(board: Uint8Array): Uint8Array {
  const squares: Square[] = [];
  for (let square = 0; square < board.length; square++) if (board[square] !== EMPTY) squares.push(square);
  return Uint8Array.from(squares.sort((a, b) => board[a]! - board[b]! || a - b));
}

function ordersOf(numbers: readonly number[]): number[][] {
  if (numbers.length <= 1) return [[...numbers]];
  return numbers.flatMap((number, i) =>
    ordersOf(numbers.filter((_, other) => other !== i)).map((rest) => [number, ...rest]),
  );
}

/* Positions of the graph are ascending lists of slots: some graphs have millions. */

/** The slot that stands for a position: of doubles that twins make, one. */
export function single(index: EndgameIndex, slot: Slot): Slot {
  if (index.twins === 1) return slot;
  return slotOfCell(index, index.indexOf(index.boardAt(cellOfSlot(index, slot))!));
}

/** The same of ascending slots: each once, ascending. */
export function singles(index: EndgameIndex, slots: SlotArray): SlotArray {
  if (index.twins === 1) return slots;
  const sorted = newSlots(index, slots.length);
  for (let i = 0; i < slots.length; i++) sorted[i] = single(index, slots[i]!);
  sorted.sort();
  let count = 0;
  for (const slot of sorted) if (count === 0 || sorted[count - 1] !== slot) sorted[count++] = slot;
  return sorted.subarray(0, count);
}

/** Where a slot is among ascending ones, -1: it is not. */
export function placeOf(slots: SlotArray, slot: Slot): number {
  let low = 0;
  for (let high = slots.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (slots[middle]! < slot) low = middle + 1;
    else high = middle;
  }
  return slots[low] === slot ? low : -1;
}

/** Numbers of 32 bits, as many as come. */
export class GrowingList {
  #numbers = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const grown = new Uint32Array(Math.ceil(this.#length * 1.5));
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[this.#length++] = number;
  }

  toArray(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
