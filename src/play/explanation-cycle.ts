/** Cycles of moves as the adjudicator judges them, for explanations. */
import type { Rules } from "../table/format/header.ts";
import { type TableProvider, inPieces } from "../table/catalog/catalog.ts";
import { type Move, applyMove } from "../xiangqi/moves.ts";
import { type LegalPosition, samePosition } from "../xiangqi/position.ts";
import { MoveLabeller } from "../rules/chinese/chinese-rules.ts";
import type { GradedVerdict } from "../rules/chinese/grades.ts";
import type { RepetitionVerdict } from "../rules/asian/verdict.ts";
import { type Result, lossOf } from "../rules/judging.ts";
import { Adjudicator } from "../rules/adjudicator.ts";
import { type TableAdjudicator, type TableRules, ruleBook } from "./table-rules.ts";
import { rankMoves } from "../query/probe.ts";
import { valueOf } from "../query/lookup.ts";
import { compareChoices, isDependent } from "../table/value.ts";
import { type Colour, opponent } from "../xiangqi/pieces.ts";
import { Player } from "./player.ts";

/** What explanations are made with. */
export interface Context {
  readonly provider: TableProvider;
  /** Those of the provider: where everything may be repeated there is nothing to explain. */
  readonly setOfRules: Exclude<Rules, "none">;
  readonly rules: TableRules;
  /** Labels moves under the Chinese rules. */
  readonly labeller: MoveLabeller;
}

/** The most work that is done for an explanation. */
export interface ExplanationLimit {
  /** Positions explored. */
  readonly positions: number;
  /** Plies played until a repetition is judged. */
  readonly plies: number;
}

export interface Cycle {
  /** The moves that lead to where it starts. */
  readonly approach: readonly Move[];
  readonly start: LegalPosition;
  readonly moves: readonly Move[];
  readonly verdict: RepetitionVerdict | GradedVerdict;
}

/** A game until its first repetition is judged. */
export class RecordedGame {
  readonly #context: Context;
  readonly #adjudicator: TableAdjudicator;
  readonly #positions: LegalPosition[];
  readonly #moves: Move[] = [];

  constructor(start: LegalPosition, context: Context) {
    this.#context = context;
    this.#adjudicator = new Adjudicator(start, ruleBook(context.setOfRules, context.rules));
    this.#positions = [start];
  }

  get position(): LegalPosition {
    return this.#adjudicator.position;
  }

  /** Plays a move; true when a repetition has been judged by it. */
  async play(move: Move): Promise<boolean> {
    const verdict = await inPieces(this.#adjudicator.playInPieces(move), this.#context.provider);
    this.#moves.push(move);
    this.#positions.push(this.position);
    return verdict !== null;
  }

  /** Of these moves the one that leads where the game was most often, the first among equals. */
  mostOften(moves: readonly Move[]): Move {
    const times = (move: Move) => this.#occurrencesOf(applyMove(this.position, move)).length;
    return moves.reduce((best, move) => (times(move) > times(best) ? move : best));
  }

  /**
   * The shortest part of the repetition just judged that is judged like this when it is played for ever: its first round,
   * its second, or both. Null when the judgement is another.
   * @param certain under the Chinese rules: it has to be judged like this under every reading
   */
  async cycleOf(result: Result, certain = false): Promise<Cycle | null> {
    const [first, second, third] = this.#occurrencesOf(this.position).slice(-3) as [number, number, number];
    const rounds = [
      [first, second],
      [second, third],
      [first, third],
    ] as const;
    const start = this.#positions[first]!;
    for (const [from, to] of [...rounds].sort((a, b) => a[1] - a[0] - (b[1] - b[0]))) {
      const moves = this.#moves.slice(from, to);
      const verdict = await judgeCycle(start, moves, this.#context);
      const holds = !certain || ("certain" in verdict && verdict.certain === result);
      if (verdict.result === result && holds) return { approach: this.#moves.slice(0, first), start, moves, verdict };
    }
    return null;
  }

  #occurrencesOf(position: LegalPosition): number[] {
    return [...this.#positions.keys()].filter((i) => samePosition(this.#positions[i]!, position));
  }
}

/** The verdict when quiet moves that come back to their start are made again and again. */
async function judgeCycle(
  start: LegalPosition,
  moves: readonly Move[],
  { provider, setOfRules, rules }: Context,
): Promise<RepetitionVerdict | GradedVerdict> {
  const adjudicator = new Adjudicator(start, ruleBook(setOfRules, rules));
  for (;;) {
    for (const move of moves) {
      const verdict = await inPieces(adjudicator.playInPieces(move), provider);
      if (verdict !== null) return verdict;
    }
  }
}

/*
 * The cycle in which the loser of a forbidden perpetual ends: the winner plays perfectly, the loser makes best moves and
 * repeats itself as soon as it can.
 */

/** Null where the limit does not suffice. */
export async function losingCycle(
  start: LegalPosition,
  loser: Colour,
  context: Context,
  limit: ExplanationLimit,
): Promise<{ readonly cycle: Cycle | null; readonly reached: boolean }> {
  const { provider, rules } = context;
  const winner = new Player(opponent(loser), start, provider, { ...rules, limit: limit.positions });
  const game = new RecordedGame(start, context);
  const isCertain = provider.rules === "chinese" && !isDependent(await valueOf(start, provider));
  let explored = 0;
  for (let plies = 0; plies < limit.plies && explored < limit.positions; plies++) {
    const { position } = game;
    const move = position.turn === loser ? await repeatingMove(game, provider) : (await winner.choose()).move;
    explored = Math.max(explored, winner.explored);
    winner.play(move);
    if (!(await game.play(move))) continue;
    const cycle = (isCertain ? await game.cycleOf(lossOf(loser), true) : null) ?? (await game.cycleOf(lossOf(loser)));
    return { cycle, reached: false };
  }
  return { cycle: null, reached: true };
}

/** Of the loser's best moves the one that leads where the game was most often. */
async function repeatingMove(game: RecordedGame, provider: Context["provider"]): Promise<Move> {
  const ranked = await rankMoves(game.position, provider);
  const best = ranked.filter(({ value }) => compareChoices(value, ranked[0]!.value) === 0);
  return game.mostOften(best.map(({ move }) => move));
}
