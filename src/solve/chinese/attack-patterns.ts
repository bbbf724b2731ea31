/** Losses by attacks that a side would have to keep up for ever: those of one attacker's patterns, level after level. */
import type { Cell, EndgameIndex } from "../../endgame/index.ts";
import { priorityOf } from "../../fang/class-orders.ts";
import { makeMoveGraph, sideNumber, type Edge } from "../../fang/graph.ts";
import { oddRegion } from "../../fang/parity.ts";
import { legalMoves, moveFrom, moveTo } from "../../xiangqi/moves.ts";
import { EMPTY, type Colour } from "../../xiangqi/pieces.ts";
import type { CellSet, CellSets, PatternWork } from "../levels/cell-sets.ts";
import { prune } from "../levels/check-patterns.ts";
import { hasSlot } from "../outcomes.ts";
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
  /** Classes of a position's quiet moves in the order of `legalMoves`, UNKNOWN where nobody has asked; by vertex key. */
  readonly #known = new Map<number, Int8Array>();
  /** By least class: positions whose side to move is forced; and of such as are not, the slot that a free move leads to. */
  readonly #forced = [new Set<Slot>(), new Set<Slot>(), new Set<Slot>()] as const;
  readonly #free = [new Map<Slot, Slot>(), new Map<Slot, Slot>(), new Map<Slot, Slot>()] as const;

  private constructor(sets: CellSets, work: PatternWork, judging: Judging, marked: CellSet, within: CellSet | null) {
    this.#sets = sets;
    this.#work = work;
    this.#judging = judging;
    this.#index = judging.attacks.index;
    this.#marked = marked;
    this.#within = within;
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
    let count = await sets.all(losses, defenderUnknown, goals);
    if (count > 0 && this.#within !== null) count = await sets.and(losses, losses, this.#within);
    if (count === 0) return 0;
    await sets.some(wins, attackerUnknown, losses);
    if ((count = await prune(sets, this.#work, this.#marked, count)) === 0) return 0;
    if ((count = await this.#keepForced(least, count)) === 0) return 0;
    await sets.some(wins, wins, losses);
    if ((count = await prune(sets, this.#work, this.#marked, count)) === 0) return 0;
    const lost = this.#solve();
    sets.assign(losses, lost);
    return lost.length;
  }

  /**
   * Leaves in `work.losses` those positions all of whose moves that do not lose are of a least class. Where the loser's moves are
   * read widely that is known of all but the king's moves out of check.
   * @returns their number
   */
  async #keepForced(least: number, count: number): Promise<number> {
    const sets = this.#sets;
    const { losses, scratch, defenderChecked } = this.#work;
    const isWide = this.#judging.ofLoser === "wide";
    if (isWide) await sets.and(scratch, losses, defenderChecked);
    const free = [...sets.slots(isWide ? scratch : losses)].filter((slot) => !this.#isForced(slot, least));
    if (free.length === 0) return count;
    sets.assign(scratch, free);
    return sets.andNot(losses, losses, scratch);
  }

  /** Once it is so it stays so, as more and more is won. */
  #isForced(slot: Slot, least: number): boolean {
    const { won, defender } = this.#work;
    const forced = this.#forced[least]!;
    const free = this.#free[least]!;
    if (forced.has(slot)) return true;
    const known = free.get(slot);
    if (known !== undefined && !this.#sets.has(won, known)) return false;
    const cell = this.#canonical(slot);
    const { classes, ofLoser } = this.#judging;
    const slotAfter = ({ cell: after }: QuietMove) => slotOfCell(this.#index, after);
    const moves = this.#quietMoves(cell, defender);
    const staying = moves.filter((move) => !this.#sets.has(won, slotAfter(move)));
    // What sets tell goes before searches.
    const idle =
      staying.find((move) => (classes.told(move, ofLoser) ?? least) < least) ??
      staying.find((move) => this.#classOf(move, cell, defender, moves.indexOf(move), moves.length) < least);
    if (idle !== undefined) {
      free.set(slot, slotAfter(idle));
      return false;
    }
    forced.add(slot);
    free.delete(slot);
    return true;
  }

  /** The parity game on what is left. */
  #solve(): Slot[] {
    const { attacker, defender, wins, losses } = this.#work;
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
    const edges: Edge[] = [];
    cells.forEach((cell, from) => {
      const turn = movers[from]!;
      const other = turn === attacker ? defender : attacker;
      const quiet = this.#quietMoves(cell, turn);
      quiet.forEach((move, i) => {
        const to = numbers.get(keyOf(move.cell, other));
        if (to === undefined) return;
        edges.push({ from, to, labels: this.#classOf(move, cell, turn, i, quiet.length) });
      });
    });
    const graph = makeMoveGraph(Uint8Array.from(movers, sideNumber), edges);
    const isAttackers = (edge: number) => movers[graph.to[edge]!] === defender;
    const priority = (edge: number) => priorityOf(HIGHEST, graph.labels[edge]!, isAttackers(edge));
    const won = oddRegion(graph, new Uint8Array(cells.length).fill(1), priority, sideNumber(attacker));
    return lost.filter((slot) => won[numbers.get(keyOf(this.#canonical(slot), defender))!] === 1);
  }

  #classOf(move: QuietMove, cell: Cell, turn: Colour, place: number, places: number): number {
    const { classes, ofLoser, ofWinner } = this.#judging;
    const reading = turn === this.#work.attacker ? ofWinner : ofLoser;
    const told = classes.told(move, reading);
    if (told !== null) return told;
    const key = keyOf(cell, turn);
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = new Int8Array(places).fill(UNKNOWN)));
    if (known[place] === UNKNOWN) {
      known[place] = classes.classOf(move, reading);
    }
    return known[place]!;
  }

  #quietMoves(cell: Cell, turn: Colour): QuietMove[] {
    const board = this.#index.boardAt(cell)!;
    const position = { board, turn };
    const quiet: QuietMove[] = [];
    const parries = hasSlot(this.#judging.attacks.checked[turn], slotOfCell(this.#index, cell));
    for (const move of legalMoves(position)) {
      const [from, to] = [moveFrom(move), moveTo(move)];
      if (board[to] !== EMPTY) continue;
      board[to] = board[from]!;
      board[from] = EMPTY;
      quiet.push({ position, move, cell: this.#index.indexOf(board), parries });
      board[from] = board[to]!;
      board[to] = EMPTY;
    }
    return quiet;
  }

  #canonical(slot: Slot): Cell {
    const cell = cellOfSlot(this.#index, slot);
    return this.#index.twins === 1 ? cell : this.#index.indexOf(this.#index.boardAt(cell)!);
  }
}

const UNKNOWN = -1;

function keyOf(cell: Cell, turn: Colour): number {
  return 2 * cell + sideNumber(turn);
}
