/** Chessgroundx names squares by file and a rank character from `1`; the tenth rank is `:`. */
import type { Key } from "chessgroundx/types.js";
import { fileOf, rankOf, squareAt, type Square } from "../../src/xiangqi/squares.ts";

export function keyOf(square: Square): Key {
  return (String.fromCharCode(97 + fileOf(square)) + String.fromCharCode(49 + rankOf(square))) as Key;
}

export function squareOfKey(key: Key): Square {
  return squareAt(key.charCodeAt(0) - 97, key.charCodeAt(1) - 49);
}
