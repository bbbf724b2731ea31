/**
 * Levels of the Asian rules over positions whose moves are listed (Fang, Algorithm 8), ply by ply until nothing changes; what a level
 * starts from is for the caller to find. For the slow solvers, to conversion.
 */

/** Null: a draw. */
export type OracleValue = { readonly order: number; readonly distance: number } | null;

export type LevelKind = "conversion" | "check" | "chase";

/** What a capture comes to for the side that makes it; in a list of moves beside the numbers of positions. */
export const CAPTURE = { wins: -2, draws: -3, loses: -4 } as const;

const UNKNOWN = -1;

/** What a capture comes to that leads to a position of this value. */
export function captureInto(value: OracleValue): number {
  return value === null ? CAPTURE.draws : value.distance % 2 === 1 ? CAPTURE.loses : CAPTURE.wins;
}

export class OracleLevels {
  /** The kinds of the orders, order 0 first. */
  readonly kinds: LevelKind[] = ["conversion"];
  readonly #moves: readonly (readonly number[])[];
  readonly #orders: number[];
  readonly #distances: number[];

  /** @param moves of each position: numbers of positions, or what a capture comes to */
  constructor(moves: readonly (readonly number[])[]) {
    this.#moves = moves;
    this.#orders = moves.map(() => UNKNOWN);
    this.#distances = moves.map(() => 0);
    this.#add([]);
  }

  /** Adds levels until there are no patterns of either kind: those of chases are asked for where there are none of checks. */
  addAll(checkPatterns: () => ReadonlySet<number>, chasePatterns: () => ReadonlySet<number>): void {
    for (;;) {
      const checks = checkPatterns();
      const losses = checks.size > 0 ? checks : chasePatterns();
      if (losses.size === 0) return;
      this.kinds.push(checks.size > 0 ? "check" : "chase");
      this.#add(losses);
    }
  }

  undecided(): number[] {
    return [...this.#orders.keys()].filter((position) => this.isUndecided(position));
  }

  isUndecided(position: number): boolean {
    return this.#orders[position] === UNKNOWN;
  }

  /** Where the moves that capture nothing lead to. */
  quietMoves(position: number): readonly number[] {
    const moves = this.#moves[position]!;
    return moves.every((to) => to >= 0) ? moves : moves.filter((to) => to >= 0);
  }

  canDrawByCapture(position: number): boolean {
    return this.#moves[position]!.includes(CAPTURE.draws);
  }

  value(position: number): OracleValue {
    const order = this.#orders[position]!;
    return order === UNKNOWN ? null : { order, distance: this.#distances[position]! };
  }

  /** Decides what follows, ply by ply, from the losses that a level starts from. */
  #add(losses: Iterable<number>): void {
    const order = this.kinds.length - 1;
    for (const position of losses) this.#orders[position] = order;
    let left = this.undecided();
    for (let ply = order === 0 ? 0 : 1, idle = 0; idle < 2; ply++) {
      const found = left.filter((position) => this.#isDecided(position, ply));
      for (const position of found) {
        this.#orders[position] = order;
        this.#distances[position] = ply;
      }
      if (found.length > 0) left = left.filter((position) => this.isUndecided(position));
      idle = found.length > 0 ? 0 : idle + 1;
    }
  }

  /** Whether a position is won now, at an odd ply, or lost, at an even one. */
  #isDecided(position: number, ply: number): boolean {
    const moves = this.#moves[position]!;
    const isLost = (to: number) => this.#orders[to] !== UNKNOWN && this.#distances[to]! % 2 === 0;
    const isWon = (to: number) => this.#orders[to] !== UNKNOWN && this.#distances[to]! % 2 === 1;
    if (ply % 2 === 1) return moves.some((to) => (to < 0 ? to === CAPTURE.wins : isLost(to)));
    return moves.every((to) => (to < 0 ? to === CAPTURE.loses : isWon(to)));
  }
}
