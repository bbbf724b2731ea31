/**
 * The index of an endgame: position <-> cell number (docs/spec/index.md).
 *
 *     cell = (block * width + square of the inner man) * blackFormations + blackFormation
 *
 * The *inner man* is Red's strongest attacking man; its 90 squares are one bit vector in the solver. All other attacking
 * men are *outer* men; a *placement* is one way to put them on the board. A *block* is a red formation with a placement.
 * Of a block and its mirror image only one is kept. The side to move is not part of a cell. Black's formation comes last
 * because tables compress best so: bench/compression.ts.
 */
import { ADVISOR, ELEPHANT, EMPTY, KING, pieceOf, type Colour, type Piece } from "../xiangqi/pieces.ts";
import { canStand } from "../xiangqi/steps.ts";
import { ScannedBoard } from "../xiangqi/moves.ts";
import { fileOf, flipSquare, mirrorSquare, rankOf, SQUARES, type Of, type Square } from "../xiangqi/squares.ts";
import { type AttackingRole, type Endgame, attackingMen, checkAttackingMen } from "./endgame.ts";
import { ownRank, type SoldierRanks } from "./cone.ts";
import { formationClass, formationCode, type FormationClass } from "./formation.ts";
import { enumeratePlacements, type OuterMan, type Placements } from "./placement.ts";

// Scratch of indexOf.
const scanned = new ScannedBoard();

/** The number of a position, without the side to move. -1 where a position has none. */
export type Cell = Of<"cell">;

/** The numbering of an endgame's positions: each has a cell, whichever side is to move (docs/spec/index.md). Made by `endgameIndex`. */
export interface EndgameIndex {
  readonly endgame: Endgame;
  /** Cells for each side to move. */
  readonly cells: number;
  /** Red's strongest attacking man; null when there is none at all. */
  readonly inner: AttackingRole | null;
  /** Squares of the inner man: 90, or 1 when there is none. */
  readonly width: number;
  /** For each square of the inner man: 1 where it can stand. */
  readonly innerReach: Uint8Array;
  readonly red: FormationClass;
  /** In Red's coordinates: flip the ranks of its squares. */
  readonly black: FormationClass;
  readonly placements: Placements;
  /** Number of blocks before mirror reduction: red formations times placements. */
  readonly allBlocks: number;
  /** For each of `allBlocks` (red formation * placements + placement): its stored block, or -1 - the stored mirror image. */
  readonly storedBlock: Int32Array;
  /** For each stored block: which of `allBlocks` it is. */
  readonly blocks: Int32Array;
  /** For each stored block: how many whole-board blocks it stands for: 2, or 1 when it is its own mirror image; 0 in a border. */
  readonly weights: Uint8Array;
  /** Of a slice and its border: the first stored block of each part, and one after the last. Of an endgame: 0 and all. */
  readonly firstBlocks: readonly number[];
  /** The first so many blocks are solved: of a slice those that are its own. */
  readonly ownBlocks: number;
  /** What it is called where it is that of a slice. */
  readonly sliceName?: string;
  /** How many cells hold the same position because the inner man has outer twins (1 without twins). */
  readonly twins: number;
  /**
   * The cell of the given formations and attacking men.
   * @param blackFormation in Red's coordinates, as everywhere
   * @param squares squares of the inner man (if any), then of the outer men in their order; identical men in any order
   * @returns -1 when it is impossible
   */
  cellOf(redFormation: number, blackFormation: number, squares: ArrayLike<Square>): Cell;
  /**
   * The part of it that no formation changes: where the outer men and the inner man stand.
   * @returns placement * width + square of the inner man; -1 when it is impossible
   */
  standOf(squares: ArrayLike<Square>): number;
  /** The cell of men that stand so with formations, or -1. */
  cellAt(redFormation: number, blackFormation: number, stand: number): Cell;
  /**
   * The cell of a position: any mirror image, any order of identical men.
   * @returns -1 when the men are not those of this endgame or one stands where it never can
   */
  indexOf(board: Uint8Array): Cell;
  /** The same of a board whose men's squares are known: the first `men` of `squares`, in any order. */
  indexOfMen(board: Uint8Array, squares: ArrayLike<Square>, men: number): Cell;
  /**
   * The position of a cell: 90 pieces, or null when two men share a square or the inner man is out of reach.
   * @param into is overwritten and given back; a board of its own by default
   */
  boardAt(cell: Cell, into?: Uint8Array): Uint8Array | null;
}

/**
 * Makes the index of an endgame whose Red has an attacking man if any side has. Memory: 10 bytes a block, 4 an entry of `placementEntries`.
 * @throws InputError `too-many-attacking-men`
 */
export function endgameIndex(endgame: Endgame): EndgameIndex {
  checkAttackingMen(endgame.name);
  return indexWith(endgame, attackingMen(endgame.red)[0] ?? null, outerMenOf(endgame));
}

/** The outer men of such an endgame, in their order. */
export function outerMenOf({ red, black }: Endgame): OuterMan[] {
  return [
    ...attackingMen(red)
      .slice(1)
      .map((role) => ({ colour: "red" as Colour, role })),
    ...attackingMen(black).map((role) => ({ colour: "black" as Colour, role })),
  ];
}

/**
 * The index of an endgame with a chosen inner man (none: null) and order of the outer men.
 * @param parts of a slice and its border (slice.ts): the ranks of their outer soldiers. The blocks of one part follow those of another
 */
export function indexWith(
  endgame: Endgame,
  inner: AttackingRole | null,
  outer: readonly OuterMan[],
  parts?: readonly SoldierRanks[],
): EndgameIndex {
  const red = formationClass(endgame.red.advisor, endgame.red.elephant);
  const black = formationClass(endgame.black.advisor, endgame.black.elephant);
  const placements = enumeratePlacements(outer, endgame.from, parts);
  const { storedBlock, blocks, weights, firstBlocks } = reduceByMirror(red, placements);
  const innerPiece = inner === null ? EMPTY : pieceOf("red", inner);
  const outerPieces = outer.map((man) => pieceOf(man.colour, man.role));
  const twins = 1 + outerPieces.filter((piece) => piece === innerPiece).length;
  const width = inner === null ? 1 : SQUARES;
  const least = (inner === "soldier" && endgame.from?.red[0]) || 0;
  const innerReach = Uint8Array.from({ length: width }, (_, square) =>
    Number(inner === null || (canStand(innerPiece, square) && ownRank("red", square) >= least)),
  );
  const made = { innerPiece, outerPieces, twins, width, innerReach, red, black, placements, storedBlock, blocks };
  const all = { ...made, isInParts: parts !== undefined };
  const standOf = makeStandOf(all);
  const cellAt = makeCellAt(all);
  const cellOf: EndgameIndex["cellOf"] = (redFormation, blackFormation, squares) =>
    cellAt(redFormation, blackFormation, standOf(squares));
  const indexOfMen = makeIndexOfMen(all, cellOf);
  return {
    endgame,
    cells: blocks.length * black.count * width,
    inner,
    width,
    innerReach,
    red,
    black,
    placements,
    allBlocks: red.count * placements.count,
    storedBlock,
    blocks,
    weights,
    firstBlocks,
    ownBlocks: firstBlocks[1]!,
    twins,
    cellOf,
    standOf,
    cellAt,
    indexOf: (board) => indexOfMen(board, scanned.squares, scanned.load(board)),
    indexOfMen,
    boardAt: makeBoardAt(all),
  };
}

/** What the functions of an index are made of. Each takes as constants what it needs of it: proofs call them for every successor. */
interface Parts extends Pick<
  EndgameIndex,
  "twins" | "width" | "innerReach" | "red" | "black" | "placements" | "storedBlock" | "blocks"
> {
  /** EMPTY: there is none. */
  readonly innerPiece: Piece;
  readonly outerPieces: readonly Piece[];
  readonly isInParts: boolean;
}

function makeStandOf(parts: Parts): EndgameIndex["standOf"] {
  const { innerPiece, innerReach, twins, width, placements, isInParts } = parts;
  const hasInner = innerPiece !== EMPTY;
  const first = hasInner ? 1 : 0;
  const outer = parts.outerPieces.length;
  const outerSquares: Square[] = parts.outerPieces.map(() => 0); // scratch
  /** The placement with a twin as inner man; -1: there is none. */
  const placementWith = (innerMan: number, squares: ArrayLike<Square>): number => {
    for (let i = 0; i < outer; i++) outerSquares[i] = squares[i + first === innerMan ? 0 : i + first]!;
    return innerReach[hasInner ? squares[innerMan]! : 0] === 0 ? -1 : placements.find(outerSquares);
  };
  /** In a slice, where not every twin can be the inner man: the first that can. */
  const findInParts = (squares: ArrayLike<Square>): number => {
    const men = Array.from({ length: twins }, (_, twin) => twin);
    men.sort((a, b) => twinKey(squares[b]!) - twinKey(squares[a]!));
    return men.find((man) => placementWith(man, squares) >= 0) ?? 0;
  };
  return (squares) => {
    let innerMan = 0;
    for (let twin = 1; twin < twins; twin++) {
      if (twinKey(squares[twin]!) > twinKey(squares[innerMan]!)) innerMan = twin;
    }
    let placement = placementWith(innerMan, squares);
    if (placement < 0 && isInParts) {
      innerMan = findInParts(squares);
      placement = placementWith(innerMan, squares);
    }
    return placement < 0 ? -1 : placement * width + (hasInner ? squares[innerMan]! : 0);
  };
}

function makeCellAt({ width, black, placements, storedBlock }: Parts): EndgameIndex["cellAt"] {
  return (redFormation, blackFormation, stand) => {
    if (stand < 0 || redFormation < 0 || blackFormation < 0) return -1;
    const square = stand % width;
    const stored = storedBlock[redFormation * placements.count + (stand - square) / width]!;
    if (stored >= 0) return (stored * width + square) * black.count + blackFormation;
    const mirrored = width > 1 ? mirrorSquare(square) : 0;
    return ((-1 - stored) * width + mirrored) * black.count + black.mirror[blackFormation]!;
  };
}

function makeIndexOfMen(
  { innerPiece, outerPieces, red, black }: Parts,
  cellOf: EndgameIndex["cellOf"],
): EndgameIndex["indexOfMen"] {
  const attackingPieces = innerPiece === EMPTY ? outerPieces : [innerPiece, ...outerPieces];
  const firstMan = Int8Array.from({ length: 16 }, (_, piece) => attackingPieces.indexOf(piece));
  const squares = new Int8Array(attackingPieces.length); // scratch
  return (board, standing, men) => {
    squares.fill(-1);
    let redCode = 0;
    let blackCode = 0;
    let redKings = 0;
    let blackKings = 0;
    for (let i = 0; i < men; i++) {
      const square = standing[i]!;
      const piece = board[square]!;
      const role = piece & 7;
      if (role === KING || role === ADVISOR || role === ELEPHANT) {
        if (piece < 8) {
          redCode |= formationCode(role, square);
          if (role === KING) redKings++;
        } else {
          blackCode |= formationCode(role, flipSquare(square));
          if (role === KING) blackKings++;
        }
      } else {
        let man = firstMan[piece]!;
        while (man >= 0 && squares[man]! >= 0) man = attackingPieces[man + 1] === piece ? man + 1 : -1;
        if (man < 0) return -1;
        squares[man] = square;
      }
    }
    for (let man = 0; man < squares.length; man++) if (squares[man]! < 0) return -1;
    if (redKings !== 1 || blackKings !== 1) return -1;
    return cellOf(red.findCode(redCode), black.findCode(blackCode), squares);
  };
}

function makeBoardAt(parts: Parts): EndgameIndex["boardAt"] {
  const { innerPiece, innerReach, outerPieces, width, red, black, placements, blocks } = parts;
  const redPieces = formationPieces("red", red);
  const blackPieces = formationPieces("black", black);
  return (cell, into) => {
    const board = into?.fill(EMPTY) ?? new Uint8Array(SQUARES);
    const blackFormation = cell % black.count;
    const row = (cell - blackFormation) / black.count;
    const square = row % width;
    const block = blocks[(row - square) / width]!;
    const placement = block % placements.count;
    const redMen = red.squares[(block - placement) / placements.count]!;
    const blackMen = black.squares[blackFormation]!;
    // Plain loops: who reads a derived side asks for the board of every successor.
    for (let man = 0; man < redMen.length; man++) board[redMen[man]!] = redPieces[man]!;
    for (let man = 0; man < blackMen.length; man++) {
      const at = flipSquare(blackMen[man]!);
      if (board[at] !== EMPTY) return null;
      board[at] = blackPieces[man]!;
    }
    for (let man = 0; man < outerPieces.length; man++) {
      const at = placements.squareOf(placement, man);
      if (board[at] !== EMPTY) return null;
      board[at] = outerPieces[man]!;
    }
    if (innerPiece !== EMPTY) {
      if (board[square] !== EMPTY || innerReach[square] === 0) return null;
      board[square] = innerPiece;
    }
    return board;
  };
}

/** Orders twins; the same for a square and its mirror image, so that the choice survives mirroring. */
export function twinKey(square: Square): number {
  return rankOf(square) * 9 + Math.abs(fileOf(square) - 4);
}

/** The men of a formation in the order of its squares. */
function formationPieces(colour: Colour, { advisors, elephants }: FormationClass): Piece[] {
  const [king, advisor, elephant] = [pieceOf(colour, "king"), pieceOf(colour, "advisor"), pieceOf(colour, "elephant")];
  return [king, ...Array<Piece>(advisors).fill(advisor), ...Array<Piece>(elephants).fill(elephant)];
}

function reduceByMirror(red: FormationClass, placements: Placements) {
  const { count, firstOfPart } = placements;
  const allBlocks = red.count * count;
  const storedBlock = new Int32Array(allBlocks);
  const blocks = new Int32Array(allBlocks);
  const weights = new Uint8Array(allBlocks);
  let stored = 0;
  const firstBlocks = [0];
  for (let part = 0; part + 1 < firstOfPart.length; part++) {
    for (let formation = 0; formation < red.count; formation++) {
      for (let placement = firstOfPart[part]!; placement < firstOfPart[part + 1]!; placement++) {
        const block = formation * count + placement;
        const mirrored = red.mirror[formation]! * count + placements.mirror[placement]!;
        if (mirrored < block) {
          storedBlock[block] = -1 - storedBlock[mirrored]!;
        } else {
          storedBlock[block] = stored;
          weights[stored] = part > 0 ? 0 : mirrored === block ? 1 : 2;
          blocks[stored++] = block;
        }
      }
    }
    firstBlocks.push(stored);
  }
  return { storedBlock, blocks: blocks.slice(0, stored), weights: weights.slice(0, stored), firstBlocks };
}
