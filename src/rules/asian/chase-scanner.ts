/**
 * The chases of reportMove (clauses b1, c1 to c12) as bit masks, for solvers: no reasons, and nothing allocated. Tested
 * to agree with reportMove, which is the one to read.
 */
import { attacks } from "../../xiangqi/attacks.ts";
import { type Move, ScannedBoard } from "../../xiangqi/moves.ts";
import {
  ADVISOR,
  CANNON,
  CHARIOT,
  ELEPHANT,
  EMPTY,
  HORSE,
  KING,
  SOLDIER,
  type Colour,
  type Piece,
} from "../../xiangqi/pieces.ts";
import { isHomeSoldier } from "../../xiangqi/steps.ts";
import { SQUARES, type Square } from "../../xiangqi/squares.ts";
import { DEFAULT_RULES, type RuleOptions } from "./options.ts";

/** A side's men by place (menOf); the king comes first. */
interface Side {
  readonly men: Uint8Array;
  count: number;
  /** 0 for Red, 8 for Black. */
  colour: number;
}

const MOST_MEN = 32;

function makeSide(): Side {
  return { men: new Uint8Array(MOST_MEN), count: 0, colour: 0 };
}

function copySide(from: Side, to: Side): void {
  for (let i = 0; i < from.count; i++) to.men[i] = from.men[i]!;
  to.count = from.count;
  to.colour = from.colour;
}

/** Adds a man behind its equals and before the men of later roles; squares come in ascending order. */
function insertMan(side: Side, board: Uint8Array, square: Square): void {
  const piece = board[square]!;
  let place = side.count++;
  for (; place > 0 && board[side.men[place - 1]!]! > piece; place--) side.men[place] = side.men[place - 1]!;
  side.men[place] = square;
}

/**
 * K*(B,s) as bits: the men of `by` that attack a king, but for the ignored ones. Men of the list that were taken or have
 * moved meanwhile attack nothing.
 */
function menCheckingKing(board: Uint8Array, king: Square, by: Side, ignored: number): number {
  let bits = 0;
  for (let i = 0; i < by.count; i++) {
    const from = by.men[i]!;
    if ((ignored & (1 << i)) === 0 && (board[from]! & 8) === by.colour && attacks(board, from, king)) bits |= 1 << i;
  }
  return bits;
}

/** Whether a capture just made left its own king attacked; a king that captured stands on `to`. */
function leftExposed(board: Uint8Array, side: Side, other: Side, to: Square, ignored: number): boolean {
  const king = (board[to]! & 7) === KING ? to : side.men[0]!;
  return menCheckingKing(board, king, other, ignored) !== 0;
}

/** Whether the capture is illegal: c7, and for the target's answer c5. The man on `from` attacks `to`. */
function exposes(board: Uint8Array, side: Side, other: Side, from: Square, to: Square, ignored: number): boolean {
  const taken = board[to]!;
  board[to] = board[from]!;
  board[from] = EMPTY;
  const exposed = leftExposed(board, side, other, to, ignored);
  board[from] = board[to]!;
  board[to] = taken;
  return exposed;
}

/** c3: whether some man of `side` can legally retake on `to`, where the other side has just taken. */
function canRetake(board: Uint8Array, side: Side, other: Side, to: Square, ignored: number): boolean {
  for (let i = 0; i < side.count; i++) {
    const from = side.men[i]!;
    if (from === to || !attacks(board, from, to)) continue;
    if (!exposes(board, side, other, from, to, ignored)) return true;
  }
  return false;
}

/** c4 and switch 4. */
function countsThoughProtected(capturer: Piece, target: Piece, minors: boolean): boolean {
  const role = capturer & 7;
  const prey = target & 7;
  if (prey === CHARIOT && (role === HORSE || role === CANNON)) return true;
  return minors && (role === ADVISOR || role === ELEPHANT) && (prey === CHARIOT || prey === HORSE || prey === CANNON);
}

/** Finds the chases of the moves of one position after another. Both sides need their kings. */
export class ChaseScanner {
  readonly #options: RuleOptions;
  // The position before the move (u) and after it (v). The other side's men are the same in both.
  readonly #scanned = new ScannedBoard();
  readonly #before = this.#scanned.board;
  readonly #after = new Uint8Array(SQUARES);
  readonly #own = makeSide();
  readonly #ownAfter = makeSide();
  readonly #other = makeSide();
  // The checks that stand before the move, as far as the switches ask for them.
  #suspending = 0;
  #ignoredByOwn = 0;
  // Answers about the position before the move: by bit, whether asked and what.
  #targetsAsked = 0;
  #targetsHanging = 0;
  #capturersAsked = 0;
  #capturersHanging = 0;

  constructor(options: RuleOptions = DEFAULT_RULES) {
    this.#options = options;
  }

  /** Sets the position whose moves are asked for next; the board is copied. */
  load(board: Uint8Array, turn: Colour): void {
    const own = this.#own;
    const other = this.#other;
    const men = this.#scanned.load(board);
    this.#after.set(board);
    own.count = 0;
    other.count = 0;
    own.colour = turn === "red" ? 0 : 8;
    other.colour = own.colour ^ 8;
    for (let i = 0; i < men; i++) {
      const square = this.#scanned.squares[i]!;
      insertMan((board[square]! & 8) === own.colour ? own : other, board, square);
    }
    copySide(own, this.#ownAfter);
    const standing = menCheckingKing(board, own.men[0]!, other, 0);
    this.#suspending = this.#options.suspendedIsNew ? 0 : standing;
    this.#ignoredByOwn = this.#options.checksMayChase ? standing : 0;
    this.#targetsAsked = 0;
    this.#targetsHanging = 0;
    this.#capturersAsked = 0;
    this.#capturersHanging = 0;
  }

  /**
   * What a legal move of the position loaded checks and chases: bit i stands for the opponent's i-th man in the order of
   * menOf, bit 0 for its king, which is "chased" by a check.
   */
  chases(move: Move): number {
    const from = (move / SQUARES) | 0;
    const to = move - from * SQUARES;
    const board = this.#after;
    let mover = 0;
    while (this.#own.men[mover] !== from) mover++;
    const taken = board[to]!;
    board[to] = board[from]!;
    board[from] = EMPTY;
    this.#ownAfter.men[mover] = to;
    const checkers = menCheckingKing(board, this.#other.men[0]!, this.#ownAfter, 0);
    let mask = checkers === 0 ? 0 : 1;
    if (taken === EMPTY && (checkers === 0 || this.#options.checksMayChase)) mask |= this.#chasedMen(mover, checkers);
    this.#ownAfter.men[mover] = from;
    board[from] = board[to]!;
    board[to] = taken;
    return mask;
  }

  /** The bits of the men chased by the quiet move just made on the board. */
  #chasedMen(mover: number, checkers: number): number {
    const own = this.#ownAfter;
    const other = this.#other;
    const ignored = this.#options.checksMayChase ? checkers : 0;
    let mask = 0;
    for (let t = 1; t < other.count; t++) {
      const target = other.men[t]!;
      for (let a = 1; a < own.count; a++) {
        if (!this.#isReal(this.#after, own, own.men[a]!, other, target, 0, ignored)) continue;
        if (this.#options.newnessPerAttacker) {
          if (this.#isRealBefore(a, t)) continue; // c8, switch 2
        } else if (this.#hungBefore(t)) break; // c8
        if (a !== mover && this.#isSelfDefence(a, t)) continue; // c12
        mask |= 1 << t;
        break;
      }
    }
    return mask;
  }

  /**
   * real(B,a,t) of clauses c2 to c7, of men that are no kings; the checks to ignore are those against the capturer's and
   * the target's king.
   */
  #isReal(
    board: Uint8Array,
    side: Side,
    from: Square,
    other: Side,
    to: Square,
    suspending: number,
    ignored: number,
  ): boolean {
    const capturer = board[from]!;
    const target = board[to]!;
    const role = capturer & 7;
    if (role === SOLDIER || !attacks(board, from, to)) return false; // c6
    if (isHomeSoldier(target, to)) return false; // c2
    board[to] = capturer;
    board[from] = EMPTY;
    let real = !leftExposed(board, side, other, to, suspending); // c7
    const sure = real && countsThoughProtected(capturer, target, this.#options.minorsChaseProtected); // c4
    if (real && !sure) real = !canRetake(board, other, side, to, ignored); // c3
    board[from] = capturer;
    board[to] = target;
    if (!real || sure || role !== (target & 7) || !attacks(board, to, from)) return real;
    return exposes(board, other, side, to, from, 0); // c5
  }

  /** real~(u,a,p): the mover's side is not ignoring anything else, since the other side cannot be in check before. */
  #isRealBefore(a: number, t: number): boolean {
    const own = this.#own;
    const other = this.#other;
    return this.#isReal(this.#before, own, own.men[a]!, other, other.men[t]!, this.#suspending, 0);
  }

  /** c8: whether some man really threatened the target before the move. */
  #hungBefore(t: number): boolean {
    const bit = 1 << t;
    if ((this.#targetsAsked & bit) === 0) {
      this.#targetsAsked |= bit;
      for (let a = 1; a < this.#own.count; a++) {
        if (!this.#isRealBefore(a, t)) continue;
        this.#targetsHanging |= bit;
        break;
      }
    }
    return (this.#targetsHanging & bit) !== 0;
  }

  /** c12: whether an capturer that stands still could take the target before, and was itself really threatened. */
  #isSelfDefence(a: number, t: number): boolean {
    const own = this.#own;
    const other = this.#other;
    const from = own.men[a]!;
    const to = other.men[t]!;
    if (!attacks(this.#before, from, to)) return false;
    return !exposes(this.#before, own, other, from, to, this.#suspending) && this.#capturerHungBefore(a);
  }

  #capturerHungBefore(a: number): boolean {
    const bit = 1 << a;
    if ((this.#capturersAsked & bit) === 0) {
      this.#capturersAsked |= bit;
      const own = this.#own;
      const other = this.#other;
      for (let q = 1; q < other.count; q++) {
        if (!this.#isReal(this.#before, other, other.men[q]!, own, own.men[a]!, 0, this.#ignoredByOwn)) continue;
        this.#capturersHanging |= bit;
        break;
      }
    }
    return (this.#capturersHanging & bit) !== 0;
  }
}
