/** Sub-endgames as the kernel reads them: in the colours and with the inner man of the endgame being solved. */
import type { DefendingRole } from "../../endgame/endgame.ts";
import { conversions, entryOf, type Entry } from "../../endgame/graph.ts";
import { endgameIndex, indexWith, type EndgameIndex } from "../../endgame/index.ts";
import type { Colour, Role } from "../../xiangqi/pieces.ts";
import { flipSquare, mirrorSquare, type Square } from "../../xiangqi/squares.ts";
import { hasSlot, type Sub } from "../outcomes.ts";
import { BIT_OF_SQUARE, marksOf, type Planes, type Slot } from "../planes.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { KernelMemory } from "./memory.ts";
import { arrayBytes, tableBytes, VIEWS_BYTES, type BlockShape } from "./arrays.ts";
import { packLosses, writeFrame, type Frame } from "./frame.ts";
import type { Metric } from "../../table/value.ts";

/** Places in F_VIEWS. */
const VIEW = { red: { advisor: 0, elephant: 1 }, black: { advisor: 2, elephant: 3 } } as const;
const WITHOUT_INNER = offset.VIEWS - 1;

/** What the loss of one kind of man leads to. */
export interface View {
  readonly place: number;
  /** What is read. */
  readonly entry: Entry;
  readonly index: EndgameIndex;
  /** Who has lost the man, and is to move. */
  readonly turn: Colour;
}

/** What the captures of an endgame lead to, one view for each kind of man that can be lost. */
export function viewsOf(index: EndgameIndex): View[] {
  const views: View[] = [];
  for (const conversion of conversions(index.endgame)) {
    const { lost, endgame } = conversion;
    const entry = entryOf(conversion);
    const turn = lost.colour;
    if (lost.role === "advisor" || lost.role === "elephant") {
      views.push({ place: VIEW[turn][lost.role], entry, index: endgameIndex(endgame), turn });
      continue;
    }
    const place = outerPlace(index, turn, lost.role);
    if (place >= offset.VIEW_OF_OUTER) views.push({ place, entry, index: endgameIndex(endgame), turn });
    if (turn === "red" && lost.role === index.inner) {
      views.push({ place: WITHOUT_INNER, entry, index: indexWith(endgame, null, index.placements.men), turn });
    }
  }
  return views;
}

/** What a direction asks of a view: of the winner's captures what they make lost, of the loser's what they leave won. */
export type Asked = "lost" | "won";

/** Has the frame of an endgame find a view. Takes the place of the one that was there before. */
export function linkView(memory: KernelMemory, frame: Frame, place: number, address: number): void {
  memory.words(frame.address + offset.F_VIEWS, offset.VIEWS)[place] = address;
}

/** Lays a view out. */
export function writeView(
  memory: KernelMemory,
  { entry, index, turn }: View,
  sub: Sub,
  asked: Asked,
  wide: boolean,
): Frame {
  const view = writeFrame(memory, index);
  const isAsIs = index.twins === 1 || ("won" in sub && sub.hasDoubles === true);
  const layout = { view: index, sub: sub.index, swapped: entry.turn !== turn, isAsIs };
  const put = (field: number, address: number): void => memory.store(view.address + field, address);
  if ("won" in sub && index.width > 1) {
    const bytes = bitVectorBytes(index);
    put(asked === "lost" ? offset.F_LOST : offset.F_WON, takeSet(memory, bytes, sub[asked][entry.turn], layout));
    if (asked === "won") put(offset.F_ILLEGAL, memory.take(bytes, false));
  } else {
    put(offset.F_PLANE, takePlane(memory, wide, sub, entry.turn, layout));
  }
  return view;
}

/** Bytes of a view, without its tables. */
export function viewBytes({ index }: View, metric: Metric, wide: boolean): number {
  return metric === "dtc" && index.width > 1 ? 2 * bitVectorBytes(index) : index.cells * (wide ? 2 : 1);
}

/** Bytes that views take at a time, with their tables. */
export function viewsBytes(views: readonly View[], metric: Metric, wide: boolean): number {
  const bytes = views.map(
    (view) => viewBytes(view, metric, wide) + tableBytes(extentOf(view.index), view.index.placements.table.length),
  );
  return Math.max(
    0,
    ...bytes,
    Math.min(
      VIEWS_BYTES,
      bytes.reduce((sum, each) => sum + each, 0),
    ),
  );
}

function bitVectorBytes(index: EndgameIndex): number {
  return arrayBytes("bit vectors", extentOf(index));
}

function extentOf({ blocks, black }: EndgameIndex): BlockShape {
  return { blocks: blocks.length, formations: black.count };
}

interface Layout {
  readonly view: EndgameIndex;
  readonly sub: EndgameIndex;
  readonly swapped: boolean;
  /** Whether a cell that both have is the same in both. */
  readonly isAsIs: boolean;
}

function takeSet(memory: KernelMemory, bytes: number, source: Uint32Array, layout: Layout): number {
  const isCopy = source.length > 0 && hasLayoutOf(layout);
  const address = memory.take(bytes, !isCopy);
  const target = memory.words(address, bytes / 4);
  if (isCopy) target.set(source);
  else if (source.length > 0) copySet(layout, target, source);
  return address;
}

function takePlane(memory: KernelMemory, wide: boolean, sub: Sub, turn: Colour, layout: Layout): number {
  const { cells } = layout.view;
  const address = memory.take(cells * (wide ? 2 : 1), false);
  const target = new (wide ? Uint16Array : Uint8Array)(memory.wasm.buffer, address, cells);
  const { unknown } = marksOf(target);
  if ("won" in sub) {
    target.fill(unknown);
    const [won, lost] = [sub.won[turn], sub.lost[turn]];
    if (won.length + lost.length === 0) return address;
    forEachSlot(layout, (slot, slotOfSub) => {
      if (hasSlot(lost, slotOfSub)) target[slot] = 0;
      else if (hasSlot(won, slotOfSub)) target[slot] = 1;
    });
    return address;
  }
  const source = sub[turn];
  const { illegal } = marksOf(source);
  const marks = Uint16Array.from({ length: marksOf(source).unknown + 1 }, (_, mark) =>
    mark < illegal ? mark : unknown,
  );
  if (hasLayoutOf(layout)) {
    for (let slot = 0; slot < cells; slot++) target[slot] = marks[source[slot]!]!;
  } else {
    target.fill(unknown);
    forEachSlot(layout, (slot, slotOfSub) => (target[slot] = marks[source[slotOfSub]!]!));
  }
  return address;
}

/** Tells an endgame's frame where to look losses up. */
export function linkViews(memory: KernelMemory, { index, address }: Frame, views: readonly View[]): void {
  const lossOf = (colour: Colour) => (role: DefendingRole) => {
    const view = views.find((other) => other.place === VIEW[colour][role]);
    return view && { view: view.place, smaller: view.index[colour] };
  };
  const xLost = memory.put(packLosses(index.red, (square) => square, lossOf("red")));
  const yLost = memory.put(packLosses(index.black, flipSquare, lossOf("black")));
  memory.store(address + offset.F_X_LOST, xLost);
  memory.store(address + offset.F_Y_LOST, yLost);
  const men = memory.words(memory.load(address + offset.F_MEN), index.placements.men.length);
  index.placements.men.forEach((man, i) => (men[i]! |= outerPlace(index, man.colour, man.role) << 16));
}

/** Identical outer men share a view. */
function outerPlace(index: EndgameIndex, colour: Colour, role: Role): number {
  return offset.VIEW_OF_OUTER + index.placements.men.findIndex((man) => man.colour === colour && man.role === role);
}

function hasLayoutOf({ view, sub, swapped, isAsIs }: Layout): boolean {
  return !swapped && isAsIs && view.width === sub.width && view.endgame.name === sub.endgame.name;
}

/**
 * Cells of a view and of the canonical sub-endgame that hold the same positions: with a square of the inner man, one for each of Black's
 * formations. In a view those of a block follow one another in vectors, one for each.
 */
interface Row {
  /** The vector of the view with Black's first formation, and the square in it. */
  first: number;
  square: Square;
  /** The sub-endgame's vector for each of Black's formations, and the square in it. */
  readonly vectors: Float64Array;
  readonly squares: Uint8Array;
}

/** Where men stand is found once for all formations. What is given lasts until the next. */
function* rowsOf({ view, sub, swapped }: Layout): Generator<Readonly<Row>> {
  const { width, placements } = view;
  const others = view.black.count;
  const outer = view.inner === null ? 0 : 1;
  const men = placements.men.length + outer;
  const { inOrder, turned } = orderOfAttackingMen(view, sub, swapped);
  const squares: Square[] = Array.from({ length: men }, () => 0);
  const there: Square[] = [...squares];
  const stands = new Float64Array(width); // of many men more than 2^31
  const row: Row = { first: 0, square: 0, vectors: new Float64Array(others), squares: new Uint8Array(others) };
  for (let placement = 0; placement < placements.count; placement++) {
    for (let i = outer; i < men; i++) squares[i] = placements.squareOf(placement, i - outer);
    for (let square = 0; square < width; square++) {
      if (outer === 1) squares[0] = square;
      for (let i = 0; i < men; i++) there[i] = turned(squares[inOrder[i]!]!);
      stands[square] = sub.standOf(there);
    }
    for (let formation = 0; formation < view.red.count; formation++) {
      const block = view.storedBlock[formation * placements.count + placement]!;
      if (block < 0) continue; // a mirror image
      row.first = block * others;
      for (row.square = 0; row.square < width; row.square++) {
        const stand = stands[row.square]!;
        if (stand < 0) continue;
        const square = stand % sub.width;
        const mirrored = sub.width > 1 ? mirrorSquare(square) : 0;
        const placementOfSub = (stand - square) / sub.width;
        for (let other = 0; other < others; other++) {
          const red = swapped ? other : formation;
          const black = swapped ? formation : other;
          const stored = sub.storedBlock[red * sub.placements.count + placementOfSub]!;
          row.squares[other] = stored >= 0 ? square : mirrored;
          row.vectors[other] =
            stored >= 0 ? stored * sub.black.count + black : (-1 - stored) * sub.black.count + sub.black.mirror[black]!;
        }
        yield row;
      }
    }
  }
}

/** Calls back for each slot of the view that has one in the sub-endgame. */
function forEachSlot(layout: Layout, onSlot: (slot: Slot, slotOfSub: Slot) => void): void {
  const [{ width }, { width: widthOfSub }] = [layout.view, layout.sub];
  for (const { first, square, vectors, squares } of rowsOf(layout)) {
    for (let other = 0; other < vectors.length; other++) {
      onSlot((first + other) * width + square, vectors[other]! * widthOfSub + squares[other]!);
    }
  }
}

/** The same for sets, of vectors with the squares of an inner man. */
function copySet(layout: Layout, target: Uint32Array, source: Uint32Array): void {
  for (const { first, square, vectors, squares } of rowsOf(layout)) {
    const bit = BIT_OF_SQUARE[square]!;
    for (let other = 0, at = first * 4 + (bit >> 5); other < vectors.length; other++, at += 4) {
      const bitOfSub = BIT_OF_SQUARE[squares[other]!]!;
      const isIn = (source[vectors[other]! * 4 + (bitOfSub >> 5)]! >>> (bitOfSub & 31)) & 1;
      target[at]! |= isIn << (bit & 31);
    }
  }
}

/** How the attacking men of a view map to those of the canonical sub-endgame: inner man first, then its outer men. */
function orderOfAttackingMen(view: EndgameIndex, sub: EndgameIndex, swapped: boolean) {
  const list = (index: EndgameIndex) => [
    ...(index.inner === null ? [] : [{ colour: "red" as Colour, role: index.inner }]),
    ...index.placements.men,
  ];
  const mine = list(view).map((man) => ({ ...man, taken: false }));
  const inOrder = list(sub).map((man) => {
    const colour = swapped ? (man.colour === "red" ? "black" : "red") : man.colour;
    const found = mine.findIndex((other) => !other.taken && other.colour === colour && other.role === man.role);
    mine[found]!.taken = true;
    return found;
  });
  return { inOrder, turned: swapped ? flipSquare : (square: Square) => square };
}

/** The longest distance in the planes, or -1. */
export function longestIn({ red, black }: Planes): number {
  let longest = -1;
  for (const plane of [red, black]) {
    const { illegal } = marksOf(plane);
    for (const value of plane) if (value < illegal && value > longest) longest = value;
  }
  return longest;
}
