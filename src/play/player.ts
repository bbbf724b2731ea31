/**
 * A player who makes no mistakes (Fang, 5.2, completed as docs/decisions/0006 tells): he wins every won position and holds
 * every drawn one, against any opponent, though repetitions are judged; and a lost one he makes last. He must be told
 * every move of the game, since what he may repeat depends on what he did before.
 */
import { InputError } from "../base/errors.ts";
import type { TableProvider } from "../table/catalog/catalog.ts";
import { valueOf } from "../query/lookup.ts";
import { compareRanked, rankMoves, type RankedMove } from "../query/probe.ts";
import type { OrderKind } from "../table/format/header.ts";
import { compareChoices, isDependent, isDraw } from "../table/value.ts";
import { distanceOf, DRAW, isLoss, isWin, orderOf, type Value } from "../table/value.ts";
import { rotate, type Rotation } from "../fang/plans.ts";
import { checkLegalMove, isCapture, type Move } from "../xiangqi/moves.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import { DEFAULT_TABLE_RULES, type TableRules } from "./table-rules.ts";
import {
  ClassLabels,
  type ClassReading,
  type Labels,
  MoveLabels,
  type NamedPosition,
  followMove,
  nameMen,
  terrainOf,
} from "./terrain.ts";
import { ClassTask, HoldingTask, type PerpetualTask, type TaskOptions, WinningTask } from "./perpetuals.ts";

/** The rules' open points have to be as the tables' builder decided them. */
export interface PlayerOptions extends Partial<TableRules> {
  /** The most positions that he explores around each position of a perpetual that he wins; 20,000 by default. */
  readonly limit?: number;
  /** Numbers from 0 to below 1, by which he chooses among moves that are equally good. Default: the first one is made. */
  readonly random?: () => number;
}

/** A move chosen, and what the tables say. */
export interface Choice extends RankedMove {
  /** Of the position before the move, to the player. */
  readonly before: Value;
}

const DEFAULT_LIMIT = 20_000;
/** The same where every move takes searches to label: mostly a millisecond each. */
const MOST_LABELLED = 500;

/** Plays one side of a game perfectly, by the tables and the rules on repetitions. */
export class Player {
  readonly colour: Colour;
  readonly #provider: TableProvider;
  readonly #labels: MoveLabels;
  readonly #classes: ClassLabels;
  readonly #limit: number;
  readonly #random: (() => number) | undefined;
  #position: NamedPosition;
  /** Since the last capture: the positions in order, and how often each has occurred. */
  #since: NamedPosition[] = [];
  #occurrences = new Map<string, number>();
  #waiting: Rotation = [];
  #winning: { readonly value: Value; readonly tasks: readonly PerpetualTask<NamedPosition>[] } | null = null;
  #holding: PerpetualTask<NamedPosition> | null = null;

  /** @param start where the game begins, with either side to move */
  constructor(colour: Colour, start: LegalPosition, provider: TableProvider, options: PlayerOptions = {}) {
    this.colour = colour;
    this.#provider = provider;
    this.#labels = new MoveLabels(options.rules ?? DEFAULT_TABLE_RULES.rules);
    this.#classes = new ClassLabels(options.edition ?? DEFAULT_TABLE_RULES.edition, provider);
    this.#limit = options.limit ?? DEFAULT_LIMIT;
    this.#random = options.random;
    this.#position = nameMen(start);
    this.#begin();
  }

  /** Positions explored for the task at hand, 0 when the values alone tell the move. */
  get explored(): number {
    const tasks = this.#winning?.tasks ?? (this.#holding === null ? [] : [this.#holding]);
    return Math.max(0, ...tasks.map(({ size }) => size));
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
    if (before.turn === this.colour && !this.#isChinese)
      this.#waiting = rotate(this.#waiting, this.#labels.of(before, move));
    this.#note();
  }

  /**
   * His move; he must be to move and have one. Playing it is up to the caller, as it may be another one.
   * @param isAllowed keeps him to some of his moves, which must leave one; the value is then that of the best of them
   * @throws MissingTableError, and whatever reading a table throws
   */
  async choose(isAllowed: (move: Move) => boolean = () => true): Promise<Choice> {
    const all = this.#mixed(await rankMoves(this.#position, this.#provider));
    const ranked = all.filter(({ move }) => isAllowed(move));
    if (ranked.length === 0) throw new InputError("no-move", "no move is allowed here");
    const best = ranked.filter(({ value }) => compareChoices(value, ranked[0]!.value) === 0);
    const isFree = compareChoices(ranked[0]!.value, all[0]!.value) === 0;
    const before = isFree ? await valueOf(this.#position, this.#provider) : ranked[0]!.value;
    return { before, ...(await this.#chooseAmong(before, ranked, best)) };
  }

  /** Equally good moves in any order. */
  #mixed(ranked: RankedMove[]): RankedMove[] {
    const random = this.#random;
    if (random === undefined) return ranked;
    const at = new Map(ranked.map((each) => [each, random()]));
    return ranked.sort((a, b) => compareRanked(a, b) || at.get(a)! - at.get(b)!);
  }

  get #isChinese(): boolean {
    return this.#provider.rules === "chinese";
  }

  async #chooseAmong(before: Value, ranked: readonly RankedMove[], best: RankedMove[]): Promise<RankedMove> {
    if (isLoss(before)) return this.#leastOften(best)[0]!;
    if (this.#provider.rules === "none") return isDraw(before) ? this.#leastOften(best)[0]! : best[0]!;
    if (isWin(before) && (orderOf(before) === 0 || distanceOf(before) > 1)) return best[0]!;
    if (isWin(before)) {
      const winning = await this.#winningMoves(before, best[0]!.kind);
      return this.#leastOften(ranked.filter(({ move }) => winning.has(move))).at(-1) ?? best[0]!;
    }
    // Whoever makes an idle move again and again attacks neither for ever: where there is none, the moves that hold are planned.
    const idle = this.#isChinese ? await this.#idleAmong(this.#leastOften(best)) : undefined;
    if (idle !== undefined) return idle;
    const holding = await this.#holdingMoves();
    const allowed = ranked.filter(({ move }) => holding.has(move));
    if (this.#isChinese) return this.#leastOften(allowed)[0] ?? best[0]!;
    const marks = new Map(allowed.map((each) => [each, this.#labels.of(this.#position, each.move)]));
    const idleFirst = allowed.sort((a, b) => Number(marks.get(a) !== 0) - Number(marks.get(b) !== 0));
    return this.#leastOften(idleFirst)[0] ?? best[0]!;
  }

  /** The first of them. */
  async #idleAmong(moves: readonly RankedMove[]): Promise<RankedMove | undefined> {
    for (const each of moves) if ((await this.#classes.classOf(this.#position, each.move)) === 0) return each;
    return undefined;
  }

  async #winningMoves(value: Value, kind: OrderKind | null): Promise<Set<Move>> {
    if (this.#winning?.value !== value) this.#winning = { value, tasks: this.#winningTasks(value, kind) };
    for (const task of this.#winning.tasks) {
      const moves = await task.movesFor(this.#position, this.#waiting);
      if (moves.length > 0) return new Set(moves.map(({ move }) => move));
    }
    return new Set();
  }

  /** Of the Chinese rules the first that does it holds under every reading, where the value does. */
  #winningTasks(value: Value, kind: OrderKind | null): PerpetualTask<NamedPosition>[] {
    if (!this.#isChinese) {
      return [new WinningTask({ ...this.#taskOptions(value, this.#labels, this.#limit), men: this.#menCounts() })];
    }
    const certain: ClassReading = { against: this.colour };
    const readings = kind === "check" ? (["checks"] as const) : isDependent(value) ? [] : [certain];
    return [...readings, "default" as const].map((reading) => {
      const limit = reading === "checks" ? this.#limit : Math.min(this.#limit, MOST_LABELLED);
      return new ClassTask(this.#taskOptions(value, this.#classes.by(reading), limit), "win");
    });
  }

  async #holdingMoves(): Promise<Set<Move>> {
    if (this.#holding === null) {
      this.#holding = this.#isChinese
        ? new ClassTask(this.#taskOptions(DRAW, this.#classes.by("default"), 1), "hold")
        : new HoldingTask({ ...this.#taskOptions(DRAW, this.#labels, 1), men: this.#menCounts() });
      for (const position of this.#since) this.#holding.visit(position);
    }
    const moves = await this.#holding.movesFor(this.#position, this.#waiting);
    return new Set(moves.map(({ move }) => move));
  }

  #taskOptions(value: Value, labels: Labels, limit: number): TaskOptions<NamedPosition> {
    return { terrain: terrainOf(this.colour, value, this.#provider, labels), player: this.colour, limit };
  }

  #menCounts(): Record<Colour, number> {
    const { men } = this.#position;
    return { red: men.red.length, black: men.black.length };
  }

  /** Begins anew: nothing from before can come back. */
  #begin(): void {
    this.#since = [];
    this.#occurrences.clear();
    this.#waiting = this.#position.men[opponent(this.colour)].map((_, man) => man);
    this.#winning = null;
    this.#holding = null;
    this.#classes.forget();
    this.#note();
  }

  #note(): void {
    this.#since.push(this.#position);
    for (const task of this.#winning?.tasks ?? []) task.visit(this.#position);
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
