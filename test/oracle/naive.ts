/**
 * A slow, obvious solver without perpetual rules: ply by ply over all cells, with the plain move generator.
 * Knows nothing of the kernel, only the game and the index. For endgames of up to some 100,000 cells.
 */
import { endgameIndex } from "../../src/endgame/index.ts";
import { canonicalEndgame, endgameOf, parseEndgame, type Endgame } from "../../src/endgame/endgame.ts";
import { DRAW, makeValue, type Value, type Metric } from "../../src/table/value.ts";
import { applyMove, isCapture, legalMoves } from "../../src/xiangqi/moves.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import { swapColours, type Position } from "../../src/xiangqi/position.ts";
import { findProblems } from "../../src/xiangqi/validate.ts";

export interface NaiveTable {
  readonly endgame: Endgame;
  /** By cell; null where it is no legal position. */
  readonly values: Readonly<Record<Colour, readonly (Value | null)[]>>;
}

interface Node {
  readonly turn: Colour;
  readonly cell: number;
  /** Cells after quiet moves, of the other side to move. */
  readonly quiet: readonly number[];
  /** What captures make of this position: distance, odd when they win; null for a draw. */
  readonly captures: readonly (number | null)[];
}

/** Solves endgames and whatever they need, each once for a metric. */
export function naiveSolver(metric: Metric): (name: string) => NaiveTable {
  const solved = new Map<string, NaiveTable>();
  const solve = (name: string): NaiveTable => {
    let table = solved.get(name);
    if (table === undefined) solved.set(name, (table = solveOne(parseEndgame(name), metric, lookUp)));
    return table;
  };
  const lookUp = (position: Position): Value => {
    const { endgame, swapped } = canonicalEndgame(endgameOf(position.board));
    const { board, turn } = swapped ? swapColours(position) : position;
    return solve(endgame.name).values[turn][endgameIndex(endgame).indexOf(board)]!;
  };
  return solve;
}

function solveOne(endgame: Endgame, metric: Metric, lookUp: (position: Position) => Value): NaiveTable {
  const index = endgameIndex(endgame);
  const distance: Record<Colour, (number | null | undefined)[]> = {
    red: Array.from({ length: index.cells }),
    black: Array.from({ length: index.cells }),
  };
  const nodes: Node[] = [];
  let longest = 0;
  for (let cell = 0; cell < index.cells; cell++) {
    const board = index.boardAt(cell);
    for (const turn of COLOURS) {
      const position: Position | null = board && { board, turn };
      if (position === null || findProblems(position).length > 0) continue;
      const moves = legalMoves(position);
      const quiet = moves.filter((move) => !isCapture(position, move));
      const captures = moves
        .filter((move) => isCapture(position, move))
        .map((move) => {
          const after = lookUp(applyMove(position, move));
          if (after === DRAW) return null;
          const plies = (after - 1) % 65_536;
          return metric === "dtm" ? plies + 1 : plies % 2 === 0 ? 1 : 0;
        });
      for (const plies of captures) longest = Math.max(longest, plies ?? 0);
      distance[turn][cell] = null;
      nodes.push({ turn, cell, quiet: quiet.map((move) => index.indexOf(applyMove(position, move).board)), captures });
    }
  }
  let undecided = nodes;
  for (let ply = 0, idle = 0; idle < 2 || ply <= longest; ply++) {
    const decided = undecided.filter((node) => isDecided(node, ply, distance[opponent(node.turn)]));
    for (const { turn, cell } of decided) distance[turn][cell] = ply;
    undecided = undecided.filter(({ turn, cell }) => distance[turn][cell] === null);
    idle = decided.length === 0 ? idle + 1 : 0;
  }
  const value = (plies: number | null | undefined) =>
    plies === undefined ? null : plies === null ? DRAW : makeValue(0, plies);
  return { endgame, values: { red: distance.red.map(value), black: distance.black.map(value) } };
}

/** Whether a node is won in `ply` plies (odd) or lost in `ply` plies (even), when all shorter ones are known. */
function isDecided({ quiet, captures }: Node, ply: number, next: readonly (number | null | undefined)[]): boolean {
  if (ply % 2 === 1) return captures.includes(ply) || quiet.some((cell) => next[cell] === ply - 1);
  return (
    captures.every((plies) => plies !== null && plies % 2 === 0 && plies <= ply) &&
    quiet.every((cell) => next[cell] != null && next[cell]! % 2 === 1)
  );
}
