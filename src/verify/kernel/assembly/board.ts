// The board of one position, and which of its men attack what: square by square, without bit vectors.
import {
  T_ADDENDS,
  T_BLACK_MEN,
  T_BLACK_PIECES,
  T_BLACK_SQUARES,
  T_ALL_BLOCKS,
  T_FORMATIONS_BLACK,
  T_HORSE,
  T_OUTER,
  T_PIECES,
  T_PLACEMENTS,
  T_RED_MEN,
  T_RED_PIECES,
  T_RED_SQUARES,
  T_SQUARES,
  T_TWINS,
} from "./layout";

export const KING: u32 = 1;
export const ADVISOR: u32 = 2;
export const ELEPHANT: u32 = 3;
export const CHARIOT: u32 = 4;
export const HORSE: u32 = 5;
export const CANNON: u32 = 6;
export const SOLDIER: u32 = 7;
/** The side to move: 0 Red, 8 Black, which is also what its pieces are from 1 or from 9 on. */
export const BLACK: u32 = 8;
export const NOWHERE: u32 = 90;

export let table: usize = 0;
export let board: usize = 0;
export let horse: usize = 0;
export let formationsBlack: u32 = 0;
export let outer: u32 = 0;
export let twins: u32 = 0;
export let placements: u32 = 0;
let allBlocks: usize = 0;
let addends: usize = 0;
let pieces: usize = 0;
let squaresOfPlacements: usize = 0;
let redMen: u32 = 0;
let blackMen: u32 = 0;
let redSquares: usize = 0;
let blackSquares: usize = 0;
let redPieces: usize = 0;
let blackPieces: usize = 0;
/** Squares of the attacking men, the inner one first: u8[1 + outer]. */
let men: usize = 0;

export let block: u32 = 0;
export let redFormation: u32 = 0;
export let blackFormation: u32 = 0;
export let placement: u32 = 0;
/** The number of the outer men's squares: the sum of what they add. */
export let outerNumber: u32 = 0;
export let redKing: u32 = 0;
export let blackKing: u32 = 0;

// @inline
export function word(number: u32): u32 {
  return load<u32>(table + ((<usize>number) << 2));
}

/** Takes up a table. @param scratch 128 bytes of this thread's own */
export function beginBoard(words: usize, scratch: usize): void {
  table = words;
  board = scratch;
  men = scratch + 96;
  horse = word(T_HORSE);
  formationsBlack = word(T_FORMATIONS_BLACK);
  outer = word(T_OUTER);
  twins = word(T_TWINS);
  placements = word(T_PLACEMENTS);
  allBlocks = word(T_ALL_BLOCKS);
  addends = word(T_ADDENDS);
  pieces = word(T_PIECES);
  squaresOfPlacements = word(T_SQUARES);
  redMen = word(T_RED_MEN);
  blackMen = word(T_BLACK_MEN);
  redSquares = word(T_RED_SQUARES);
  blackSquares = word(T_BLACK_SQUARES);
  redPieces = word(T_RED_PIECES);
  blackPieces = word(T_BLACK_PIECES);
}

// @inline
export function at(square: u32): u32 {
  return <u32>load<u8>(board + square);
}
// @inline
export function put(square: u32, piece: u32): void {
  store<u8>(board + square, <u8>piece);
}
// @inline
export function manSquare(man: u32): u32 {
  return <u32>load<u8>(men + man);
}
// @inline
export function manPiece(man: u32): u32 {
  return <u32>load<u8>(pieces + man);
}
// @inline
export function moveMan(man: u32, square: u32): void {
  store<u8>(men + man, <u8>square);
}

/** What the i-th outer man adds on a square. */
// @inline
export function addend(i: u32, square: u32): u32 {
  return load<u32>(addends + ((<usize>(90 * i + square)) << 2));
}

/** Puts a stored block's men on an empty board: Red's formation and the outer men. @returns false where two men clash */
export function enterBlock(number: u32): bool {
  block = number;
  const whole = load<u32>(allBlocks + ((<usize>number) << 2));
  redFormation = whole / placements;
  placement = whole % placements;
  memory.fill(board, 0, 96);
  const red = redSquares + <usize>(redFormation * redMen);
  redKing = <u32>load<u8>(red);
  for (let i: u32 = 0; i < redMen; i++) put(<u32>load<u8>(red + i), <u32>load<u8>(redPieces + i));
  outerNumber = 0;
  for (let i: u32 = 0; i < outer; i++) {
    const square = <u32>load<u8>(squaresOfPlacements + <usize>(placement * outer + i));
    outerNumber += addend(i, square);
    if (at(square) != 0) return false;
    moveMan(1 + i, square);
    put(square, manPiece(1 + i));
  }
  return true;
}

/** @returns false, and does nothing, where another man stands */
export function putInner(square: u32): bool {
  if (at(square) != 0) return false;
  moveMan(0, square);
  put(square, manPiece(0));
  return true;
}

// @inline
export function takeInner(): void {
  put(manSquare(0), 0);
}

/** @returns false, and does nothing, where another man stands */
export function putBlack(formation: u32): bool {
  const squares = blackSquares + <usize>(formation * blackMen);
  for (let i: u32 = 0; i < blackMen; i++) if (at(<u32>load<u8>(squares + i)) != 0) return false;
  for (let i: u32 = 0; i < blackMen; i++) put(<u32>load<u8>(squares + i), <u32>load<u8>(blackPieces + i));
  blackFormation = formation;
  blackKing = <u32>load<u8>(squares);
  return true;
}

export function takeBlack(): void {
  const squares = blackSquares + <usize>(blackFormation * blackMen);
  for (let i: u32 = 0; i < blackMen; i++) put(<u32>load<u8>(squares + i), 0);
}

/** Puts the men of a legal cell on the board. */
export function enterCell(cell: u64): void {
  const row = <u32>(cell / formationsBlack);
  enterBlock(row / 90);
  putInner(row % 90);
  putBlack(<u32>(cell - <u64>row * formationsBlack));
}

/** How many half positions of the whole board stand for these men; 0: the index never gives them, or no game can. */
export function halvesOfRow(weight: u32): u32 {
  const inner = manSquare(0);
  let halves = 2 * weight;
  for (let twin: u32 = 1; twin < twins; twin++) {
    const other = manSquare(twin);
    const difference = twinKey(other) - twinKey(inner);
    if (difference > 0) return 0;
    if (difference == 0) halves = weight;
  }
  // Two soldiers on one file that have not crossed the river. (Placements hold no such outer men.)
  if (twins > 1 && manPiece(0) == SOLDIER && inner < 45) {
    for (let twin: u32 = 1; twin < twins; twin++) {
      if (manSquare(twin) < 45 && manSquare(twin) % 9 == inner % 9) return 0;
    }
  }
  return halves;
}

/** Of equal men the inner one has the greatest. The same for a square and its mirror image. */
export function twinKey(square: u32): i32 {
  const file = <i32>(square % 9) - 4;
  return <i32>(square / 9) * 9 + (file < 0 ? -file : file);
}

/** Whether a man on `from` attacks `to`, the safety of its king left aside. The king attacks as a chariot, as far as kings may face. */
export function hits(piece: u32, from: u32, to: u32): bool {
  const role = piece & 7;
  if (role == HORSE) {
    const list = horse + <usize>(to * 32);
    for (let i: u32 = 0; i < 8; i++) {
      const step = <u32>load<u16>(list + ((<usize>i) << 1));
      if (step == 0xffff) return false;
      if ((step & 255) == from) return at(step >> 8) == 0;
    }
    return false;
  }
  const red = piece < BLACK;
  const sameRank = from / 9 == to / 9;
  if (role == SOLDIER) {
    if (red ? from + 9 == to : to + 9 == from) return true;
    return sameRank && (from + 1 == to || to + 1 == from) && (red ? from >= 45 : from < 45);
  }
  if (role == ADVISOR || role == ELEPHANT) {
    const files = abs(<i32>(from % 9) - <i32>(to % 9));
    const ranks = abs(<i32>(from / 9) - <i32>(to / 9));
    if (role == ADVISOR) return files == 1 && ranks == 1 && to % 9 >= 3 && to % 9 <= 5 && (red ? to < 27 : to >= 63);
    return files == 2 && ranks == 2 && (red ? to < 45 : to >= 45) && at((from + to) / 2) == 0;
  }
  const by: u32 = sameRank ? 1 : from % 9 == to % 9 ? 9 : 0;
  if (by == 0) return false;
  let between: u32 = 0;
  const end = max(from, to);
  for (let square = min(from, to) + by; square < end; square += by) if (at(square) != 0) between++;
  return between == (role == CANNON ? 1 : 0);
}

/**
 * Whether a side's men or its king attack a square, on which the other king stands or would stand.
 * @param by the attacking side
 * @param byKing the square of its king
 * @param taken a square whose man was captured (NOWHERE: none)
 */
export function isAttacked(king: u32, by: u32, byKing: u32, taken: u32): bool {
  for (let man: u32 = 0; man <= outer; man++) {
    const piece = manPiece(man);
    const square = manSquare(man);
    if ((piece & BLACK) == by && square != taken && hits(piece, square, king)) return true;
  }
  return king % 9 == byKing % 9 && hits(CHARIOT, byKing, king);
}

/** Whether a side could take the king of the position on the board. */
// @inline
export function takesKing(side: u32): bool {
  return side == BLACK ? isAttacked(redKing, BLACK, blackKing, 90) : isAttacked(blackKing, 0, redKing, 90);
}

/** Men of a side's formation: how many, and the square of each, the king first. */
// @inline
export function formationMen(side: u32): u32 {
  return side == BLACK ? blackMen : redMen;
}
export function formationSquare(side: u32, man: u32): u32 {
  return <u32>(
    load<u8>(
      side == BLACK
        ? blackSquares + <usize>(blackFormation * blackMen + man)
        : redSquares + <usize>(redFormation * redMen + man),
    )
  );
}
