// Captures of the position on the board, looked up in the tables of sub-endgames.
import { at, BLACK, blackKing, CHARIOT, isAttacked, KING, manSquare, put, redKing, twinKey, word } from "./board";
import { mirrored } from "./cells";
import {
  C_ADDENDS,
  C_FIND,
  C_FORMATIONS_BLACK,
  C_KEYS,
  C_MEN,
  C_MIRROR_BLACK,
  C_OURS,
  C_PLACEMENTS,
  C_PLANE,
  C_STORED,
  C_SWAPPED,
  C_TWINS,
  C_BITS,
  CONVERSION_BYTES,
  CONVERSION_DEFENDING,
  DRAW_KEY,
  T_BLACK_LOST,
  T_CONVERSIONS,
  T_RED_LOST,
} from "./layout";

let conversions: usize = 0;
let redLost: usize = 0;
let blackLost: usize = 0;
/** The least key of the legal captures looked up since they were forgotten. */
export let leastCapture: u32 = u32.MAX_VALUE;
/** How many of them win. */
export let winningCaptures: u32 = 0;

export function beginCaptures(): void {
  conversions = word(T_CONVERSIONS);
  redLost = word(T_RED_LOST);
  blackLost = word(T_BLACK_LOST);
}

export function forgetCaptures(): void {
  leastCapture = u32.MAX_VALUE;
  winningCaptures = 0;
}

// @inline
export function isPrey(piece: u32, side: u32): bool {
  return piece != 0 && (piece & BLACK) != side && (piece & 7) != KING;
}

/** Looks up a capture, if it is legal. The formations are those after the move, the man taken still among them. */
export function capture(side: u32, from: u32, to: u32, red: u32, black: u32): void {
  const piece = at(from);
  const victim = at(to);
  const own = side == BLACK ? blackKing : redKing;
  put(to, piece);
  put(from, 0);
  const exposed = isAttacked(own == from ? to : own, side ^ BLACK, side == BLACK ? redKing : blackKing, to);
  put(from, piece);
  put(to, victim);
  if (exposed) return;
  const key = keyAfterCapture(from, to, victim, red, black);
  if (key < <u32>DRAW_KEY) winningCaptures++;
  leastCapture = min(leastCapture, key);
}

function keyAfterCapture(from: u32, to: u32, victim: u32, red: u32, black: u32): u32 {
  let lost: u32 = 0;
  if ((victim & 7) >= CHARIOT) {
    while (manSquare(lost) != to) lost++;
  } else if (victim < BLACK) {
    const rest = load<u32>(redLost + ((<usize>(red * 90 + to)) << 2));
    red = rest & 0xffff;
    lost = CONVERSION_DEFENDING + (rest >> 16);
  } else {
    const rest = load<u32>(blackLost + ((<usize>(black * 90 + to)) << 2));
    black = rest & 0xffff;
    lost = CONVERSION_DEFENDING + 2 + (rest >> 16);
  }
  const conversion = conversions + <usize>(lost * CONVERSION_BYTES);
  const swapped = load<u32>(conversion + C_SWAPPED) != 0;
  const count = load<u32>(conversion + C_MEN);
  const equal = load<u32>(conversion + C_TWINS);
  let inner: u32 = 0;
  for (let i: u32 = 1; i < equal; i++) {
    if (
      twinKey(squareThere(conversion, i, from, to, swapped)) >
      twinKey(squareThere(conversion, inner, from, to, swapped))
    ) {
      inner = i;
    }
  }
  let addends: usize = load<u32>(conversion + C_ADDENDS);
  let number: u32 = 0;
  for (let i: u32 = 1; i < count; i++) {
    number += load<u32>(addends + ((<usize>squareThere(conversion, i == inner ? 0 : i, from, to, swapped)) << 2));
    addends += 4 * 90;
  }
  const innerSquare = count == 0 ? 0 : squareThere(conversion, inner, from, to, swapped);
  const width: u32 = count == 0 ? 1 : 90;
  const ours = swapped ? black : red;
  const theirs = swapped ? red : black;
  const place = load<u32>(<usize>load<u32>(conversion + C_FIND) + ((<usize>number) << 2));
  const whole = ours * load<u32>(conversion + C_PLACEMENTS) + place;
  const found = load<i32>(<usize>load<u32>(conversion + C_STORED) + ((<usize>whole) << 2));
  const formations = load<u32>(conversion + C_FORMATIONS_BLACK);
  const cell =
    found >= 0
      ? <u64>(<u32>found * width + innerSquare) * formations + theirs
      : <u64>(<u32>(-1 - found) * width + (count == 0 ? 0 : mirrored(innerSquare))) * formations +
        <u32>load<u16>(<usize>load<u32>(conversion + C_MIRROR_BLACK) + ((<usize>theirs) << 1));
  const plane: usize = load<u32>(conversion + C_PLANE);
  const bits = load<u32>(conversion + C_BITS);
  const code =
    bits == 2
      ? (<u32>load<u8>(plane + <usize>(cell >> 2)) >> (2 * <u32>(cell & 3))) & 3
      : bits == 8
        ? <u32>load<u8>(plane + <usize>cell)
        : <u32>load<u16>(plane + ((<usize>cell) << 1));
  return load<u32>(<usize>load<u32>(conversion + C_KEYS) + ((<usize>code) << 2));
}

/** Where the i-th attacking man of a sub-endgame stands after a capture, in its colours. */
function squareThere(conversion: usize, i: u32, from: u32, to: u32, swapped: bool): u32 {
  let square = manSquare(<u32>load<u8>(conversion + C_OURS + i));
  if (square == from) square = to;
  return swapped ? (9 - square / 9) * 9 + (square % 9) : square;
}
