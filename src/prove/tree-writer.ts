/**
 * Makes a proof tree of what a search found: asks it for the winner's move in every position that the loser can bring about, and puts them
 * in the order of the file.
 */
import { applyMove, legalMoves, type Move } from "../xiangqi/moves.ts";
import type { Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition, Position } from "../xiangqi/position.ts";
import { keyOf } from "../rules/chinese/search-board.ts";

export interface Strategy {
  /** The winner's move in a position that he wins; null where it is not known, or no longer. */
  winningMove(position: Position): Move | null;
}

/** `lost`: a move is not known; `position` says where. `circle`: the moves lead round in a circle, `circle` says where. `large`: there are too many. */
export type WritingState = "open" | "done" | "lost" | "circle" | "large";

/** A position with the loser to move whose answers are being looked at. */
interface Open {
  readonly after: LegalPosition;
  readonly answers: readonly Move[];
  next: number;
  /** The longest line from here. */
  plies: number;
  /** The position before. */
  readonly key: string;
}

export class TreeWriter {
  state: WritingState = "open";
  /** With the winner to move: where a move is not known. */
  position: LegalPosition;
  /** The positions of a way round, of either side. */
  circle: readonly LegalPosition[] = [];
  /** The longest line of the tree, to mate, stalemate or a table; of a part of the tree meanwhile. */
  plies = 0;
  readonly #winner: Colour;
  readonly #strategy: Strategy;
  readonly #isLeaf: (board: Uint8Array) => boolean;
  readonly #mostMoves: number;
  readonly #moves: number[] = [];
  readonly #line: Open[] = [];
  /** Positions with the winner to move: the plies of those completed, -1 of those open. */
  readonly #met = new Map<string, number>();
  #started = false;

  /** @param isLeaf whether a table decides positions with these men */
  constructor(
    position: LegalPosition,
    winner: Colour,
    strategy: Strategy,
    isLeaf: (board: Uint8Array) => boolean,
    mostMoves: number,
  ) {
    this.position = position;
    this.#winner = winner;
    this.#strategy = strategy;
    this.#isLeaf = isLeaf;
    this.#mostMoves = mostMoves;
  }

  /** The winner's moves, when it is done: the numbers of moves among the legal ones, as a proof tree has them. */
  get moves(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#moves);
  }

  /** Goes on for some steps; after `lost` it asks for that move again. */
  advance(steps: number): WritingState {
    if (this.state === "lost") {
      this.state = "open";
      this.#meet(this.position);
    } else if (!this.#started) {
      this.#started = true;
      if (this.position.turn === this.#winner) this.#meet(this.position);
      else this.#answer(this.position, "");
    }
    for (; this.state === "open" && steps > 0; steps--) this.#step();
    return this.state;
  }

  #step(): void {
    const top = this.#line.at(-1);
    if (top === undefined) this.state = "done";
    else if (top.next < top.answers.length) this.#meet(applyMove(top.after, top.answers[top.next++]!));
    else this.#complete(this.#line.pop()!);
  }

  #meet(position: LegalPosition): void {
    const key = keyOf(position.board);
    const met = this.#met.get(key);
    if (met !== undefined) {
      if (met < 0) this.#closeCircle(key);
      else this.#found(met);
      return;
    }
    if (this.#isLeaf(position.board)) {
      this.#found(0);
      return;
    }
    const move = this.#strategy.winningMove(position);
    const number =
      move === null
        ? -1
        : legalMoves(position)
            .sort((a, b) => a - b)
            .indexOf(move);
    if (number < 0) {
      this.position = position;
      this.state = "lost";
      return;
    }
    if (this.#moves.length >= this.#mostMoves) {
      this.state = "large";
      return;
    }
    this.#moves.push(number);
    this.#met.set(key, -1);
    this.#answer(applyMove(position, move!), key);
  }

  /** The answers of the line lead to a position of the winner's that is on it. */
  #closeCircle(key: string): void {
    const round = this.#line.slice(this.#line.findIndex((open) => open.key === key));
    this.circle = round.flatMap(({ after, answers, next }) => [after, applyMove(after, answers[next - 1]!)]);
    this.state = "circle";
  }

  #answer(after: LegalPosition, key: string): void {
    const answers = legalMoves(after).sort((a, b) => a - b);
    const open: Open = { after, answers, next: 0, plies: 0, key };
    if (answers.length === 0 || this.#isLeaf(after.board)) this.#complete(open);
    else this.#line.push(open);
  }

  #complete({ key, plies }: Open): void {
    if (key === "") {
      this.plies = plies;
      return;
    }
    this.#met.set(key, plies + 1);
    this.#found(plies + 1);
  }

  /** A position with the winner to move is proven, with so many plies. */
  #found(plies: number): void {
    const top = this.#line.at(-1);
    if (top === undefined) this.plies = plies;
    else top.plies = Math.max(top.plies, plies + 1);
  }
}
