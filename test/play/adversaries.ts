/** Opponents who know the tables and try to get away: each by its own idea of what confuses the player. */
import type { TableProvider } from "../../src/table/catalog/catalog.ts";
import { rankMoves, type RankedMove } from "../../src/query/probe.ts";
import { compareValues } from "../../src/table/value.ts";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import type { Move } from "../../src/xiangqi/moves.ts";
import { MoveLabels, type NamedPosition, followMove, nameMen } from "../../src/play/terrain.ts";
import type { LegalPosition } from "../../src/xiangqi/position.ts";
import { DEFAULT_RULES } from "../../src/rules/asian/options.ts";
import type { Random } from "../oracle/random-graphs.ts";

/**
 * `repeats` goes where the game was most often, `alternates` chases somebody else than before, `checks` whenever it can,
 * `strays` does not mind losing sooner.
 */
export const IDEAS = ["repeats", "alternates", "checks", "strays"] as const;
export type Idea = (typeof IDEAS)[number];

export class Adversary {
  readonly #idea: Idea;
  readonly #provider: TableProvider;
  readonly #random: Random;
  readonly #labels = new MoveLabels(DEFAULT_RULES);
  readonly #times = new Map<string, number>();
  #position: NamedPosition;
  /** By man of the player: how often it was chased, lately more. */
  #chased: number[] = [];

  constructor(idea: Idea, start: LegalPosition, provider: TableProvider, random: Random) {
    this.#idea = idea;
    this.#position = nameMen(start);
    this.#provider = provider;
    this.#random = random;
  }

  play(move: Move): void {
    const labels = this.#labels.of(this.#position, move);
    this.#chased = Array.from({ length: 16 }, (_, man) => (this.#chased[man] ?? 0) / 2 + ((labels >> man) & 1));
    this.#position = followMove(this.#position, move);
    const key = keyOf(this.#position);
    this.#times.set(key, (this.#times.get(key) ?? 0) + 1);
  }

  /** One of its best moves by the tables, now and then just any of them; when it strays, any move at all. */
  async choose(): Promise<Move> {
    const ranked = await rankMoves(this.#position, this.#provider);
    const best = ranked.filter(({ value }) => compareValues(value, ranked[0]!.value) === 0);
    const liking = best.map((move) => ({ move, liking: this.#liking(move) + this.#random() }));
    if (this.#idea === "strays" && this.#random() < 0.2) return this.#any(ranked).move;
    if (this.#random() < 0.1) return this.#any(best).move;
    return liking.sort((a, b) => b.liking - a.liking)[0]!.move.move;
  }

  #any(moves: readonly RankedMove[]): RankedMove {
    return moves[Math.floor(this.#random() * moves.length)]!;
  }

  #liking({ move, next }: RankedMove): number {
    switch (this.#idea) {
      case "repeats":
        return this.#times.get(keyOf(next)) ?? 0;
      case "checks":
        return inCheck(next.board, next.turn) ? 2 : 0;
      case "alternates": {
        const labels = this.#labels.of(this.#position, move);
        const known = this.#chased.reduce((sum, times, man) => sum + ((labels >> man) & 1) * times, 0);
        return (labels === 0 ? 1 : 2) * 2 - 2 * known;
      }
      case "strays":
        return 0;
    }
  }
}

function keyOf({ board, turn }: LegalPosition): string {
  return turn + String.fromCharCode(...board);
}
