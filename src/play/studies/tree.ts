/**
 * The solution of a position as a tree: at each of the solver's turns every move that keeps the outcome, and how each is
 * answered, so that any of them can be played on without a table. As large as it may get; the best moves come first.
 */
import { inCheck } from "../../xiangqi/attacks.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { applyMove, hasLegalMove, type Move } from "../../xiangqi/moves.ts";
import { formatUci } from "../../xiangqi/notation/coordinates.ts";
import type { LegalPosition } from "../../xiangqi/position.ts";
import { rankMoves, type RankedMove } from "../../query/probe.ts";
import type { TableProvider } from "../../table/catalog/catalog.ts";
import { categoryOf, compareChoices, isDraw, WORTH, type Category } from "../../table/value.ts";

/**
 * One of the solver's turns, its moves one behind the other with a blank between them: `b2e2!e9d97` is b2e2, one of the best
 * moves, answered by e9d9, after which node 7 goes on. Without an answer the move decides; without a node nothing more is told.
 */
export type SolutionNode = string;

/** A solver's move that keeps the outcome. */
export interface KeptMove {
  readonly uci: string;
  readonly isBest: boolean;
  /** Null where the move decides. */
  readonly reply: string | null;
  /** Null where the tree ends. */
  readonly next: number | null;
}

export function readNode(node: SolutionNode): KeptMove[] {
  return node.split(" ").map((text) => {
    const [, uci, best, reply, next] = /^([a-i]\d[a-i]\d)(!?)([a-i]\d[a-i]\d)?(\d+)?$/.exec(text)!;
    return { uci: uci!, isBest: best === "!", reply: reply ?? null, next: next === undefined ? null : Number(next) };
  });
}

/** A line of which each second move is the solver's, the first and the last of them among these. @param first the number of the first node */
export function nodesOf(start: LegalPosition, line: readonly Move[], first = 0): SolutionNode[] {
  let at = start;
  const told = line.map((move) => {
    const uci = formatUci(at, move);
    at = applyMove(at, move);
    return uci;
  });
  return told.flatMap((uci, i) => {
    if (i % 2 === 1) return [];
    const reply = told[i + 1];
    return [reply === undefined ? `${uci}!` : `${uci}!${reply}${first + i / 2 + 1}`];
  });
}

/** Of the legal moves, best first, those that come to an outcome at least; left out: to what the best comes to. */
export function keepingMoves(ranked: readonly RankedMove[], outcome = categoryOf(ranked[0]!.value)): RankedMove[] {
  return ranked.filter(({ value }) => WORTH[categoryOf(value)] >= WORTH[outcome]);
}

/** Whether nothing is left to play for: the winner has taken, mated or stalemated. */
export function decides({ value, capture, next }: RankedMove): boolean {
  return !isDraw(value) && (capture || !hasLegalMove(next));
}

/**
 * The hardest answer: of those that come to the most and last longest, the one that leaves the solver the smallest share of
 * moves that keep the outcome; checks before others, where shares are equal.
 */
export async function hardestReply(
  after: LegalPosition,
  provider: TableProvider,
): Promise<{ readonly reply: RankedMove; readonly turn: readonly RankedMove[] }> {
  const ranked = await rankMoves(after, provider);
  const best = ranked.filter(({ value }) => compareChoices(value, ranked[0]!.value) === 0);
  const quiet = best.filter(({ capture }) => !capture);
  const weighed = await Promise.all(
    (quiet.length > 0 ? quiet : best).map(async (reply) => {
      const turn = await rankMoves(reply.next, provider);
      const share = turn.length === 0 ? 0 : keepingMoves(turn).length / turn.length;
      return { reply, turn, share: share - (inCheck(reply.next.board, reply.next.turn) ? 0.001 : 0) };
    }),
  );
  return weighed.sort((a, b) => a.share - b.share || a.reply.move - b.reply.move)[0]!;
}

/** A draw that was kept for so many moves is held. */
export const HELD_MOVES = 5;

export interface TreeLimits {
  /** Of the solver's, in all nodes. */
  readonly mostMoves: number;
  /** Of the solver's, from the start on. */
  readonly deepest: number;
  /** What the solver is to keep; left out: what the start is worth. */
  readonly outcome?: Category;
}

interface Waiting {
  readonly at: LegalPosition;
  readonly ranked: readonly RankedMove[];
  /** Moves of the solver's before, and how many of these were not among the best. */
  readonly depth: number;
  readonly strays: number;
}

/**
 * The tree of a position that is won or drawn for the side to move. What the best moves lead to is told first, then what
 * one other move leads to, and so on.
 * @throws MissingTableError, and whatever reading a table throws
 */
export async function solutionTree(
  start: LegalPosition,
  provider: TableProvider,
  { mostMoves, deepest, outcome }: TreeLimits,
): Promise<SolutionNode[]> {
  const numbers = new Map<string, number>([[formatFen(start), 0]]);
  const waiting: Waiting[] = [{ at: start, ranked: await rankMoves(start, provider), depth: 0, strays: 0 }];
  const found: {
    readonly at: LegalPosition;
    readonly kept: { move: RankedMove; isBest: boolean; reply: RankedMove | null }[];
  }[] = [];
  let moves = 0;
  while (waiting.length > 0) {
    const now = waiting.sort((a, b) => a.strays - b.strays || a.depth - b.depth).shift()!;
    const keeping = keepingMoves(now.ranked, outcome);
    if (found.length > 0 && moves + keeping.length > mostMoves) continue;
    moves += keeping.length;
    numbers.set(formatFen(now.at), found.length);
    const kept: (typeof found)[number]["kept"] = [];
    found.push({ at: now.at, kept });
    for (const move of keeping) {
      const isBest = compareChoices(move.value, now.ranked[0]!.value) === 0;
      if (decides(move)) {
        kept.push({ move, isBest, reply: null });
        continue;
      }
      const { reply, turn } = await hardestReply(move.next, provider);
      kept.push({ move, isBest, reply });
      const fen = formatFen(reply.next);
      // A loser's capture ends what is counted; where it comes to that, it was his last resort.
      if (reply.capture || numbers.has(fen) || now.depth + 1 >= deepest) continue;
      numbers.set(fen, -1);
      waiting.push({ at: reply.next, ranked: turn, depth: now.depth + 1, strays: now.strays + Number(!isBest) });
    }
  }
  return found.map(({ at, kept }) =>
    kept
      .map(({ move, isBest, reply }) => {
        const next = reply === null ? -1 : (numbers.get(formatFen(reply.next)) ?? -1);
        const answer = reply === null ? "" : formatUci(move.next, reply.move);
        return `${formatUci(at, move.move)}${isBest ? "!" : ""}${answer}${next < 0 ? "" : next}`;
      })
      .join(" "),
  );
}
