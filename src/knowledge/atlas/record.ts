/** What the atlas keeps of a table: all that was found out about an endgame, without its values. */
import type { NewHash } from "../../base/sha256.ts";
import { fileOrder } from "../../endgame/file-order.ts";
import { type Collection, collectionPath } from "../../table/catalog/collection.ts";
import type { Codes, OrderStatistics, SideStatistics, TableHeader, TableInfo } from "../../table/format/header.ts";
import type { ProofRecord, Survey } from "../../table/format/proof.ts";
import type { PlaceRange } from "../../table/read/stored.ts";
import type { Table } from "../../table/read/table.ts";
import { distanceOf, isDependent, isDraw, isWin, orderOf } from "../../table/value.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { isLegalPosition } from "../../xiangqi/validate.ts";
import type { TypicalPositions } from "../../query/statistics.ts";
import { outcomeNumbers, outcomeSum } from "../../table/format/content-sum.ts";
import { typicalPositions } from "./typical.ts";

/** The first position of an order's longest win and loss for a side to move, null where there is none. */
export interface Longest {
  readonly winFen: string | null;
  readonly lossFen: string | null;
}

export interface AtlasOrder extends OrderStatistics {
  readonly longest: Readonly<Record<Colour, Longest>>;
}

export interface AtlasRecord extends Pick<TableInfo, "endgame" | "metric" | "rules" | "orderForm" | "certificate"> {
  /** For each side to move. */
  readonly cells: number;
  /** The content sum (docs/spec/content-sum.md) of the table that was proven. */
  readonly sum: string;
  readonly red: SideStatistics;
  readonly black: SideStatistics;
  readonly orders: readonly AtlasOrder[];
  readonly survey: Survey;
  /** Records of older versions lack this and the next: where no table has been read since. */
  readonly outcomeSum?: string;
  readonly typical?: AtlasOutcomes["typical"];
  readonly proof: Pick<ProofRecord, "version" | "checks">;
}

/** Whether a record is all that the atlas keeps of a table with this proof. */
export function isOfProof(record: AtlasRecord, { sum, survey, version, checks }: ProofRecord): boolean {
  if (record.outcomeSum === undefined || record.typical === undefined) return false;
  const told = [record.sum, record.survey, record.proof];
  return JSON.stringify(told) === JSON.stringify([sum, survey, { version, checks }]);
}

/**
 * What the atlas keeps of a proven table. Memory: all codes of both sides; time: to read each twice.
 * @returns null where its proof counted nothing, or does not say of which values it is
 */
export async function recordOf(
  table: Table,
  { sum, survey, version, checks }: ProofRecord,
  newHash: NewHash,
): Promise<AtlasRecord | null> {
  if (sum === undefined || survey === undefined) return null;
  const { endgame, metric, rules, orderForm, certificate, red, black, orders } = table.header.info;
  const fens = { red: await longestOf(table, "red"), black: await longestOf(table, "black") };
  return {
    endgame,
    metric,
    rules,
    orderForm,
    ...(certificate !== undefined && { certificate }),
    cells: table.header.cells,
    sum,
    red,
    black,
    orders: orders.map((each, i) => ({ ...each, longest: { red: fens.red[i]!, black: fens.black[i]! } })),
    survey,
    ...(await outcomesOf(table, newHash)),
    proof: { version, checks },
  };
}

/** By the table's orders. */
async function longestOf(table: Table, turn: Colour): Promise<Longest[]> {
  const { header, index } = table;
  const cellAt = header.layout === "index" ? (place: number) => place : fileOrder(index).cellAt;
  const wanted = longestCodes(header, turn);
  const fens = new Map<string, string>();
  // By code: the first cell so far; -1 where it is not wanted, or stands for no value.
  const cells = new Float64Array(2 ** 16).fill(-1);
  wanted.forEach((key, code) => key !== null && (cells[code] = Infinity));
  let place = 0;
  for await (const codes of table.readPieces(turn, piecesOf(header.cells))) {
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i]!;
      const before = cells[code]!;
      if (before < 0) continue;
      const cell = cellAt(place + i);
      if (cell >= before) continue;
      // Cells that are no legal position, or that another cell stands for, hold anything.
      const board = index.boardAt(cell);
      if (board === null || index.indexOf(board) !== cell || !isLegalPosition({ board, turn })) continue;
      cells[code] = cell;
      fens.set(wanted[code]!, formatFen({ board, turn }));
    }
    place += codes.length;
  }
  return header.info.orders.map(({ order }) => ({
    winFen: fens.get(`win ${order}`) ?? null,
    lossFen: fens.get(`loss ${order}`) ?? null,
  }));
}

/** Cells that are read at a time. */
const PIECE_CELLS = 2 ** 22;

function* piecesOf(cells: number): Generator<PlaceRange> {
  for (let first = 0; first < cells; first += PIECE_CELLS) yield { first, count: Math.min(PIECE_CELLS, cells - first) };
}

/** By the codes of a side: outcome and order of the longest win and loss of each order, null for all others. */
function longestCodes({ lists, info }: TableHeader, turn: Colour): (string | null)[] {
  const longest = new Map(info.orders.map((each) => [each.order, each[turn]]));
  return lists[turn].map((value) => {
    if (isDraw(value) || isDependent(value)) return null; // what depends on a reading is in no order
    const { longestWin, longestLoss } = longest.get(orderOf(value)) ?? {};
    if (distanceOf(value) !== (isWin(value) ? longestWin : longestLoss)) return null;
    return `${isWin(value) ? "win" : "loss"} ${orderOf(value)}`;
  });
}

/** Of a record's table. */
export function collectionOf({ rules, metric, orderForm }: AtlasRecord): Collection {
  return { rules, metric, ...(orderForm !== null && { orders: orderForm }) };
}

/** What tells records apart: `asian/dtc/KRKAABB`. */
export function keyOf(record: AtlasRecord): string {
  return keyIn(collectionOf(record), record.endgame);
}

/** The same of an endgame in a collection. */
export function keyIn(collection: Collection, endgame: string): string {
  return `${collectionPath(collection)}/${endgame}`;
}

/* What the atlas keeps of a table's outcomes: their sum, and typical positions. */

export interface AtlasOutcomes {
  /** The sum over the outcomes of all legal positions: 32 hexadecimal digits. */
  readonly outcomeSum: string;
  /** For each side to move. */
  readonly typical: Readonly<Record<Colour, TypicalPositions>>;
}

/**
 * Reads all values. Memory: the codes of both sides, and a byte for each cell.
 * @param visit is handed the codes of each side, by cell, Red's first: those of its list, beyond it for cells that are no legal position
 */
export async function outcomesOf(
  table: Table,
  newHash: NewHash,
  visit: (turn: Colour, codes: Codes) => void = () => {},
): Promise<AtlasOutcomes> {
  const { header, index } = table;
  const sum = outcomeSum(header.info, header.cells, newHash);
  const typical: Partial<Record<Colour, TypicalPositions>> = {};
  const outcomes = new Uint8Array(header.cells);
  for (const turn of COLOURS) {
    const codes = await table.readCells(turn);
    visit(turn, codes);
    const list = header.lists[turn];
    const numbers = outcomeNumbers(list);
    for (let cell = 0; cell < outcomes.length; cell++) outcomes[cell] = numbers[codes[cell]!]!;
    sum.update(outcomes);
    typical[turn] = typicalPositions(index, turn, { outcomes, valueOf: (cell) => list[codes[cell]!]! });
  }
  return { outcomeSum: sum.digest(), typical: typical as Record<Colour, TypicalPositions> };
}
