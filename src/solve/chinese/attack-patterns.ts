/** Losses by attacks that a side would have to keep up for ever: those of one attacker's patterns, level after level. */
import type { Cell, EndgameIndex } from "../../endgame/index.ts";
import { priorityOf } from "../../fang/class-orders.ts";
import { graphOfEdges, sideNumber } from "../../fang/graph.ts";
import { oddRegion } from "../../fang/parity.ts";
import { legalMoves, moveFrom, moveTo } from "../../xiangqi/moves.ts";
import { EMPTY, type Colour } from "../../xiangqi/pieces.ts";
import type { Square } from "../../xiangqi/squares.ts";
import type { CellSet, CellSets, PatternWork } from "../levels/cell-sets.ts";
import { prune } from "../levels/check-patterns.ts";
import { addSlot, hasSlot, removeSlot } from "../outcomes.ts";
import { cellOfSlot, slotOfCell, type Slot } from "../planes.ts";
import type { AttackSets } from "./attack-sets.ts";
import type { MoveClasses, QuietMove, Reading } from "./classes.ts";
import type { Bounds } from "./readings.ts";

/** How moves get their classes, and where wins may be looked for. */
export interface Judging {
  readonly attacks: AttackSets;
  readonly classes: MoveClasses;
  /** The reading of the moves of the side that may lose by them. */
  readonly ofLoser: Reading;
  /** The reading of the other side's moves. */
  readonly ofWinner: Reading;
}

/** Sets of one attacker that the patterns of one game after the other use. */
export interface Room {
  readonly marked: CellSet;
  readonly within: CellSet;
}

export function makeRoom(sets: CellSets, { attacker, defender }: PatternWork): Room {
  return { marked: sets.make(attacker), within: sets.make(defender) };
}

/** Positions with a free move: where it leads to, and all of them as bit vectors. */
interface Free {
  readonly free: Map<Slot, Slot>;
  readonly bits: Uint32Array;
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
  /** What the attacker has won: the bits in the kernel's memory. */
  #won: Uint32Array = new Uint32Array();
  /** By least class: positions whose side to move is forced; and of such as are not, the slot that a free move leads to. */
  readonly #forced = [new Set<Slot>(), new Set<Slot>(), new Set<Slot>()] as const;
  readonly #free: readonly Free[];

  private constructor(sets: CellSets, work: PatternWork, judging: Judging, marked: CellSet, within: CellSet | null) {
    this.#sets = sets;
    this.#work = work;
    this.#judging = judging;
    this.#index = judging.attacks.index;
    this.#marked = marked;
    this.#within = within;
    const words = sets.whole(work.won).length;
    this.#free = [0, 1, 2].map(() => ({ free: new Map(), bits: new Uint32Array(words) }));
  }

  /**
   * @param work with `attackerChecked` known
   * @param bounds where the attacker may win; default: anywhere
   */
  static async make(
    sets: CellSets,
    work: PatternWork,
    { marked, within }: Room,
    judging: Judging,
    bounds?: Bounds,
  ): Promise<AttackPatterns> {
    const { attacks, ofLoser } = judging;
    const { attacker, defender, attackerChecked } = work;
    // The same boards with the defender to move tell what he attacks.
    const own = sets.withSide(marked, defender);
    sets.copyIn(own, attacks[ofLoser === "narrow" ? "mates" : "aims"][defender]);
    if (ofLoser === "narrow") await sets.or(own, own, sets.capturing(defender));
    await sets.or(marked, marked, attackerChecked);
    if (bounds === undefined) return new AttackPatterns(sets, work, judging, marked, null);
    const mayWin = sets.withSide(within, attacker);
    sets.copyIn(mayWin, bounds.won);
    await sets.and(marked, marked, mayWin);
    sets.copyIn(within, bounds.lost);
    return new AttackPatterns(sets, work, judging, marked, within);
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
    if ((await this.#keepForced(least, count)) === 0) return 0;
    const lost = this.#solve();
    sets.assign(losses, lost);
    return lost.length;
  }

  /** The positions known to have a move of a lower class that does not lose. */
  #freeStill(least: number): Uint32Array {
    const { free, bits } = this.#free[least]!;
    const won = this.#sets.whole(this.#work.won);
    for (const [slot, move] of free) {
      if (!hasSlot(won, move)) continue;
      free.delete(slot);
      removeSlot(bits, slot);
    }
    return bits;
  }

  /**
   * Leaves in `work.losses` those positions all of whose moves that do not lose are of a least class. Where the loser's moves are
   * read widely that is known of all but the king's moves out of check.
   * @returns their number
   */
  async #keepForced(least: number, count: number): Promise<number> {
    const sets = this.#sets;
    const { losses, wins, won, scratch, defenderChecked } = this.#work;
    const isWide = this.#judging.ofLoser === "wide";
    if (isWide) await sets.and(scratch, losses, defenderChecked);
    this.#won = sets.whole(won);
    const free = [...sets.slots(isWide ? scratch : losses)].filter((slot) => !this.#isForced(slot, least));
    if (free.length === 0) return count;
    sets.assign(scratch, free);
    const left = await sets.andNot(losses, losses, scratch);
    if (left === 0) return 0;
    await sets.some(wins, wins, losses);
    return prune(sets, this.#work, this.#marked, left);
  }

  /** Whether all moves of a position are of a least class, or lose. Once it is so it stays so, as more and more is won. */
  #isForced(slot: Slot, least: number): boolean {
    if (this.#forced[least]!.has(slot)) return true;
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
    this.#visitQuiet(this.#canonical(slot), defender, (move) => {
      if (hasSlot(this.#won, this.#slotAfter(move))) return true;
      const told = classes.told(move, ofLoser);
      if (told === null) open.push(move);
      return told === null || !isIdle(move, told);
    });
    if (idle === null) open.some((move) => isIdle(move, classes.classOf(move, ofLoser)));
    if (idle === null) {
      for (let each = 1; each <= least; each++) this.#forced[each]!.add(slot);
      return true;
    }
    for (let each = lowest + 1; each < HIGHEST; each++) {
      const { free, bits } = this.#free[each]!;
      free.set(slot, this.#slotAfter(idle));
      addSlot(bits, slot);
    }
    return false;
  }

  #slotAfter({ cell }: QuietMove): Slot {
    return slotOfCell(this.#index, cell);
  }

  /** The parity game on what is left. */
  #solve(): Slot[] {
    const { attacker, defender, wins, losses } = this.#work;
    const { classes, ofLoser, ofWinner } = this.#judging;
    const within = { [attacker]: this.#sets.copyOut(wins), [defender]: this.#sets.copyOut(losses) } as Record<Colour, Uint32Array>; // prettier-ignore
    const cells: Cell[] = [];
    const movers: Colour[] = [];
    const numbers = new Map<number, number>();
    const add = (slot: Slot, turn: Colour): void => {
      const cell = this.#canonical(slot);
      const key = keyOf(cell, turn);
      if (numbers.has(key)) return;
      numbers.set(key, cells.length);
      cells.push(cell);
      movers.push(turn);
    };
    for (const slot of this.#sets.slots(wins)) add(slot, attacker);
    const lost = [...this.#sets.slots(losses)];
    for (const slot of lost) add(slot, defender);
    const firstEdge = new Uint32Array(cells.length + 1);
    const ends: number[] = [];
    const labels: number[] = [];
    cells.forEach((cell, from) => {
      const turn = movers[from]!;
      const other = turn === attacker ? defender : attacker;
      const reading = turn === attacker ? ofWinner : ofLoser;
      this.#visitQuiet(cell, turn, (move) => {
        if (!hasSlot(within[other], this.#slotAfter(move))) return true;
        ends.push(numbers.get(keyOf(move.cell, other))!);
        labels.push(classes.classOf(move, reading));
        return true;
      });
      firstEdge[from + 1] = ends.length;
    });
    const mover = Uint8Array.from(movers, sideNumber);
    const graph = graphOfEdges(mover, firstEdge, Uint32Array.from(ends), Uint32Array.from(labels));
    const isAttackers = (edge: number) => movers[graph.to[edge]!] === defender;
    const priority = (edge: number) => priorityOf(HIGHEST, graph.labels[edge]!, isAttackers(edge));
    const won = oddRegion(graph, new Uint8Array(cells.length).fill(1), priority, sideNumber(attacker));
    return lost.filter((slot) => won[numbers.get(keyOf(this.#canonical(slot), defender))!] === 1);
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

  #canonical(slot: Slot): Cell {
    const cell = cellOfSlot(this.#index, slot);
    return this.#index.twins === 1 ? cell : this.#index.indexOf(this.#index.boardAt(cell)!);
  }
}

function keyOf(cell: Cell, turn: Colour): number {
  return 2 * cell + sideNumber(turn);
}
