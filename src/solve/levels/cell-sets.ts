/**
 * What levels ask of a kernel: sets of cells, one bit a cell, and the operations that move patterns are computed with. A set
 * knows its side to move; its members are slots. The vector kernel's sets are `host/vector-sets.ts`.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import { COLOURS, opponent, type Colour } from "../../xiangqi/pieces.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import type { Slot } from "../planes.ts";
import { SQUARES } from "../../xiangqi/squares.ts";

/** An endgame whose lower levels are known. */
export interface LevelTask {
  readonly index: EndgameIndex;
  readonly options: RuleOptions;
  /** Where it is a slice. */
  readonly border?: LevelBorder;
  /** Candidates of chases are looked at by ranges of so many slots (chase-candidates.ts); fewer for tests. */
  readonly rangeSlots?: number;
}

/**
 * What levels ask of a slice's border, whose levels are known: those of the slices ahead, merged (endgame/slice.ts). The
 * slice goes through its own in step with them.
 */
export interface LevelBorder {
  /** The kind of the border's next level; null: it has no more. */
  next(): "check" | "chase" | null;
  /**
   * Has nothing be undecided in the border but what is in the patterns of an attacker in its next level, if that is of this kind:
   * what is in a pattern there holds whatever moves into it.
   */
  offer(attacker: Colour, kind: "check" | "chase"): void;
  /** Which of the attacker's men a pattern that was offered is of: a bit for each of their places (`Namings` in chase-graph.ts). */
  placesOf(slot: Slot, turn: Colour): number;
  /** Keeps the same of a position of the slice's own, found last, for slices that this one is the border of. */
  keep(slot: Slot, turn: Colour, places: number): void;
  /** The slice has a level of this kind, from a mark on: it is the border's next one too, if that is of this kind. */
  take(kind: "check" | "chase", start: number): void;
  /** Whether the border has wins or losses of the present level with this winner. */
  decides(winner: Colour): boolean;
}

/** Slots, ascending. */
export type SlotArray = Uint32Array | Float64Array;

/** Room for slots of an endgame, and for three numbers that are none: from the number of its cells on. */
export function newSlots(
  { cells }: EndgameIndex,
  length: number,
  Bytes: ArrayBufferConstructor | SharedArrayBufferConstructor = ArrayBuffer,
): SlotArray {
  return slotBytes(cells) === 4 ? new Uint32Array(new Bytes(length * 4)) : new Float64Array(new Bytes(length * 8));
}

/** Bytes of a slot of an endgame of so many cells. */
export function slotBytes(cells: number): 4 | 8 {
  return cells + 3 <= 2 ** 32 ? 4 : 8;
}

/** A set of cells with one side to move. */
export interface CellSet {
  readonly side: Colour;
}

/**
 * Operations write to `target` and give the number of cells in it. It may be one of the operands unless the operation
 * follows moves.
 */
export interface CellSets<Set extends CellSet = CellSet> {
  /** An empty set, kept until the endgame is solved. */
  make(side: Colour): Set;
  /** The same memory as a set with another side to move. */
  withSide(set: Set, side: Colour): Set;
  /** Two sets in memory that seeding and propagating use: their contents last until then. */
  borrowFresh(): [Set, Set];
  /** Empties a set. */
  clear(set: Set): void;
  /** In what share of the blocks a set has something. */
  share(set: Set): number;
  /** Not a set of cells, only where some may be: where a side has won something since this was cleared. */
  grown(side: Colour): Set;
  // Sets that change as positions are decided, not to be written to:
  /** Positions won for their side to move, and illegal cells. */
  won(side: Colour): Set;
  /** Positions without a value yet. */
  unknown(side: Colour): Set;
  /** Positions whose side to move has a legal capture. */
  capturing(side: Colour): Set;
  /** A copy of a set, outside of the kernel's memory: a bit vector for each vector, as outcomes are (`outcomes.ts`). */
  copyOut(set: Set): Uint32Array;
  /** Makes a set of such a copy; of one without words an empty one. */
  copyIn(set: Set, words: Uint32Array): void;
  /** Makes a set of these slots, ascending. */
  assign(set: Set, slots: Iterable<Slot>): void;
  /** The bit vectors of a set that changes as positions are decided, to be read until the next operation. */
  whole(set: Set): Uint32Array;
  /** Asked before the calling thread makes something of so many bytes. @throws InputError where it has no room for it */
  reserve(bytes: number): void;
  /** Takes out of a set what is in a slice's border. */
  withoutBorder(set: Set): void;
  /** The slots of a set, ascending. Those that it has told may be taken out meanwhile. */
  slots(set: Set): Iterable<Slot>;

  // Of a slice's border, a set that follows moves keeps what it has `within`.
  /** Positions whose side to move is in check. */
  checked(target: Set): Promise<number>;
  and(target: Set, a: Set, b: Set): Promise<number>;
  andNot(target: Set, a: Set, b: Set): Promise<number>;
  or(target: Set, a: Set, b: Set): Promise<number>;
  /** a or (b and c). */
  orAnd(target: Set, a: Set, b: Set, c: Set): Promise<number>;
  /**
   * Positions that may still be lost, whose quiet moves all lead into `into`, or to where the mover attacks a man, protected or not, with
   * more than king and soldiers, or gives check. Black has no attacking men. Red is not there where he can capture; only his moves of one
   * man, and of king, advisors and elephants, are looked at, and the latter lead into illegal cells of `into` at most.
   */
  restless(target: Set, into: Set): Promise<number>;
  /** Those of `within`, null: of all cells, from which some quiet move leads into `into`. */
  some(target: Set, within: Set | null, into: Set): Promise<number>;
  /**
   * Those of `within` from which every quiet move leads into `into` and every capture loses. `within` must be undecided,
   * `into` contain the illegal cells.
   */
  all(target: Set, within: Set, into: Set): Promise<number>;
  /** The same of those alone that have a move to where `near` may have cells. `target` is none of the others. */
  allNear(target: Set, within: Set, into: Set, near: Set): Promise<number>;
  /** Takes slots, ascending, out of losses that `all` or `keepAll` has left. */
  remove(losses: Set, slots: SlotArray): void;
  /**
   * After `all`, `keepAll` or `remove` has taken something out of `losses`: takes out of `wins` what no quiet move leads into them from any
   * more, and out of `goals` as well. Only what has a move into what was taken out is looked at.
   * @returns how many were taken out
   */
  keepSome(wins: Set, losses: Set, goals: Set): Promise<number>;
  /** After `keepSome`: takes out of `losses`, which have been `all`, those with a move into what `goals` no longer have; likewise. */
  keepAll(losses: Set, goals: Set): Promise<number>;

  /** Makes positions lost at an even ply, from which `propagate` goes on. */
  seed(losses: Set, ply: number): Promise<void>;
  /** Propagates seeded losses of the winner's opponent. Returns the first even ply after all that was found. */
  propagate(winner: Colour, ply: number): Promise<number>;
  /** What OneManChased finds for each position with the defender to move: `WITNESSES` slots for each. */
  oneManChased(solving: LevelTask, attacker: Colour, positions: SlotArray): Promise<SlotArray>;
}

/** The sets for one attacker's patterns. Its own are `losses`; the others serve both attackers in turn. */
export interface PatternWork {
  readonly attacker: Colour;
  readonly defender: Colour;
  /** What stays the same: positions in check. */
  readonly attackerChecked: CellSet;
  readonly defenderChecked: CellSet;
  readonly attackerUnknown: CellSet;
  readonly defenderUnknown: CellSet;
  /** What the attacker has won, and illegal cells. */
  readonly won: CellSet;
  /** The pattern: wins of the attacker, losses of the defender. */
  readonly wins: CellSet;
  readonly losses: CellSet;
  readonly goals: CellSet;
  readonly scratch: CellSet;
  readonly innerWins: CellSet;
  /** Attacker's positions in which something of his is threatened. Not needed together with `innerWins`. */
  readonly threatened: CellSet;
}

/** Sets of cells that `patternWorks` makes. */
export const LEVEL_SETS = 6;

export function patternWorks(sets: CellSets): PatternWork[] {
  const checked = { red: sets.make("red"), black: sets.make("black") };
  const unknown = { red: sets.unknown("red"), black: sets.unknown("black") };
  const [wins, goals] = [sets.make("red"), sets.make("red")];
  const [scratch, innerWins] = sets.borrowFresh();
  return COLOURS.map((attacker): PatternWork => {
    const defender = opponent(attacker);
    return {
      attacker,
      defender,
      attackerChecked: checked[attacker],
      defenderChecked: checked[defender],
      attackerUnknown: unknown[attacker],
      defenderUnknown: unknown[defender],
      won: sets.won(attacker),
      wins: sets.withSide(wins, attacker),
      losses: sets.make(defender),
      goals: sets.withSide(goals, attacker),
      scratch: sets.withSide(scratch, defender),
      innerWins: sets.withSide(innerWins, defender),
      threatened: sets.withSide(innerWins, attacker),
    };
  });
}

/** The slots of a set. */
export function slotsOf(sets: CellSets, set: CellSet, index: EndgameIndex): SlotArray {
  const [slots = newSlots(index, 0)] = slotRanges(sets, set, index, Infinity);
  return slots;
}

/** The same, those of a range of so many after those of another, where there are any; what is given lasts until the next. */
export function* slotRanges(
  sets: CellSets,
  set: CellSet,
  index: EndgameIndex,
  rangeSlots: number,
): Generator<SlotArray> {
  let slots = newSlots(index, 1024);
  let [count, end] = [0, rangeSlots];
  for (const slot of sets.slots(set)) {
    if (slot >= end) {
      if (count > 0) yield slots.subarray(0, count);
      count = 0;
      end = (Math.floor(slot / rangeSlots) + 1) * rangeSlots;
    }
    if (count === slots.length) {
      const grown = newSlots(index, Math.ceil(count * 1.5));
      grown.set(slots);
      slots = grown;
    }
    slots[count++] = slot;
  }
  if (count > 0) yield slots.subarray(0, count);
}

/** Those at the places that are chosen. The arrays' own `filter` makes objects of what it keeps, and ends the process where that is too much. */
export function chosen(slots: SlotArray, isChosen: (at: number) => boolean): SlotArray {
  let count = 0;
  for (let at = 0; at < slots.length; at++) if (isChosen(at)) count++;
  const kept = slots.slice(0, count);
  for (let at = 0, next = 0; next < count; at++) if (isChosen(at)) kept[next++] = slots[at]!;
  return kept;
}

/** How many of ascending slots are below a number. */
export function countBelow(slots: SlotArray, end: number): number {
  const first = slots.findIndex((slot) => slot >= end);
  return first < 0 ? slots.length : first;
}

/** Slots of a slice that are not of its border. */
export function ownSlots({ ownBlocks, black }: EndgameIndex): number {
  return ownBlocks * black.count * SQUARES;
}
