/**
 * Ways to tell equal men apart. The men of both sides have places, Red's first, a side's in the order of menOf; a *naming* says at
 * which place each man stands, and is one of those permutations that change places of equal men only.
 */
import { EMPTY, type Colour } from "../../xiangqi/pieces.ts";
import type { Man } from "../../rules/men.ts";
import type { Square } from "../../xiangqi/squares.ts";

/** Places by men, or places after a move by places before it. */
type Permutation = readonly number[];

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
