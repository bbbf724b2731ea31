/**
 * The slow, obvious solver under the Asian rules: all ways to put named men on the whole board, no symmetry, no index, and
 * Fang's Algorithm 8 with patterns found from their definitions. Shares nothing with the solvers and the patterns but the
 * game and its rules. For endgames as large as KRKN, to conversion, with orders as Fang numbers them.
 */
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { legalMoves, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, pieceLetter, pieceOf, roleOfLetter, type Colour } from "../../src/xiangqi/pieces.ts";
import { squaresOf } from "../../src/xiangqi/steps.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { findProblems } from "../../src/xiangqi/validate.ts";
import { captureInto, OracleLevels, type LevelKind, type OracleValue } from "./asian-levels.ts";
import { chasePatterns, checkPatterns, type UndecidedGame } from "./asian-patterns.ts";

export interface AsianWholeBoard {
  readonly name: string;
  /** The kinds of the orders, order 0 first. */
  readonly kinds: readonly LevelKind[];
  /** Every legal position with its value. Positions of equal men come once for each way to name them. */
  all(): Generator<{ board: Uint8Array; turn: Colour; value: OracleValue }>;
  valueOf(board: Uint8Array, turn: Colour): OracleValue;
}

/**
 * Solves endgames by name, `KRKN`, in these colours, each once.
 * @param reach where men may stand: all their squares, or fewer that no move leaves
 */
export function asianWholeBoardSolver(reach = squaresOf): (name: string) => AsianWholeBoard {
  const solved = new Map<string, AsianWholeBoard>();
  const solve = (name: string): AsianWholeBoard => {
    let found = solved.get(name);
    if (found === undefined) solved.set(name, (found = new Solution(name, solve, reach)));
    return found;
  };
  return solve;
}

class Solution implements AsianWholeBoard, UndecidedGame {
  readonly name: string;
  readonly #pieces: number[];
  /** Positions by their text: the side to move and the square of each man. */
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #checked: boolean[] = [];
  readonly #levels: OracleLevels;

  constructor(name: string, solve: (name: string) => AsianWholeBoard, reach: typeof squaresOf) {
    this.name = name;
    const black = name.lastIndexOf("K");
    this.#pieces = [...name].map((letter, i) => pieceOf(i < black ? "red" : "black", roleOfLetter(letter)!));
    this.#place(0, [], reach);
    this.#levels = new OracleLevels(this.#texts.map((text) => this.#movesOf(text, solve)));
    this.#levels.addAll(
      () => checkPatterns(this),
      () => chasePatterns(this),
    );
  }

  get kinds(): readonly LevelKind[] {
    return this.#levels.kinds;
  }

  *all() {
    for (const [position, text] of this.#texts.entries()) {
      yield { board: this.#boardOf(text), turn: this.turnOf(position), value: this.#levels.value(position) };
    }
  }

  valueOf(board: Uint8Array, turn: Colour): OracleValue {
    const squares: number[] = [];
    for (const piece of this.#pieces)
      squares.push(board.findIndex((each, at) => each === piece && !squares.includes(at)));
    return this.#levels.value(this.#numbers.get(textOf(turn, squares))!);
  }

  // The undecided positions, as the patterns see them.

  turnOf(position: number): Colour {
    return this.#texts[position]!.startsWith("r") ? "red" : "black";
  }

  squaresOf(position: number): number[] {
    return squaresIn(this.#texts[position]!);
  }

  boardOf(position: number): Uint8Array {
    return this.#boardOf(this.#texts[position]!);
  }

  isChecked(position: number): boolean {
    return this.#checked[position]!;
  }

  undecided(): number[] {
    return this.#levels.undecided();
  }

  quietMoves(position: number): readonly number[] {
    return this.#levels.quietMoves(position);
  }

  canDrawByCapture(position: number): boolean {
    return this.#levels.canDrawByCapture(position);
  }

  menOf(colour: Colour): number[] {
    return [...this.#pieces.keys()].filter((man) => this.#pieces[man]! < 8 === (colour === "red"));
  }

  #boardOf(text: string): Uint8Array {
    const board = new Uint8Array(SQUARES);
    this.#pieces.forEach((piece, man) => (board[text.charCodeAt(man + 1)] = piece));
    return board;
  }

  /** Puts the men from one on where they can stand. */
  #place(man: number, squares: readonly number[], reach: typeof squaresOf): void {
    if (man < this.#pieces.length) {
      for (const square of reach(this.#pieces[man]!)) {
        if (!squares.includes(square)) this.#place(man + 1, [...squares, square], reach);
      }
      return;
    }
    const board = this.#boardOf(textOf("red", squares));
    const problems = findProblems({ board, turn: "red" }).filter(({ code }) => code !== "opponent-in-check");
    if (problems.length > 0) return;
    for (const turn of COLOURS) {
      if (inCheck(board, opponent(turn))) continue;
      const text = textOf(turn, squares);
      this.#numbers.set(text, this.#texts.length);
      this.#texts.push(text);
      this.#checked.push(inCheck(board, turn));
    }
  }

  /** The moves of a position: numbers of positions, or what a capture comes to. */
  #movesOf(text: string, solve: (name: string) => AsianWholeBoard): number[] {
    const board = this.#boardOf(text);
    const turn: Colour = text.startsWith("r") ? "red" : "black";
    const other = opponent(turn);
    const squares = squaresIn(text);
    return legalMoves({ board, turn }).map((move) => {
      const [from, to] = [moveFrom(move), moveTo(move)];
      const captured = board[to]!;
      if (captured === EMPTY) {
        return this.#numbers.get(
          textOf(
            other,
            squares.map((square) => (square === from ? to : square)),
          ),
        )!;
      }
      const after = board.slice();
      after[to] = after[from]!;
      after[from] = EMPTY;
      const taken = squares.indexOf(to);
      const rest = this.#pieces.filter((_, man) => man !== taken);
      const name = rest.map((piece) => pieceLetter(piece).toUpperCase()).join("");
      return captureInto(solve(name).valueOf(after, other));
    });
  }
}

function squaresIn(text: string): number[] {
  return Array.from({ length: text.length - 1 }, (_, man) => text.charCodeAt(man + 1));
}

function textOf(turn: Colour, squares: readonly number[]): string {
  return turn[0]! + String.fromCharCode(...squares);
}
