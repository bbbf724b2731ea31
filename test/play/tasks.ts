/** The tasks on random graphs, exploring a few positions at a time, against opponents of fixed habits. */
import type { Terrain } from "../../src/play/exploration.ts";
import { HoldingTask, WinningTask, type PatternTaskOptions } from "../../src/play/perpetuals.ts";
import { solveOnGraph, type GraphSolution } from "../oracle/algorithm8.ts";
import type { PatternGraph } from "../../src/fang/graph.ts";
import { rotate } from "../../src/fang/plans.ts";
import { COLOURS, opponent, type Colour } from "../../src/xiangqi/pieces.ts";
import { randomGraph, randomNumbers, type GraphKind, type Random } from "../oracle/random-graphs.ts";

/** Long enough to explore all and to settle into a cycle. */
const PLIES = 600;

/** Where a game's moves go round for ever: the colours of `graph.labels` that each side keeps showing. */
interface Ending {
  /** A vertex of another value was reached: the opponent has given way. */
  readonly left: boolean;
  /** By man: every move of the side chased it (the king: checked) in the last half. */
  readonly perpetual: Readonly<Record<Colour, readonly boolean[]>>;
}

function edgesOf(graph: PatternGraph, v: number): number[] {
  return Array.from({ length: graph.firstEdge[v + 1]! - graph.firstEdge[v]! }, (_, i) => graph.firstEdge[v]! + i);
}

function turnOf(graph: PatternGraph, v: number): Colour {
  return COLOURS[graph.mover[v]!]!;
}

/** Whether a vertex belongs to the positions of a task. */
type Inside = (v: number) => boolean;

async function playTask(
  graph: PatternGraph,
  inside: Inside,
  player: Colour,
  start: number,
  limit: number,
  isWin: boolean,
  random: Random,
): Promise<Ending> {
  const terrain: Terrain<number> = {
    keyOf: String,
    turnOf: (v) => turnOf(graph, v),
    movesOf: async (v) => {
      const edges = edgesOf(graph, v).filter((e) => inside(graph.to[e]!));
      return edges.map((e) => ({ move: e, labels: graph.labels[e]!, to: graph.to[e]! }));
    },
  };
  const options: PatternTaskOptions<number> = { terrain, player, men: graph.men, limit };
  const task = isWin ? new WinningTask(options) : new HoldingTask(options);
  const other = opponent(player);
  const habits = Array.from({ length: graph.vertices * 3 }, () => random());
  const always = { red: -1, black: -1 };
  let waiting: readonly number[] = Array.from({ length: graph.men[other] }, (_, man) => man);
  let v = start;
  let left = false;
  for (let ply = 0; ply < PLIES && !left; ply++) {
    task.visit(v);
    const turn = turnOf(graph, v);
    let edge: number;
    if (turn === player) {
      const moves = await task.movesFor(v, waiting);
      if (moves.length === 0) throw new Error(`no move from ${v}`);
      edge = moves[ply % moves.length]!.move;
      waiting = rotate(waiting, graph.labels[edge]!);
    } else {
      // Each vertex has three habits, taken in turn.
      const edges = edgesOf(graph, v);
      edge = edges[Math.floor(habits[v * 3 + ((ply >> 1) % 3)]! * edges.length)]!;
    }
    if (ply > PLIES / 2) always[turn] &= graph.labels[edge]!;
    v = graph.to[edge]!;
    left = !inside(v);
  }
  const perpetual = (colour: Colour) =>
    Array.from({ length: graph.men[opponent(colour)] }, (_, man) => (always[colour] & (2 ** man)) !== 0);
  return { left, perpetual: { red: perpetual("red"), black: perpetual("black") } };
}

/** Who wins a game that ends so: the rules of section d, for ever. */
function winnerOf({ perpetual }: Ending): Colour | null {
  const [redChecks, blackChecks] = [perpetual.red[0]!, perpetual.black[0]!];
  if (redChecks || blackChecks) return redChecks && blackChecks ? null : redChecks ? "black" : "red";
  const [redChases, blackChases] = [perpetual.red.includes(true), perpetual.black.includes(true)];
  return redChases === blackChases ? null : redChases ? "black" : "red";
}

/** Wins and holds on random graphs from every position where that is a task. Returns what went wrong. */
export async function playTasks(kind: GraphKind, graphs: number, limit: number, seed: number): Promise<string[]> {
  const failures: string[] = [];
  for (let i = 0; i < graphs; i++) {
    const random = randomNumbers(seed + i);
    const graph = randomGraph(kind, random);
    const { orders, distances }: GraphSolution = solveOnGraph(graph, "lazy");
    for (let v = 0; v < graph.vertices; v++) {
      const order = orders[v]!;
      if (order === 0 || (order > 0 && distances[v]! > 1)) continue;
      const isWin = order > 0;
      const turn = turnOf(graph, v);
      const player = isWin && distances[v] === 0 ? opponent(turn) : turn;
      // A winner's positions are (r, 1), the loser's (r, 0).
      const isIn = (to: number) =>
        orders[to] === order && (!isWin || distances[to] === (turnOf(graph, to) === player ? 1 : 0));
      const ending = await playTask(graph, isIn, player, v, limit, isWin, random);
      const winner = ending.left ? player : winnerOf(ending);
      if (winner !== player && (isWin || winner !== null))
        failures.push(`${kind} ${seed + i}, from ${v}: ${winner ?? "draw"}`);
    }
  }
  return failures;
}
