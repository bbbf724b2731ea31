/** Lays out an endgame in the kernel's memory ("frame"): its index and its men. */
import type { EndgameIndex } from "../../endgame/index.ts";
import type { FormationClass } from "../../endgame/formation.ts";
import { sameHomeFile } from "../../endgame/placement.ts";
import { ROLES, type Role } from "../../xiangqi/pieces.ts";
import { flipSquare, SQUARES, type Square } from "../../xiangqi/squares.ts";
import * as offset from "../kernel/assembly/layout.ts";
import type { KernelMemory } from "./memory.ts";
import { flagGroups } from "./arrays.ts";
import {
  bitVector,
  bitVectors,
  horseMoves,
  linesOfTen,
  singleSquares,
  squareOfBit,
  squaresBetween,
} from "../planes.ts";

/** No eye. */
const NOWHERE = 90;

export interface Frame {
  readonly address: number;
  readonly index: EndgameIndex;
}

const roleCode = (role: Role): number => ROLES.indexOf(role) + 1;
const identity = (square: Square): Square => square;

/** Writes all that the kernel has to know of an endgame. */
export function writeFrame(memory: KernelMemory, index: EndgameIndex): Frame {
  const { red, black, placements, inner } = index;
  const outer = placements.men;
  const placementSquares = new Uint8Array(placements.count * outer.length);
  for (let i = 0; i < placementSquares.length; i++) {
    placementSquares[i] = placements.squareOf(Math.floor(i / outer.length), i % outer.length);
  }

  // A soldier as inner man shares no home file with another red soldier, in vain if it has not crossed the river.
  const homeFiles: Square[][] = [];
  for (const man of outer) {
    for (let square = 0; square < SQUARES; square++) {
      const clash = inner === "soldier" && man.role === "soldier" && man.colour === "red";
      homeFiles.push(
        clash
          ? Array.from({ length: SQUARES }, (_, other) => other).filter((at) => sameHomeFile("red", at, square))
          : [],
      );
    }
  }

  const xMoves = packMoves(red, identity);
  const yMoves = packMoves(black, flipSquare);
  const fields: [number, number][] = [
    [offset.F_X_COUNT, red.count],
    [offset.F_Y_COUNT, black.count],
    [offset.F_PLACEMENTS, placements.count],
    [offset.F_OUTER, outer.length],
    [offset.F_BLOCKS, index.blocks.length],
    [offset.F_OWN, index.ownBlocks],
    [offset.F_STORED, memory.put(index.storedBlock)],
    [offset.F_FIND, memory.put(placements.table)],
    [offset.F_ADDENDS, memory.put(placements.addends)],
    [offset.F_Y_MIRROR, memory.put(Uint16Array.from(black.mirror))],
    [offset.F_WIDTH, index.width],
    [offset.F_ALL_BLOCKS, memory.put(index.blocks)],
    [offset.F_X_OCC, memory.put(bitVectors(red.squares))],
    [offset.F_Y_OCC, memory.put(bitVectors(black.squares.map((men) => men.map(flipSquare))))],
    [offset.F_X_KING, memory.put(Uint8Array.from(red.squares, (men) => men[0]!))],
    [offset.F_Y_KING, memory.put(Uint8Array.from(black.squares, (men) => flipSquare(men[0]!)))],
    [offset.F_X_MOVES, memory.put(xMoves.starts)],
    [offset.F_X_MOVE, memory.put(xMoves.moves)],
    [offset.F_Y_MOVES, memory.put(yMoves.starts)],
    [offset.F_Y_MOVE, memory.put(yMoves.moves)],
    [offset.F_SQUARES, memory.put(placementSquares)],
    [offset.F_MEN, memory.put(Uint32Array.from(outer, (man) => roleCode(man.role) | (man.colour === "red" ? 0 : 256)))],
    [offset.F_GROUPS, flagGroups(black.count)],
    [offset.F_INNER, inner === null ? 0 : roleCode(inner)],
    [offset.F_REACH_HOME, memory.put(bitVectors(homeFiles))],
  ];
  const address = memory.take(offset.FRAME_BYTES);
  for (const [at, value] of fields) memory.store(address + at, value);
  const reach = inner === null ? [] : [...index.innerReach.keys()].filter((square) => index.innerReach[square] === 1);
  memory.bytes(address + offset.F_REACH, 16).set(bitVector(reach));
  return { address, index };
}

function packMoves(formation: FormationClass, turned: (square: Square) => Square) {
  const starts = new Uint32Array(formation.count + 1);
  const moves: number[] = [];
  formation.moves.forEach((list, from) => {
    for (const { target, to, eye } of list) {
      moves.push(target + turned(to) * 2 ** 16 + (eye < 0 ? NOWHERE : turned(eye)) * 2 ** 24);
    }
    starts[from + 1] = moves.length;
  });
  return { starts, moves: Uint32Array.from(moves) };
}

/**
 * For each formation, the men it can lose (F_X_LOST, F_Y_LOST): the formation left in the smaller class, the man's
 * square and the view to look it up in.
 */
export function packLosses(
  formation: FormationClass,
  turned: (square: Square) => Square,
  viewOf: (role: "advisor" | "elephant") => { view: number; smaller: FormationClass } | undefined,
): Uint32Array {
  const table = new Uint32Array(formation.count * 4).fill(0xffffffff);
  formation.squares.forEach((men, number) => {
    let count = 0;
    men.forEach((square, man) => {
      if (man === 0) return;
      const loss = viewOf(man <= formation.advisors ? "advisor" : "elephant");
      if (loss === undefined) return;
      const rest = men.filter((_, i) => i !== man);
      const { smaller, view } = loss;
      const left = smaller.find(rest[0]!, rest.slice(1, 1 + smaller.advisors), rest.slice(1 + smaller.advisors));
      table[number * 4 + count++] = left + turned(square) * 2 ** 16 + view * 2 ** 24;
    });
  });
  return table;
}

let geometry: readonly (readonly [field: number, table: Uint8Array | Uint16Array])[] | undefined;

/** Writes what every job needs to know of the board: fields of a job. */
export function commonFields(memory: KernelMemory): [number, number][] {
  if (geometry === undefined) {
    const { list, legs } = horseMoves();
    geometry = [
      [offset.J_BIT, singleSquares()],
      [offset.J_BETWEEN, squaresBetween()],
      [offset.J_LINES, linesOfTen()],
      [offset.J_HORSE, list],
      [offset.J_LEG, legs],
      [offset.J_SQUARE, squareOfBit()],
    ];
  }
  return geometry.map(([field, table]) => [field, memory.put(table)]);
}
