/**
 * The slow, obvious solver: all ways to put the men on the whole board, no symmetry, no index, swept forward ply by ply
 * until nothing changes. Shares nothing with the solvers and the endgames but the game. For up to a million placements.
 */
import { inCheck } from "../../src/xiangqi/attacks.ts";
import { legalMoves, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { COLOURS, EMPTY, opponent, pieceOf, roleOfLetter, type Colour, type Piece } from "../../src/xiangqi/pieces.ts";
import { isHomeSoldier, squaresOf } from "../../src/xiangqi/steps.ts";
import { fileOf, SQUARES, type Square } from "../../src/xiangqi/squares.ts";

export type Metric = "dtc" | "dtm";

export interface WholeBoard {
  /** Legal positions with each side to move. */
  readonly positions: Readonly<Record<Colour, number>>;
  readonly checkmated: Readonly<Record<Colour, number>>;
  readonly stalemated: Readonly<Record<Colour, number>>;
  /** All ways to put the men on the board. */
  boards(): Generator<Uint8Array>;
  /** Plies, odd when the side to move wins; null: a draw; undefined: no legal position. */
  distance(metric: Metric, board: Uint8Array, turn: Colour): number | null | undefined;
}

const ILLEGAL = -2;
const UNDECIDED = -1;
/** Moves of a position that end in no other of the same endgame: a drawing capture, or LOST - n with a mate in n plies. */
const DRAWN = -1;
const MATE_IN = -2;

/**
 * Solves endgames by name, `KRKN`, each once.
 * @param reach where men may stand: all their squares, or fewer that no move leaves
 */
export function wholeBoardSolver(reach = squaresOf): (name: string) => WholeBoard {
  const solved = new Map<string, WholeBoard>();
  const solve = (name: string): WholeBoard => {
    let found = solved.get(name);
    if (found === undefined) solved.set(name, (found = solveOne(new Places(piecesOf(name), reach), solve)));
    return found;
  };
  return solve;
}

export function piecesOf(name: string): Piece[] {
  const black = name.lastIndexOf("K");
  return [...name].map((letter, i) => pieceOf(i < black ? "red" : "black", roleOfLetter(letter)!));
}

function solveOne(places: Places, solve: (name: string) => WholeBoard): WholeBoard {
  const graph = makeGraph(places, solve);
  const distances = { dtc: sweep(graph, "dtc"), dtm: sweep(graph, "dtm") };
  return {
    ...graph.counts,
    *boards() {
      for (let code = 0; code < places.size; code++) {
        const board = places.boardAt(code);
        if (board !== null) yield board;
      }
    },
    distance(metric, board, turn) {
      const code = places.codeOf(board);
      const value = code < 0 ? ILLEGAL : distances[metric][2 * code + COLOURS.indexOf(turn)]!;
      return value === ILLEGAL ? undefined : value === UNDECIDED ? null : value;
    },
  };
}

/** Numbers the ways to put men on the board: one digit a man, its place among the squares it can stand on. */
export class Places {
  readonly pieces: readonly Piece[];
  readonly size: number;
  readonly #squares: Square[][];
  readonly #digits: number[][];

  constructor(pieces: readonly Piece[], reach: typeof squaresOf) {
    this.pieces = pieces;
    this.#squares = pieces.map(reach);
    this.#digits = this.#squares.map((squares) => Array.from({ length: SQUARES }, (_, at) => squares.indexOf(at)));
    this.size = this.#squares.reduce((product, squares) => product * squares.length, 1);
  }

  /** Null where men collide, identical men are not in ascending order or two soldiers share a file of their own half. */
  boardAt(code: number): Uint8Array | null {
    const board = new Uint8Array(SQUARES);
    const at: Square[] = [];
    for (let man = this.pieces.length - 1, rest = code; man >= 0; man--) {
      const squares = this.#squares[man]!;
      const square = squares[rest % squares.length]!;
      rest = Math.floor(rest / squares.length);
      if (board[square] !== EMPTY) return null;
      board[square] = this.pieces[man]!;
      at[man] = square;
    }
    for (let man = 1; man < this.pieces.length; man++) {
      for (let twin = 0; twin < man; twin++) {
        const piece = this.pieces[man]!;
        if (this.pieces[twin] !== piece) continue;
        if (at[twin]! > at[man]!) return null;
        const bothHome = isHomeSoldier(piece, at[twin]!) && isHomeSoldier(piece, at[man]!);
        if (bothHome && fileOf(at[twin]!) === fileOf(at[man]!)) return null;
      }
    }
    return board;
  }

  /** -1 when a man stands where it never can. */
  codeOf(board: Uint8Array): number {
    let code = 0;
    let square = -1;
    for (let man = 0; man < this.pieces.length; man++) {
      const isTwin = this.pieces[man] === this.pieces[man - 1]; // identical men lie side by side
      square = board.indexOf(this.pieces[man]!, isTwin ? square + 1 : 0);
      const digit = square < 0 ? -1 : this.#digits[man]![square]!;
      if (digit < 0) return -1;
      code = code * this.#squares[man]!.length + digit;
    }
    return code;
  }
}

/** All positions, numbered 2 * code + side to move, and their moves. */
interface Graph {
  /** Moves of position p: `moves[start[p]]` to `moves[start[p + 1] - 1]`: the position they lead to, or a capture. */
  readonly start: Uint32Array;
  readonly moves: Int32Array;
  readonly legal: Uint8Array;
  readonly counts: Pick<WholeBoard, "positions" | "checkmated" | "stalemated">;
}

function makeGraph(places: Places, solve: (name: string) => WholeBoard): Graph {
  const start = new Uint32Array(2 * places.size + 1);
  const legal = new Uint8Array(2 * places.size);
  const counts = {
    positions: { red: 0, black: 0 },
    checkmated: { red: 0, black: 0 },
    stalemated: { red: 0, black: 0 },
  };
  let moves = new Int32Array(1 << 20);
  let count = 0;
  for (let code = 0; code < places.size; code++) {
    const board = places.boardAt(code);
    for (const turn of COLOURS) {
      const position = 2 * code + COLOURS.indexOf(turn);
      if (board !== null && !inCheck(board, opponent(turn))) {
        legal[position] = 1;
        counts.positions[turn]++;
        const found = legalMoves({ board, turn });
        if (found.length === 0) counts[inCheck(board, turn) ? "checkmated" : "stalemated"][turn]++;
        if (count + found.length > moves.length) moves = grow(moves);
        for (const move of found) {
          const captured = board[moveTo(move)]!;
          board[moveTo(move)] = board[moveFrom(move)]!;
          board[moveFrom(move)] = EMPTY;
          moves[count++] =
            captured === EMPTY
              ? 2 * places.codeOf(board) + COLOURS.indexOf(opponent(turn))
              : captureCode(solve(nameWithout(places.pieces, captured)).distance("dtm", board, opponent(turn))!);
          board[moveFrom(move)] = board[moveTo(move)]!;
          board[moveTo(move)] = captured;
        }
      }
      start[position + 1] = count;
    }
  }
  return { start, moves, legal, counts };
}

function grow(moves: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * moves.length);
  larger.set(moves);
  return larger;
}

function captureCode(distance: number | null): number {
  return distance === null ? DRAWN : MATE_IN - distance;
}

const LETTERS = " KABRNCP KABRNCP";

export function nameWithout(pieces: readonly Piece[], captured: Piece): string {
  const rest = [...pieces];
  rest.splice(pieces.indexOf(captured), 1);
  return rest.map((piece) => LETTERS[piece]).join("");
}

/** Distances of all positions: at ply 0, 1, 2 ... those that their moves now decide. */
function sweep(graph: Graph, metric: Metric): Int16Array {
  const { moves, legal } = graph;
  const distance = Int16Array.from(legal, (isLegal) => (isLegal === 1 ? UNDECIDED : ILLEGAL));
  let lastCapture = 0; // the ply of the longest way by a capture
  if (metric === "dtm") for (const move of moves) lastCapture = Math.max(lastCapture, MATE_IN - move + 1);
  let undecided = [...legal.keys()].filter((position) => legal[position] === 1);
  for (let ply = 0, idle = 0; idle < 2 || ply <= lastCapture; ply++) {
    const rest: number[] = [];
    for (const position of undecided) {
      if (isDecided(graph, position, ply, distance, metric)) distance[position] = ply;
      else rest.push(position);
    }
    idle = rest.length === undecided.length ? idle + 1 : 0;
    undecided = rest;
  }
  return distance;
}

/** Whether some move wins in `ply` plies, an odd number, or all lose and the longest in `ply` plies, an even one. */
function isDecided(graph: Graph, position: number, ply: number, distance: Int16Array, metric: Metric): boolean {
  const isWin = ply % 2 === 1;
  for (let i = graph.start[position]!; i < graph.start[position + 1]!; i++) {
    const plies = pliesBy(graph.moves[i]!, distance, metric);
    if (isWin && plies === ply) return true;
    if (!isWin && (plies < 0 || plies > ply || plies % 2 === 1)) return false;
  }
  return !isWin;
}

/** How long the game lasts with this move, -1 when it is not known or drawn. To conversion a capture ends it. */
function pliesBy(move: number, distance: Int16Array, metric: Metric): number {
  if (move >= 0) return distance[move]! < 0 ? -1 : distance[move]! + 1;
  if (move === DRAWN) return -1;
  const mate = MATE_IN - move;
  if (metric === "dtm") return mate + 1;
  return mate % 2 === 0 ? 1 : 0;
}
