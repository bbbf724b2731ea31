// The board: men by square, a key of 64 bits, and whether a king is attacked.
import { BOARD, FILES, HORSES, INPUT, KEYS, MEN, RANKS, STEP_COUNTS, STEPS } from "./layout";

export const KING: u32 = 1;
export const ADVISOR: u32 = 2;
export const ELEPHANT: u32 = 3;
export const CHARIOT: u32 = 4;
export const HORSE: u32 = 5;
export const CANNON: u32 = 6;
export const SOLDIER: u32 = 7;
export const BLACK: u32 = 8;

/** Lists of steps beside those of the roles: of Black's soldiers, and from where a horse takes on a square. */
export const BLACK_SOLDIER: u32 = 0;
export const HORSE_BACK: u32 = 4;

/** The host's: what a table says of the board for the side to move. @returns a LEAF */
// @external("env", "leaf")
declare function leaf(turn: u32): u32;

/** What tables say: nothing, since there is none of these men; or to the side to move. */
export const LEAF_NONE: u32 = 0;
export const LEAF_WIN: u32 = 1;
export const LEAF_LOSS: u32 = 2;

/** No table has more men. */
let mostLeafMen: u64 = 0;

/** A square that stays empty. */
const FREE: u32 = 95;

/** Of the men and the side to move. */
export let key: u64 = 0;
/** 0 or BLACK. */
export let turn: u32 = 0;
let turnKey: u64 = 0;
let redKing: u32 = 0;
let blackKing: u32 = 0;

// @inline
export function at(square: u32): u32 {
  return <u32>load<u8>(BOARD + square);
}

// @inline
export function kingOf(side: u32): u32 {
  return side == 0 ? redKing : blackKing;
}

/** No man stands further on. */
export const NONE: u32 = 32;

/** The men on a file, by rank, or on a rank, by file. */
// @inline
export function menOnFile(file: u32): u32 {
  return <u32>load<u16>(FILES + (file << 1));
}

// @inline
export function menOnRank(rank: u32): u32 {
  return <u32>load<u16>(RANKS + (rank << 1));
}

// @inline
export function stepCount(kind: u32, square: u32): u32 {
  return <u32>load<u8>(STEP_COUNTS + kind * 90 + square);
}

// @inline
export function stepsOf(kind: u32, square: u32): usize {
  return STEPS + ((kind * 90 + square) << 4);
}

/** Spreads bits over a whole number. */
export function mix(bits: u64): u64 {
  bits ^= bits >> 31;
  bits *= ((<u64>0x7fb5d329) << 32) | 0x728ea185;
  return bits ^ (bits >> 27);
}

// @inline
function keyOf(piece: u32, square: u32): u64 {
  return load<u64>(KEYS + ((piece * 90 + square) << 3));
}

// @inline
function toggle(side: u32, square: u32): void {
  const place = MEN + (side << 1) + ((square >> 6) << 3);
  const one: u64 = 1;
  store<u64>(place, load<u64>(place) ^ (one << (square & 63)));
}

/** The next man above a place of a line, or NONE. */
// @inline
export function above(line: u32, place: u32): u32 {
  const men = place == NONE ? 0 : (line >> place) >> 1;
  return men == 0 ? NONE : place + 1 + ctz<u32>(men);
}

/** The next man below a place of a line, or NONE. */
// @inline
export function below(line: u32, place: u32): u32 {
  const men = place == NONE ? 0 : line & ((1 << place) - 1);
  return men == 0 ? NONE : 31 - clz<u32>(men);
}

/** What the key becomes when a man is taken up to be moved, and, `without` him, when he is put down. */
// @inline
export function keyWithout(from: u32): u64 {
  return key ^ turnKey ^ keyOf(at(from), from);
}

// @inline
export function keyWith(without: u64, piece: u32, to: u32): u64 {
  return without ^ keyOf(piece, to) ^ keyOf(at(to), to);
}

/** The other side is to move from now on. */
export function pass(): void {
  turn ^= BLACK;
  key ^= turnKey;
}

/** @returns what it takes */
export function play(from: u32, to: u32): u32 {
  key = keyWith(keyWithout(from), at(from), to);
  turn ^= BLACK;
  return move(from, to);
}

export function undo(from: u32, to: u32, taken: u32): void {
  takeBack(from, to, taken);
  turn ^= BLACK;
  // A move back and forth changes the same bits.
  key = keyWith(keyWithout(from), at(from), to);
}

/** Whether a king would be attacked after a move. */
export function isAttackedAfter(side: u32, from: u32, to: u32): bool {
  const taken = move(from, to);
  const isAttacked = inCheck(side);
  takeBack(from, to, taken);
  return isAttacked;
}

/** @returns what it takes */
function move(from: u32, to: u32): u32 {
  const taken = at(to);
  carry(from, to);
  toggleLines(from);
  if (taken != 0) toggle(taken & BLACK, to);
  else toggleLines(to);
  return taken;
}

function takeBack(from: u32, to: u32, taken: u32): void {
  carry(to, from);
  toggleLines(from);
  store<u8>(BOARD + to, <u8>taken);
  if (taken != 0) toggle(taken & BLACK, to);
  else toggleLines(to);
}

/** Moves a man; what stands on the lines is the caller's. */
function carry(from: u32, to: u32): void {
  const piece = at(from);
  store<u8>(BOARD + from, 0);
  store<u8>(BOARD + to, <u8>piece);
  toggle(piece & BLACK, from);
  toggle(piece & BLACK, to);
  if ((piece & 7) != KING) return;
  if (piece < BLACK) redKing = to;
  else blackKing = to;
}

// @inline
function toggleLines(square: u32): void {
  const rank = square / 9;
  const file = square - rank * 9;
  const across = RANKS + (rank << 1);
  const along = FILES + (file << 1);
  store<u16>(across, load<u16>(across) ^ ((<u16>1) << (<u16>file)));
  store<u16>(along, load<u16>(along) ^ ((<u16>1) << (<u16>rank)));
}

/** Whether some man of a side stands where a horse might take on a square. */
// @inline
export function isHorseNear(square: u32, side: u32): bool {
  const horses = HORSES + (square << 4);
  const men = MEN + (side << 1);
  return ((load<u64>(horses) & load<u64>(men)) | (load<u64>(horses + 8) & load<u64>(men + 8))) != 0;
}

/** Whether a horse might jump from a square to another one. */
// @inline
export function mayJump(from: u32, to: u32): bool {
  const one: u64 = 1;
  return (load<u64>(HORSES + (to << 4) + ((from >> 6) << 3)) & (one << (from & 63))) != 0;
}

/** Whether a side's king is attacked; kings attack each other on an open file. */
export function inCheck(side: u32): bool {
  const king = kingOf(side);
  const other = side ^ BLACK;
  const rank = king / 9;
  const file = king - rank * 9;
  const along = menOnFile(file);
  const across = menOnRank(rank);
  const up = above(along, rank);
  if (isAttackedOn(up, above(along, up), file, 9, other, side == 0 && up == rank + 1)) return true;
  const down = below(along, rank);
  if (isAttackedOn(down, below(along, down), file, 9, other, side != 0 && down + 1 == rank)) return true;
  const right = above(across, file);
  if (isAttackedOn(right, above(across, right), king - file, 1, other, right == file + 1)) return true;
  const left = below(across, file);
  if (isAttackedOn(left, below(across, left), king - file, 1, other, left + 1 == file)) return true;
  if (!isHorseNear(king, other)) return false;
  const horse = other | HORSE;
  const end = stepsOf(HORSE_BACK, king) + (stepCount(HORSE_BACK, king) << 1);
  for (let step = stepsOf(HORSE_BACK, king); step < end; step += 2) {
    if (at(load<u8>(step)) == horse && at(load<u8>(step + 1)) == 0) return true;
  }
  return false;
}

/**
 * @param first the places of the next two men of a line, or NONE @param start the first square of the line, and how far the next is
 * @param soldier whether a soldier that comes first takes on the king's square
 */
// @inline
function isAttackedOn(first: u32, second: u32, start: u32, stride: u32, other: u32, soldier: bool): bool {
  if (first == NONE) return false;
  const piece = at(start + first * stride);
  const role = piece & 7;
  if ((piece & BLACK) == other && (role == CHARIOT || role == KING || (role == SOLDIER && soldier))) return true;
  return second != NONE && at(start + second * stride) == (other | CANNON);
}

/** What a table says of the position on the board: a LEAF, or more for a draw. */
export function leafOutcome(): u32 {
  const men = popcnt<u64>(load<u64>(MEN)) + popcnt<u64>(load<u64>(MEN + 8));
  const others = popcnt<u64>(load<u64>(MEN + 16)) + popcnt<u64>(load<u64>(MEN + 24));
  return men + others > mostLeafMen ? LEAF_NONE : leaf(turn);
}

/** Takes up the board at INPUT. */
export function readBoard(side: u32): void {
  memory.fill(BOARD, 0, 96);
  memory.fill(MEN, 0, 32);
  memory.fill(RANKS, 0, 64);
  key = 0;
  turn = side;
  if (side != 0) key ^= turnKey;
  for (let square: u32 = 0; square < 90; square++) {
    const piece = <u32>load<u8>(INPUT + square);
    if (piece == 0) continue;
    store<u8>(BOARD + square, <u8>piece);
    toggle(piece & BLACK, square);
    toggleLines(square);
    key ^= keyOf(piece, square);
    if ((piece & 7) != KING) continue;
    if (piece < BLACK) redKing = square;
    else blackKing = square;
  }
}

/** @param most men that a table has */
export function beginBoard(most: u32): void {
  mostLeafMen = <u64>most;
  let seed: u64 = ((<u64>0x2545f491) << 32) | 0x4f6cdd1d;
  for (let i: usize = 0; i <= 16 * 90; i++) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    if (i == 16 * 90) turnKey = mix(seed);
    else store<u64>(KEYS + (i << 3), i < 90 ? 0 : mix(seed)); // of no man: none
  }
  for (let square: u32 = 0; square < 90; square++) {
    const file = <i32>(square % 9);
    const rank = <i32>(square / 9);
    listSteps(square, file, rank);
  }
}

function listSteps(from: u32, file: i32, rank: i32): void {
  for (let across = -1; across <= 1; across++) {
    for (let up = -1; up <= 1; up++) {
      if (across == 0 && up == 0) continue;
      const isStraight = across * up == 0;
      if (isPalace(file, rank) && isPalace(file + across, rank + up)) {
        addStep(isStraight ? KING : ADVISOR, from, file + across, rank + up, FREE);
      }
      if (isStraight) {
        const beyond = rank >= 5;
        if (up == 1 || (up == 0 && beyond)) addStep(SOLDIER, from, file + across, rank + up, FREE);
        if (up == -1 || (up == 0 && !beyond)) addStep(BLACK_SOLDIER, from, file + across, rank + up, FREE);
        continue;
      }
      const between = <u32>((rank + up) * 9 + file + across);
      if (rank < 5 == rank + 2 * up < 5) addStep(ELEPHANT, from, file + 2 * across, rank + 2 * up, between);
      addStep(HORSE, from, file + across, rank + 2 * up, <u32>((rank + up) * 9 + file));
      addStep(HORSE, from, file + 2 * across, rank + up, <u32>(rank * 9 + file + across));
      // A horse that comes here passes next to where it stands.
      addStep(HORSE_BACK, from, file + across, rank + 2 * up, between);
      addStep(HORSE_BACK, from, file + 2 * across, rank + up, between);
    }
  }
}

function isPalace(file: i32, rank: i32): bool {
  return file >= 3 && file <= 5 && ((rank >= 0 && rank <= 2) || (rank >= 7 && rank <= 9));
}

function addStep(kind: u32, from: u32, file: i32, rank: i32, through: u32): void {
  if (file < 0 || file > 8 || rank < 0 || rank > 9) return;
  const count = stepCount(kind, from);
  store<u8>(STEP_COUNTS + kind * 90 + from, <u8>(count + 1));
  const step = stepsOf(kind, from) + (count << 1);
  const to = <u32>(rank * 9 + file);
  if (kind == HORSE_BACK) {
    const place = HORSES + (from << 4) + ((to >> 6) << 3);
    const one: u64 = 1;
    store<u64>(place, load<u64>(place) | (one << (to & 63)));
  }
  store<u8>(step, <u8>to);
  store<u8>(step + 1, <u8>through);
}
