/** Walks over the cells of a table and compares each legal position's value with the one its successors give. */
import { DEFAULT_COLLECTION } from "../../table/catalog/catalog.ts";
import type { OrderForm, Codes } from "../../table/format/header.ts";
import { categoryOf, isDraw, isLoss, isWin, type Value, type Metric } from "../../table/value.ts";
import { writeLegalMoves } from "../../xiangqi/moves.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { canBeSeed, deriveValue, quietValue } from "../derive.ts";
import { HoldingFinder } from "../chinese/holding.ts";
import { proofClasses } from "../chinese/move-classes.ts";
import { SuspectFinder } from "../asian/suspects.ts";
import { TablePlanes, type ProofTables } from "../planes.ts";
import { hasClasses, ruleOptionsOf } from "../stated.ts";
import { newSuccessions, Successors } from "../successors.ts";
import { emptyTally, type ProofTally } from "./tally.ts";
import { LegalWalk, type LegalCells } from "../walk.ts";

export class Checker {
  readonly #tally: ProofTally;
  readonly #planes: TablePlanes;
  readonly #metric: Metric;
  readonly #orders: OrderForm;
  readonly #successors: Successors;
  readonly #walk: LegalWalk;
  readonly #next = newSuccessions();
  readonly #suspects: SuspectFinder | null;
  readonly #holdings: HoldingFinder | null;
  readonly #differences: Codes | null;
  readonly #derived: Colour | null;
  /** Of the derived side. */
  readonly #list: readonly Value[];

  /** @param legal gets the cells that are met */
  constructor({ table, inputs }: ProofTables, legal: LegalCells) {
    this.#planes = new TablePlanes(table);
    const { derived, lists } = table.header;
    this.#differences = table.differences ?? null;
    this.#derived = derived;
    this.#list = derived === null ? [] : lists[derived];
    this.#metric = table.header.info.metric;
    this.#orders = table.header.info.orderForm ?? DEFAULT_COLLECTION.orders;
    this.#successors = new Successors(
      this.#planes,
      new Map(Array.from(inputs, ([name, input]) => [name, new TablePlanes(input)])),
    );
    const { index } = this.#planes;
    this.#walk = new LegalWalk(index, (turn, cell, halves, inCheck) => {
      legal.add(turn, cell);
      this.#checkPosition(turn, cell, halves, inCheck);
    });
    const rules = ruleOptionsOf(table.header.info);
    this.#suspects = rules && new SuspectFinder(index, rules);
    this.#holdings = hasClasses(table.header) ? new HoldingFinder(proofClasses(table.header.info)) : null;
    this.#tally = emptyTally(table.header.values.length);
  }

  /** What has been found so far. */
  get tally(): ProofTally {
    if (this.#holdings !== null) {
      return { ...this.#tally, holdings: this.#holdings.holdings, seeds: this.#holdings.seeds.toSeeds() };
    }
    if (this.#suspects === null) return this.#tally;
    return { ...this.#tally, suspects: this.#suspects.takeSuspects(), seeds: this.#suspects.seeds.toSeeds() };
  }

  /** Checks the cells of stored blocks `from` to `to` (exclusive), in ascending order. */
  run(from: number, to: number): void {
    this.#walk.walk(from, to);
  }

  /**
   * What the file says of a position of a derived side, by the moves just followed: that is how its format is defined
   * (docs/spec/table-format.md), done once more. The values of the other side come from the reader whose answer is checked.
   */
  #readDifference(turn: Colour, cell: number, board: Uint8Array): Value | null {
    if (this.#differences === null || turn !== this.#derived) return null;
    const difference = this.#differences[cell]!;
    return difference === 0 ? quietValue(board, this.#next) : this.#list[difference - 1]!;
  }

  #checkPosition(turn: Colour, cell: number, halves: number, inCheck: boolean): void {
    const code = this.#planes[turn]![cell]!;
    const stored = this.#planes.values[turn][code]!;
    const { setup } = this.#walk;
    const { board } = setup;
    const next = this.#next;
    next.count = writeLegalMoves(board, turn, next.moves);
    this.#successors.follow(setup, turn, next);
    this.#suspects?.consider(board, turn, cell, next, stored);
    const derived = deriveValue(board, next, this.#metric);
    const mayBe = this.#holdings?.consider(board, turn, cell, next, stored) ?? true;
    const read = this.#readDifference(turn, cell, board) ?? stored;
    const side = this.#tally[turn];
    side.halves[code]! += halves;
    if (next.count === 0) side[inCheck ? "checkmatedHalves" : "stalematedHalves"] += halves;
    this.#tally.checked++;
    this.#survey(turn, cell, halves, inCheck, stored);
    if (read !== stored) {
      this.#tally.wrong++;
      this.#tally.first ??= { cell, turn, stored, derived: read };
    } else if (!mayBe || !this.#agrees(stored, derived)) {
      this.#tally.wrong++;
      this.#tally.first ??= { cell, turn, stored, derived };
    }
  }

  #agrees(stored: Value, derived: Value): boolean {
    if (derived === stored) return true;
    if (this.#holdings !== null && isDraw(stored) && isDraw(derived)) return true;
    return (this.#suspects ?? this.#holdings) !== null && canBeSeed(stored, derived, this.#orders);
  }

  /** Of a position whose successors were just followed. The same cell is a legal position for either side unless one is in check. */
  #survey(turn: Colour, cell: number, halves: number, inCheck: boolean, stored: Value): void {
    const { values, count } = this.#next;
    if (isWin(stored)) {
      let winning = 0;
      for (let i = 0; i < count; i++) if (isLoss(values[i]!)) winning++;
      if (winning === 1) this.#tally[turn].onlyWinningHalves += halves;
    }
    if (turn === "black" || inCheck) return;
    const [red, black] = [categoryOf(stored), categoryOf(this.#planes.values.black[this.#planes.black![cell]!]!)];
    const { zugzwangHalves } = this.#tally;
    if (red === "loss" && black === "loss") zugzwangHalves.both += halves;
    if (red === "loss" && black === "draw") zugzwangHalves.red += halves;
    if (red === "draw" && black === "loss") zugzwangHalves.black += halves;
  }
}
