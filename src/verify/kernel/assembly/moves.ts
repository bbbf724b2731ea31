// Moves of the position on the board and the cells they lead to. Legality is left to who looks the cells up: a quiet move
// is legal when the position after it is a legal one.
import {
  at,
  manPiece,
  manSquare,
  BLACK,
  blackFormation,
  blackKing,
  block,
  CANNON,
  CHARIOT,
  formationsBlack,
  HORSE,
  horse,
  isAttacked,
  KING,
  moveMan,
  NOWHERE,
  outer,
  placement,
  placements,
  put,
  redFormation,
  redKing,
  twinKey,
  twins,
  word,
} from "./board";
import {
  C_MEN,
  C_FIND,
  C_FORMATIONS_BLACK,
  C_KEYS,
  C_MIRROR_BLACK,
  C_OURS,
  C_PLACEMENTS,
  C_PLANE,
  C_STORED,
  C_SWAPPED,
  C_TWINS,
  C_WIDE,
  CONVERSION_BYTES,
  CONVERSION_DEFENDING,
  FORMATION_MOVE_BYTES,
  T_BLACK_LOST,
  T_BLACK_MOVE,
  T_BLACK_MOVES,
  T_ALL_BLOCKS,
  T_CONVERSIONS,
  T_FIND,
  T_MIRROR_BLACK,
  T_RED_LOST,
  T_RED_MOVE,
  T_RED_MOVES,
  T_SQUARES,
  T_STORED,
  T_WEIGHTS,
} from "./layout";

let find: usize = 0;
let stored: usize = 0;
let mirrorBlack: usize = 0;
let conversions: usize = 0;
let redMoves: usize = 0;
let redMove: usize = 0;
let blackMoves: usize = 0;
let blackMove: usize = 0;
let allBlocks: usize = 0;
let weights: usize = 0;
let squaresOfPlacements: usize = 0;
let redLost: usize = 0;
let blackLost: usize = 0;
/** i32[outer * 90]: the stored block after an outer man's move, UNKNOWN until it is asked for; of the block walked through. */
let blockAfter: usize = 0;
let walked: u32 = u32.MAX_VALUE;
const UNKNOWN: i32 = i32.MAX_VALUE;

/** Quiet moves: MOVE_BYTES each, the cell (u32), then the squares (u8, u8). */
export let list: usize = 0;
export const MOVE_BYTES: usize = 8;
/** Keys of legal captures, u32 each. */
let keys: usize = 0;
export let quietCount: u32 = 0;
export let captureCount: u32 = 0;

/** @param scratch 1,440 bytes, then lists of 1,024 and 512 bytes */
export function beginMoves(scratch: usize): void {
  find = word(T_FIND);
  stored = word(T_STORED);
  mirrorBlack = word(T_MIRROR_BLACK);
  conversions = word(T_CONVERSIONS);
  redMoves = word(T_RED_MOVES);
  redMove = word(T_RED_MOVE);
  blackMoves = word(T_BLACK_MOVES);
  blackMove = word(T_BLACK_MOVE);
  allBlocks = word(T_ALL_BLOCKS);
  weights = word(T_WEIGHTS);
  squaresOfPlacements = word(T_SQUARES);
  redLost = word(T_RED_LOST);
  blackLost = word(T_BLACK_LOST);
  blockAfter = scratch;
  list = scratch + 1440;
  keys = scratch + 2464;
  walked = u32.MAX_VALUE;
}

/** Uses another place for the list of quiet moves, so that those of two positions can be had at once. */
export function listAt(address: usize): void {
  list = address;
}

// @inline
export function captureKey(i: u32): u32 {
  return load<u32>(keys + ((<usize>i) << 2));
}
// @inline
export function moveCell(i: u32): u32 {
  return load<u32>(list + <usize>i * MOVE_BYTES);
}
// @inline
export function moveFrom(i: u32): u32 {
  return <u32>load<u8>(list + <usize>i * MOVE_BYTES + 4);
}
// @inline
export function moveTo(i: u32): u32 {
  return <u32>load<u8>(list + <usize>i * MOVE_BYTES + 5);
}

/** To be called when a block is walked through: where its outer men' moves lead to is then found once. */
export function walkBlock(): void {
  walked = block;
  for (let i: u32 = 0; i < outer * 90; i++) store<i32>(blockAfter + ((<usize>i) << 2), UNKNOWN);
}

// @inline
function mirrored(square: u32): u32 {
  return square + 8 - 2 * (square % 9);
}

/** The cell in a stored block, or in the one whose mirror image is stored (negative). */
// @inline
function cellIn(storedBlock: i32, inner: u32, formation: u32): u32 {
  return storedBlock >= 0
    ? (<u32>storedBlock * 90 + inner) * formationsBlack + formation
    : (<u32>(-1 - storedBlock) * 90 + mirrored(inner)) * formationsBlack +
        <u32>load<u16>(mirrorBlack + ((<usize>formation) << 1));
}

/** The stored block of the red formation on the board with an outer man moved. */
function blockWith(man: u32, to: u32): i32 {
  const place = blockAfter + ((<usize>((man - 1) * 90 + to)) << 2);
  if (walked == block) {
    const known = load<i32>(place);
    if (known != UNKNOWN) return known;
  }
  let number: u32 = 0;
  for (let i: u32 = 1; i <= outer; i++) number = number * 90 + (i == man ? to : manSquare(i));
  const found = load<i32>(
    stored + ((<usize>(redFormation * placements + load<u32>(find + ((<usize>number) << 2)))) << 2),
  );
  if (walked == block) store<i32>(place, found);
  return found;
}

/** The cell of the men as they stand, of which equal ones may have to change places. */
function cellOfMen(): u32 {
  let inner: u32 = 0;
  for (let twin: u32 = 1; twin < twins; twin++) {
    if (twinKey(manSquare(twin)) > twinKey(manSquare(inner))) inner = twin;
  }
  let number: u32 = 0;
  for (let i: u32 = 1; i <= outer; i++) number = number * 90 + manSquare(i == inner ? 0 : i);
  const whole = redFormation * placements + load<u32>(find + ((<usize>number) << 2));
  return cellIn(load<i32>(stored + ((<usize>whole) << 2)), manSquare(inner), blackFormation);
}

/** Whether all cells of the positions listed are wanted: some positions have several. */
let everyCell: bool = false;

/**
 * Adds the cells that hold the same position as this one: its mirror image, where a block is its own mirror image; and
 * where equal men can each be the inner man.
 */
function addEqualCells(cell: u32, from: u32, to: u32): void {
  addMirrorImage(cell, from, to);
  if (twins == 1) return;
  const formation = cell % formationsBlack;
  const row = cell / formationsBlack;
  const inner = row % 90;
  const whole = load<u32>(allBlocks + ((<usize>(row / 90)) << 2));
  const place = squaresOfPlacements + <usize>((whole % placements) * outer);
  for (let twin: u32 = 1; twin < twins; twin++) {
    const square = <u32>load<u8>(place + twin - 1);
    if (twinKey(square) != twinKey(inner)) continue;
    let number: u32 = 0;
    for (let i: u32 = 1; i <= outer; i++) number = number * 90 + (i == twin ? inner : <u32>load<u8>(place + i - 1));
    const other = whole - (whole % placements) + load<u32>(find + ((<usize>number) << 2));
    const equal = cellIn(load<i32>(stored + ((<usize>other) << 2)), square, formation);
    addOne(equal, from, to);
    addMirrorImage(equal, from, to);
  }
}

function addMirrorImage(cell: u32, from: u32, to: u32): void {
  const formation = cell % formationsBlack;
  const row = cell / formationsBlack;
  if (load<u8>(weights + row / 90) != 1) return;
  const inner = row % 90;
  const image = <u32>load<u16>(mirrorBlack + ((<usize>formation) << 1));
  addOne((row - inner + mirrored(inner)) * formationsBlack + image, from, to);
}

// @inline
function add(cell: u32, from: u32, to: u32): void {
  addOne(cell, from, to);
  if (everyCell) addEqualCells(cell, from, to);
}

// @inline
function addOne(cell: u32, from: u32, to: u32): void {
  const place = list + <usize>quietCount * MOVE_BYTES;
  quietCount++;
  store<u32>(place, cell);
  store<u16>(place + 4, <u16>(from | (to << 8)));
}

function addManMove(man: u32, from: u32, to: u32): void {
  if (man >= twins) add(cellIn(blockWith(man, to), manSquare(0), blackFormation), from, to);
  else if (twins == 1) add((block * 90 + to) * formationsBlack + blackFormation, from, to);
  else {
    moveMan(man, to);
    add(cellOfMen(), from, to);
    moveMan(man, from);
  }
}

let side: u32 = 0;

// @inline
function isPrey(piece: u32): bool {
  return piece != 0 && (piece & BLACK) != side && (piece & 7) != KING;
}

function step(man: u32, from: u32, to: u32, captures: bool): void {
  const victim = at(to);
  if (victim == 0) addManMove(man, from, to);
  else if (captures && isPrey(victim)) capture(from, to, redFormation, blackFormation);
}

function slide(man: u32, from: u32, cannon: bool, captures: bool): void {
  const file = from % 9;
  const rank = from / 9;
  for (let way = 0; way < 4; way++) {
    let left = way == 0 ? 9 - rank : way == 1 ? rank : way == 2 ? 8 - file : file;
    const by: i32 = way == 0 ? 9 : way == 1 ? -9 : way == 2 ? 1 : -1;
    let to = <i32>from + by;
    for (; left > 0 && at(to) == 0; to += by, left--) addManMove(man, from, to);
    if (!captures || left == 0) continue;
    if (cannon) {
      to += by;
      left--;
      while (left > 0 && at(to) == 0) {
        to += by;
        left--;
      }
      if (left == 0) continue;
    }
    if (isPrey(at(to))) capture(from, to, redFormation, blackFormation);
  }
}

/**
 * Lists the moves of one side of the position on the board.
 * @param mover 0 Red, BLACK
 * @param captures whether to look up captures as well; else quiet moves only
 */
export function listMoves(mover: u32, captures: bool): void {
  side = mover;
  quietCount = 0;
  captureCount = 0;
  for (let man: u32 = 0; man <= outer; man++) {
    const piece = manPiece(man);
    if ((piece & BLACK) != mover) continue;
    const from = manSquare(man);
    const role = piece & 7;
    if (role == CHARIOT || role == CANNON) slide(man, from, role == CANNON, captures);
    else if (role == HORSE) {
      const steps = horse + <usize>(from * 32) + 16;
      for (let i: u32 = 0; i < 8; i++) {
        const to = <u32>load<u16>(steps + ((<usize>i) << 1));
        if (to == 0xffff) break;
        if (at(to >> 8) == 0) step(man, from, to & 255, captures);
      }
    } else {
      const red = mover != BLACK;
      if (red ? from < 81 : from >= 9) step(man, from, red ? from + 9 : from - 9, captures);
      if (red ? from >= 45 : from < 45) {
        if (from % 9 > 0) step(man, from, from - 1, captures);
        if (from % 9 < 8) step(man, from, from + 1, captures);
      }
    }
  }
  listFormationMoves(mover, captures);
}

function listFormationMoves(mover: u32, captures: bool): void {
  const black = mover == BLACK;
  const formation = black ? blackFormation : redFormation;
  const starts = (black ? blackMoves : redMoves) + ((<usize>formation) << 2);
  const end = load<u32>(starts + 4);
  for (let number = load<u32>(starts); number < end; number++) {
    const move = (black ? blackMove : redMove) + <usize>(number * FORMATION_MOVE_BYTES);
    const from = <u32>load<u8>(move + 2);
    const to = <u32>load<u8>(move + 3);
    const eye = <u32>load<u8>(move + 4);
    if (eye != NOWHERE && at(eye) != 0) continue;
    const target = <u32>load<u16>(move);
    const victim = at(to);
    if (victim == 0) {
      if (black) add((block * 90 + manSquare(0)) * formationsBlack + target, from, to);
      else {
        const after = load<i32>(stored + ((<usize>(target * placements + placement)) << 2));
        add(cellIn(after, manSquare(0), blackFormation), from, to);
      }
    } else if (captures && isPrey(victim)) {
      capture(from, to, black ? redFormation : target, black ? target : blackFormation);
    }
  }
}

/** Looks up a capture, if it is legal. The formations are those after the move, the man taken still among them. */
function capture(from: u32, to: u32, red: u32, black: u32): void {
  const piece = at(from);
  const victim = at(to);
  const own = side == BLACK ? blackKing : redKing;
  put(to, piece);
  put(from, 0);
  const exposed = isAttacked(own == from ? to : own, side ^ BLACK, side == BLACK ? redKing : blackKing, to);
  put(from, piece);
  put(to, victim);
  if (exposed) return;
  store<u32>(keys + ((<usize>captureCount) << 2), keyAfterCapture(from, to, victim, red, black));
  captureCount++;
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
  let number: u32 = 0;
  for (let i: u32 = 1; i < count; i++) {
    number = number * 90 + squareThere(conversion, i == inner ? 0 : i, from, to, swapped);
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
      ? (<u32>found * width + innerSquare) * formations + theirs
      : (<u32>(-1 - found) * width + (count == 0 ? 0 : mirrored(innerSquare))) * formations +
        <u32>load<u16>(<usize>load<u32>(conversion + C_MIRROR_BLACK) + ((<usize>theirs) << 1));
  const plane: usize = load<u32>(conversion + C_PLANE);
  const code =
    load<u32>(conversion + C_WIDE) != 0 ? <u32>load<u16>(plane + ((<usize>cell) << 1)) : <u32>load<u8>(plane + cell);
  return load<u32>(<usize>load<u32>(conversion + C_KEYS) + ((<usize>code) << 2));
}

/** Where the i-th attacking man of a sub-endgame stands after a capture, in its colours. */
function squareThere(conversion: usize, i: u32, from: u32, to: u32, swapped: bool): u32 {
  let square = manSquare(<u32>load<u8>(conversion + C_OURS + i));
  if (square == from) square = to;
  return swapped ? (9 - square / 9) * 9 + (square % 9) : square;
}

/** Whether a soldier can have stood on a square: on its own half only on a file of its own among those it starts on. */
function canHaveStood(man: u32, square: u32): bool {
  const piece = manPiece(man);
  const red = piece < BLACK;
  if (red ? square >= 45 : square < 45) return true;
  if ((square % 9) % 2 != 0) return false;
  for (let other: u32 = 0; other <= outer; other++) {
    if (other == man || manPiece(other) != piece) continue;
    const place = manSquare(other);
    if ((red ? place < 45 : place >= 45) && place % 9 == square % 9) return false;
  }
  return true;
}

/** Lists all cells of the positions from which a quiet move of this side leads to the one on the board. */
export function listRetractions(mover: u32): void {
  everyCell = true;
  side = mover;
  quietCount = 0;
  for (let man: u32 = 0; man <= outer; man++) {
    const piece = manPiece(man);
    if ((piece & BLACK) != mover) continue;
    const square = manSquare(man);
    const role = piece & 7;
    if (role == CHARIOT || role == CANNON) slide(man, square, false, false);
    else if (role == HORSE) {
      const steps = horse + <usize>(square * 32);
      for (let i: u32 = 0; i < 8; i++) {
        const before = <u32>load<u16>(steps + ((<usize>i) << 1));
        if (before == 0xffff) break;
        if (at(before >> 8) == 0 && at(before & 255) == 0) addManMove(man, square, before & 255);
      }
    } else {
      const red = mover != BLACK;
      const behind: i32 = red ? <i32>square - 9 : <i32>square + 9;
      // A soldier never stood behind where it starts.
      if ((red ? behind >= 27 : behind < 63) && at(behind) == 0 && canHaveStood(man, behind)) {
        addManMove(man, square, behind);
      }
      if (red ? square >= 45 : square < 45) {
        if (square % 9 > 0 && at(square - 1) == 0) addManMove(man, square, square - 1);
        if (square % 9 < 8 && at(square + 1) == 0) addManMove(man, square, square + 1);
      }
    }
  }
  // Moves of a formation can be taken back.
  listFormationMoves(mover, false);
  everyCell = false;
}
