/** Positions of explicit graphs, as ascending lists of slots, and lists that grow: some graphs have millions. */
import type { EndgameIndex } from "../../endgame/index.ts";
import { cellOfSlot, slotOfCell, type Slot } from "../planes.ts";
import { newSlots, type SlotArray } from "./cell-sets.ts";

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

/** How many of ascending slots are below a number. */
export function countBelow(slots: SlotArray, end: number): number {
  const first = slots.findIndex((slot) => slot >= end);
  return first < 0 ? slots.length : first;
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
