/**
 * The value of the position after a move, from the tables. The board is not scanned: the man that moved and the man
 * that is lost change the formation or the list of attacking men they belong to, and the index makes a cell of these.
 */
import { canonicalEndgame } from "../endgame/endgame.ts";
import { type FormationClass, formationClass } from "../endgame/formation.ts";
import { conversions } from "../endgame/graph.ts";
import type { EndgameIndex } from "../endgame/index.ts";
import type { Value } from "../table/value.ts";
import { moveFrom, moveTo } from "../xiangqi/moves.ts";
import { type Colour, EMPTY, type Piece, opponent, pieceOf, swapPieceColour } from "../xiangqi/pieces.ts";
import { SQUARES, type Square, flipSquare } from "../xiangqi/squares.ts";
import type { TablePlanes } from "./planes.ts";
import {
  BLACK_FORMATION,
  type ManNumber,
  RED_FORMATION,
  type Setup,
  attackingPieces,
  formationPieces,
} from "./setup.ts";

/** How positions without one man are looked up in the table of what is left. */
interface Conversion {
  readonly index: EndgameIndex;
  readonly planes: TablePlanes;
  /** The side to move there. */
  readonly turn: Colour;
  /** The sub-endgame's colours are exchanged. */
  readonly swapped: boolean;
  /** For each attacking man of the sub-endgame: which of ours it is. */
  readonly ours: readonly ManNumber[];
  /** Working space: their squares in the sub-endgame. */
  readonly squares: Square[];
}

/** The legal moves of a position, the first `count` of each list. */
export interface Successions {
  readonly moves: Uint16Array;
  /** The value of the position after each, to the opponent. */
  readonly values: Float64Array;
  /** The cell of the position after each quiet one. */
  readonly cells: Float64Array;
  count: number;
}

/** Room for the moves of any position. */
export function newSuccessions(): Successions {
  return { moves: new Uint16Array(256), values: new Float64Array(256), cells: new Float64Array(256), count: 0 };
}

export class Successors {
  readonly #planes: TablePlanes;
  readonly #redSteps: FormationSteps;
  readonly #blackSteps: FormationSteps;
  /** The inner man where it has no twins, else no man. */
  readonly #freeMan: ManNumber;
  readonly #conversions: (Conversion | undefined)[];

  /** @param inputs the tables of all that one capture leads to, by canonical name */
  constructor(planes: TablePlanes, inputs: ReadonlyMap<string, TablePlanes>) {
    const { red, black } = planes.index;
    this.#planes = planes;
    this.#redSteps = new FormationSteps(red);
    this.#blackSteps = red === black ? this.#redSteps : new FormationSteps(black);
    this.#freeMan = planes.index.inner !== null && planes.index.twins === 1 ? 0 : -1;
    this.#conversions = makeConversions(planes.index, inputs);
  }

  /** Fills in what the moves of a position lead to. */
  follow(setup: Setup, turn: Colour, { moves, values, cells, count }: Successions): void {
    const other = opponent(turn);
    for (let i = 0; i < count; i++) {
      const from = moveFrom(moves[i]!);
      const to = moveTo(moves[i]!);
      if (setup.board[to] === EMPTY) {
        const cell = this.#cellAfterQuiet(setup, from, to);
        cells[i] = cell;
        values[i] = this.#planes.valueAt(other, cell);
      } else values[i] = this.#afterCapture(setup, from, to);
    }
  }

  #cellAfterQuiet(setup: Setup, from: Square, to: Square): number {
    const { index } = this.#planes;
    const man = setup.manAt[from]!;
    const { squares, redFormation, blackFormation, firstCell } = setup;
    // Moves within Black's formation and of an inner man without twins stay among the cells of the walk, which has
    // compared each of them with the index: the same position cannot have another cell.
    if (man >= BLACK_FORMATION) {
      return firstCell + this.#blackSteps.moved(blackFormation, man - BLACK_FORMATION, flipSquare(to));
    }
    if (man === this.#freeMan) return firstCell + (to - from) * index.black.count + blackFormation;
    if (man >= RED_FORMATION) {
      return index.cellOf(this.#redSteps.moved(redFormation, man - RED_FORMATION, to), blackFormation, squares);
    }
    squares[man] = to;
    const cell = index.cellOf(redFormation, blackFormation, squares);
    squares[man] = from;
    return cell;
  }

  /** The value of the position after a legal capture, to the opponent. */
  #afterCapture(setup: Setup, from: Square, to: Square): Value {
    const man = setup.manAt[from]!;
    const lost = setup.manAt[to]!;
    const { squares } = setup;
    let { redFormation, blackFormation } = setup;
    if (man < RED_FORMATION) squares[man] = to;
    else if (man < BLACK_FORMATION) redFormation = this.#redSteps.moved(redFormation, man - RED_FORMATION, to);
    else blackFormation = this.#blackSteps.moved(blackFormation, man - BLACK_FORMATION, flipSquare(to));
    if (lost >= BLACK_FORMATION) blackFormation = this.#blackSteps.lost(blackFormation, lost - BLACK_FORMATION);
    else if (lost >= RED_FORMATION) redFormation = this.#redSteps.lost(redFormation, lost - RED_FORMATION);

    const { index, planes, turn, swapped, ours, squares: there } = this.#conversions[lost]!;
    for (let i = 0; i < ours.length; i++) {
      const square = squares[ours[i]!]!;
      there[i] = swapped ? flipSquare(square) : square;
    }
    if (man < RED_FORMATION) squares[man] = from;
    const cell = swapped
      ? index.cellOf(blackFormation, redFormation, there)
      : index.cellOf(redFormation, blackFormation, there);
    return planes.valueAt(turn, cell);
  }
}

/** One for each man that can be lost, by its number. */
function makeConversions(index: EndgameIndex, inputs: ReadonlyMap<string, TablePlanes>): (Conversion | undefined)[] {
  const made: (Conversion | undefined)[] = [];
  const pieces = attackingPieces(index);
  for (const { lost, endgame } of conversions(index.endgame)) {
    const { endgame: sub, swapped } = canonicalEndgame(endgame);
    const planes = inputs.get(sub.name)!;
    const piece = pieceOf(lost.colour, lost.role);
    // Who lost a man moves next.
    const turn = swapped ? opponent(lost.colour) : lost.colour;
    for (const man of menWith(piece, index, pieces)) {
      const ours = matchAttackingMen(planes.index, swapped, pieces, man);
      made[man] = {
        index: planes.index,
        planes,
        turn,
        swapped,
        ours,
        squares: ours.map(() => 0),
      };
    }
  }
  return made;
}

function menWith(piece: Piece, { red, black }: EndgameIndex, pieces: readonly Piece[]): ManNumber[] {
  const inFormation = (colour: Colour, formation: FormationClass, first: ManNumber) =>
    formationPieces(colour, formation).map((candidate, i) => (candidate === piece ? first + i : -1));
  return [
    ...pieces.map((candidate, man) => (candidate === piece ? man : -1)),
    ...inFormation("red", red, RED_FORMATION),
    ...inFormation("black", black, BLACK_FORMATION),
  ].filter((man) => man >= 0);
}

export function matchAttackingMen(
  sub: EndgameIndex,
  swapped: boolean,
  pieces: readonly Piece[],
  lost: ManNumber,
): ManNumber[] {
  const left = new Map(pieces.entries());
  left.delete(lost);
  return attackingPieces(sub).map((piece) => {
    const wanted = swapped ? swapPieceColour(piece) : piece;
    const [man] = [...left].find(([, candidate]) => candidate === wanted)!;
    left.delete(man);
    return man;
  });
}

/* Where a formation gets to when one of its men moves or is lost: looked up instead of found anew for each move. */

const IMPOSSIBLE = -1;

export class FormationSteps {
  readonly #men: number;
  /** Formation squares have small numbers of their own; SQUARES -> number. */
  readonly #place: Uint8Array;
  readonly #places: number;
  readonly #moved: Int16Array;
  readonly #lost: Int16Array;

  /** Tables of (formations x men x squares) 16-bit numbers: 300 kB for the largest class. */
  constructor(formation: FormationClass) {
    const { squares, count, advisors, elephants } = formation;
    const all = [...new Set(squares.flat())];
    this.#men = 1 + advisors + elephants;
    this.#places = all.length;
    this.#place = new Uint8Array(SQUARES);
    all.forEach((square, place) => (this.#place[square] = place));
    this.#moved = new Int16Array(count * this.#men * all.length);
    this.#lost = new Int16Array(count * this.#men).fill(IMPOSSIBLE);
    const find = (kind: FormationClass, men: readonly Square[]) =>
      kind.find(men[0]!, men.slice(1, 1 + kind.advisors), men.slice(1 + kind.advisors));
    squares.forEach((men, number) => {
      men.forEach((_, man) => {
        const first = (number * this.#men + man) * all.length;
        all.forEach((to, place) => {
          this.#moved[first + place] = find(formation, men.with(man, to));
        });
        if (man === 0) return;
        const rest =
          man <= advisors ? formationClass(advisors - 1, elephants) : formationClass(advisors, elephants - 1);
        this.#lost[number * this.#men + man] = find(rest, men.toSpliced(man, 1));
      });
    });
  }

  /** The formation after a man (0: the king) moved. Squares in Red's coordinates. */
  moved(formation: number, man: number, to: Square): number {
    return this.#moved[(formation * this.#men + man) * this.#places + this.#place[to]!]!;
  }

  /** The formation of the smaller class that is left when a man is lost. */
  lost(formation: number, man: number): number {
    return this.#lost[formation * this.#men + man]!;
  }
}
