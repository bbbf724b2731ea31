/**
 * The two tasks in which the tables' values alone do not tell the move (docs/decisions/0006): to win where the opponent is
 * forced into a forbidden perpetual, and to hold a draw. Each explores its terrain, and plans there for the man that has waited
 * longest to be spared.
 */
import { type PerpetualPlan, type Rotation, menToSpare, planHolding, planWin, winningPattern } from "../fang/plans.ts";
import { type PatternGraph, type Subgraph, sideNumber } from "../fang/graph.ts";
import { type Colour, opponent } from "../xiangqi/pieces.ts";
import { Exploration, type ExploredGraph, type Terrain, type TerrainMove } from "./exploration.ts";
import { type OddPlan, oddPlan, priorityOfClass } from "../fang/parity.ts";
import { HIGHEST_CLASS } from "../rules/chinese/grades.ts";

export interface TaskOptions<P> {
  readonly terrain: Terrain<P>;
  readonly player: Colour;
  /** The most positions explored around each position of the game. */
  readonly limit: number;
}

/** Under the Asian rules it matters how many men each side has, kings included. */
export interface PatternTaskOptions<P> extends TaskOptions<P> {
  readonly men: Readonly<Record<Colour, number>>;
}

/** Plans by man, made when they are asked for. */
type Plans = (man: number) => PerpetualPlan;

function makePlans(plan: Plans): Plans {
  const plans = new Map<number, PerpetualPlan>();
  return (man) => {
    let made = plans.get(man);
    if (made === undefined) plans.set(man, (made = plan(man)));
    return made;
  };
}

export abstract class PerpetualTask<P> {
  readonly #limit: number;
  readonly #exploration: Exploration<P>;
  #visited: P[] = [];
  #survey: ExploredGraph<P> | null = null;

  /** @param everything the labels of a move of the opponent that does whatever is forbidden */
  constructor({ terrain, player, limit }: TaskOptions<P>, everything: number) {
    this.#limit = limit;
    this.#exploration = new Exploration(terrain, player, everything);
  }

  /** Positions explored so far. */
  get size(): number {
    return this.#exploration.size;
  }

  /**
   * Notes a position of the game, whoever is to move. All must be noted: otherwise the same way round may look new
   * for ever.
   */
  visit(position: P): void {
    if (this.#exploration.vertexOf(position) === undefined) this.#visited.push(position);
  }

  /**
   * The moves that keep to the task, one as good as another; none only if the values contradict the rules.
   * @param waiting the opponent's men, the one not to be chased now first
   */
  async movesFor(position: P, waiting: Rotation): Promise<readonly TerrainMove<P>[]> {
    this.visit(position);
    if (this.#visited.length > 0) {
      for (const each of this.#visited) await this.#exploration.explore(each, this.#limit);
      this.#visited = [];
      this.#survey = this.#exploration.survey();
      this.plan(this.#survey);
    }
    const survey = this.#survey!;
    const vertex = this.#exploration.vertexOf(position)!;
    return this.edgesFrom(survey, vertex, waiting).flatMap((edge) => survey.moves[edge] ?? []);
  }

  /** Plans anew, after exploring further. */
  protected abstract plan(survey: ExploredGraph<P>): void;

  protected abstract edgesFrom(survey: ExploredGraph<P>, vertex: number, waiting: Rotation): readonly number[];
}

abstract class PatternTask<P> extends PerpetualTask<P> {
  readonly options: PatternTaskOptions<P>;

  constructor(options: PatternTaskOptions<P>) {
    super(options, 2 ** options.men[options.player] - 1);
    this.options = options;
  }

  protected graphOf({ graph }: ExploredGraph<P>): PatternGraph {
    return { ...graph, men: this.options.men };
  }
}

/** Wins of an order above 0, among the positions (r, 0) and (r, 1) of one order. */
export class WinningTask<P> extends PatternTask<P> {
  /** The piece whose pattern he keeps to, his king or the man that the opponent must chase, once it is chosen. */
  #piece = -1;
  #pattern: Subgraph = new Uint8Array();
  #plans: Plans | null = null;

  protected override plan(survey: ExploredGraph<P>): void {
    if (this.#piece >= 0) this.#setPiece(survey, this.#piece);
  }

  protected override edgesFrom(survey: ExploredGraph<P>, vertex: number, waiting: Rotation): readonly number[] {
    if (this.#piece < 0 || this.#pattern[vertex] === 0) this.#choosePiece(survey, vertex);
    const spared = menToSpare(this.graphOf(survey), { colour: this.options.player, man: this.#piece });
    const man = waiting.find((each) => spared.includes(each))!;
    return this.#plans!(man).moves[vertex]!;
  }

  #choosePiece(survey: ExploredGraph<P>, vertex: number): void {
    for (let man = 0; man < this.options.men[this.options.player]; man++) {
      this.#setPiece(survey, man);
      if (this.#pattern[vertex] === 1) return;
    }
  }

  #setPiece(survey: ExploredGraph<P>, man: number): void {
    const graph = this.graphOf(survey);
    const piece = { colour: this.options.player, man };
    const pattern = winningPattern(graph, survey.all, piece);
    this.#piece = man;
    this.#pattern = pattern;
    this.#plans = makePlans((spared) => planWin(graph, pattern, piece, spared));
  }
}

/** Holds a draw, among drawn positions. */
export class HoldingTask<P> extends PatternTask<P> {
  #plans: Plans | null = null;

  protected override plan(survey: ExploredGraph<P>): void {
    const graph = this.graphOf(survey);
    this.#plans = makePlans((man) => planHolding(graph, survey.all, this.options.player, man));
  }

  protected override edgesFrom(_: ExploredGraph<P>, vertex: number, waiting: Rotation): readonly number[] {
    return this.#plans!(waiting[0]!).moves[vertex]!;
  }
}

/*
 * The two tasks of `perpetuals.ts` under the Chinese rules, where only the classes of moves count: a parity game, which whoever
 * wins can win without memory, so that one move for each position is a plan.
 */

/** Wins, or holds, by the classes of moves: the labels of the terrain's moves. */
export class ClassTask<P> extends PerpetualTask<P> {
  readonly #player: Colour;
  readonly #aim: "win" | "hold";
  #plan: OddPlan | null = null;

  constructor(options: TaskOptions<P>, aim: "win" | "hold") {
    super(options, HIGHEST_CLASS);
    this.#player = options.player;
    this.#aim = aim;
  }

  protected override plan({ graph, all }: ExploredGraph<P>): void {
    const player = sideNumber(this.#player);
    const attacker = this.#aim === "win" ? player : sideNumber(opponent(this.#player));
    const isAttackers = (edge: number) => graph.mover[graph.to[edge]!] !== attacker;
    // Whoever holds wins the game in which even and odd are exchanged.
    const shift = this.#aim === "win" ? 0 : 1;
    const priority = (edge: number) => priorityOfClass(HIGHEST_CLASS, graph.labels[edge]!, isAttackers(edge)) + shift;
    this.#plan = oddPlan(graph, all, priority, player);
  }

  /** None where the task cannot be done by these classes. */
  protected override edgesFrom(_: ExploredGraph<P>, vertex: number): readonly number[] {
    const { region, moves } = this.#plan!;
    return region[vertex] === 1 ? [moves[vertex]!] : [];
  }
}
