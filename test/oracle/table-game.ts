/** The positions that a table's lower levels leave undecided, for the oracle's patterns: every naming of equal men apart. */
import { openOrMissing, type TableProvider } from "../../src/table/catalog/catalog.ts";
import { indexOfTable } from "../../src/table/format/index-parameters.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { DRAW, makeValue, orderOf, type Value } from "../../src/table/value.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { applyMove, legalMoves, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, type Colour, type Piece } from "../../src/xiangqi/pieces.ts";
import { mirrorPosition, type LegalPosition, type Position } from "../../src/xiangqi/position.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { findProblems } from "../../src/xiangqi/validate.ts";
import type { UndecidedGame } from "./asian-patterns.ts";

interface Vertex extends Position {
  readonly squares: readonly number[];
  readonly value: Value;
}

export class TableGame implements UndecidedGame {
  readonly #pieces: readonly Piece[];
  readonly #vertices: Vertex[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #moves: number[][] = [];
  readonly #drawing: boolean[] = [];
  /** The level in question: lower ones are decided. */
  level = 1;

  /** All positions of a canonical endgame that are drawn or of an order above 0. */
  static async read(provider: TableProvider, name: string): Promise<TableGame> {
    const table = await openOrMissing(provider, name);
    const index = indexOfTable(table.header, table.file);
    const { values } = table.header;
    const isWanted = values.map((value) => value === DRAW || orderOf(value) > 0);
    const positions: { position: Position; value: Value }[] = [];
    for (const turn of COLOURS) {
      const codes = await table.readSide(turn);
      for (let cell = 0; cell < index.cells; cell++) {
        if (isWanted[codes[cell]!] !== true) continue;
        const board = index.boardAt(cell);
        if (board === null || findProblems({ board, turn }).length > 0) continue;
        const position = { board, turn };
        for (const each of [position, mirrorPosition(position)])
          positions.push({ position: each, value: values[codes[cell]!]! });
      }
    }
    const game = new TableGame(positions);
    await game.#link(provider);
    return game;
  }

  private constructor(positions: readonly { position: Position; value: Value }[]) {
    this.#pieces = [...positions[0]!.position.board].filter((piece) => piece !== EMPTY).sort((a, b) => a - b);
    for (const { position, value } of positions) {
      for (const squares of namings(position.board, this.#pieces)) {
        const key = keyOf(position.turn, squares);
        if (this.#numbers.has(key)) continue;
        this.#numbers.set(key, this.#vertices.length);
        this.#vertices.push({ ...position, squares, value });
      }
    }
  }

  async #link(provider: TableProvider): Promise<void> {
    for (const { board, turn, squares } of this.#vertices) {
      const moves: number[] = [];
      let drawing = false;
      for (const move of legalMoves({ board, turn })) {
        const [from, to] = [moveFrom(move), moveTo(move)];
        if (board[to] === EMPTY) {
          const after = squares.map((square) => (square === from ? to : square));
          const number = this.#numbers.get(keyOf(opponent(turn), after));
          if (number !== undefined) moves.push(number);
        } else if ((await valueOf(applyMove({ board, turn } as LegalPosition, move), provider)) === DRAW)
          drawing = true;
      }
      this.#moves.push(moves);
      this.#drawing.push(drawing);
    }
  }

  /** The positions of this level whose distance is 0. */
  seeds(): Set<number> {
    return new Set(this.undecided().filter((position) => this.#vertices[position]!.value === makeValue(this.level, 0)));
  }

  undecided(): number[] {
    return [...this.#vertices.keys()].filter((position) => {
      const { value } = this.#vertices[position]!;
      return value === DRAW || orderOf(value) >= this.level;
    });
  }

  turnOf(position: number): Colour {
    return this.#vertices[position]!.turn;
  }

  boardOf(position: number): Uint8Array {
    return this.#vertices[position]!.board;
  }

  squaresOf(position: number): number[] {
    return [...this.#vertices[position]!.squares];
  }

  isChecked(position: number): boolean {
    return inCheck(this.boardOf(position), this.turnOf(position));
  }

  quietMoves(position: number): number[] {
    return this.#moves[position]!;
  }

  canDrawByCapture(position: number): boolean {
    return this.#drawing[position]!;
  }

  menOf(colour: Colour): number[] {
    return [...this.#pieces.keys()].filter((man) => this.#pieces[man]! < 8 === (colour === "red"));
  }
}

function keyOf(turn: Colour, squares: readonly number[]): string {
  return turn[0]! + String.fromCharCode(...squares);
}

/** All ways to give each of these men a square of the board. */
function namings(board: Uint8Array, pieces: readonly Piece[]): number[][] {
  let found: number[][] = [[]];
  for (const piece of pieces) {
    const squares = Array.from({ length: SQUARES }, (_, at) => at).filter((at) => board[at] === piece);
    found = found.flatMap((before) => squares.filter((at) => !before.includes(at)).map((at) => [...before, at]));
  }
  return found;
}
