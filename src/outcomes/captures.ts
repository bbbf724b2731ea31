/** What captures decide, for every position of an endgame: outcome tables leave it out, and whoever reads one looks at the captures. */
import { compareValues, isDraw, isLoss, makeValue, outcomeValue, type Value } from "../table/value.ts";
import { TablePlanes, type DecodedTable } from "../verify/planes.ts";
import { attackingPieces, type ManNumber, type Setup } from "../verify/setup.ts";
import { newSuccessions, Successors } from "../verify/successors.ts";
import { Walk } from "../verify/walk.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import { attacks, isAttacked } from "../xiangqi/attacks.ts";
import { makeMove } from "../xiangqi/moves.ts";
import { colourOf, EMPTY, opponent, type Colour } from "../xiangqi/pieces.ts";
import type { Square } from "../xiangqi/squares.ts";

/** What a capture makes of the mover's position: it decides with order 0, whatever the order of what follows. @param after to the opponent */
export function outcomeOfCapture(after: Value): Value {
  return outcomeValue(isDraw(after) ? after : isLoss(after) ? makeValue(0, 1) : makeValue(0, 0));
}

type Tell = (turn: Colour, cell: number, best: Value) => void;

/**
 * Finds the best that a capture gives, cell by cell.
 * @param inputs the tables of all that one capture leads to, by canonical name: values or outcomes
 */
export class CaptureWalk {
  readonly #walk: Walk;
  readonly #successors: Successors;
  readonly #found = newSuccessions();
  /** The numbers of each side's attacking men. */
  readonly #attacking: Readonly<Record<Colour, readonly ManNumber[]>>;
  #tell: Tell = () => {};

  /** @param table of the endgame itself; its codes are not read */
  constructor(table: DecodedTable, inputs: ReadonlyMap<string, DecodedTable>, index: EndgameIndex) {
    const planes = new Map([...inputs].map(([name, input]) => [name, new TablePlanes(input)]));
    const men = attackingPieces(index).map((piece, man) => ({ man, colour: colourOf(piece) }));
    const of = (wanted: Colour) => men.filter(({ colour }) => colour === wanted).map(({ man }) => man);
    this.#attacking = { red: of("red"), black: of("black") };
    this.#successors = new Successors(new TablePlanes(table, index), planes);
    this.#walk = new Walk(index, (cell) => {
      this.#look("red", cell);
      this.#look("black", cell);
    });
  }

  /** Tells of every legal position of some stored blocks of the index (the last exclusive) in which something can be captured. */
  walk(from: number, to: number, tell: Tell): void {
    this.#tell = tell;
    this.#walk.walk(from, to);
  }

  #look(turn: Colour, cell: number): void {
    const { setup } = this.#walk;
    const found = this.#found;
    this.#writeCaptures(setup, turn);
    if (found.count === 0) return;
    const otherKing = turn === "red" ? setup.blackKing : setup.redKing;
    if (isAttacked(setup.board, otherKing, turn)) return; // no legal position
    this.#successors.follow(setup, turn, found);
    let best = outcomeOfCapture(found.values[0]!);
    for (let i = 1; i < found.count; i++) {
      const outcome = outcomeOfCapture(found.values[i]!);
      if (compareValues(outcome, best) > 0) best = outcome;
    }
    this.#tell(turn, cell, best);
  }

  /**
   * Writes the captures after which the mover's king is safe to `#found`. They are looked for from man to man: a position has few of
   * either, and in most nothing can be captured. Kings, advisors and elephants of the two sides never meet.
   */
  #writeCaptures(setup: Setup, turn: Colour): void {
    const enemy = opponent(turn);
    const own = setup.formationOf(turn);
    const others = setup.formationOf(enemy);
    const movers = this.#attacking[turn];
    const targets = this.#attacking[enemy];
    const king = own[0]!;
    this.#found.count = 0;
    for (let m = 0; m < movers.length; m++) {
      const from = setup.squares[movers[m]!]!;
      for (let i = 1; i < others.length; i++) this.#try(setup.board, from, others[i]!, king, enemy);
      for (let i = 0; i < targets.length; i++) this.#try(setup.board, from, setup.squares[targets[i]!]!, king, enemy);
    }
    for (let i = 0; i < targets.length; i++) {
      const to = setup.squares[targets[i]!]!;
      for (let m = 0; m < own.length; m++) this.#try(setup.board, own[m]!, to, king, enemy);
    }
  }

  #try(board: Uint8Array, from: Square, to: Square, king: Square, enemy: Colour): void {
    if (!attacks(board, from, to)) return;
    const found = this.#found;
    const captured = board[to]!;
    board[to] = board[from]!;
    board[from] = EMPTY;
    const isExposed = isAttacked(board, from === king ? to : king, enemy);
    board[from] = board[to]!;
    board[to] = captured;
    if (!isExposed) found.moves[found.count++] = makeMove(from, to);
  }
}
