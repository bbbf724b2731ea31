/**
 * The slow, obvious solver of what one position can reach: plain boards, found by making every legal move from it on, captures
 * included, and solved by the Asian rules as the definitions have it, smallest sets of men first. Knows nothing of endgames, cones, slices, ranks, cells,
 * mirror images or canonical colours. For some millions of positions, to conversion, with orders as Fang numbers them.
 */
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, type Colour, type Piece } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { SQUARES } from "../../src/xiangqi/squares.ts";
import { reportMove } from "../../src/rules/asian/chase.ts";
import { captureInto, OracleLevels, type LevelKind, type OracleValue } from "./asian-levels.ts";
import { chasePatterns, checkPatterns, type UndecidedGame } from "./asian-patterns.ts";

/** What is reached with one set of men. */
export interface Reached {
  /** The men, ascending by colour and then role: the kings come first. */
  readonly pieces: readonly Piece[];
  /** The kinds of the orders, order 0 first. */
  readonly kinds: readonly LevelKind[];
  /** How many positions. */
  readonly count: number;
  all(): Generator<{ board: Uint8Array; turn: Colour; value: OracleValue }>;
}

/** All positions that legal moves from one lead to, itself included, by their men; fewest men first. */
export function reachableFrom(start: Position): Reached[] {
  const all = new Map<string, Material>();
  const found = (position: Position): boolean => {
    const { pieces, squares } = menOn(position);
    let material = all.get(pieces);
    if (material === undefined) all.set(pieces, (material = new Material(numbersIn(pieces))));
    return material.add(squares, position);
  };
  found(start);
  const open = [start];
  for (let position = open.pop(); position !== undefined; position = open.pop()) {
    for (const move of legalMoves(position)) {
      const after = applyMove(position, move);
      if (found(after)) open.push(after);
    }
  }
  const materials = [...all.values()].toSorted((a, b) => a.pieces.length - b.pieces.length);
  for (const material of materials) {
    material.solve(({ pieces, squares }) => all.get(pieces)!.valueOf(squares));
  }
  return materials;
}

/** A position as text: what men there are, and the side to move with the square of each. */
interface Men {
  readonly pieces: string;
  readonly squares: string;
}

class Material implements Reached, UndecidedGame {
  readonly pieces: readonly Piece[];
  /** Positions by their text: the side to move, and of each kind of men the squares, ascending. */
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #checked: boolean[] = [];
  #levels: OracleLevels | null = null;

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }

  /** Returns whether it was not there before. */
  add(text: string, { board, turn }: Position): boolean {
    if (this.#numbers.has(text)) return false;
    this.#numbers.set(text, this.#texts.length);
    this.#texts.push(text);
    this.#checked.push(inCheck(board, turn));
    return true;
  }

  /** @param valueOf of what a capture leads to */
  solve(valueOf: (men: Men) => OracleValue): void {
    const moves = this.#texts.map((_, number) => {
      const position = this.#positionAt(number);
      return legalMoves(position).map((move) => {
        const after = menOn(applyMove(position, move));
        const isCapture = after.pieces.length < this.pieces.length;
        return isCapture ? captureInto(valueOf(after)) : this.#numbers.get(after.squares)!;
      });
    });
    this.#levels = new OracleLevels(moves);
    this.#levels.addAll(
      () => checkPatterns(this),
      () => this.#chasePatterns(),
    );
  }

  get kinds(): readonly LevelKind[] {
    return this.#levels!.kinds;
  }

  get count(): number {
    return this.#texts.length;
  }

  *all() {
    for (const number of this.#texts.keys()) {
      yield { ...this.#positionAt(number), value: this.#levels!.value(number) };
    }
  }

  valueOf(text: string): OracleValue {
    return this.#levels!.value(this.#numbers.get(text)!);
  }

  // The undecided positions, as the patterns see them. Who is who of equal men is asked for chases alone.

  turnOf(position: number): Colour {
    return turnIn(this.#texts[position]!);
  }

  squaresOf(position: number): number[] {
    return squaresIn(this.#texts[position]!);
  }

  boardOf(position: number): Uint8Array {
    return boardWith(this.pieces, this.squaresOf(position));
  }

  isChecked(position: number): boolean {
    return this.#checked[position]!;
  }

  undecided(): number[] {
    return this.#levels!.undecided();
  }

  quietMoves(position: number): readonly number[] {
    return this.#levels!.quietMoves(position);
  }

  canDrawByCapture(position: number): boolean {
    return this.#levels!.canDrawByCapture(position);
  }

  menOf(colour: Colour): number[] {
    return menIn(this.pieces, colour);
  }

  /** The losses of chasing patterns: those with every way to tell equal men apart, of whom any will do. */
  #chasePatterns(): Set<number> {
    const losses = new Set<number>();
    for (const attacker of COLOURS) {
      const named = new NamedMen(this, this.#whereOthersChase(attacker));
      for (const number of chasePatterns(named, [attacker])) losses.add(named.unnamed(number));
    }
    return losses;
  }

  /**
   * The greatest set of undecided positions in which the other side's quiet moves all stay and each chases somebody, and the attacker
   * can stay. Whatever patterns the attacker has lie within, and no move of the other side leads out of it to an undecided position: so patterns are
   * the same there. With equal men told apart the whole would be too much.
   */
  #whereOthersChase(attacker: Colour): Set<number> {
    const isOpen = (to: number) => this.#levels!.isUndecided(to);
    let left = new Set(
      this.undecided().filter((position) => {
        if (this.turnOf(position) === attacker) return true;
        return !this.canDrawByCapture(position) && this.quietMoves(position).some(isOpen) && this.#allChase(position);
      }),
    );
    for (;;) {
      const kept = [...left].filter((position) => {
        const quiet = this.quietMoves(position).filter(isOpen);
        return this.turnOf(position) === attacker
          ? quiet.some((to) => left.has(to))
          : quiet.every((to) => left.has(to));
      });
      if (kept.length === left.size) return left;
      left = new Set(kept);
    }
  }

  /** Whether all quiet moves to undecided positions chase. */
  #allChase(number: number): boolean {
    const before = this.#positionAt(number);
    return legalMoves(before).every((move) => {
      const { pieces, squares } = menOn(applyMove(before, move));
      if (pieces.length < this.pieces.length || !this.#levels!.isUndecided(this.#numbers.get(squares)!)) return true;
      return reportMove(before, move).chased.length > 0;
    });
  }

  #positionAt(number: number): Position {
    return { board: this.boardOf(number), turn: this.turnOf(number) };
  }
}

/** Some positions, with each of equal men by itself: one for each way to tell them apart. */
class NamedMen implements UndecidedGame {
  readonly #of: Material;
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  /** By number the position without names. */
  readonly #unnamed: number[] = [];
  readonly #inside: ReadonlySet<number>;

  constructor(of: Material, inside: ReadonlySet<number>) {
    this.#of = of;
    this.#inside = inside;
    for (const position of inside) {
      for (const squares of namings(of.pieces, of.squaresOf(position))) {
        const text = textOf(of.turnOf(position), squares);
        this.#numbers.set(text, this.#texts.length);
        this.#texts.push(text);
        this.#unnamed.push(position);
      }
    }
  }

  unnamed(number: number): number {
    return this.#unnamed[number]!;
  }

  undecided(): number[] {
    return [...this.#texts.keys()];
  }

  turnOf(number: number): Colour {
    return turnIn(this.#texts[number]!);
  }

  squaresOf(number: number): number[] {
    return squaresIn(this.#texts[number]!);
  }

  boardOf(number: number): Uint8Array {
    return boardWith(this.#of.pieces, this.squaresOf(number));
  }

  isChecked(number: number): boolean {
    return this.#of.isChecked(this.unnamed(number));
  }

  /** Those that stay among these positions. */
  quietMoves(number: number): readonly number[] {
    const squares = this.squaresOf(number);
    const turn = opponent(this.turnOf(number));
    return this.#of
      .quietMoves(this.unnamed(number))
      .filter((to) => this.#inside.has(to))
      .map((to) => {
        const after = this.#of.squaresOf(to);
        const left = squares.find((square) => !after.includes(square))!;
        const entered = after.find((square) => !squares.includes(square))!;
        const moved = squares.map((square) => (square === left ? entered : square));
        return this.#numbers.get(textOf(turn, moved))!;
      });
  }

  canDrawByCapture(number: number): boolean {
    return this.#of.canDrawByCapture(this.unnamed(number));
  }

  menOf(colour: Colour): number[] {
    return menIn(this.#of.pieces, colour);
  }
}

/** All ways to give men their squares, equal ones in any order. */
function namings(pieces: readonly Piece[], squares: readonly number[]): number[][] {
  if (pieces.length === 0) return [[]];
  return squares.flatMap((square, i) =>
    pieces[i] === pieces[0] ? namings(pieces.slice(1), squares.toSpliced(i, 1)).map((rest) => [square, ...rest]) : [],
  );
}

function menOn({ board, turn }: Position): Men {
  const men: number[] = [];
  for (let square = 0; square < SQUARES; square++) {
    if (board[square] !== EMPTY) men.push(board[square]! * SQUARES + square);
  }
  men.sort((a, b) => a - b);
  const pieces = String.fromCharCode(...men.map((man) => Math.floor(man / SQUARES)));
  const squares = men.map((man) => man % SQUARES);
  return { pieces, squares: textOf(turn, squares) };
}

function menIn(pieces: readonly Piece[], colour: Colour): number[] {
  return [...pieces.keys()].filter((man) => pieces[man]! < 8 === (colour === "red"));
}

function boardWith(pieces: readonly Piece[], squares: readonly number[]): Uint8Array {
  const board = new Uint8Array(SQUARES);
  pieces.forEach((piece, man) => (board[squares[man]!] = piece));
  return board;
}

function turnIn(text: string): Colour {
  return text.startsWith("r") ? "red" : "black";
}

function squaresIn(text: string): number[] {
  return numbersIn(text.slice(1));
}

function numbersIn(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

function textOf(turn: Colour, squares: readonly number[]): string {
  return turn[0]! + String.fromCharCode(...squares);
}
