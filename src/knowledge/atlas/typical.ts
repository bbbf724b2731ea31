/**
 * Typical positions of an endgame (docs/guides/atlas.md), such as a manual of practical endgames 实用残局 shows: the men stand where they
 * are used to stand, nothing can be captured, and a win is of middling length.
 */
import type { FormationClass } from "../../endgame/formation.ts";
import type { Cell, EndgameIndex } from "../../endgame/index.ts";
import type { TypicalPositions } from "../../query/statistics.ts";
import { NO_OUTCOME, OUTCOMES } from "../../table/format/content-sum.ts";
import type { Category, Value } from "../../table/value.ts";
import { attacks, kingSquare } from "../../xiangqi/attacks.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { KING, pieceOf, type Colour, type Piece, type Role } from "../../xiangqi/pieces.ts";
import { isHomeSoldier } from "../../xiangqi/steps.ts";
import { ScannedBoard } from "../../xiangqi/moves.ts";
import { fileOf, parseSquare, rankOf, SQUARES, type Square } from "../../xiangqi/squares.ts";

/** Of one side to move, by cell. */
export interface SideOfCells {
  /** Numbers of outcomes, `NO_OUTCOME` for cells that are no legal position. */
  readonly outcomes: Uint8Array;
  valueOf(cell: Cell): Value;
}

/** For Red: squares that a man has in the opening, and those one move away. */
const HOME: Partial<Record<Role, readonly [opening: string, near: string]>> = {
  king: ["e0", "d0 f0 e1"],
  advisor: ["d0 f0", "e1"],
  elephant: ["c0 g0", "a2 e2 i2"],
};

/**
 * How far a red man of a formation is from home: 0 on a square of the opening, 1 a move away, 2 farther.
 */
const AWAY: Partial<Record<Role, Uint8Array>> = {};
for (const [role, [opening, near]] of Object.entries(HOME)) {
  const away = new Uint8Array(SQUARES).fill(2);
  for (const [steps, squares] of [opening, near].entries()) {
    for (const name of squares.split(" ")) away[parseSquare(name)] = steps;
  }
  AWAY[role as Role] = away;
}

/** By formation: how far its men are from home, together. */
function awayOf({ squares, advisors }: FormationClass): number[] {
  const roleOfMan = (man: number): Role => (man === 0 ? "king" : man <= advisors ? "advisor" : "elephant");
  return squares.map((men) => men.reduce((sum, square, man) => sum + AWAY[roleOfMan(man)]![square]!, 0));
}

/** 1 for an attacking man on the edge of the board, and for a soldier that has not crossed the river. */
function aside(piece: Piece, square: Square): number {
  const [file, rank] = [fileOf(square), rankOf(square)];
  return file === 0 || file === 8 || rank === 0 || rank === 9 || isHomeSoldier(piece, square) ? 1 : 0;
}

/** Numbers by what they weigh: of weight w at place w. */
function byWeight(weights: Iterable<number>): number[][] {
  const found: number[][] = [];
  let number = 0;
  for (const weight of weights) {
    while (found.length <= weight) found.push([]);
    found[weight]!.push(number++);
  }
  return found;
}

const scanned = new ScannedBoard();

/** 0: no man attacks one of the other side, 1: some do, but no king, 2: a king is in check. */
function unrestOf(board: Uint8Array): 0 | 1 | 2 {
  const men = scanned.load(board);
  const { squares } = scanned;
  let unrest: 0 | 1 = 0;
  for (let i = 0; i < men; i++) {
    const from = squares[i]!;
    for (let j = 0; j < men; j++) {
      const to = squares[j]!;
      if ((board[from]! ^ board[to]!) < 8 || !attacks(board, from, to)) continue;
      if ((board[to]! & 7) === KING) return 2;
      unrest = 1;
    }
  }
  return unrest;
}

/** What it counts that both kings stand on one file: whatever is between them is tied to it. */
const ONE_FILE = 2;

/** Positions of one outcome that rank alike. */
interface Group {
  readonly cells: Cell[];
  /** How far out of place their men are. */
  readonly strays: number;
}

/** The cells of an endgame by how far their men are out of place, kings on one file apart: from 0 to `most`. */
function cellsByStrays({ red, black, placements, inner, width, storedBlock }: EndgameIndex) {
  const pieces = placements.men.map(({ colour, role }) => pieceOf(colour, role));
  const asideOf = (placement: number): number =>
    pieces.reduce((sum, piece, man) => sum + aside(piece, placements.squareOf(placement, man)), 0);
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  const reds = byWeight(awayOf(red));
  const blacks = byWeight(awayOf(black));
  const outers = byWeight(numbers(placements.count).map(asideOf));
  const inners = byWeight(numbers(width).map((square) => (inner === null ? 0 : aside(pieceOf("red", inner), square))));
  const visitBlocks = (
    formations: readonly number[],
    placed: readonly number[],
    squares: readonly number[],
    blackFormations: readonly number[],
    visit: (cell: Cell) => void,
  ): void => {
    for (const formation of formations) {
      for (const placement of placed) {
        const block = storedBlock[formation * placements.count + placement]!;
        if (block < 0) continue; // the mirror image of another one
        for (const square of squares) {
          const first = (block * width + square) * black.count;
          for (const blackFormation of blackFormations) visit(first + blackFormation);
        }
      }
    }
  };
  return {
    most: reds.length + blacks.length + outers.length + inners.length - 4,
    visit(strays: number, visit: (cell: Cell) => void): void {
      reds.forEach((formations, ofRed) =>
        outers.forEach((placed, ofOuter) =>
          inners.forEach((squares, ofInner) => {
            const blackFormations = blacks[strays - ofRed - ofOuter - ofInner] ?? [];
            visitBlocks(formations, placed, squares, blackFormations, visit);
          }),
        ),
      );
    },
  };
}

/** By what they are for the side to move. Time: grows with the positions that are looked at, most often few. */
export function typicalPositions(index: EndgameIndex, turn: Colour, side: SideOfCells): TypicalPositions {
  const { outcomes } = side;
  const { most, visit } = cellsByStrays(index);
  const board = new Uint8Array(SQUARES);
  const left = new Set<number>();
  for (let cell = 0; cell < outcomes.length && left.size < OUTCOMES.length; cell++) {
    if (outcomes[cell] !== NO_OUTCOME) left.add(outcomes[cell]! & 3);
  }
  /** By outcome, then by unrest. */
  const groups: (Group | undefined)[][] = OUTCOMES.map(() => []);
  for (let strays = 0; strays <= most && left.size > 0; strays++) {
    visit(strays, (cell) => {
      const outcome = outcomes[cell]! & 3;
      if (outcomes[cell] === NO_OUTCOME || !left.has(outcome)) return;
      const unrest = unrestOf(index.boardAt(cell, board)!);
      const onOneFile = fileOf(kingSquare(board, "red")) === fileOf(kingSquare(board, "black"));
      const all = strays + (onOneFile ? ONE_FILE : 0);
      const group = groups[outcome]![unrest];
      if (group === undefined || group.strays > all) groups[outcome]![unrest] = { cells: [cell], strays: all };
      else if (group.strays === all) group.cells.push(cell);
    });
    for (const outcome of left) if ((groups[outcome]![0]?.strays ?? Infinity) <= strays) left.delete(outcome);
  }
  const fenOf = (outcome: Category): string | null => {
    const [quiet, captures, checks] = groups[OUTCOMES.indexOf(outcome)]!;
    const group = quiet ?? captures ?? checks;
    return group === undefined ? null : formatFen({ board: index.boardAt(middleOf(group.cells, side))!, turn });
  };
  return { win: fenOf("win"), draw: fenOf("draw"), loss: fenOf("loss") };
}

/** The lower middle one in the order of values, of these the lower middle one in the order of cells. */
function middleOf(cells: readonly Cell[], { valueOf }: SideOfCells): Cell {
  const values = Float64Array.from(cells, valueOf).sort();
  const value = values[(values.length - 1) >> 1]!;
  const alike = Float64Array.from(cells.filter((cell) => valueOf(cell) === value)).sort();
  return alike[(alike.length - 1) >> 1]!;
}
