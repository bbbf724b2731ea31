/** Tables as leaves of proofs: found, compared by their content sums, and asked, by searches and checkers. None is ever built. */
import {
  ATTACKING_ROLES,
  canonicalEndgame,
  DEFENDING_ROLES,
  endgameOf,
  parseEndgame,
  swapEndgame,
  type Endgame,
} from "../endgame/endgame.ts";
import { COLLECTIONS, collectionPath, type Collection, type TableProvider } from "../table/catalog/catalog.ts";
import type { TableHeader } from "../table/format/header.ts";
import type { Table } from "../table/read/table.ts";
import { isDraw, isWin, type Category } from "../table/value.ts";
import { InputError } from "../base/errors.ts";
import { formatFen } from "../xiangqi/fen.ts";
import { swapColours, type LegalPosition } from "../xiangqi/position.ts";
import { COLOURS, pieceOf, type Colour } from "../xiangqi/pieces.ts";
import type { LeafOracle } from "./all-moves.ts";
import type { CheckerTable } from "./check.ts";
import { endgameOfTable, type LeafTable, type ProofRules } from "./proof-tree.ts";

/** The collection of a table that a proof rests on. */
export function collectionOfTable({ path }: LeafTable): Collection {
  return COLLECTIONS.find((each) => path.startsWith(`${collectionPath(each)}/`))!;
}

/** Where a table of a collection lies, as a proof tree names it. */
export function leafPath(collection: Collection, endgame: string): string {
  return `${collectionPath(collection)}/${endgame}`;
}

/**
 * A table of a collection for the checker; null where there is none.
 * @param sumOf what is known of its content sum, such as what its header states
 */
export async function openLeafTable(
  table: LeafTable,
  provider: TableProvider,
  sumOf: (endgame: string, header: TableHeader) => Promise<string | undefined>,
): Promise<CheckerTable | null> {
  const name = endgameOfTable(table);
  const opened = await provider.open(name);
  if (opened === null) return null;
  return { sum: await sumOf(name, opened.header), outcomeOf };

  async function outcomeOf(position: LegalPosition): Promise<Category> {
    const { swapped } = canonicalEndgame(endgameOf(position.board));
    const { board, turn } = swapped ? swapColours(position) : position;
    const cell = opened!.index.indexOf(board);
    if (cell < 0) throw new InputError("impossible-position", `impossible position: ${formatFen(position)}`);
    const value = await opened!.valueAt(turn, cell);
    return isDraw(value) ? "draw" : isWin(value) ? "win" : "loss";
  }
}

/** Of all tables of a book together, for each side to move: a byte holds four cells of one side, so these are 256 MiB. */
const MOST_LEAF_CELLS = 2 ** 29;

/** Of tables that are opened, decoded and packed in a second of one thread (6.6 million measured on a busy machine). */
const CELLS_A_SECOND = 5_000_000;

/** The cells of a book that is loaded in a quarter of so many seconds, at most. */
export function leafCellsIn(seconds: number): number {
  return Math.min(MOST_LEAF_CELLS, (seconds / 4) * CELLS_A_SECOND);
}

interface Loaded {
  readonly leaf: LeafTable;
  readonly table: Table;
  /** By side two bits for each cell: its place in OUTCOMES. */
  readonly outcomes: readonly [red: Uint8Array, black: Uint8Array];
}

const OUTCOMES: readonly (Category | null)[] = [null, "win", "loss", "draw"];

/** How a catalogue of tables is asked for them. */
export interface LeafCatalog extends TableProvider {
  names(): Promise<readonly string[]>;
  /** The content sum that a table states, or is known to have. */
  sumOf(name: string, header: TableHeader): Promise<string | undefined>;
}

/** The tables that a position may lead to, decoded, so that a search asks them at once. The smallest come first, as far as memory allows. */
export class LeafBook implements LeafOracle {
  readonly rules: ProofRules;
  mostMen = 0;
  readonly #catalog: LeafCatalog;
  /** Of the position that it was loaded for. */
  readonly #men: Endgame;
  readonly #mostCells: number;
  readonly #byMen = new Map<number, Loaded & { readonly swapped: boolean }>();

  private constructor(catalog: LeafCatalog, rules: ProofRules, men: Endgame, mostCells: number) {
    this.#catalog = catalog;
    this.rules = rules;
    this.#men = men;
    this.#mostCells = mostCells;
  }

  /**
   * @param catalog of the rules `none`, or the Asian ones, under which the proof then is
   * @param mostCells of all tables together, for each side to move
   * @throws whatever reading a table throws
   */
  static async load(
    position: LegalPosition,
    catalog: LeafCatalog,
    mostCells: number = MOST_LEAF_CELLS,
  ): Promise<LeafBook> {
    if (catalog.rules === "chinese")
      throw new InputError("bad-option", "no proof rests on tables of the Chinese rules");
    const men = endgameOf(position.board);
    const book = new LeafBook(catalog, catalog.rules, men, mostCells);
    const tables: Table[] = [];
    for (const name of await catalog.names()) {
      const endgame = parseEndgame(name);
      if (endgame.from !== undefined || !(isPart(endgame, men) || isPart(swapEndgame(endgame), men))) continue;
      const table = await catalog.open(name);
      if (table !== null) tables.push(table);
    }
    let left = mostCells;
    for (const table of tables.sort((a, b) => a.header.cells - b.header.cells)) {
      left -= table.header.cells;
      if (left >= 0) await book.#take(table);
    }
    return book;
  }

  /** Whether it serves a position that comes later in the game as well as one that is loaded for it with so many cells. */
  serves({ board }: LegalPosition, mostCells: number): boolean {
    return mostCells <= this.#mostCells && isPart(endgameOf(board), this.#men);
  }

  async #take(table: Table): Promise<void> {
    const endgame = parseEndgame(table.header.info.endgame);
    const sum = await this.#catalog.sumOf(endgame.name, table.header);
    if (sum === undefined) return;
    const [red, black] = await table.readSides();
    const kinds = table.header.values.map((value) => (isDraw(value) ? 3 : isWin(value) ? 1 : 2));
    const outcomes = [packOutcomes(red, kinds), packOutcomes(black, kinds)] as const;
    const leaf = { path: leafPath(this.#catalog, endgame.name), sum };
    for (const swapped of [true, false]) {
      this.#byMen.set(numberMen(swapped ? swapEndgame(endgame) : endgame), { leaf, table, outcomes, swapped });
    }
    const men = COLOURS.flatMap((colour) => KINDS.map((kind) => endgame[colour][kind]));
    this.mostMen = Math.max(this.mostMen, 2 + men.reduce((most, count) => most + count, 0));
  }

  /** The table that has these men. */
  tableOf(board: Uint8Array): LeafTable | undefined {
    return this.#byMen.get(numberOnBoard(board))?.leaf;
  }

  outcomeOf(board: Uint8Array, turn: Colour): Category | null {
    const known = this.#byMen.get(numberOnBoard(board));
    if (known === undefined) return null;
    const at = known.swapped ? swapColours({ board, turn }) : { board, turn };
    const cell = known.table.index.indexOf(at.board);
    if (cell < 0) return null;
    const packed = known.outcomes[at.turn === "red" ? 0 : 1][cell >> 2]!;
    return OUTCOMES[(packed >> (2 * (cell & 3))) & 3]!;
  }

  /** For the checker: reads the file once more. */
  open(table: LeafTable): Promise<CheckerTable | null> {
    return openLeafTable(table, this.#catalog, (name, header) => this.#catalog.sumOf(name, header));
  }
}

function packOutcomes(codes: ArrayLike<number>, kinds: readonly number[]): Uint8Array {
  const packed = new Uint8Array((codes.length + 3) >> 2);
  // Cells that are no legal position have any code: nothing asks for them.
  for (let cell = 0; cell < codes.length; cell++) packed[cell >> 2]! |= (kinds[codes[cell]!] ?? 0) << (2 * (cell & 3));
  return packed;
}

const KINDS = [...ATTACKING_ROLES, ...DEFENDING_ROLES];

function isPart(small: Endgame, large: Endgame): boolean {
  return COLOURS.every((colour) => KINDS.every((kind) => small[colour][kind] <= large[colour][kind]));
}

/** A number for each set of men: at most five of a kind. */
function numberMen(endgame: Endgame): number {
  let number = 0;
  for (const colour of COLOURS) {
    for (const kind of KINDS) number += endgame[colour][kind] * WEIGHTS[pieceOf(colour, kind)]!;
  }
  return number;
}

function numberOnBoard(board: Uint8Array): number {
  let number = 0;
  for (const piece of board) number += WEIGHTS[piece]!;
  return number;
}

const WEIGHTS = new Float64Array(16);
COLOURS.forEach((colour, side) =>
  KINDS.forEach((kind, i) => (WEIGHTS[pieceOf(colour, kind)] = 6 ** (KINDS.length * side + i))),
);
