/**
 * Which candidates pass OneManChased, level after level. The condition depends on which moves lose, and from one level to
 * the next few more do: a candidate that passed passes again, and one that failed is looked at again only when a witness
 * against it has got a value.
 */
import type { Colour } from "../../xiangqi/pieces.ts";
import { marksOf } from "../kernel.ts";
import type { CellSets } from "../vector/cell-sets.ts";
import { HOLDS, NONE, WITNESSES, type Solving } from "./one-man-chased.ts";

export class ChaseCandidates {
  readonly #sets: CellSets;
  readonly #solving: Solving;
  readonly #attacker: Colour;
  /** The last candidates, ascending slots, and what was found for each. */
  #known: { readonly cells: Uint32Array; readonly witnesses: Uint32Array } = {
    cells: new Uint32Array(),
    witnesses: new Uint32Array(),
  };

  constructor(sets: CellSets, solving: Solving, attacker: Colour) {
    this.#sets = sets;
    this.#solving = solving;
    this.#attacker = attacker;
  }

  /** Those of the candidates (ascending slots) that pass. */
  async passing(candidates: Uint32Array): Promise<number[]> {
    const witnesses = new Uint32Array(candidates.length * WITNESSES);
    const asked = this.#recall(candidates, witnesses);
    const found = await this.#sets.oneManChased(
      this.#solving,
      this.#attacker,
      asked.map((at) => candidates[at]!),
    );
    asked.forEach((at, i) => witnesses.set(found.subarray(i * WITNESSES, (i + 1) * WITNESSES), at * WITNESSES));
    this.#known = { cells: candidates, witnesses };
    return [...candidates].filter((_, at) => witnesses[at * WITNESSES] === HOLDS);
  }

  /** Fills in what still stands; returns which of the candidates have to be looked at. */
  #recall(candidates: Uint32Array, witnesses: Uint32Array): Uint32Array {
    const { cells: known, witnesses: against } = this.#known;
    const plane = this.#solving.planes[this.#attacker];
    const { unknown } = marksOf(plane);
    const asked = new Uint32Array(candidates.length);
    let count = 0;
    let k = 0;
    candidates.forEach((cell, at) => {
      while (k < known.length && known[k]! < cell) k++;
      const [first, second] = [against[k * WITNESSES]!, against[k * WITNESSES + 1]!];
      const stands =
        known[k] === cell &&
        (first === HOLDS || // more moves lose by now, which does not matter
          (first < NONE && plane[first] === unknown && (second === NONE || plane[second] === unknown)));
      if (stands) {
        witnesses[at * WITNESSES] = first;
        witnesses[at * WITNESSES + 1] = second;
      } else asked[count++] = at;
    });
    return asked.subarray(0, count);
  }
}
