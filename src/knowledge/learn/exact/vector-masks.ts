/**
 * Which squares of the inner man make a position legal and quiet, 90 at a time: for all other men standing fast, one
 * mask of squares for each question, one bit a square in three words. Exact counts over whole tables rest on it.
 */
import type { EndgameIndex } from "../../../endgame/index.ts";
import { sameHomeFile } from "../../../endgame/placement.ts";
import {
  ADVISOR,
  CANNON,
  CHARIOT,
  ELEPHANT,
  EMPTY,
  HORSE,
  KING,
  type Piece,
  SOLDIER,
  pieceOf,
} from "../../../xiangqi/pieces.ts";
import {
  ADVISOR_BETWEEN,
  ADVISOR_STEPS,
  BLACK_SOLDIER_BETWEEN,
  BLACK_SOLDIER_STEPS,
  ELEPHANT_BETWEEN,
  ELEPHANT_STEPS,
  HORSE_BETWEEN,
  HORSE_ORIGINS,
  HORSE_STEPS,
  KING_BETWEEN,
  KING_STEPS,
  LINES,
  NO_STEP,
  RED_SOLDIER_BETWEEN,
  RED_SOLDIER_ORIGINS,
  type StepTable,
  squaresOf,
} from "../../../xiangqi/steps.ts";
import { SQUARES, type Square, fileOf, flipSquare, rankOf } from "../../../xiangqi/squares.ts";

const BLACK = 8;
/** Four ways a line can go: the step, and how far it is to the edge. */
const RAYS = [
  { step: 9, length: (square: Square) => 9 - rankOf(square) },
  { step: -9, length: (square: Square) => rankOf(square) },
  { step: 1, length: (square: Square) => 8 - fileOf(square) },
  { step: -1, length: (square: Square) => fileOf(square) },
] as const;
/** Entry `4 * square + ray`. */
const RAY_LENGTHS = Uint8Array.from({ length: 4 * SQUARES }, (_, i) => RAYS[i & 3]!.length(i >> 2));
const RAY_STEPS = Int8Array.from(RAYS, ({ step }) => step);

/** Men of one side that do not move while the inner man takes all squares. */
class FixedMen {
  readonly squares: Uint8Array = new Uint8Array(16);
  readonly pieces: Uint8Array = new Uint8Array(16);
  count = 0;

  add(piece: Piece, square: Square): void {
    this.pieces[this.count] = piece;
    this.squares[this.count++] = square;
  }
}

/** Made for one index with an inner man. Set up a block, then its black formations one by one, and read the masks. */
export class VectorMasks {
  /** Where the inner man can stand. */
  readonly stand: Mask = new Int32Array(WORDS);
  /** Where it makes a legal position with this side to move. */
  readonly redToMove: Mask = new Int32Array(WORDS);
  readonly blackToMove: Mask = new Int32Array(WORDS);
  /** Where no man of either side attacks a man of the other, kings included: nobody can capture, nobody is in check. */
  readonly quiet: Mask = new Int32Array(WORDS);
  /** Squares of the outer men of the block. */
  readonly outerSquares: Uint8Array;
  readonly #index: EndgameIndex;
  readonly #board = new Uint8Array(SQUARES);
  readonly #inner: Piece;
  readonly #innerSquares: Mask;
  readonly #blockSquares: Mask = new Int32Array(WORDS);
  readonly #outer: readonly Piece[];
  readonly #red = new FixedMen();
  readonly #black = new FixedMen();
  /** Black's outer men: the part of `#black` that belongs to the block. */
  #blackOuter = 0;
  readonly #blackFormations: readonly (readonly Square[])[];
  readonly #redCheck: Mask = new Int32Array(WORDS);
  readonly #blackCheck: Mask = new Int32Array(WORDS);
  readonly #capture: Mask = new Int32Array(WORDS);

  constructor(index: EndgameIndex) {
    this.#index = index;
    this.#inner = pieceOf("red", index.inner!);
    this.#innerSquares = maskOf(squaresOf(this.#inner));
    this.#outer = index.placements.men.map((man) => pieceOf(man.colour, man.role));
    this.outerSquares = new Uint8Array(this.#outer.length);
    this.#blackFormations = index.black.squares.map((men) => men.map(flipSquare));
  }

  /** Puts all men of a stored block on the board. False when two of them share a square: it has no positions. */
  setUpBlock(block: number): boolean {
    const { blocks, placements, red } = this.#index;
    const either = blocks[block]!;
    const placement = either % placements.count;
    const formation = red.squares[(either - placement) / placements.count]!;
    this.#board.fill(EMPTY);
    this.#red.count = this.#black.count = 0;
    this.#blockSquares.set(this.#innerSquares);
    for (let man = 0; man < formation.length; man++) {
      if (!this.#put(this.#red, formationPiece(man, red.advisors), formation[man]!)) return false;
    }
    for (let man = 0; man < this.#outer.length; man++) {
      const square = placements.squareOf(placement, man);
      this.outerSquares[man] = square;
      const piece = this.#outer[man]!;
      if (!this.#put(piece < BLACK ? this.#red : this.#black, piece, square)) return false;
      if (piece === this.#inner && piece === SOLDIER) {
        for (let other = 0; other < 45; other++)
          if (sameHomeFile("red", square, other)) clear(this.#blockSquares, other);
      }
    }
    this.#blackOuter = this.#black.count;
    return true;
  }

  /** Adds Black's formation and finds the masks. False when it collides with the block's men. */
  setUpFormation(number: number): boolean {
    const board = this.#board;
    const black = this.#black;
    const men = this.#blackFormations[number]!;
    this.stand.set(this.#blockSquares);
    black.count = this.#blackOuter;
    for (let man = 0; man < men.length; man++) {
      const square = men[man]!;
      if (board[square] !== EMPTY) return false;
      black.add(BLACK + formationPiece(man, this.#index.black.advisors), square);
      clear(this.stand, square);
    }
    for (let man = this.#blackOuter; man < black.count; man++) board[black.squares[man]!] = black.pieces[man]!;
    this.#findAttacks();
    for (let man = this.#blackOuter; man < black.count; man++) board[black.squares[man]!] = EMPTY;
    for (let w = 0; w < WORDS; w++) {
      const stand = this.stand[w]!;
      this.redToMove[w] = stand & ~this.#blackCheck[w]!;
      this.blackToMove[w] = stand & ~this.#redCheck[w]!;
      this.quiet[w] = this.redToMove[w]! & this.blackToMove[w]! & ~this.#capture[w]!;
    }
    return true;
  }

  #put(men: FixedMen, piece: Piece, square: Square): boolean {
    if (this.#board[square] !== EMPTY) return false;
    this.#board[square] = piece;
    men.add(piece, square);
    clear(this.#blockSquares, square);
    return true;
  }

  #findAttacks(): void {
    const red = this.#red;
    const black = this.#black;
    this.#redCheck.fill(0);
    this.#blackCheck.fill(0);
    this.#capture.fill(0);
    for (let i = 0; i < red.count; i++) {
      const piece = red.pieces[i]!;
      const square = red.squares[i]!;
      for (let j = 0; j < black.count; j++) {
        const other = black.pieces[j]!;
        const at = black.squares[j]!;
        this.#addPair(square, piece, at, other === BLACK + KING ? this.#blackCheck : this.#capture);
        this.#addPair(at, other, square, piece === KING ? this.#redCheck : this.#capture);
      }
    }
    for (let j = 0; j < black.count; j++) {
      const isKing = black.pieces[j] === BLACK + KING;
      this.#addFromInner(black.squares[j]!, isKing ? this.#blackCheck : this.#capture);
      this.#addOntoInner(black.squares[j]!, black.pieces[j]!);
    }
  }

  /** Adds the squares of the inner man at which a man attacks another. */
  #addPair(from: Square, piece: Piece, to: Square, target: Mask): void {
    const pair = from * SQUARES + to;
    switch (piece & 7) {
      case CHARIOT:
        if (LINES[pair] !== 0 && this.#menBetween(from, to, LINES[pair]!) === 0) addUnless(target, pair);
        return;
      case CANNON: {
        if (LINES[pair] === 0) return;
        const screens = this.#menBetween(from, to, LINES[pair]!);
        if (screens === 1) addUnless(target, pair);
        else if (screens === 0) addBetween(target, pair);
        return;
      }
      case KING:
        if (KING_BETWEEN[pair] !== NO_STEP) target.fill(-1);
        else if ((this.#board[to]! & 7) === KING && LINES[pair] === 9 && this.#menBetween(from, to, 9) === 0) {
          addUnless(target, pair);
        }
        return;
      case HORSE:
        this.#addStep(HORSE_BETWEEN[pair]!, to, target);
        return;
      case ELEPHANT:
        this.#addStep(ELEPHANT_BETWEEN[pair]!, to, target);
        return;
      case ADVISOR:
        if (ADVISOR_BETWEEN[pair] !== NO_STEP) target.fill(-1);
        return;
      default:
        if ((piece < BLACK ? RED_SOLDIER_BETWEEN : BLACK_SOLDIER_BETWEEN)[pair] !== NO_STEP) target.fill(-1);
    }
  }

  /** A step over `through`, which the inner man may block. */
  #addStep(through: Square, to: Square, target: Mask): void {
    if (through === NO_STEP || (through !== to && this.#board[through] !== EMPTY)) return;
    const word = through >> 5;
    for (let w = 0; w < WORDS; w++) target[w]! |= w === word ? ~(1 << (through & 31)) : -1;
  }

  /** Adds the squares from which the inner man attacks a man. */
  #addFromInner(to: Square, target: Mask): void {
    switch (this.#inner) {
      case CHARIOT:
        this.#addRays(to, 0, target);
        return;
      case CANNON:
        this.#addRays(to, 1, target);
        return;
      case HORSE:
        this.#addSteps(HORSE_ORIGINS, to, target);
        return;
      default:
        this.#addSteps(RED_SOLDIER_ORIGINS, to, target);
    }
  }

  /** Adds the squares on which a black man attacks the inner man. */
  #addOntoInner(from: Square, piece: Piece): void {
    const target = this.#capture;
    switch (piece & 7) {
      case CHARIOT:
        this.#addRays(from, 0, target);
        return;
      case CANNON:
        this.#addRays(from, 1, target);
        return;
      case HORSE:
        this.#addSteps(HORSE_STEPS, from, target);
        return;
      case SOLDIER:
        this.#addSteps(BLACK_SOLDIER_STEPS, from, target);
        return;
      case KING:
        this.#addSteps(KING_STEPS, from, target);
        return;
      case ADVISOR:
        this.#addSteps(ADVISOR_STEPS, from, target);
        return;
      default:
        this.#addSteps(ELEPHANT_STEPS, from, target);
    }
  }

  /** Adds the free squares seen from a square along its lines, behind so many screens. */
  #addRays(square: Square, screens: 0 | 1, target: Mask): void {
    const board = this.#board;
    for (let ray = 0; ray < 4; ray++) {
      const step = RAY_STEPS[ray]!;
      let left = RAY_LENGTHS[4 * square + ray]!;
      let at = square + step;
      if (screens === 1) {
        for (; left > 0 && board[at] === EMPTY; left--) at += step;
        left--;
        at += step;
      }
      for (; left > 0 && board[at] === EMPTY; left--, at += step) target[at >> 5]! |= 1 << (at & 31);
    }
  }

  /** Steps from a square or, with a table of origins, onto it. What nothing can block names one of its ends. */
  #addSteps(steps: StepTable, square: Square, target: Mask): void {
    const end = steps.start[square + 1]!;
    for (let i = steps.start[square]!; i < end; i++) {
      const to = steps.to[i]!;
      const through = steps.through[i]!;
      if (through === to || through === square || this.#board[through] === EMPTY) target[to >> 5]! |= 1 << (to & 31);
    }
  }

  #menBetween(from: Square, to: Square, step: number): number {
    const high = from < to ? to : from;
    let men = 0;
    for (let at = (from < to ? from : to) + step; at < high; at += step) if (this.#board[at] !== EMPTY) men++;
    return men;
  }
}

/** A man of a formation, as Red's: the king, then the advisors, then the elephants. */
function formationPiece(man: number, advisors: number): Piece {
  return man === 0 ? KING : man <= advisors ? ADVISOR : ELEPHANT;
}

/* Sets of squares as bits, and those between two squares. */

/** A set of squares: square s is bit `s & 31` of word `s >> 5`. */
export type Mask = Int32Array;

export const WORDS = 3;

/** Squares strictly between two of one line, three words each. */
const BETWEEN = squaresBetween();

/** Adds all squares but those between the two of a pair (`from * 90 + to`). */
export function addUnless(target: Mask, pair: number): void {
  for (let w = 0; w < WORDS; w++) target[w]! |= ~BETWEEN[WORDS * pair + w]!;
}

/** Adds the squares between the two of a pair. */
export function addBetween(target: Mask, pair: number): void {
  for (let w = 0; w < WORDS; w++) target[w]! |= BETWEEN[WORDS * pair + w]!;
}

export function clear(mask: Mask, square: Square): void {
  mask[square >> 5]! &= ~(1 << (square & 31));
}

export function maskOf(squares: readonly Square[]): Mask {
  const mask = new Int32Array(WORDS);
  for (const square of squares) mask[square >> 5]! |= 1 << (square & 31);
  return mask;
}

function squaresBetween(): Int32Array {
  const between = new Int32Array(WORDS * SQUARES * SQUARES);
  for (let from = 0; from < SQUARES; from++) {
    for (let to = 0; to < SQUARES; to++) {
      const line = LINES[from * SQUARES + to]!;
      if (line === 0) continue;
      const squares: Square[] = [];
      for (let at = Math.min(from, to) + line; at < Math.max(from, to); at += line) squares.push(at);
      between.set(maskOf(squares), WORDS * (from * SQUARES + to));
    }
  }
  return between;
}
