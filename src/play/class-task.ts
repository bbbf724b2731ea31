/**
 * The two tasks of `perpetuals.ts` under the Chinese rules, where only the classes of moves count: a parity game, which whoever
 * wins can win without memory, so that one move for each position is a plan.
 */
import { priorityOfClass } from "../fang/parity.ts";
import { sideNumber } from "../fang/graph.ts";
import { oddPlan, type OddPlan } from "../fang/parity.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import { HIGHEST_CLASS } from "../rules/chinese/grades.ts";
import type { ExploredGraph } from "./exploration.ts";
import { PerpetualTask, type TaskOptions } from "./perpetuals.ts";

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
