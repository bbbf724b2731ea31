/** Planes in tests: solving an endgame with all it leads to, reading, comparing and counting. */
import type { Endgame } from "../../src/endgame/endgame.ts";
import { canonicalEndgame, parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex, type EndgameIndex } from "../../src/endgame/index.ts";
import { cellOfSlot, marksOf, slotOfCell, type Plane, type Planes } from "../../src/solve/planes.ts";
import { solveWithoutAttackingMen } from "../../src/solve/build/content.ts";
import { formatFen } from "../../src/xiangqi/fen.ts";
import { COLOURS, type Colour } from "../../src/xiangqi/pieces.ts";
import { solvedPlanes, type PlaneKernel, type SolvedPlanes } from "./plane-kernel.ts";
import type { WholeBoard } from "../oracle/whole-board.ts";
import type { Metric } from "../../src/table/value.ts";

export type Solver = (name: string, metric: Metric) => Promise<SolvedPlanes>;

/** Solves endgames by name, each once, and before it everything it leads to. */
export function closureSolver(kernel: PlaneKernel, threads: number): Solver {
  const solved = new Map<string, Promise<SolvedPlanes>>();
  const solve = (endgame: Endgame, metric: Metric): Promise<SolvedPlanes> => {
    const key = `${endgame.name} ${metric}`;
    let found = solved.get(key);
    if (found === undefined) {
      const index = endgameIndex(endgame);
      const load = (sub: Endgame) => solve(sub, metric);
      found =
        index.inner === null
          ? Promise.resolve(solvedPlanes(solveWithoutAttackingMen(index)))
          : kernel.solve({ index, metric, rules: "none", threads, load });
      solved.set(key, found);
    }
    return found;
  };
  return (name, metric) => solve(canonicalEndgame(parseEndgame(name)).endgame, metric);
}

/** What a cell of a plane says: plies, "draw" or "illegal". */
export type Verdict = number | "draw" | "illegal";

function verdictIn(plane: Plane, at: number): Verdict {
  const { unknown, illegal } = marksOf(plane);
  const value = plane[at]!;
  return value === unknown ? "draw" : value === illegal ? "illegal" : value;
}

/** Looks up a position in the endgame's own colours. */
export function verdictOf({ index, red, black }: Planes, board: Uint8Array, turn: Colour): Verdict {
  const cell = index.indexOf(board);
  return cell < 0 ? "illegal" : verdictIn(turn === "red" ? red : black, slotOfCell(index, cell));
}

/** The planes of an endgame as the oracle solves it. */
export function oraclePlanes(index: EndgameIndex, oracle: WholeBoard, metric: Metric): Planes {
  const planes = { index, red: new Uint16Array(index.cells), black: new Uint16Array(index.cells) };
  const { unknown, illegal } = marksOf(planes.red);
  for (let at = 0; at < index.cells; at++) {
    const board = index.boardAt(cellOfSlot(index, at));
    for (const turn of COLOURS) {
      const distance = board === null ? undefined : oracle.distance(metric, board, turn);
      planes[turn][at] = distance === undefined ? illegal : (distance ?? unknown);
    }
  }
  return planes;
}

/** The first cell in which planes differ from what is wanted, in words, or null. */
export function findDifference(solution: Planes, wanted: Planes): string | null {
  const { index } = solution;
  for (const turn of COLOURS) {
    for (let at = 0; at < index.cells; at++) {
      const verdicts = [verdictIn(solution[turn], at), verdictIn(wanted[turn], at)];
      if (verdicts[0] === verdicts[1]) continue;
      const cell = cellOfSlot(index, at);
      const board = index.boardAt(cell);
      const position = board === null ? `no board, ${turn} to move` : formatFen({ board, turn });
      return `${index.endgame.name} cell ${cell}, ${position}: ${verdicts.join(" instead of ")}`;
    }
  }
  return null;
}

/** Whole-board counts; longest distances in plies, -1 when there is none. */
export interface Counts {
  readonly positions: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly longestWin: number;
  readonly longestLoss: number;
  readonly checkmated: number;
  readonly stalemated: number;
}

export function countSide(solution: SolvedPlanes, turn: Colour): Counts {
  const { index } = solution;
  const plane = solution[turn];
  const { unknown, illegal } = marksOf(plane);
  const cellsPerBlock = index.black.count * index.width;
  let [wins, draws, losses, longestWin, longestLoss] = [0, 0, 0, -1, -1];
  for (let cell = 0; cell < plane.length; cell++) {
    const value = plane[cell]!;
    const weight = index.weights[Math.floor(cell / cellsPerBlock)]! / index.twins;
    if (value === illegal) continue;
    if (value === unknown) draws += weight;
    else if (value % 2 === 1) {
      wins += weight;
      longestWin = Math.max(longestWin, value);
    } else {
      losses += weight;
      longestLoss = Math.max(longestLoss, value);
    }
  }
  return {
    positions: wins + draws + losses,
    wins,
    draws,
    losses,
    longestWin,
    longestLoss,
    checkmated: solution.checkmated[turn],
    stalemated: solution.stalemated[turn],
  };
}
