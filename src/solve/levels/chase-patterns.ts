/**
 * The chases of a level: first a superset of the pattern on sets of cells (every move of the defender threatens some man), then
 * the explicit graph of what is left, on which Algorithm 5 runs for every man.
 */
import type { EndgameIndex } from "../../endgame/index.ts";
import { COLOURS, type Colour, EMPTY, opponent } from "../../xiangqi/pieces.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import type { RuleOptions } from "../../rules/asian/options.ts";
import { chaseGraph, countBelow, single } from "./chase-graph.ts";
import { type CellSets, type LevelTask, type PatternWork, type SlotArray, newSlots, slotsOf } from "./cell-sets.ts";
import { type InnerPatterns, correctedPattern, totallyNonMutualPattern } from "../../fang/algorithms.ts";
import { prune } from "./check-patterns.ts";
import { moveFrom, moveTo, writeLegalMoves } from "../../xiangqi/moves.ts";
import { ChaseScanner } from "../../rules/asian/chase-scanner.ts";
import { hasSlot } from "../outcomes.ts";
import { type Slot, cellOfSlot, slotOfCell } from "../planes.ts";

/** Slots that a candidate takes while it is looked at: its own, those of its witnesses, and copies of them. */
const CANDIDATE_SLOTS = 7;

/** Of a level, for both sides. */
export interface SeenPatterns extends InnerPatterns {
  /** Positions of the graph that were in mutual patterns. */
  mutualPositions: number;
}

/**
 * Finds the losses of all maximum patterns of totally non-mutual chasing of one side's men, into `work.losses`.
 * @returns their number
 */
export async function totallyNonMutualChasing(
  sets: CellSets,
  work: PatternWork,
  solving: LevelTask,
  candidates: ChaseCandidates,
  corrected: boolean,
  seen: SeenPatterns,
): Promise<number> {
  const threatened = await threatenedForEver(sets, work, solving.options);
  if (threatened === 0) return 0;
  sets.reserve(threatened * CANDIDATE_SLOTS * newSlots(solving.index, 0).BYTES_PER_ELEMENT);
  const { index } = solving;
  const asked = slotsOf(sets, work.losses, index);
  const own = countBelow(asked, ownSlots(index));
  const inBorder = asked.subarray(own);
  const passing = await candidates.passing(asked.subarray(0, own));
  const chased = newSlots(index, passing.length + inBorder.length);
  chased.set(passing);
  chased.set(inBorder, passing.length);
  sets.assign(work.losses, chased);
  if (chased.length === 0) return 0;
  await sets.some(work.wins, work.wins, work.losses);
  if ((await prune(sets, work, work.threatened, chased.length)) === 0) return 0;
  const losses = chasedForEver(sets, work, solving, corrected, seen);
  sets.assign(work.losses, losses);
  return losses.length;
}

/** Slots of a slice that are not of its border. */
function ownSlots({ ownBlocks, black }: EndgameIndex): number {
  return ownBlocks * black.count * SQUARES;
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

/** Algorithm 5, or 5', for every man on the graph of the positions in `work`. Returns the losses. */
function chasedForEver(
  sets: CellSets,
  { attacker, defender, wins, losses }: PatternWork,
  solving: LevelTask,
  corrected: boolean,
  seen: SeenPatterns,
): SlotArray {
  const slots = slotsOf(sets, losses, solving.index);
  const both = { [attacker]: slotsOf(sets, wins, solving.index), [defender]: slots } as Record<Colour, SlotArray>;
  const { graph, namings, firstVertex } = chaseGraph(solving, both, (bytes) => sets.reserve(bytes), attacker);
  const all = new Uint8Array(graph.vertices).fill(1);
  const lost = new Uint8Array(graph.vertices);
  const findPattern = corrected ? correctedPattern : totallyNonMutualPattern;
  seen.mutual = new Uint8Array(graph.vertices);
  const chasedMen = new Uint16Array(solving.border === undefined ? 0 : graph.vertices);
  for (let man = 1; man < graph.men[attacker]; man++) {
    const pattern = findPattern(graph, all, { colour: attacker, man }, seen);
    for (let v = 0; v < graph.vertices; v++) {
      lost[v]! |= pattern[v]!;
      if (chasedMen.length > 0) chasedMen[v]! |= pattern[v]! << man;
    }
  }
  for (let first = 0; first < graph.vertices; first += namings) {
    if (seen.mutual.subarray(first, first + namings).includes(1)) seen.mutualPositions++;
  }
  if (solving.border !== undefined) {
    for (const turn of COLOURS) {
      for (const slot of both[turn]) {
        if (slot >= ownSlots(solving.index)) break;
        // The first vertex has every man at the place of its number.
        const places = chasedMen[firstVertex(slot, turn)]!;
        if (places !== 0) solving.border.keep(single(solving.index, slot), turn, places);
      }
    }
  }
  let count = 0;
  for (const slot of slots) {
    const first = firstVertex(slot, defender);
    if (lost.subarray(first, first + namings).includes(1)) slots[count++] = slot;
  }
  return slots.subarray(0, count);
}

/*
 * The first condition of a loss in a pattern of chasing (Fang, Algorithm 1): some one man is chased by every move that does
 * not lose. It leaves few candidates, and is asked for on all threads (`OneManChased`).
 *
 * The condition depends on which moves lose, and from one level to the next few more do: a candidate that passed passes
 * again, and one that failed is looked at again only when a witness against it is won (`ChaseCandidates`).
 */

/** What the search finds for a position: the condition holds, or two slots that witness against it. */
export const WITNESSES = 2;
/** Instead of a slot, the endgame's number of cells and one of these. Of a first witness: the condition holds. */
const HOLDS = 0;
/** Of the first: it fails, by more moves than there is room for. */
const FAILS = 1;
/** Of a second witness that is not needed. */
const NONE = 2;

export class OneManChased {
  readonly #solving: LevelTask;
  readonly #attacker: Colour;
  readonly #won: Uint32Array;
  readonly #scanner: ChaseScanner;
  readonly #board = new Uint8Array(SQUARES);
  readonly #moves = new Uint16Array(128);
  /** The move that witnessed against the last position: tried first, as neighbours have much in common. */
  #witness = 0;

  /**
   * @param attacker whose man is chased
   * @param won bit vectors of what is won for him
   */
  constructor(solving: LevelTask, attacker: Colour, won: Uint32Array) {
    this.#solving = solving;
    this.#attacker = attacker;
    this.#won = won;
    this.#scanner = new ChaseScanner(solving.options);
  }

  /**
   * Looks at a position with the defender to move, given by its slot, and writes what it finds to
   * `witnesses` from `at` on: as long as the positions of the witnesses, which quiet moves lead to, are not won, no man is
   * chased by all moves.
   */
  find(slot: Slot, witnesses: SlotArray, at: number): void {
    const { index } = this.#solving;
    const { cells } = index;
    const board = index.boardAt(cellOfSlot(index, slot), this.#board)!;
    const turn = opponent(this.#attacker);
    this.#scanner.load(board, turn);
    let men = -2; // all but the king
    let found = 0;
    witnesses[at + 1] = cells + NONE;
    const count = writeLegalMoves(board, turn, this.#moves);
    const before = this.#moves.subarray(0, count).indexOf(this.#witness);
    if (before > 0) {
      this.#moves[before] = this.#moves[0]!;
      this.#moves[0] = this.#witness;
    }
    for (let i = 0; i < count; i++) {
      const move = this.#moves[i]!;
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue;
      const chased = this.#scanner.chases(move);
      if ((men & ~chased) === 0) continue;
      board[to] = board[from]!;
      board[from] = EMPTY;
      const child = slotOfCell(index, index.indexOf(board));
      board[from] = board[to]!;
      board[to] = EMPTY;
      if (hasSlot(this.#won, child)) continue; // leaving so loses
      if ((chased & -2) === 0) {
        witnesses[at] = child;
        witnesses[at + 1] = cells + NONE;
        this.#witness = move;
        return;
      }
      men &= chased;
      if (found < WITNESSES) witnesses[at + found] = child;
      found++;
      if (men === 0) {
        if (found > WITNESSES) witnesses[at] = cells + FAILS;
        return;
      }
    }
    witnesses[at] = cells + HOLDS;
  }
}

export class ChaseCandidates {
  readonly #sets: CellSets;
  readonly #solving: LevelTask;
  readonly #attacker: Colour;
  /** The last candidates, ascending, and what was found for each. */
  #known: { readonly slots: SlotArray; readonly witnesses: SlotArray };

  constructor(sets: CellSets, solving: LevelTask, attacker: Colour) {
    this.#sets = sets;
    this.#solving = solving;
    this.#attacker = attacker;
    this.#known = { slots: newSlots(solving.index, 0), witnesses: newSlots(solving.index, 0) };
  }

  /** Those of the candidates, ascending slots, that pass. */
  async passing(candidates: SlotArray): Promise<SlotArray> {
    const { index } = this.#solving;
    const witnesses = newSlots(index, candidates.length * WITNESSES);
    const asked = this.#recall(candidates, witnesses);
    const found = await this.#sets.oneManChased(
      this.#solving,
      this.#attacker,
      asked.map((at) => candidates[at]!),
    );
    asked.forEach((at, i) => witnesses.set(found.subarray(i * WITNESSES, (i + 1) * WITNESSES), at * WITNESSES));
    this.#known = { slots: candidates, witnesses };
    return candidates.filter((_, at) => witnesses[at * WITNESSES] === index.cells + HOLDS);
  }

  /** Fills in what still stands; returns which of the candidates have to be looked at. */
  #recall(candidates: SlotArray, witnesses: SlotArray): SlotArray {
    const { slots: known, witnesses: against } = this.#known;
    const { cells } = this.#solving.index;
    const won = this.#sets.whole(this.#sets.won(this.#attacker));
    const isWon = (slot: Slot) => hasSlot(won, slot);
    const asked = newSlots(this.#solving.index, candidates.length);
    let count = 0;
    let k = 0;
    candidates.forEach((slot, at) => {
      while (k < known.length && known[k]! < slot) k++;
      const [first, second] = [against[k * WITNESSES]!, against[k * WITNESSES + 1]!];
      const stands =
        known[k] === slot &&
        (first === cells + HOLDS || // more moves lose by now, which does not matter
          (first < cells && !isWon(first) && (second === cells + NONE || !isWon(second))));
      if (stands) {
        witnesses[at * WITNESSES] = first;
        witnesses[at * WITNESSES + 1] = second;
      } else asked[count++] = at;
    });
    return asked.subarray(0, count);
  }
}
