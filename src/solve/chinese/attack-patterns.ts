/** Losses by attacks that a side would have to keep up for ever: those of one attacker's patterns, level after level. */
import type { Cell, EndgameIndex } from "../../endgame/index.ts";
import { priorityOf } from "../../fang/class-orders.ts";
import { makeMoveGraph, sideNumber, type Edge } from "../../fang/graph.ts";
import { oddRegion } from "../../fang/parity.ts";
import { legalMoves, moveFrom, moveTo } from "../../xiangqi/moves.ts";
import { EMPTY, type Colour } from "../../xiangqi/pieces.ts";
import type { CellSet, CellSets, PatternWork } from "../levels/cell-sets.ts";
import { prune } from "../levels/check-patterns.ts";
import { cellOfSlot, slotOfCell, type Slot } from "../planes.ts";
import type { AttackSets } from "./attack-sets.ts";
import type { MoveClasses, QuietMove, Reading } from "./classes.ts";

/** How moves get their classes, and where wins may be looked for. */
export interface Judging {
  readonly attacks: AttackSets;
  readonly classes: MoveClasses;
  /** The reading of the moves of the side that may lose by them. */
  readonly ofLoser: Reading;
  /** The reading of the other side's moves. */
  readonly ofWinner: Reading;
  /** Of each winner: where he may win, as bit vectors with him to move, and with his opponent to move. Default: anywhere. */
  readonly within?: Readonly<Record<Colour, { readonly won: Uint32Array; readonly lost: Uint32Array }>>;
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
  /** For a position whose side to move is not forced: the slot that a free move leads to. */
  readonly #free = new Map<Cell, Slot>();

  private constructor(sets: CellSets, work: PatternWork, judging: Judging, marked: CellSet, within: CellSet | null) {
    this.#sets = sets;
    this.#work = work;
    this.#judging = judging;
    this.#index = judging.attacks.index;
    this.#marked = marked;
    this.#within = within;
  }

  /** @param work with `attackerChecked` known */
  static async make(sets: CellSets, work: PatternWork, judging: Judging): Promise<AttackPatterns> {
    const { attacks, ofLoser, within } = judging;
    const { attacker, defender, attackerChecked } = work;
    // The same boards with the defender to move tell what he attacks.
    const own = sets.make(defender);
    sets.copyIn(own, attacks[ofLoser === "narrow" ? "mates" : "aims"][defender]);
    if (ofLoser === "narrow") await sets.or(own, own, sets.capturing(defender));
    const marked = sets.withSide(own, attacker);
    await sets.or(marked, marked, attackerChecked);
    if (within === undefined) return new AttackPatterns(sets, work, judging, marked, null);
    const mayLose = sets.make(defender);
    const mayWin = sets.withSide(mayLose, attacker);
    sets.copyIn(mayWin, within[attacker].won);
    await sets.and(marked, marked, mayWin);
    sets.copyIn(mayLose, within[attacker].lost);
    return new AttackPatterns(sets, work, judging, marked, mayLose);
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
    const forced = [...sets.slots(losses)].filter((slot) => this.#isForced(slot, least));
    sets.assign(losses, forced);
    if (forced.length === 0) return 0;
    await sets.some(wins, wins, losses);
    if ((await prune(sets, this.#work, this.#marked, forced.length)) === 0) return 0;
    const lost = this.#solve();
    sets.assign(losses, lost);
    return lost.length;
  }

  /** Whether all moves that do not lose are of a least class. */
  #isForced(slot: Slot, least: number): boolean {
    const { won, defender } = this.#work;
    const cell = this.#canonical(slot);
    const free = this.#free.get(cell);
    if (free !== undefined && !this.#sets.has(won, free)) return false;
    const quiet = this.#quietMoves(cell, defender);
    for (const [i, move] of quiet.entries()) {
      const child = slotOfCell(this.#index, move.cell);
      if (this.#sets.has(won, child)) continue; // it loses
      const found = this.#classOf(move, cell, defender, i, quiet.length);
      if (found >= least) continue;
      if (found === 0) this.#free.set(cell, child);
      return false;
    }
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
    const key = keyOf(cell, turn);
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = new Int8Array(places).fill(UNKNOWN)));
    if (known[place] === UNKNOWN) {
      known[place] = classes.classOf(move, turn === this.#work.attacker ? ofWinner : ofLoser);
    }
    return known[place]!;
  }

  #quietMoves(cell: Cell, turn: Colour): QuietMove[] {
    const board = this.#index.boardAt(cell)!;
    const position = { board, turn };
    const quiet: QuietMove[] = [];
    for (const move of legalMoves(position)) {
      if (board[moveTo(move)] !== EMPTY) continue;
      const after = board.slice();
      after[moveTo(move)] = board[moveFrom(move)]!;
      after[moveFrom(move)] = EMPTY;
      quiet.push({ position, move, after, cell: this.#index.indexOf(after) });
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
