/** Sub-endgames as the kernel reads them: in the colours and with the inner man of the endgame being solved. */
import { canonicalEndgame, parseEndgame, type DefendingRole, type Endgame } from "../../endgame/endgame.ts";
import { conversions } from "../../endgame/graph.ts";
import { endgameIndex, indexWith, type EndgameIndex } from "../../endgame/index.ts";
import type { Colour, Role } from "../../xiangqi/pieces.ts";
import { flipSquare, type Square } from "../../xiangqi/squares.ts";
import type { Metric } from "../../table/header.ts";
import { marksOf, slotOfCell, type Plane, type Planes } from "../kernel.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { KernelMemory } from "./memory.ts";
import { packLosses, planeOf, writeFrame, type Frame } from "./frame.ts";

/** Places in F_VIEWS. Outer men take FIRST_OUTER and on. */
const VIEW = { red: { advisor: 0, elephant: 1 }, black: { advisor: 2, elephant: 3 } } as const;
const FIRST_OUTER = 4;
const WITHOUT_INNER = 7;

/** Distances of a narrow plane end at 251; one more ply may be added to a sub-endgame's. */
const LONGEST_NARROW_SUB = 250;

interface View {
  readonly place: number;
  readonly endgame: Endgame;
  readonly index: EndgameIndex;
}

/** What the captures of an endgame lead to, one view for each kind of man that can be lost. */
function viewsOf(index: EndgameIndex): View[] {
  const views: View[] = [];
  for (const { lost, endgame } of conversions(index.endgame)) {
    if (lost.role === "advisor" || lost.role === "elephant") {
      views.push({ place: VIEW[lost.colour][lost.role], endgame, index: endgameIndex(endgame) });
      continue;
    }
    const place = outerPlace(index, lost.colour, lost.role);
    if (place >= FIRST_OUTER) views.push({ place, endgame, index: endgameIndex(endgame) });
    if (lost.colour === "red" && lost.role === index.inner) {
      views.push({ place: WITHOUT_INNER, endgame, index: indexWith(endgame, null, index.placements.men) });
    }
  }
  return views;
}

/** The kernel's: turns marks of one byte into outcomes where they are; whether there is a loss. */
export type Outcomes = (address: number, cells: number) => boolean | number;

/**
 * Lays out all views, fills their planes and links them to the frame. Sub-endgames are loaded one at a time.
 * @returns the views' frames, or null when a distance to mate does not fit narrow planes
 */
export async function writeViews(
  memory: KernelMemory,
  frame: Frame,
  metric: Metric,
  outcomes: Outcomes,
  load: (endgame: Endgame, done: number) => Promise<Planes>,
): Promise<Frame[] | null> {
  const { index } = frame;
  const views = viewsOf(index);
  const places = new Uint32Array(offset.VIEWS);
  const frames: Frame[] = [];
  for (const [name, sharing] of Map.groupBy(views, (view) => canonicalEndgame(view.endgame).endgame.name)) {
    const sub = await load(parseEndgame(name), frames.length / views.length);
    if (metric === "dtm" && !frame.wide && longestIn(sub) > LONGEST_NARROW_SUB) return null;
    for (const view of sharing) {
      const { swapped } = canonicalEndgame(view.endgame);
      const made = writeFrame(memory, view.index, frame.wide);
      const fill = (side: Colour): number => {
        const target = planeOf(memory, made, side);
        const source = swapped === (side === "red") ? sub.black : sub.red;
        const narrow = source.BYTES_PER_ELEMENT === 1 && !frame.wide;
        if (metric === "dtm" || !narrow || !hasLayoutOf(sub.index, view.index, swapped)) {
          return fillPlane(target, view.index, sub, swapped, side, metric);
        }
        target.set(source);
        return outcomes(made.planes[side], target.length) ? 1 : 0;
      };
      const [lossX, lossY] = [fill("red"), fill("black")];
      memory.store(made.address + offset.F_LOSS_X, lossX);
      memory.store(made.address + offset.F_LOSS_Y, lossY);
      places[view.place] = made.address;
      frames.push(made);
    }
  }
  linkViews(memory, frame, views, places);
  return frames;
}

function linkViews(memory: KernelMemory, { index, address }: Frame, views: readonly View[], places: Uint32Array): void {
  const lossOf = (colour: Colour) => (role: DefendingRole) => {
    const view = views.find((other) => other.place === VIEW[colour][role]);
    return view && { view: view.place, smaller: view.index[colour] };
  };
  const xLost = memory.put(packLosses(index.red, (square) => square, lossOf("red")));
  const yLost = memory.put(packLosses(index.black, flipSquare, lossOf("black")));
  memory.words(address + offset.F_VIEWS, offset.VIEWS).set(places);
  memory.store(address + offset.F_X_LOST, xLost);
  memory.store(address + offset.F_Y_LOST, yLost);
  const men = memory.words(memory.load(address + offset.F_MEN), index.placements.men.length);
  index.placements.men.forEach((man, i) => (men[i]! |= outerPlace(index, man.colour, man.role) << 16));
}

/** Identical outer men share a view. */
function outerPlace(index: EndgameIndex, colour: Colour, role: Role): number {
  return FIRST_OUTER + index.placements.men.findIndex((man) => man.colour === colour && man.role === role);
}

function hasLayoutOf(sub: EndgameIndex, view: EndgameIndex, swapped: boolean): boolean {
  return !swapped && view.twins === 1 && view.width === sub.width;
}

/** Fills one plane of a view from the canonical planes. Returns 1 when it holds a loss, else 0. */
function fillPlane(
  target: Plane,
  view: EndgameIndex,
  sub: Planes,
  swapped: boolean,
  toMove: Colour,
  metric: Metric,
): 0 | 1 {
  const source = swapped === (toMove === "red") ? sub.black : sub.red;
  const from = marksOf(source);
  const to = marksOf(target);
  // To conversion only the outcome of a sub-endgame counts, so distances need no room.
  const converted = Uint16Array.from({ length: from.unknown + 1 }, (_, mark) =>
    mark >= from.illegal ? to.unknown : metric === "dtm" ? mark : mark & 1,
  );
  let loss: 0 | 1 = 0;
  if (hasLayoutOf(sub.index, view, swapped)) {
    for (let cell = 0; cell < target.length; cell++) {
      const value = converted[source[cell]!]!;
      target[cell] = value;
      if ((value & 1) === 0) loss = 1;
    }
    return loss;
  }
  const men = view.placements.men.length + (view.inner === null ? 0 : 1);
  const { inOrder, turned } = orderOfAttackingMen(view, sub.index, swapped);
  const squares: Square[] = Array.from({ length: men }, () => 0);
  const there: Square[] = [...squares];
  const outer = view.inner === null ? 0 : 1;
  let cell = 0;
  for (const block of view.blocks) {
    const placement = block % view.placements.count;
    const formation = (block - placement) / view.placements.count;
    for (let i = outer; i < men; i++) squares[i] = view.placements.squareOf(placement, i - outer);
    for (let other = 0; other < view.black.count; other++) {
      for (let square = 0; square < view.width; square++, cell++) {
        if (outer === 1) squares[0] = square;
        for (let i = 0; i < men; i++) there[i] = turned(squares[inOrder[i]!]!);
        const wanted = swapped ? sub.index.cellOf(other, formation, there) : sub.index.cellOf(formation, other, there);
        const value = wanted < 0 ? to.unknown : converted[source[slotOfCell(sub.index, wanted)]!]!;
        target[cell] = value;
        if ((value & 1) === 0) loss = 1;
      }
    }
  }
  return loss;
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
function longestIn({ red, black }: Planes): number {
  let longest = -1;
  for (const plane of [red, black]) {
    const { illegal } = marksOf(plane);
    for (const value of plane) if (value < illegal && value > longest) longest = value;
  }
  return longest;
}
