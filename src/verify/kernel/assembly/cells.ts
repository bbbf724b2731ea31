// The numbers of positions: cells of the table that is proven (docs/spec/index.md), found in lists that the host lays out.
import {
  addend,
  blackFormation,
  formationsBlack,
  manSquare,
  outer,
  outerNumber,
  placements,
  redFormation,
  twinKey,
  twins,
  word,
} from "./board";
import { CELL_BYTES, T_ALL_BLOCKS, T_FIND, T_MIRROR_BLACK, T_SQUARES, T_STORED, T_WEIGHTS } from "./layout";

let find: usize = 0;
let stored: usize = 0;
let mirrorBlack: usize = 0;
let allBlocks: usize = 0;
let weights: usize = 0;
let squaresOfPlacements: usize = 0;

export function beginCells(): void {
  find = word(T_FIND);
  stored = word(T_STORED);
  mirrorBlack = word(T_MIRROR_BLACK);
  allBlocks = word(T_ALL_BLOCKS);
  weights = word(T_WEIGHTS);
  squaresOfPlacements = word(T_SQUARES);
}

// @inline
export function mirrored(square: u32): u32 {
  return square + 8 - 2 * (square % 9);
}

// @inline
export function mirroredFormation(formation: u32): u32 {
  return <u32>load<u16>(mirrorBlack + ((<usize>formation) << 1));
}

/** The stored block of a red formation and a placement, or -1 - the one that is its mirror image. */
// @inline
export function blockAt(red: u32, placement: u32): i32 {
  return load<i32>(stored + ((<usize>(red * placements + placement)) << 2));
}

/** The same by the number of the outer men's squares. */
// @inline
export function storedBlock(red: u32, number: u32): i32 {
  return blockAt(red, load<u32>(find + ((<usize>number) << 2)));
}

/** The first cell of a row, by its stored block and inner man's square: that of Black's formation 0. */
// @inline
export function rowIn(block: i32, inner: u32): u64 {
  return block >= 0 ? firstCell(block, inner) : firstCell(-1 - block, mirrored(inner));
}

/** The same of a stored block. */
// @inline
export function firstCell(block: u32, inner: u32): u64 {
  return <u64>(block * 90 + inner) * formationsBlack;
}

// @inline
export function cellIn(block: i32, inner: u32, formation: u32): u64 {
  return rowIn(block, inner) + (block >= 0 ? formation : mirroredFormation(formation));
}

/** Writes a cell as lists have it. @returns the address behind it */
// @inline
export function storeCell(address: usize, cell: u64): usize {
  store<u32>(address, <u32>cell);
  store<u8>(address + 4, <u8>(cell >> 32));
  return address + CELL_BYTES;
}

// @inline
export function loadCell(address: usize): u64 {
  return <u64>load<u32>(address) | ((<u64>load<u8>(address + 4)) << 32);
}

/** The number of the outer men's squares, one of them having moved. */
export function numberWith(man: u32, to: u32): u32 {
  return outerNumber + addend(man - 1, to) - addend(man - 1, manSquare(man));
}

/** Of the men as they stand, equal ones of which may have to change places: who is the inner man. */
export function innerTwin(): u32 {
  let inner: u32 = 0;
  for (let twin: u32 = 1; twin < twins; twin++) {
    if (twinKey(manSquare(twin)) > twinKey(manSquare(inner))) inner = twin;
  }
  return inner;
}

/** The number of the squares of all men but the inner one. */
export function numberWithout(inner: u32): u32 {
  let number: u32 = 0;
  for (let i: u32 = 1; i <= outer; i++) number += addend(i - 1, manSquare(i == inner ? 0 : i));
  return number;
}

/** The cell of the men as they stand. */
export function cellOfMen(): u64 {
  const inner = innerTwin();
  return cellIn(storedBlock(redFormation, numberWithout(inner)), manSquare(inner), blackFormation);
}

/** Cells that hold one position: at most one for each twin and its mirror image. */
export let equalCells: u32 = 0;
let equal: usize = 0;

/** @param place u64[16] */
export function listEqualAt(place: usize): void {
  equal = place;
}
// @inline
export function equalCell(i: u32): u64 {
  return load<u64>(equal + ((<usize>i) << 3));
}

/**
 * Lists the other cells that hold the same position as this one: its mirror image, where a block is its own; and where
 * equal men can each be the inner man.
 */
export function listEqualCells(cell: u64): void {
  equalCells = 0;
  const row = <u32>(cell / formationsBlack);
  const number = row / 90;
  const formation = <u32>(cell - <u64>row * formationsBlack);
  const inner = row - number * 90;
  addMirrorImage(number, inner, formation);
  if (twins == 1) return;
  const whole = load<u32>(allBlocks + ((<usize>number) << 2));
  const red = whole / placements;
  const place = squaresOfPlacements + <usize>((whole - red * placements) * outer);
  for (let twin: u32 = 1; twin < twins; twin++) {
    const square = <u32>load<u8>(place + twin - 1);
    if (twinKey(square) != twinKey(inner)) continue;
    let other: u32 = 0;
    for (let i: u32 = 1; i <= outer; i++) other += addend(i - 1, i == twin ? inner : <u32>load<u8>(place + i - 1));
    const block = storedBlock(red, other);
    addEqual(cellIn(block, square, formation));
    if (block >= 0) addMirrorImage(<u32>block, square, formation);
    else addMirrorImage(<u32>(-1 - block), mirrored(square), mirroredFormation(formation));
  }
}

function addMirrorImage(number: u32, inner: u32, formation: u32): void {
  if (load<u8>(weights + number) != 1) return;
  addEqual(firstCell(number, mirrored(inner)) + mirroredFormation(formation));
}

// @inline
function addEqual(cell: u64): void {
  store<u64>(equal + ((<usize>equalCells) << 3), cell);
  equalCells++;
}
