/** Where a formation gets to when one of its men moves or is lost: looked up instead of found anew for each move. */
import { formationClass, type FormationClass } from "../endgame/formation.ts";
import { SQUARES, type Square } from "../xiangqi/squares.ts";

const IMPOSSIBLE = -1;

export class FormationSteps {
  readonly #men: number;
  /** Formation squares have small numbers of their own; SQUARES -> number. */
  readonly #place: Uint8Array;
  readonly #places: number;
  readonly #moved: Int16Array;
  readonly #lost: Int16Array;

  /** Tables of (formations x men x squares) 16-bit numbers: 300 kB for the largest class. */
  constructor(formation: FormationClass) {
    const { squares, count, advisors, elephants } = formation;
    const all = [...new Set(squares.flat())];
    this.#men = 1 + advisors + elephants;
    this.#places = all.length;
    this.#place = new Uint8Array(SQUARES);
    all.forEach((square, place) => (this.#place[square] = place));
    this.#moved = new Int16Array(count * this.#men * all.length);
    this.#lost = new Int16Array(count * this.#men).fill(IMPOSSIBLE);
    const find = (kind: FormationClass, men: readonly Square[]) =>
      kind.find(men[0]!, men.slice(1, 1 + kind.advisors), men.slice(1 + kind.advisors));
    squares.forEach((men, number) => {
      men.forEach((_, man) => {
        const first = (number * this.#men + man) * all.length;
        all.forEach((to, place) => {
          this.#moved[first + place] = find(formation, men.with(man, to));
        });
        if (man === 0) return;
        const rest =
          man <= advisors ? formationClass(advisors - 1, elephants) : formationClass(advisors, elephants - 1);
        this.#lost[number * this.#men + man] = find(rest, men.toSpliced(man, 1));
      });
    });
  }

  /** The formation after a man (0: the king) moved. Squares in Red's coordinates. */
  moved(formation: number, man: number, to: Square): number {
    return this.#moved[(formation * this.#men + man) * this.#places + this.#place[to]!]!;
  }

  /** The formation of the smaller class that is left when a man is lost. */
  lost(formation: number, man: number): number {
    return this.#lost[formation * this.#men + man]!;
  }
}
