/** Sub-endgames as the kernel reads them: in the colours and with the inner man of the endgame being solved. */
import { canonicalEndgame, type Endgame } from "../../endgame/endgame.ts";
import { conversions } from "../../endgame/graph.ts";
import { endgameIndex, indexWith, type EndgameIndex } from "../../endgame/index.ts";
import { flipSquare, type Square } from "../../xiangqi/squares.ts";
import { marksOf, type Metric, type Plane, type Planes } from "../kernel.ts";
import * as offset from "../kernel/assembly/offsets.ts";
import type { Arena } from "./arena.ts";
import { packLosses, planeOf, writeFrame, type Frame } from "./frame.ts";

/** Places in F_VIEWS. Outer men take FIRST_OUTER and on. */
const VIEW = { redAdvisor: 0, redElephant: 1, blackAdvisor: 2, blackElephant: 3 } as const;
const FIRST_OUTER = 4;
const WITHOUT_INNER = 7;

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
      const place = VIEW[`${lost.colour}${lost.role === "advisor" ? "Advisor" : "Elephant"}`];
      views.push({ place, endgame, index: endgameIndex(endgame) });
      continue;
    }
    const man = index.placements.men.findIndex((outer) => outer.colour === lost.colour && outer.role === lost.role);
    if (man >= 0) views.push({ place: FIRST_OUTER + man, endgame, index: endgameIndex(endgame) });
    if (lost.colour === "red" && lost.role === index.inner) {
      views.push({ place: WITHOUT_INNER, endgame, index: indexWith(endgame, null, index.placements.men) });
    }
  }
  return views;
}

/** The canonical sub-endgames that solving this endgame reads. */
export function neededPlanes(index: EndgameIndex): Endgame[] {
  const byName = new Map(viewsOf(index).map((view) => [view.endgame.name, canonicalEndgame(view.endgame).endgame]));
  return [...new Map([...byName.values()].map((endgame) => [endgame.name, endgame])).values()];
}

/** Lays out all views, fills their planes and links them to the frame. Returns the views' frames. */
export function writeViews(arena: Arena, frame: Frame, metric: Metric, subs: ReadonlyMap<string, Planes>): Frame[] {
  const { index } = frame;
  const views = viewsOf(index);
  const lossOf = (colour: "red" | "black") => (role: "advisor" | "elephant") => {
    const place = VIEW[`${colour}${role === "advisor" ? "Advisor" : "Elephant"}`];
    const view = views.find((other) => other.place === place);
    return view && { view: place, smaller: view.index[colour] };
  };
  const places = new Uint32Array(8);
  const frames = views.map((view) => {
    const canonical = canonicalEndgame(view.endgame);
    const sub = subs.get(canonical.endgame.name);
    if (sub === undefined) throw new Error(`${canonical.endgame.name} was not loaded`);
    const made = writeFrame(arena, view.index, frame.wide);
    const words = arena.words(made.address, 64);
    words[offset.F_LOSS_X / 4] = fillPlane(planeOf(arena, made, "red"), view.index, sub, canonical.swapped, "red", metric);
    words[offset.F_LOSS_Y / 4] = fillPlane(planeOf(arena, made, "black"), view.index, sub, canonical.swapped, "black", metric);
    places[view.place] = made.address;
    return made;
  });
  const viewsAt = arena.put(places);
  const xLost = arena.put(packLosses(index.red, (square) => square, lossOf("red")));
  const yLost = arena.put(packLosses(index.black, flipSquare, lossOf("black")));
  const words = arena.words(frame.address, 64);
  words.set(arena.words(viewsAt, 8), offset.F_VIEWS / 4);
  words[offset.F_X_LOST / 4] = xLost;
  words[offset.F_Y_LOST / 4] = yLost;
  const men = arena.words(words[offset.F_MEN / 4]!, index.placements.men.length);
  index.placements.men.forEach((man, i) => {
    const first = index.placements.men.findIndex((other) => other.colour === man.colour && other.role === man.role);
    men[i] = men[i]! | ((FIRST_OUTER + first) << 16);
  });
  return frames;
}

/** Fills one plane of a view from the canonical planes. Returns 1 when it holds a loss, else 0. */
function fillPlane(
  target: Plane,
  view: EndgameIndex,
  sub: Planes,
  swapped: boolean,
  toMove: "red" | "black",
  metric: Metric,
): 0 | 1 {
  const source = swapped === (toMove === "red") ? sub.black : sub.red;
  const from = marksOf(source);
  const to = marksOf(target);
  // To conversion only the outcome of a sub-endgame counts, so distances need no room.
  const convert = (value: number) => (value >= from.illegal ? to.unknown : metric === "dtm" ? value : value & 1);
  let loss: 0 | 1 = 0;
  const sameLayout = !swapped && view.twins === 1 && view.width === sub.index.width;
  if (sameLayout) {
    for (let cell = 0; cell < target.length; cell++) {
      const value = convert(source[cell]!);
      target[cell] = value;
      if ((value & 1) === 0) loss = 1;
    }
    return loss;
  }
  const men = view.placements.men.length + (view.inner === null ? 0 : 1);
  const { inOrder, turned } = attackerOrder(view, sub.index, swapped);
  const squares: Square[] = Array.from({ length: men }, () => 0);
  const attackers: Square[] = [...squares];
  const outer = view.inner === null ? 0 : 1;
  let cell = 0;
  for (const block of view.blocks) {
    const placement = block % view.placements.count;
    const formation = (block - placement) / view.placements.count;
    for (let i = outer; i < men; i++) squares[i] = view.placements.squareOf(placement, i - outer);
    for (let other = 0; other < view.black.count; other++) {
      for (let square = 0; square < view.width; square++, cell++) {
        if (outer === 1) squares[0] = square;
        for (let i = 0; i < men; i++) attackers[i] = turned(squares[inOrder[i]!]!);
        const wanted = swapped
          ? sub.index.cellOf(other, formation, attackers)
          : sub.index.cellOf(formation, other, attackers);
        const value = wanted < 0 ? to.unknown : convert(source[wanted]!);
        target[cell] = value;
        if ((value & 1) === 0) loss = 1;
      }
    }
  }
  return loss;
}

/** How the attackers of a view map to those of the canonical sub-endgame: inner man first, then its outer men. */
function attackerOrder(view: EndgameIndex, sub: EndgameIndex, swapped: boolean) {
  const list = (index: EndgameIndex) => [
    ...(index.inner === null ? [] : [{ colour: "red" as "red" | "black", role: index.inner }]),
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

/** The longest distance in a plane, or -1. */
export function longestIn(plane: Plane): number {
  const { illegal } = marksOf(plane);
  let longest = -1;
  for (const value of plane) if (value < illegal && value > longest) longest = value;
  return longest;
}

