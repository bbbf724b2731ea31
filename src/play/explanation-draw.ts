/**
 * Draws that are drawn because moves must be repeated: a side has nothing but checks and chases to hold the draw with, and
 * the other can keep it so for ever; or neither side can leave a few positions without losing.
 */
import { rotate, type Rotation } from "../fang/plans.ts";
import { valueOf } from "../query/lookup.ts";
import { isDraw } from "../table/value.ts";
import { applyMove, isCapture, legalMoves } from "../xiangqi/moves.ts";
import { COLOURS, opponent, type Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import type { TerrainMove, Terrain } from "./exploration.ts";
import { RecordedGame, type Context, type Cycle, type ExplanationLimit } from "./explanation-cycle.ts";
import {
  ClassLabels,
  type Labels,
  MoveLabels,
  type NamedPosition,
  followMove,
  keyOfNamed,
  nameMen,
} from "./terrain.ts";
import { ClassTask, HoldingTask } from "./perpetuals.ts";

export interface DrawnCycle {
  readonly cycle: Cycle;
  /** The sides that hold the draw by checks and chases only. */
  readonly bound: readonly Colour[];
  /** The number of positions that cannot be left without losing; null where the other side can. */
  readonly confinedTo: number | null;
  /** Whether a position belongs to those in which the moves are repeated. */
  readonly holds: (position: LegalPosition) => boolean;
}

/** What is looked for: sides all of whose drawing moves stay among the positions found, and check or chase if `attacking`. */
interface Bond {
  readonly sides: readonly Colour[];
  readonly attacking: boolean;
}

const BONDS: readonly Bond[] = [
  { sides: COLOURS, attacking: true },
  { sides: ["red"], attacking: true },
  { sides: ["black"], attacking: true },
  { sides: COLOURS, attacking: false },
];

/** The most positions that count as a few. */
const FEW = 100;

type Moves = ReadonlyMap<string, readonly TerrainMove<NamedPosition>[]>;

/** Explains a drawn position; null where its draw has another cause, or none is found within the limit. */
export async function drawnCycle(
  start: LegalPosition,
  context: Context,
  limit: ExplanationLimit,
): Promise<{ readonly found: DrawnCycle | null; readonly reached: boolean }> {
  const drawing = new DrawingMoves(context);
  let reached = false;
  for (const bond of BONDS) {
    const most = bond.attacking ? limit.positions : FEW;
    const moves = await findBound(nameMen(start), bond, drawing, most);
    reached ||= bond.attacking && moves === "too many";
    if (moves === null || moves === "too many" || !drawing.leaveAChoice(moves)) continue;
    const cycle = await playWithin(start, moves, context, limit);
    if (cycle === null) continue;
    const boards = new Set([...moves.keys()].map((key) => drawing.boardOf(key)));
    const found: DrawnCycle = {
      cycle,
      bound: bond.attacking ? bond.sides : [],
      confinedTo: bond.sides.length === 2 ? boards.size : null,
      holds: (position) => boards.has(boardKey(position)),
    };
    return { found, reached: false };
  }
  return { found: null, reached };
}

/** The moves of drawn positions that keep the draw, read once. */
class DrawingMoves {
  readonly #context: Context;
  readonly #labels: Labels;
  readonly #known = new Map<string, readonly TerrainMove<NamedPosition>[]>();
  readonly #boards = new Map<string, string>();
  /** Positions with a move that loses. */
  readonly #tempting = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
    const { provider, rules } = context;
    this.#labels =
      provider.rules === "chinese"
        ? new ClassLabels(rules.edition, provider).by("default")
        : new MoveLabels(rules.rules);
  }

  /** Captures lead to null. */
  async of(position: NamedPosition): Promise<readonly TerrainMove<NamedPosition>[]> {
    const key = keyOfNamed(position);
    let moves = this.#known.get(key);
    if (moves === undefined) this.#known.set(key, (moves = await this.#read(position)));
    this.#boards.set(key, boardKey(position));
    return moves;
  }

  /** Whether there is any other move among these positions: otherwise nobody is held by anything. */
  leaveAChoice(moves: Moves): boolean {
    return [...moves.keys()].some((key) => this.#tempting.has(key));
  }

  boardOf(key: string): string {
    return this.#boards.get(key)!;
  }

  async #read(position: NamedPosition): Promise<TerrainMove<NamedPosition>[]> {
    const moves: TerrainMove<NamedPosition>[] = [];
    for (const move of legalMoves(position)) {
      if (!isDraw(await valueOf(applyMove(position, move), this.#context.provider))) {
        this.#tempting.add(keyOfNamed(position));
        continue;
      }
      const to = isCapture(position, move) ? null : followMove(position, move);
      moves.push({ move, labels: (await this.#labels.ofAll(position, [move]))[0]!, to });
    }
    return moves;
  }
}

/**
 * The largest set of positions around a start in which the bond holds: the bound sides' drawing moves all stay in it, the
 * other side has one that does. Null where the start does not belong to it.
 */
async function findBound(
  start: NamedPosition,
  { sides, attacking }: Bond,
  drawing: DrawingMoves,
  most: number,
): Promise<Moves | "too many" | null> {
  const turns = new Map<string, Colour>();
  const moves = new Map<string, TerrainMove<NamedPosition>[]>();
  const queue = [start];
  for (const position of queue) {
    const key = keyOfNamed(position);
    if (moves.has(key)) continue;
    if (moves.size >= most) return "too many";
    const found = await drawing.of(position);
    const isBound = sides.includes(position.turn);
    const breaks = found.some(({ to, labels }) => to === null || (attacking && labels === 0));
    turns.set(key, position.turn);
    moves.set(key, isBound && breaks ? [] : found.filter(({ to }) => to !== null));
    if (isBound && breaks && sides.length === 2) return null;
    for (const { to } of moves.get(key)!) queue.push(to!);
  }
  // Largest fixpoint: what the definition refuses goes, until nothing does.
  for (let changed = true; changed;) {
    changed = false;
    for (const [key, found] of moves) {
      const staying = found.filter(({ to }) => moves.has(keyOfNamed(to!)));
      const stays = staying.length > 0 && (staying.length === found.length || !sides.includes(turns.get(key)!));
      if (stays && staying.length === found.length) continue;
      changed = true;
      if (stays) moves.set(key, staying);
      else moves.delete(key);
    }
  }
  return moves.has(keyOfNamed(start)) ? moves : null;
}

/** Both sides hold the draw by these moves, and repeat themselves as soon as they can. Null where a side cannot. */
async function playWithin(start: LegalPosition, moves: Moves, context: Context, limit: ExplanationLimit) {
  const terrain: Terrain<NamedPosition> = {
    keyOf: keyOfNamed,
    turnOf: ({ turn }) => turn,
    movesOf: async (position) => moves.get(keyOfNamed(position))!,
  };
  let position = nameMen(start);
  const men = { red: position.men.red.length, black: position.men.black.length };
  const makeTask = (player: Colour) => {
    const options = { terrain, player, limit: moves.size };
    if (context.provider.rules === "chinese") return new ClassTask(options, "hold");
    return new HoldingTask({ ...options, men });
  };
  const tasks = { red: makeTask("red"), black: makeTask("black") };
  const makeRotation = (player: Colour): Rotation => position.men[opponent(player)].map((_, man) => man);
  const waiting = { red: makeRotation("red"), black: makeRotation("black") };
  const game = new RecordedGame(start, context);
  for (let plies = 0; plies < limit.plies; plies++) {
    const { turn } = position;
    const holding = await tasks[turn].movesFor(position, waiting[turn]);
    if (holding.length === 0) return null;
    const move = game.mostOften(holding.map((each) => each.move));
    const { labels, to } = holding.find((each) => each.move === move)!;
    waiting[turn] = rotate(waiting[turn], labels); // which nobody asks for under the Chinese rules
    position = to!;
    if (await game.play(move)) return game.cycleOf("draw");
  }
  return null;
}

function boardKey({ board, turn }: LegalPosition): string {
  return turn[0] + String.fromCharCode(...board);
}
