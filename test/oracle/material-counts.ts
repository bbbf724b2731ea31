/**
 * The slow, obvious count of outcomes by soldier zones: all ways to put the men on the whole board, one position at a
 * time. It takes the values from a table and shares nothing else with the counter but the game.
 */
import { openOrMissing, type TableProvider } from "../../src/table/catalog/catalog.ts";
import { indexOfTable } from "../../src/table/format/index-parameters.ts";
import { categoryOf } from "../../src/table/value.ts";
import { attacks, inCheck } from "../../src/xiangqi/attacks.ts";
import { legalMoves, moveTo } from "../../src/xiangqi/moves.ts";
import {
  colourOf,
  COLOURS,
  EMPTY,
  opponent,
  pieceOf,
  roleOf,
  roleOfLetter,
  type Piece,
} from "../../src/xiangqi/pieces.ts";
import { isHomeSoldier, squaresOf } from "../../src/xiangqi/steps.ts";
import { fileOf, rankOf, SQUARES, type Square } from "../../src/xiangqi/squares.ts";

export interface SlowCount {
  readonly quiet: [number[], number[]];
  readonly all: [number[], number[]];
}

/** Counts a canonical endgame by the names of its zones. */
export async function countSlowly(provider: TableProvider, name: string): Promise<Map<string, SlowCount>> {
  const table = await openOrMissing(provider, name);
  const index = indexOfTable(table.header, table.file);
  const codes = { red: await table.readSide("red"), black: await table.readSide("black") };
  const zones = new Map<string, SlowCount>();
  for (const board of boardsOf(name)) {
    const isQuiet = nobodyAttacks(board);
    const zone = zoneOf(name, board);
    COLOURS.forEach((turn, side) => {
      if (inCheck(board, opponent(turn))) return;
      const value = table.header.values[codes[turn][index.indexOf(board)]!]!;
      const outcome = ["win", "draw", "loss"].indexOf(categoryOf(value));
      let counts = zones.get(zone);
      if (counts === undefined) {
        zones.set(zone, (counts = { quiet: [none(), none()], all: [none(), none()] }));
      }
      const forRed = turn === "red" ? outcome : 2 - outcome;
      counts.all[side]![forRed]!++;
      if (isQuiet) counts.quiet[side]![forRed]!++;
    });
  }
  await table.close();
  return zones;
}

function none(): number[] {
  return [0, 0, 0];
}

/** Quiet as it is counted. */
export function nobodyAttacks(board: Uint8Array): boolean {
  const men = menOn(board);
  return men.every((from) =>
    men.every((to) => colourOf(board[to]!) === colourOf(board[from]!) || !attacks(board, from, to)),
  );
}

/** Another reading of quiet: nobody is in check and nobody, had he the move, could legally capture. */
export function nobodyCaptures(board: Uint8Array): boolean {
  return COLOURS.every(
    (turn) => !inCheck(board, turn) && legalMoves({ board, turn }).every((move) => board[moveTo(move)] === EMPTY),
  );
}

function menOn(board: Uint8Array): Square[] {
  const squares: Square[] = [];
  for (let square = 0; square < SQUARES; square++) if (board[square] !== EMPTY) squares.push(square);
  return squares;
}

/** Every way to put the men of an endgame on the board, equal men once. */
export function boardsOf(name: string): Generator<Uint8Array> {
  const black = name.lastIndexOf("K");
  const pieces = [...name].map((letter, i) => pieceOf(i < black ? "red" : "black", roleOfLetter(letter)!));
  return place(new Uint8Array(SQUARES), pieces, 0, -1);
}

function* place(board: Uint8Array, pieces: readonly Piece[], man: number, twin: number): Generator<Uint8Array> {
  if (man === pieces.length) {
    yield board;
    return;
  }
  const piece = pieces[man]!;
  for (const square of squaresOf(piece)) {
    if (board[square] !== EMPTY || (pieces[man - 1] === piece && square < twin)) continue;
    if (isHomeSoldier(piece, square) && hasSoldierAtHome(board, piece, fileOf(square))) continue;
    board[square] = piece;
    yield* place(board, pieces, man + 1, square);
    board[square] = EMPTY;
  }
}

function hasSoldierAtHome(board: Uint8Array, soldier: Piece, file: number): boolean {
  return board.some((piece, at) => piece === soldier && fileOf(at) === file && isHomeSoldier(piece, at));
}

/** The endgame's name with a letter behind each soldier for the steps it has made: t up to 3, l 4 or 5, b 6. */
function zoneOf(name: string, board: Uint8Array): string {
  const letters = { red: "", black: "" };
  const soldiers = menOn(board).filter((at) => roleOf(board[at]!) === "soldier");
  for (const category of "tlb") {
    for (const at of soldiers) {
      const colour = colourOf(board[at]!);
      const steps = (colour === "red" ? rankOf(at) : 9 - rankOf(at)) - 3;
      if ("ttttllb"[steps] === category) letters[colour] += `P${category}`;
    }
  }
  const side = (from: string, colour: "red" | "black") => from.replace(/P+/, letters[colour]);
  const second = name.lastIndexOf("K");
  return side(name.slice(0, second), "red") + side(name.slice(second), "black");
}
