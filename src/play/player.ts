/**
 * A player who makes no mistakes (Fang, 5.2, completed as docs/decisions/0006 tells): he wins every won position and holds
 * every drawn one, against any opponent, though repetitions are judged; and a lost one he makes last. He must be told
 * every move of the game, since what he may repeat depends on what he did before.
 */
import { InputError } from "../xiangqi/errors.ts";
import type { TableProvider } from "../table/catalog.ts";
import { valueOf } from "../query/lookup.ts";
import { rankMoves, type RankedMove } from "../query/probe.ts";
import { compareValues, isDraw } from "../table/value.ts";
import { distanceOf, DRAW, isLoss, isWin, orderOf, type Value } from "../table/value.ts";
import { rotate, type Rotation } from "../fang/plans.ts";
import { checkLegalMove, isCapture, type Move } from "../xiangqi/moves.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import { DEFAULT_RULES, type RuleOptions } from "../xiangqi/rules/options.ts";
import { followMove, nameMen, type NamedPosition } from "./named-position.ts";
import { HoldingTask, WinningTask, type TaskOptions } from "./perpetuals.ts";
import { MoveLabels, terrainOf } from "./terrain.ts";

export interface PlayerOptions {
  /** The rules' open points as the tables' builder decided them. */
  readonly rules?: RuleOptions;
  /** The most positions that he explores around each position of a perpetual that he wins; 20,000 by default. */
  readonly limit?: number;
}

/** A move chosen, and what the tables say. */
export interface Choice extends RankedMove {
  /** Of the position before the move, to the player. */
  readonly before: Value;
}

const DEFAULT_LIMIT = 20_000;

export class Player {
  readonly colour: Colour;
  readonly #provider: TableProvider;
  readonly #labels: MoveLabels;
  readonly #limit: number;
  #position: NamedPosition;
  /** Since the last capture: the positions in order, and how often each has occurred. */
  #since: NamedPosition[] = [];
  #occurrences = new Map<string, number>();
  #waiting: Rotation = [];
  #winning: { readonly order: number; readonly task: WinningTask<NamedPosition> } | null = null;
  #holding: HoldingTask<NamedPosition> | null = null;

  /** @param start where the game begins, with either side to move */
  constructor(colour: Colour, start: LegalPosition, provider: TableProvider, options: PlayerOptions = {}) {
    this.colour = colour;
    this.#provider = provider;
    this.#labels = new MoveLabels(options.rules ?? DEFAULT_RULES);
    this.#limit = options.limit ?? DEFAULT_LIMIT;
    this.#position = nameMen(start);
    this.#begin();
  }

  /** Positions explored for the task at hand, 0 when the values alone tell the move. */
  get explored(): number {
    return this.#winning?.task.size ?? this.#holding?.size ?? 0;
  }

  /** The position that he knows the game to be in. */
  get position(): LegalPosition {
    return this.#position;
  }

  /** Tells him a move that was made, his own or the opponent's. @throws InputError for a move that is not legal */
  play(move: Move): void {
    const before = this.#position;
    checkLegalMove(before, move);
    this.#position = followMove(before, move);
    if (isCapture(before, move)) {
      this.#begin();
      return;
    }
    if (before.turn === this.colour) this.#waiting = rotate(this.#waiting, this.#labels.of(before, move));
    this.#note();
  }

  /**
   * His move; he must be to move and have one. Playing it is up to the caller, as it may be another one.
   * @param isAllowed keeps him to some of his moves, which must leave one; the value is then that of the best of them
   * @throws MissingTableError, and whatever reading a table throws
   */
  async choose(isAllowed: (move: Move) => boolean = () => true): Promise<Choice> {
    const all = await rankMoves(this.#position, this.#provider);
    const ranked = all.filter(({ move }) => isAllowed(move));
    if (ranked.length === 0) throw new InputError("no-move", "no move is allowed here");
    const best = ranked.filter(({ value }) => compareValues(value, ranked[0]!.value) === 0);
    const isFree = compareValues(ranked[0]!.value, all[0]!.value) === 0;
    const before = isFree ? await valueOf(this.#position, this.#provider) : ranked[0]!.value;
    return { before, ...(await this.#chooseAmong(before, ranked, best)) };
  }

  async #chooseAmong(before: Value, ranked: readonly RankedMove[], best: RankedMove[]): Promise<RankedMove> {
    if (isLoss(before)) return this.#leastOften(best)[0]!;
    if (this.#provider.rules === "none") return isDraw(before) ? this.#leastOften(best)[0]! : best[0]!;
    if (isWin(before) && (orderOf(before) === 0 || distanceOf(before) > 1)) return best[0]!;
    const moves = isWin(before) ? await this.#winningMoves(before) : await this.#holdingMoves();
    const allowed = ranked.filter(({ move }) => moves.has(move));
    if (isWin(before)) return this.#leastOften(allowed).at(-1) ?? best[0]!;
    const marks = new Map(allowed.map((each) => [each, this.#labels.of(this.#position, each.move)]));
    const idleFirst = allowed.sort((a, b) => Number(marks.get(a) !== 0) - Number(marks.get(b) !== 0));
    return this.#leastOften(idleFirst)[0] ?? best[0]!;
  }

  async #winningMoves(value: Value): Promise<Set<Move>> {
    const order = orderOf(value);
    if (this.#winning?.order !== order) {
      this.#winning = { order, task: new WinningTask(this.#taskOptions(value, this.#limit)) };
    }
    const moves = await this.#winning.task.movesFor(this.#position, this.#waiting);
    return new Set(moves.map(({ move }) => move));
  }

  async #holdingMoves(): Promise<Set<Move>> {
    if (this.#holding === null) {
      this.#holding = new HoldingTask(this.#taskOptions(DRAW, 1));
      for (const position of this.#since) this.#holding.visit(position);
    }
    const moves = await this.#holding.movesFor(this.#position, this.#waiting);
    return new Set(moves.map(({ move }) => move));
  }

  #taskOptions(value: Value, limit: number): TaskOptions<NamedPosition> {
    const { men } = this.#position;
    return {
      terrain: terrainOf(this.colour, value, this.#provider, this.#labels),
      player: this.colour,
      men: { red: men.red.length, black: men.black.length },
      limit,
    };
  }

  /** Begins anew: nothing from before can come back. */
  #begin(): void {
    this.#since = [];
    this.#occurrences.clear();
    this.#waiting = this.#position.men[opponent(this.colour)].map((_, man) => man);
    this.#winning = null;
    this.#holding = null;
    this.#note();
  }

  #note(): void {
    this.#since.push(this.#position);
    this.#winning?.task.visit(this.#position);
    this.#holding?.visit(this.#position);
    const key = keyOf(this.#position);
    this.#occurrences.set(key, (this.#occurrences.get(key) ?? 0) + 1);
  }

  /** Those first that lead where the game has been least often. */
  #leastOften(moves: readonly RankedMove[]): RankedMove[] {
    const times = ({ next }: RankedMove) => this.#occurrences.get(keyOf(next)) ?? 0;
    return [...moves].sort((a, b) => times(a) - times(b));
  }
}

function keyOf({ board, turn }: LegalPosition): string {
  return turn + String.fromCharCode(...board);
}
