/**
 * Finds studies in a table, exactly: of each kind those with the longest wins, in the order of the table's cells where wins are
 * equally long. Positions that mirror each other count once, and of those whose solutions begin alike the first.
 */
import { canonicalEndgame, endgameOf, parseEndgame } from "../../endgame/endgame.ts";
import type { Cell } from "../../endgame/index.ts";
import { type TableProvider, openOrMissing } from "../../table/catalog/catalog.ts";
import type { OrderKind } from "../../table/format/header.ts";
import type { Table } from "../../table/read/table.ts";
import { WORTH, categoryOf, distanceOf, isDependent, isWin, orderOf } from "../../table/value.ts";
import { type RankedMove, rankMoves } from "../../query/probe.ts";
import { perfectLine } from "../line.ts";
import { inCheck } from "../../xiangqi/attacks.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { applyMove, hasLegalMove, moveFrom } from "../../xiangqi/moves.ts";
import { formatUci, parseUci } from "../../xiangqi/notation/coordinates.ts";
import { COLOURS, type Colour, opponent, roleOf } from "../../xiangqi/pieces.ts";
import type { LegalPosition } from "../../xiangqi/position.ts";
import { isLegalPosition } from "../../xiangqi/validate.ts";
import { type FalseTry, type InBook, type Puzzle, type PuzzleKind, gradeOf } from "./puzzle.ts";

/** Shorter wins are no studies. */
export const LEAST_PLIES = 5;
/** Of a solution by perpetual, and of a drawn line. */
const MOST_PLIES = 80;
const DRAW_PLIES = 8;
const MOST_TRIES = 6;
const PATIENCE = 20_000;

export interface FindOptions {
  /** Of each kind, and of perpetuals of each order. */
  readonly count: number;
  /**
   * Positions that are looked at in vain before a kind is given up: what was found until then is still the longest there is.
   * Default: 20,000.
   */
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

/** @throws MissingTableError, and whatever reading a table throws */
export async function findPuzzles(name: string, provider: TableProvider, options: FindOptions): Promise<Puzzle[]> {
  const table = await openOrMissing(provider, parseEndgame(name).name);
  const codes = await table.readSides();
  const search: Search = { table, codes, provider, ...options };
  const puzzles: Puzzle[] = [
    ...(await findWins(search, "only-moves", 0, hasOnlyMoves)),
    ...(await findZugzwangs(search)),
    ...(await findWins(search, "quiet-king", 0, async (position) =>
      isQuietKing(position, await theOnlyMove(position, provider)),
    )),
  ];
  for (const { order } of table.header.info.orders) {
    if (order === 0) continue;
    const isOne = async (position: LegalPosition) => (await theOnlyMove(position, provider)) !== null;
    puzzles.push(...(await findWins(search, "perpetual", order, isOne)));
  }
  return puzzles;
}

interface Search extends FindOptions {
  readonly table: Table;
  /** Of Red to move, and of Black. */
  readonly codes: readonly [ArrayLike<number>, ArrayLike<number>];
  readonly provider: TableProvider;
}

type Test = (position: LegalPosition, provider: TableProvider) => Promise<boolean>;

/** The longest wins of an order that pass a test. */
async function findWins(search: Search, kind: PuzzleKind, order: number, test: Test): Promise<Puzzle[]> {
  const { table, codes, provider, count, signal, patience = PATIENCE } = search;
  const values = table.header.values;
  let inVain = 0;
  const least = order === 0 ? LEAST_PLIES : 1;
  const wanted = [...values.keys()]
    .filter((code) => {
      const value = values[code]!;
      return isWin(value) && !isDependent(value) && orderOf(value) === order && distanceOf(value) >= least;
    })
    .sort((a, b) => values[b]! - values[a]!);
  const found: Puzzle[] = [];
  for (const code of wanted) {
    for (const { cell, turn } of candidates(codes, code)) {
      if (found.length >= count || inVain >= patience) return found;
      signal?.throwIfAborted();
      const position = positionAt(table, cell, turn);
      if (position === null) continue;
      inVain++;
      if (!(await test(position, provider)) || (await isKnown(found, position, provider))) continue;
      found.push(await describePuzzle(kind, table, position, provider));
      inVain = 0;
    }
  }
  return found;
}

function* candidates(codes: Search["codes"], code: number): Generator<{ cell: number; turn: Colour }> {
  for (let cell = 0; cell < codes[0].length; cell++) {
    for (const [side, turn] of COLOURS.entries()) if (codes[side]![cell] === code) yield { cell, turn };
  }
}

/** The legal position of a cell; null where it has none, or another cell has the same position. */
export function positionAt({ index }: Table, cell: number, turn: Colour): LegalPosition | null {
  const board = index.boardAt(cell as Cell);
  if (board === null || index.indexOf(board) !== cell) return null;
  const position = { board, turn };
  return isLegalPosition(position) ? position : null;
}

/** The one move that wins; null where there are others, or none. */
async function theOnlyMove(position: LegalPosition, provider: TableProvider): Promise<RankedMove | null> {
  const winning = (await rankMoves(position, provider)).filter(({ value }) => isWin(value));
  return winning.length === 1 ? winning[0]! : null;
}

/** Whether the winner has one winning move at each step of the perfect line, up to the conversion. */
async function hasOnlyMoves(start: LegalPosition, provider: TableProvider): Promise<boolean> {
  for (let position = start; ;) {
    const only = await theOnlyMove(position, provider);
    if (only === null) return false;
    if (only.capture || !hasLegalMove(only.next)) return true;
    const [reply] = await rankMoves(only.next, provider);
    if (reply!.capture) return true;
    position = reply!.next;
  }
}

function isQuietKing({ board }: LegalPosition, only: RankedMove | null): boolean {
  if (only === null || only.capture) return false;
  return roleOf(board[moveFrom(only.move)]!) === "king" && !inCheck(only.next.board, only.next.turn);
}

/** Positions in which each side does worse if it is to move; where a side loses, the later the better. */
async function findZugzwangs({ table, codes, provider, count, signal }: Search): Promise<Puzzle[]> {
  const values = table.header.values;
  const found: { cell: number; turn: Colour; distance: number }[] = [];
  for (let cell = 0; cell < codes[0].length; cell++) {
    const [red, black] = codes.map((side) => values[side[cell]!]!);
    if (red === undefined || black === undefined) continue;
    if (WORTH[categoryOf(red)] >= -WORTH[categoryOf(black)]) continue;
    // The side to move that loses, Red where both do.
    const turn = categoryOf(red) === "loss" ? "red" : "black";
    found.push({ cell, turn, distance: distanceOf(turn === "red" ? red : black) });
  }
  found.sort((a, b) => b.distance - a.distance || a.cell - b.cell);
  const puzzles: Puzzle[] = [];
  for (const { cell, turn } of found) {
    if (puzzles.length >= count) break;
    signal?.throwIfAborted();
    const position = positionAt(table, cell, turn);
    const other = positionAt(table, cell, opponent(turn));
    if (position === null || other === null || !hasLegalMove(position) || !hasLegalMove(other)) continue;
    if (await isKnown(puzzles, position, provider)) continue;
    const line = await perfectLine(other, provider, { drawPlies: DRAW_PLIES, maxPlies: MOST_PLIES });
    const otherwise = { outcome: line.category, solution: uptoConversion(line.moves) };
    puzzles.push({ ...(await describePuzzle("zugzwang", table, position, provider)), otherwise });
  }
  return puzzles;
}

/** Plies by which studies are told from one another. */
const ALIKE = 3;

/** Whether a solution begins like one that was found: a man that stands a step aside makes no other study. */
async function isKnown(found: readonly Puzzle[], position: LegalPosition, provider: TableProvider): Promise<boolean> {
  const { moves } = await perfectLine(position, provider, { maxPlies: ALIKE });
  const begin = moves.map(({ uci }) => uci).join("");
  return found.some(({ solution }) => solution.startsWith(begin));
}

/** What is to be said of a position: its solution by perfect play, and what fails. */
export async function describePuzzle(
  kind: PuzzleKind,
  table: Table,
  position: LegalPosition,
  provider: TableProvider,
): Promise<Puzzle> {
  const line = await perfectLine(position, provider, { maxPlies: MOST_PLIES, drawPlies: DRAW_PLIES });
  const ranked = await rankMoves(position, provider);
  const by: OrderKind | null = ranked[0]!.kind;
  const isDecided = line.category !== "draw";
  const solution = line.order === 0 ? uptoConversion(line.moves) : line.moves.map(({ uci }) => uci).join("");
  const tries = line.category === "loss" ? [] : await falseTries(position, ranked, provider);
  const winner = !isDecided ? null : line.category === "win" ? position.turn : opponent(position.turn);
  return {
    kind,
    endgame: table.header.info.endgame,
    fen: formatFen(position),
    winner,
    outcome: line.category,
    distance: line.distance,
    order: line.order ?? 0,
    by: isDecided ? (line.order === 0 ? "conversion" : by) : null,
    grade: gradeOf({ solution, tries: tries.length, legal: ranked.length, isQuiet: isQuiet(ranked[0]!) }),
    solution,
    tries,
  };
}

function isQuiet({ capture, next }: RankedMove): boolean {
  return !capture && !inCheck(next.board, next.turn);
}

/** The moves as far as the first capture, it included. */
function uptoConversion(moves: readonly { readonly uci: string; readonly capture: boolean }[]): string {
  const last = moves.findIndex(({ capture }) => capture);
  return moves
    .slice(0, last < 0 ? moves.length : last + 1)
    .map(({ uci }) => uci)
    .join("");
}

/** What comes to less than the best moves, those first that take or check, then in the order of the tables. */
async function falseTries(
  position: LegalPosition,
  ranked: readonly RankedMove[],
  provider: TableProvider,
): Promise<FalseTry[]> {
  const worth = (value: RankedMove["value"]) => WORTH[categoryOf(value)];
  const failing = ranked.filter(({ value }) => worth(value) < worth(ranked[0]!.value));
  const forcing = failing.filter((each) => !isQuiet(each));
  const tried = [...forcing, ...failing.filter(isQuiet)].slice(0, MOST_TRIES);
  return Promise.all(
    tried.map(async ({ move, next, value }) => {
      const [reply] = await rankMoves(next, provider);
      return {
        uci: formatUci(position, move),
        result: categoryOf(value) as FalseTry["result"],
        reply: reply === undefined ? null : formatUci(next, reply.move),
        takes: reply !== undefined && reply.capture,
      };
    }),
  );
}

/** The positions of a solution: the start, then the one after each move. */
export function positionsOf(start: LegalPosition, solution: string): LegalPosition[] {
  const positions = [start];
  for (const uci of solution.match(/.{4}/g) ?? []) {
    const at = positions.at(-1)!;
    positions.push(applyMove(at, parseUci(at, uci)));
  }
  return positions;
}

/* A position of an old book, with what a table says of it. */

/** Of a position that nothing is known of. */
const HARDEST = 5;

/** Where no table is at hand it has neither outcome nor solution. */
export async function describeClassic(book: InBook, position: LegalPosition, provider: TableProvider): Promise<Puzzle> {
  const { endgame } = canonicalEndgame(endgameOf(position.board));
  const table = await provider.open(endgame.name);
  if (table === null) {
    const unknown = { winner: null, outcome: null, distance: null, order: 0, by: null, solution: "", tries: [] };
    return { kind: "classic", endgame: endgame.name, fen: formatFen(position), ...unknown, grade: HARDEST, book };
  }
  const puzzle = await describePuzzle("classic", table, position, provider);
  const [best, ...others] = await rankMoves(position, provider);
  const as = others.filter(({ value }) => categoryOf(value) === categoryOf(best!.value));
  const also = as.map(({ move }) => formatUci(position, move)).filter((uci) => !puzzle.solution.startsWith(uci));
  return { ...puzzle, also, book };
}
