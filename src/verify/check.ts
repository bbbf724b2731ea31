/** Walks over the cells of a table and compares each legal position's value with the one its successors give. */
import { twinKey } from "../endgame/index.ts";
import type { Metric, OrderForm } from "../table/header.ts";
import { isAttacked } from "../xiangqi/attacks.ts";
import { writeLegalMoves } from "../xiangqi/moves.ts";
import { pieceOf, type Colour, type Piece } from "../xiangqi/pieces.ts";
import { canStand, isHomeSoldier } from "../xiangqi/reach.ts";
import { fileOf, type Square } from "../xiangqi/squares.ts";
import { canBeSeed, deriveValue } from "./derive.ts";
import { SuspectFinder } from "./perpetuals/suspect-finder.ts";
import { Planes, type ProofTables } from "./planes.ts";
import { ruleOptionsOf } from "./rules.ts";
import { attackerPieces, Setup } from "./setup.ts";
import { Successors, type Successions } from "./successors.ts";
import { emptyTally, type Tally } from "./tally.ts";

export class Checker {
  readonly #tally: Tally;
  readonly #planes: Planes;
  readonly #metric: Metric;
  readonly #orders: OrderForm;
  readonly #successors: Successors;
  readonly #setup: Setup;
  readonly #pieces: readonly Piece[];
  /** The numbers of the outer men that are the inner man's twins. */
  readonly #twins: readonly number[];
  readonly #next: Successions = {
    moves: new Uint16Array(256),
    values: new Int32Array(256),
    cells: new Float64Array(256),
    count: 0,
  };
  readonly #suspects: SuspectFinder | null;

  constructor({ table, inputs }: ProofTables) {
    this.#planes = new Planes(table);
    this.#metric = table.header.info.metric;
    this.#orders = table.header.info.orderForm ?? "fang";
    this.#successors = new Successors(
      this.#planes,
      new Map(Array.from(inputs, ([name, input]) => [name, new Planes(input)])),
    );
    const { index } = this.#planes;
    this.#setup = new Setup(index);
    this.#pieces = attackerPieces(index);
    this.#twins = this.#pieces.flatMap((piece, man) =>
      index.inner !== null && man > 0 && piece === pieceOf("red", index.inner) ? [man] : [],
    );
    const rules = ruleOptionsOf(table.header.info);
    this.#suspects = rules && new SuspectFinder(index, rules);
    this.#tally = emptyTally(table.header.values.length);
  }

  /** What has been found so far. */
  get tally(): Tally {
    if (this.#suspects === null) return this.#tally;
    const { suspects, seeds } = this.#suspects;
    return { ...this.#tally, suspects, seeds: seeds.toArray() };
  }

  /** Checks the cells of stored blocks `from` to `to` (exclusive), in ascending order. */
  checkBlocks(from: number, to: number): void {
    const { index } = this.#planes;
    const { placements, inner, width, black } = index;
    const setup = this.#setup;
    const firstOuter = inner === null ? 0 : 1;
    for (let block = from; block < to; block++) {
      const whole = index.blocks[block]!;
      const placement = whole % placements.count;
      setup.start((whole - placement) / placements.count);
      let free = true;
      for (let man = 0; man < placements.men.length && free; man++) {
        free = setup.putAttacker(firstOuter + man, placements.squareOf(placement, man));
      }
      if (!free) continue;
      for (let square = 0; square < width; square++) {
        if (inner !== null && (!canStand(this.#pieces[0]!, square) || !setup.putAttacker(0, square))) continue;
        const halves = this.#halvesOfRow(index.weights[block]!);
        setup.firstCell = (block * width + square) * black.count;
        if (halves > 0) this.#checkRow(halves);
        if (inner !== null) setup.takeAttacker(0);
      }
    }
  }

  /**
   * For how many half positions of the whole board a cell stands whose attackers are those on the board. 0: for none,
   * because a twin of the inner man takes its part in the cell that counts, or because of doubled soldiers.
   */
  #halvesOfRow(weight: number): number {
    const { attackers } = this.#setup;
    let halves = 2 * weight;
    for (const twin of this.#twins) {
      const difference = twinKey(attackers[twin]!) - twinKey(attackers[0]!);
      if (difference > 0) return 0;
      if (difference === 0) halves = weight;
    }
    return hasDoubledSoldiers(this.#pieces, attackers) ? 0 : halves;
  }

  /** Checks the cells of one placement of Red's men and all attackers, for each formation of Black. */
  #checkRow(halves: number): void {
    const setup = this.#setup;
    const { index } = this.#planes;
    for (let formation = 0; formation < index.black.count; formation++) {
      if (!setup.putBlack(formation)) continue;
      const cell = setup.firstCell + formation;
      if (index.cellOf(setup.redFormation, formation, setup.attackers) !== cell) {
        throw new Error(`${index.endgame.name}: the index does not give cell ${cell} for its own position`);
      }
      const redAttacked = isAttacked(setup.board, setup.redKing, "black");
      const blackAttacked = isAttacked(setup.board, setup.blackKing, "red");
      if (!blackAttacked) this.#checkPosition("red", cell, halves, redAttacked);
      if (!redAttacked) this.#checkPosition("black", cell, halves, blackAttacked);
      setup.takeBlack();
    }
  }

  #checkPosition(turn: Colour, cell: number, halves: number, inCheck: boolean): void {
    const code = this.#planes[turn]![cell]!;
    const stored = this.#planes.values[code]!;
    const { board } = this.#setup;
    const next = this.#next;
    next.count = writeLegalMoves(board, turn, next.moves);
    this.#successors.follow(this.#setup, turn, next);
    this.#suspects?.consider(board, turn, cell, next, stored);
    const derived = deriveValue(board, next, this.#metric);
    const side = this.#tally[turn];
    side.halves[code]! += halves;
    if (next.count === 0) side[inCheck ? "checkmatedHalves" : "stalematedHalves"] += halves;
    this.#tally.checked++;
    if (derived !== stored && !(this.#suspects !== null && canBeSeed(stored, derived, this.#orders))) {
      this.#tally.wrong++;
      this.#tally.first ??= { cell, turn, stored, derived };
    }
  }
}

/** Two soldiers of one colour behind the river on one file, as no game can bring about. */
function hasDoubledSoldiers(pieces: readonly Piece[], squares: readonly Square[]): boolean {
  for (let a = 1; a < pieces.length; a++) {
    if (!isHomeSoldier(pieces[a]!, squares[a]!)) continue;
    for (let b = 0; b < a; b++) {
      if (pieces[a] !== pieces[b] || !isHomeSoldier(pieces[b]!, squares[b]!)) continue;
      if (fileOf(squares[a]!) === fileOf(squares[b]!)) return true;
    }
  }
  return false;
}
