/** Losses by attacks that a side would have to keep up for ever: those of one attacker's patterns, level after level. */
import type { Cell, EndgameIndex } from "../../endgame/index.ts";
import { oddRegion, priorityOfClass } from "../../fang/parity.ts";
import { graphOfEdges, sideNumber } from "../../fang/graph.ts";
import { legalMoves, moveFrom, moveTo } from "../../xiangqi/moves.ts";
import { type Colour, EMPTY, opponent } from "../../xiangqi/pieces.ts";
import type { Square } from "../../xiangqi/squares.ts";
import {
  type CellSet,
  type CellSets,
  type PatternWork,
  type SlotArray,
  newSlots,
  slotsOf,
} from "../levels/cell-sets.ts";
import { prune } from "../levels/check-patterns.ts";
import { GrowingList, placeOf, single, singles } from "../levels/chase-graph.ts";
import { addSlot, hasSlot, removeSlot } from "../outcomes.ts";
import { type Slot, cellOfSlot, slotOfCell } from "../planes.ts";
import type { AttackSets } from "./attack-sets.ts";
import type { MoveClasses, QuietMove } from "./classes.ts";
import type { Bounds } from "./readings.ts";
import type { Reading } from "../../rules/chinese/edition.ts";

/** How moves get their classes, and where wins may be looked for. */
export interface Judging {
  readonly attacks: AttackSets;
  readonly classes: MoveClasses;
  /** The reading of the moves of the side that may lose by them. */
  readonly ofLoser: Reading;
  /** The reading of the other side's moves. */
  readonly ofWinner: Reading;
}

/** Positions with a free move, and the slots that these lead to: millions, so that a Map of them would take several times the memory. */
class FreePositions {
  /** All of them as bit vectors. */
  readonly bits: Uint32Array;
  readonly #index: EndgameIndex;
  #slots: SlotArray;
  #moves: SlotArray;
  #count = 0;

  constructor(index: EndgameIndex, words: number) {
    this.#index = index;
    this.bits = new Uint32Array(words);
    this.#slots = newSlots(index, 64);
    this.#moves = newSlots(index, 64);
  }

  /** Where a position has a free move already, that one stays. */
  add(slot: Slot, move: Slot): void {
    if (hasSlot(this.bits, slot)) return;
    if (this.#count === this.#slots.length) {
      this.#slots = this.#longer(this.#slots);
      this.#moves = this.#longer(this.#moves);
    }
    this.#slots[this.#count] = slot;
    this.#moves[this.#count++] = move;
    addSlot(this.bits, slot);
  }

  /** Forgets those whose moves lead to these positions. */
  removeInto(won: Uint32Array): void {
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const [slot, move] = [this.#slots[i]!, this.#moves[i]!];
      if (hasSlot(won, move)) removeSlot(this.bits, slot);
      else {
        this.#slots[kept] = slot;
        this.#moves[kept++] = move;
      }
    }
    this.#count = kept;
  }

  #longer(slots: SlotArray): SlotArray {
    const longer = newSlots(this.#index, 2 * slots.length);
    longer.set(slots);
    return longer;
  }
}

/** The highest class: checks. */
const HIGHEST = 3;

export class AttackPatterns {
  readonly #sets: CellSets;
  readonly #work: PatternWork;
  readonly #judging: Judging;
  readonly #index: EndgameIndex;
  /** Attacker's positions that no move leads to but such as check or may attack. */
  readonly #marked: CellSet;
  readonly #within: CellSet | null;
  readonly #fresh: CellSet;
  /** What the attacker has won: the bits in the kernel's memory. */
  #won: Uint32Array = new Uint32Array();
  /** By least class: positions whose side to move is forced, as bit vectors; and such as are not. */
  readonly #forced: readonly Uint32Array[];
  readonly #free: readonly FreePositions[];

  private constructor(
    sets: CellSets,
    work: PatternWork,
    judging: Judging,
    { marked, fresh }: Room,
    within: CellSet | null,
  ) {
    this.#sets = sets;
    this.#work = work;
    this.#judging = judging;
    this.#index = judging.attacks.index;
    this.#marked = marked;
    this.#fresh = fresh;
    this.#within = within;
    const words = sets.whole(work.won).length;
    const wordsOf = (least: number): number => (least === 0 ? 0 : words); // every move is of class 0 at least
    this.#forced = [0, 1, 2].map((least) => new Uint32Array(wordsOf(least)));
    this.#free = [0, 1, 2].map((least) => new FreePositions(this.#index, wordsOf(least)));
  }

  /**
   * @param work with `attackerChecked` known
   * @param bounds where the attacker may win; default: anywhere
   */
  static async make(
    sets: CellSets,
    work: PatternWork,
    room: Room,
    judging: Judging,
    bounds?: Bounds,
  ): Promise<AttackPatterns> {
    const { marked, within } = room;
    const { attacker, attackerChecked } = work;
    await copyInAims(sets, marked, judging.attacks, judging.ofLoser);
    await sets.or(marked, marked, attackerChecked);
    if (bounds === undefined) return new AttackPatterns(sets, work, judging, room, null);
    const mayWin = sets.withSide(within, attacker);
    sets.copyIn(mayWin, bounds.won);
    await sets.and(marked, marked, mayWin);
    sets.copyIn(within, bounds.lost);
    return new AttackPatterns(sets, work, judging, room, within);
  }

  /**
   * Leaves in `work.losses` the undecided positions whose side to move must play moves of a least class for ever, or lose
   * otherwise, while the attacker need not.
   * @returns their number
   */
  async find(least: number): Promise<number> {
    const sets = this.#sets;
    const { losses, wins, goals, won, attackerUnknown, defenderUnknown } = this.#work;
    await sets.orAnd(goals, won, attackerUnknown, this.#marked);
    sets.copyIn(losses, this.#freeStill(least));
    await sets.andNot(losses, defenderUnknown, losses);
    let count = await sets.all(losses, losses, goals);
    if (count > 0 && this.#within !== null) count = await sets.and(losses, losses, this.#within);
    if (count === 0) return 0;
    await sets.some(wins, attackerUnknown, losses);
    if ((count = await prune(sets, this.#work, this.#marked, count)) === 0) return 0;
    if ((count = await this.#keepForced(least, count)) === 0) return 0;
    return this.#keepLost(count);
  }

  /** The positions known to have a move of a lower class that does not lose. */
  #freeStill(least: number): Uint32Array {
    const free = this.#free[least]!;
    free.removeInto(this.#sets.whole(this.#work.won));
    return free.bits;
  }

  /**
   * Leaves in `work.losses` those positions all of whose moves that do not lose are of a least class. Where the loser's moves are
   * read widely that is known of all but the king's moves out of check; otherwise what needs no search goes first.
   * @returns their number
   */
  async #keepForced(least: number, count: number): Promise<number> {
    const sets = this.#sets;
    const { losses, scratch, defenderChecked, won } = this.#work;
    const isWide = this.#judging.ofLoser === "wide";
    for (const searching of isWide ? [false] : [false, true]) {
      if (isWide) await sets.and(scratch, losses, defenderChecked);
      this.#won = sets.whole(won);
      const asked = slotsOf(sets, isWide ? scratch : losses, this.#index);
      const free = asked.filter((slot) => this.#isFree(slot, least, searching));
      sets.assign(scratch, free);
      if (free.length > 0 && (count = await this.#without(scratch)) === 0) return 0;
    }
    return count;
  }

  /**
   * Takes some out of `work.losses`, and what cannot stay there without them.
   * @returns the number of losses that are left
   */
  async #without(some: CellSet): Promise<number> {
    const sets = this.#sets;
    const { losses, wins } = this.#work;
    const left = await sets.andNot(losses, losses, some);
    if (left === 0) return 0;
    await sets.some(wins, wins, losses);
    return prune(sets, this.#work, this.#marked, left);
  }

  /**
   * Leaves in `work.losses` what the attacker wins of the arena in the parity game. All moves of the loser's attack there: where
   * the attacker can play an idle move again and again he wins. Sets tell that of most positions; the rest is a game of its own, whose
   * losers cannot be held there by leaving it. Where the defender holds a part of the rest, the arena is what remains without it.
   * @returns their number
   */
  async #keepLost(count: number): Promise<number> {
    const sets = this.#sets;
    const { wins, goals, scratch } = this.#work;
    while (count > 0) {
      const rest = await this.#leaveRest(count);
      if (rest === 0) return count;
      await sets.andNot(goals, wins, goals);
      const held = this.#solve(goals, scratch);
      if (held.length === 0) return count;
      sets.assign(scratch, held);
      count = await this.#without(scratch);
    }
    return 0;
  }

  /**
   * Leaves in `scratch` the losses from which the attacker is not known to come to an idle move of his, and in `goals` all of his
   * positions from which he is, and what he has won.
   * @returns the number of these losses
   */
  async #leaveRest(count: number): Promise<number> {
    const sets = this.#sets;
    const { losses, wins, won, goals, scratch, innerWins, defenderChecked } = this.#work;
    const { attacks, ofWinner } = this.#judging;
    await copyInAims(sets, innerWins, attacks, ofWinner);
    await sets.or(innerWins, innerWins, defenderChecked);
    await sets.andNot(innerWins, losses, innerWins);
    await sets.some(this.#fresh, wins, innerWins);
    await sets.or(goals, won, this.#fresh);
    await sets.or(scratch, losses, losses);
    for (;;) {
      await sets.some(innerWins, scratch, this.#fresh);
      const reached = await sets.all(innerWins, innerWins, goals);
      if (reached === 0 || (count -= reached) === 0) return count;
      await sets.andNot(scratch, scratch, innerWins);
      await sets.some(this.#fresh, wins, innerWins);
      if ((await sets.andNot(this.#fresh, this.#fresh, goals)) === 0) return count;
      await sets.or(goals, goals, this.#fresh);
    }
  }

  /**
   * Whether a position has a move of a lower class that does not lose.
   * @param searching whether moves are labelled that sets do not tell of; without, some such positions are not found
   */
  #isFree(slot: Slot, least: number, searching: boolean): boolean {
    // Once all moves are of a least class, or lose, it stays so, as more and more is won.
    if (hasSlot(this.#forced[least]!, slot)) return false;
    const { defender } = this.#work;
    const { classes, ofLoser } = this.#judging;
    let idle: QuietMove | null = null;
    let lowest = least;
    const isIdle = (move: QuietMove, found: number): boolean => {
      if (found >= least) return false;
      [idle, lowest] = [move, found];
      return true;
    };
    // What sets tell goes before searches.
    const open: QuietMove[] = [];
    this.#visitQuiet(cellOfSlot(this.#index, single(this.#index, slot)), defender, (move) => {
      if (hasSlot(this.#won, this.#slotAfter(move))) return true;
      const told = classes.told(move, ofLoser);
      if (told === null) open.push(move);
      return told === null || !isIdle(move, told);
    });
    if (idle === null && !searching && open.length > 0) return false;
    if (idle === null) open.some((move) => isIdle(move, classes.classOf(move, ofLoser)));
    if (idle === null) {
      for (let each = 1; each <= least; each++) addSlot(this.#forced[each]!, slot);
      return false;
    }
    for (let each = lowest + 1; each < HIGHEST; each++) this.#free[each]!.add(slot, this.#slotAfter(idle));
    return true;
  }

  #slotAfter({ cell }: QuietMove): Slot {
    return slotOfCell(this.#index, cell);
  }

  /** The parity game on these positions: the losses that the defender holds. */
  #solve(wins: CellSet, losses: CellSet): SlotArray {
    const index = this.#index;
    const { attacker, defender } = this.#work;
    const { classes, ofLoser, ofWinner } = this.#judging;
    const losing = slotsOf(this.#sets, losses, index);
    const kept = { [attacker]: singles(index, slotsOf(this.#sets, wins, index)), [defender]: singles(index, losing) } as Record<Colour, SlotArray>; // prettier-ignore
    const firstOf = { [attacker]: 0, [defender]: kept[attacker].length } as Record<Colour, number>;
    const mover = new Uint8Array(kept[attacker].length + kept[defender].length);
    const firstEdge = new Uint32Array(mover.length + 1);
    const ends = new GrowingList();
    const labels = new GrowingList();
    for (const [turn, reading] of [
      [attacker, ofWinner],
      [defender, ofLoser],
    ] as const) {
      const other = opponent(turn);
      kept[turn].forEach((slot, place) => {
        const vertex = firstOf[turn] + place;
        mover[vertex] = sideNumber(turn);
        this.#visitQuiet(cellOfSlot(index, slot), turn, (move) => {
          const after = placeOf(kept[other], single(index, this.#slotAfter(move)));
          if (after < 0) return true;
          ends.push(firstOf[other] + after);
          labels.push(classes.classOf(move, reading));
          return true;
        });
        firstEdge[vertex + 1] = ends.length;
      });
    }
    const graph = graphOfEdges(mover, firstEdge, ends.toArray(), labels.toArray());
    const isAttackers = (edge: number) => graph.to[edge]! >= firstOf[defender];
    const priority = (edge: number) => priorityOfClass(HIGHEST, graph.labels[edge]!, isAttackers(edge));
    const won = oddRegion(graph, new Uint8Array(mover.length).fill(1), priority, sideNumber(attacker));
    return losing.filter((slot) => won[firstOf[defender] + placeOf(kept[defender], single(index, slot))] === 0);
  }

  /** Looks at the quiet moves of a position one by one, as long as `visit` asks for more. */
  #visitQuiet(cell: Cell, turn: Colour, visit: (move: QuietMove) => boolean): void {
    const index = this.#index;
    const board = index.boardAt(cell)!;
    const position = { board, turn };
    const parries = hasSlot(this.#judging.attacks.checked[turn], slotOfCell(index, cell));
    const { redFormation, blackFormation, squares } = this.#partsOf(cell);
    for (const move of legalMoves(position)) {
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue;
      const man = squares.indexOf(from);
      let after: Cell;
      if (man >= 0) {
        squares[man] = to;
        after = index.cellOf(redFormation, blackFormation, squares);
        squares[man] = from;
      } else {
        board[to] = board[from]!;
        board[from] = EMPTY;
        after = index.indexOf(board);
        board[from] = board[to]!;
        board[to] = EMPTY;
      }
      if (!visit({ position, move, cell: after, parries })) return;
    }
  }

  /** What a cell is made of: the formations, and where the attacking men stand. */
  #partsOf(cell: Cell): { redFormation: number; blackFormation: number; squares: Square[] } {
    const { black, width, blocks, placements } = this.#index;
    const blackFormation = cell % black.count;
    const row = (cell - blackFormation) / black.count;
    const square = row % width;
    const block = blocks[(row - square) / width]!;
    const placement = block % placements.count;
    const squares = [square, ...placements.men.map((_, man) => placements.squareOf(placement, man))];
    return { redFormation: (block - placement) / placements.count, blackFormation, squares };
  }
}

/** Makes a set of positions in which the other side could aim at something in a reading, having the move, or more. */
async function copyInAims(sets: CellSets, set: CellSet, attacks: AttackSets, reading: Reading): Promise<void> {
  const side = opponent(set.side);
  // The same boards with that side to move tell what it could do.
  const own = sets.withSide(set, side);
  sets.copyIn(own, attacks[reading === "narrow" ? "mates" : "aims"][side]);
  if (reading === "narrow") await sets.or(own, own, sets.capturing(side));
}

/* Sets of one attacker that the patterns of one game after the other use. */

export interface Room {
  /** Where the attacker may be in an arena of one game, and where he may win (`attack-patterns.ts`). */
  readonly marked: CellSet;
  readonly within: CellSet;
  /** Working space of both attackers in turn. */
  readonly fresh: CellSet;
}

/** Sets of cells that `makeRooms` makes. */
export const ROOM_SETS = 5;

export function makeRooms(sets: CellSets, works: readonly PatternWork[]): Room[] {
  const fresh = sets.make("red");
  return works.map(({ attacker, defender }) => ({
    marked: sets.make(attacker),
    within: sets.make(defender),
    fresh: sets.withSide(fresh, attacker),
  }));
}
