/**
 * The explicit graph of chases: positions with one identity for each man (clause c13). A position with k identical men stands
 * for k! vertices, one for each way to tell them apart.
 */
import type { Cell, EndgameIndex } from "../../endgame/index.ts";
import { graphOfEdges, sideNumber, type PatternGraph } from "../../fang/graph.ts";
import { moveFrom, moveTo, writeLegalMoves, type Move } from "../../xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, type Colour } from "../../xiangqi/pieces.ts";
import { ChaseScanner } from "../../rules/asian/chase-scanner.ts";
import { menOf } from "../../rules/men.ts";
import { mirrorSquare, SQUARES } from "../../xiangqi/squares.ts";
import { cellOfSlot, slotOfCell, type Slot } from "../planes.ts";
import type { SlotArray, LevelTask } from "./cell-sets.ts";
import { Namings, placesOf } from "./namings.ts";
import { countBelow, GrowingList, placeOf, single, singles } from "./slot-lists.ts";

/** Of a vertex, its edges and what is looked for on them, about: there may be millions. */
const VERTEX_BYTES = 40;

/** Slots of positions by side to move, ascending. */
export type PatternSlots = Readonly<Record<Colour, SlotArray>>;

export interface ChaseGraph {
  readonly graph: PatternGraph;
  /** Vertices that each position stands for. */
  readonly namings: number;
  /** The first of the vertices of a position that was given. */
  firstVertex(slot: Slot, turn: Colour): number;
}

/**
 * @param slots at least one
 * @param reserve asked before so many bytes are taken
 * @param attacker whose patterns are looked for. Asked for in a slice: a position of its border that is in a pattern of chasing a man
 * has a twin with the other side to move, and the two lead to one another for ever, chasing him
 */
export function chaseGraph(
  { index, options, border }: LevelTask,
  slots: PatternSlots,
  reserve: (bytes: number) => void = () => {},
  attacker: Colour = "red",
): ChaseGraph {
  const kept = { red: singles(index, slots.red), black: singles(index, slots.black) };
  const anyBoard = index.boardAt(cellOfSlot(index, kept.red[0] ?? kept.black[0]!))!;
  const men = { red: menOf(anyBoard, "red"), black: menOf(anyBoard, "black") };
  const namings = new Namings(men.red, men.black);
  const { count } = namings;
  const ownOf = countOwn(index, kept);
  const positions = kept.red.length + kept.black.length;
  const twins = positions - ownOf.red - ownOf.black;
  reserve((positions + twins) * count * VERTEX_BYTES);
  const firstOf = { red: 0, black: kept.red.length * count };
  const twinOf = { red: positions * count, black: (positions + kept.red.length - ownOf.red) * count };
  const mover = new Uint8Array((positions + twins) * count);
  mover.fill(sideNumber("black"), firstOf.black, twinOf.black);

  const firstEdge = new Uint32Array(mover.length + 1);
  const to = new GrowingList();
  const labels = new GrowingList();
  const scanner = new ChaseScanner(options);
  const [board, legal] = [new Uint8Array(SQUARES), new Uint16Array(128)];

  /** The moves of a position that stay in the graph. */
  const movesOf = (slot: Slot, turn: Colour): Staying[] => {
    index.boardAt(cellOfSlot(index, slot), board);
    const other = opponent(turn);
    const before = count === 1 ? null : placesOf(board);
    const staying: Staying[] = [];
    const moves = writeLegalMoves(board, turn, legal);
    for (let i = 0; i < moves; i++) {
      const move = legal[i]!;
      const [start, end] = [moveFrom(move), moveTo(move)];
      if (board[end] !== EMPTY) continue;
      board[end] = board[start]!;
      board[start] = EMPTY;
      const cell = index.indexOf(board);
      const place = placeOf(kept[other], slotOfCell(index, cell));
      if (place >= 0) {
        const renaming = before === null ? 0 : namings.renaming(before, start, end, placesIn(index, cell, board));
        staying.push({ after: firstOf[other] + place * count, renaming, move });
      }
      board[start] = board[end]!;
      board[end] = EMPTY;
    }
    return staying;
  };

  /** The edges between the vertices of a border's positions and their twins, from these or from those. */
  const addTwins = (turn: Colour, areTwins: boolean): void => {
    const defends = (turn === attacker) === areTwins;
    for (let place = ownOf[turn]; place < kept[turn].length; place++) {
      const places = defends ? border!.placesOf(kept[turn][place]!, turn) : 0;
      for (let naming = 0; naming < count; naming++) {
        const vertex = firstOf[turn] + place * count + naming;
        const twin = twinOf[turn] + (place - ownOf[turn]) * count + naming;
        to.push(areTwins ? vertex : twin);
        labels.push(namings.labels(naming, attacker, places));
        firstEdge[(areTwins ? twin : vertex) + 1] = to.length;
      }
    }
  };
  for (const turn of COLOURS) {
    for (let place = 0; place < ownOf[turn]; place++) {
      const staying = movesOf(kept[turn][place]!, turn);
      if (staying.length > 0) scanner.load(board, turn);
      const chased = staying.map(({ move }) => scanner.chases(move));
      for (let naming = 0; naming < count; naming++) {
        staying.forEach(({ after, renaming }, i) => {
          to.push(after + namings.after(renaming, naming));
          labels.push(namings.labels(naming, opponent(turn), chased[i]!));
        });
        firstEdge[firstOf[turn] + place * count + naming + 1] = to.length;
      }
    }
    addTwins(turn, false);
  }
  for (const turn of COLOURS) addTwins(turn, true);
  return {
    graph: {
      ...graphOfEdges(mover, firstEdge, to.toArray(), labels.toArray()),
      men: { red: men.red.length, black: men.black.length },
    },
    namings: count,
    firstVertex: (slot, turn) => firstOf[turn] + placeOf(kept[turn], single(index, slot)) * count,
  };
}

/** How many positions are not of a slice's border, which come after them. */
function countOwn({ ownBlocks, black }: EndgameIndex, kept: PatternSlots): Record<Colour, number> {
  const end = ownBlocks * black.count * SQUARES;
  return { red: countBelow(kept.red, end), black: countBelow(kept.black, end) };
}

/** A quiet move that stays in the graph. */
interface Staying {
  /** The first vertex of the position after it. */
  readonly after: number;
  /** How the men change their places (Namings). */
  readonly renaming: number;
  readonly move: Move;
}

/** Where the men of a cell stand on a board that it keeps, perhaps as its mirror image; by their places in the cell. */
function placesIn(index: EndgameIndex, cell: Cell, board: Uint8Array): Uint8Array {
  const kept = index.boardAt(cell)!;
  const places = placesOf(kept);
  return kept.every((piece, square) => piece === board[square]) ? places : places.map(mirrorSquare);
}
