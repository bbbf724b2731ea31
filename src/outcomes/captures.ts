/** What captures decide, for every position of an endgame: outcome tables leave it out, and whoever reads one looks at the captures. */
import { compareValues, isDraw, isLoss, makeValue, outcomeValue, type Value } from "../table/value.ts";
import { TablePlanes, type DecodedTable } from "../verify/planes.ts";
import { attackingPieces, type ManNumber, type Setup } from "../verify/setup.ts";
import { newSuccessions, Successors } from "../verify/successors.ts";
import { LegalWalk } from "../verify/walk.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { attacks, isAttacked } from "../xiangqi/attacks.ts";
import { makeMove } from "../xiangqi/moves.ts";
import { colourOf, EMPTY, opponent, type Colour } from "../xiangqi/pieces.ts";

/** What a capture makes of the mover's position: it decides with order 0, whatever the order of what follows. @param after to the opponent */
export function outcomeOfCapture(after: Value): Value {
  return outcomeValue(isDraw(after) ? after : isLoss(after) ? makeValue(0, 1) : makeValue(0, 0));
}

/**
 * Finds the best that a capture gives, cell by cell.
 * @param inputs the tables of all that one capture leads to, by canonical name: values or outcomes
 */
export class CaptureWalk {
  readonly #index: EndgameIndex;
  readonly #successors: Successors;
  readonly #found = newSuccessions();
  /** The numbers of each side's attacking men. */
  readonly #attacking: Readonly<Record<Colour, readonly ManNumber[]>>;
  readonly #movers = new Uint8Array(16);
  readonly #others = new Uint8Array(16);

  /** @param table of the endgame itself; its codes are not read */
  constructor(table: DecodedTable, inputs: ReadonlyMap<string, DecodedTable>, index: EndgameIndex) {
    const planes = new Map([...inputs].map(([name, input]) => [name, new TablePlanes(input)]));
    const men = attackingPieces(index).map((piece, man) => ({ man, colour: colourOf(piece) }));
    const of = (wanted: Colour) => men.filter(({ colour }) => colour === wanted).map(({ man }) => man);
    this.#index = index;
    this.#attacking = { red: of("red"), black: of("black") };
    this.#successors = new Successors(new TablePlanes(table, index), planes);
  }

  /** Tells of every legal position of some stored blocks of the index (the last exclusive) in which something can be captured. */
  walk(from: number, to: number, tell: (turn: Colour, cell: number, best: Value) => void): void {
    const found = this.#found;
    const walk = new LegalWalk(this.#index, (turn, cell) => {
      const { setup } = walk;
      this.#writeCaptures(setup, turn);
      if (found.count === 0) return;
      this.#successors.follow(setup, turn, found);
      let best = outcomeOfCapture(found.values[0]!);
      for (let i = 1; i < found.count; i++) {
        const outcome = outcomeOfCapture(found.values[i]!);
        if (compareValues(outcome, best) > 0) best = outcome;
      }
      tell(turn, cell, best);
    });
    walk.walk(from, to);
  }

  /** Writes the legal captures to `#found`. They are looked for from man to man: a position has few of either, and most can capture nothing. */
  #writeCaptures(setup: Setup, turn: Colour): void {
    const found = this.#found;
    const { board } = setup;
    const enemy = opponent(turn);
    const movers = this.#squaresOf(setup, turn, this.#movers);
    const others = this.#squaresOf(setup, enemy, this.#others);
    const king = this.#movers[0]!;
    found.count = 0;
    for (let i = 0; i < movers; i++) {
      const from = this.#movers[i]!;
      // The king, who is never captured, is the first of them.
      for (let k = 1; k < others; k++) {
        const to = this.#others[k]!;
        if (!attacks(board, from, to)) continue;
        const captured = board[to]!;
        board[to] = board[from]!;
        board[from] = EMPTY;
        const isExposed = isAttacked(board, from === king ? to : king, enemy);
        board[from] = board[to]!;
        board[to] = captured;
        if (!isExposed) found.moves[found.count++] = makeMove(from, to);
      }
    }
  }

  /** Writes where the men of a side stand, the king first. @returns how many they are */
  #squaresOf(setup: Setup, colour: Colour, squares: Uint8Array): number {
    const formation = setup.formationOf(colour);
    let count = 0;
    for (let i = 0; i < formation.length; i++) squares[count++] = formation[i]!;
    const men = this.#attacking[colour];
    for (let i = 0; i < men.length; i++) squares[count++] = setup.squares[men[i]!]!;
    return count;
  }
}
