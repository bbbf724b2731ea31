/**
 * The cycle in which the loser of a forbidden perpetual ends: the winner plays perfectly, the loser makes best moves and
 * repeats itself as soon as it can.
 */
import { rankMoves } from "../query/probe.ts";
import { valueOf } from "../query/lookup.ts";
import { compareChoices, isDependent } from "../table/value.ts";
import type { Move } from "../xiangqi/moves.ts";
import { opponent, type Colour } from "../xiangqi/pieces.ts";
import type { LegalPosition } from "../xiangqi/position.ts";
import { lossOf } from "../rules/judging.ts";
import { RecordedGame, type Context, type Cycle, type ExplanationLimit } from "./explanation-cycle.ts";
import { Player } from "./player.ts";

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
