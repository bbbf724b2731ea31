/** Random repetitions, and what must hold of the verdict on each. */
import fc from "fast-check";
import { expect } from "vitest";
import type { Move } from "../../src/xiangqi/moves.ts";
import { applyMove, isCapture, isLegalMove, legalMoves, makeMove, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import { COLOURS, opponent } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { mirrorPosition, swapColours } from "../../src/xiangqi/position.ts";
import { Adjudicator } from "../../src/rules/adjudicator.ts";
import { asianRules } from "../../src/rules/asian/asian-rules.ts";
import { ChaseScanner } from "../../src/rules/asian/chase-scanner.ts";
import { menOf } from "../../src/rules/men.ts";
import type { RuleOptions } from "../../src/rules/asian/options.ts";
import type { RepetitionVerdict } from "../../src/rules/asian/verdict.ts";
import type { Square } from "../../src/xiangqi/squares.ts";
import { flipSquare, mirrorSquare } from "../../src/xiangqi/squares.ts";
import { endgamePositions } from "../xiangqi/positions.ts";

export const anyOptions: fc.Arbitrary<RuleOptions> = fc.record({
  checksMayChase: fc.boolean(),
  newnessPerAttacker: fc.boolean(),
  suspendedIsNew: fc.boolean(),
  minorsChaseProtected: fc.boolean(),
});

/** Quiet legal moves that lead back to where they start. */
export interface Cycle {
  readonly start: Position;
  readonly moves: readonly Move[];
}

/** The closed routes that begin with a quiet move: there and back, or over a third square. */
function routesFrom(position: Position, first: Move): Move[][] {
  const [from, to] = [moveFrom(first), moveTo(first)];
  const own = { board: applyMove(position, first).board, turn: position.turn };
  const onward = legalMoves(own).filter((move) => moveFrom(move) === to && !isCapture(own, move));
  return onward.flatMap((move) => {
    const third = moveTo(move);
    if (third === from) return [[first, move]];
    const back = makeMove(third, from);
    return isLegalMove({ ...own, board: applyMove(own, move).board }, back) ? [[first, move, back]] : [];
  });
}

/** Both sides go round their routes until they are back together; null where a move is no quiet legal one. */
function goRound(start: Position, routes: readonly [Move[], Move[]]): Cycle | null {
  const [first, second] = routes;
  const rounds = first.length === second.length ? first.length : first.length * second.length;
  const moves: Move[] = [];
  let position = start;
  for (let ply = 0; ply < 2 * rounds; ply++) {
    const route = ply % 2 === 0 ? first : second;
    const move = route[Math.floor(ply / 2) % route.length]!;
    if (!isLegalMove(position, move) || isCapture(position, move)) return null;
    moves.push(move);
    position = applyMove(position, move);
  }
  return { start, moves };
}

/** The share of its moves with which the side that begins checks or chases. */
function pressure({ start, moves }: Cycle, scanner: ChaseScanner): number {
  let position = start;
  let forcing = 0;
  for (const move of moves) {
    scanner.load(position.board, position.turn);
    if (position.turn === start.turn && scanner.chases(move) !== 0) forcing++;
    position = applyMove(position, move);
  }
  return forcing / moves.length;
}

/** Of some cycles from this position the one with most pressure. Most begin so: one side checks or chases, the other evades. */
function findCycle(start: Position, choose: (below: number) => number): Cycle | null {
  const scanner = new ChaseScanner();
  const quietMoves = (position: Position) => legalMoves(position).filter((move) => !isCapture(position, move));
  const pick = <Choice>(choices: readonly Choice[]): Choice | undefined => choices[choose(choices.length || 1)];
  scanner.load(start.board, start.turn);
  const quiet = quietMoves(start);
  const forcing = quiet.filter((move) => scanner.chases(move) !== 0);
  const found = new Map<Cycle, number>();
  for (let attempt = 0; attempt < 60 && quiet.length > 0; attempt++) {
    scanner.load(start.board, start.turn);
    const first = pick(forcing.length > 0 ? forcing : quiet)!;
    const after = applyMove(start, first);
    const bits = scanner.chases(first);
    const chased = menOf(after.board, after.turn).filter((_man, place) => (bits & (1 << place)) !== 0);
    const evasions = quietMoves(after).filter((move) => chased.some(({ square }) => square === moveFrom(move)));
    const answer = pick(evasions.length > 0 ? evasions : quietMoves(after));
    const routes = [pick(routesFrom(start, first)), answer === undefined ? answer : pick(routesFrom(after, answer))];
    if (routes.includes(undefined)) continue;
    const cycle = goRound(start, routes as [Move[], Move[]]);
    if (cycle !== null) found.set(cycle, pressure(cycle, scanner));
  }
  return [...found].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

export const cycles: fc.Arbitrary<Cycle> = fc
  .tuple(endgamePositions, fc.infiniteStream(fc.nat(0xffff)))
  .map(([start, numbers]) => findCycle(start, (below) => numbers.next().value! % below))
  .filter((cycle) => cycle !== null);

function judge({ start, moves }: Cycle, options: RuleOptions): RepetitionVerdict {
  const adjudicator = new Adjudicator(start, asianRules(options));
  for (const move of [...moves, ...moves]) {
    const verdict = adjudicator.play(move);
    if (verdict !== null) return verdict;
  }
  throw new Error("no position has occurred three times");
}

const SWAPPED = { "red-loss": "black-loss", "black-loss": "red-loss", draw: "draw" } as const;

/** Fair: the same in the mirror, for the other side with the colours exchanged, and wherever the cycle begins. */
export function checkVerdict(cycle: Cycle, options: RuleOptions): RepetitionVerdict {
  const verdict = judge(cycle, options);
  expect(verdict.result).toBe(judgeSlowly(cycle, options));
  const mapped = (start: Position, map: (square: Square) => Square): Cycle => ({
    start,
    moves: cycle.moves.map((move) => makeMove(map(moveFrom(move)), map(moveTo(move)))),
  });
  const mirrored = judge(mapped(mirrorPosition(cycle.start), mirrorSquare), options);
  expect([mirrored.result, mirrored.clause]).toEqual([verdict.result, verdict.clause]);
  const swapped = judge(mapped(swapColours(cycle.start), flipSquare), options);
  expect([swapped.result, swapped.clause]).toEqual([SWAPPED[verdict.result], verdict.clause]);
  let { start, moves } = cycle;
  for (const move of cycle.moves) {
    start = applyMove(start, move);
    moves = [...moves.slice(1), move];
    const later = judge({ start, moves }, options);
    expect([later.result, later.clause]).toEqual([verdict.result, verdict.clause]);
  }
  return verdict;
}

/** Section d once more, from the scanner's bits, with a name for every man. */
function judgeSlowly({ start, moves }: Cycle, options: RuleOptions): RepetitionVerdict["result"] {
  const scanner = new ChaseScanner(options);
  const names = [...start.board].map((_piece, square) => `man from ${square}`);
  const chased: Record<Colour, Set<string>[]> = { red: [], black: [] };
  let position = start;
  for (const move of moves) {
    const { board, turn } = position;
    scanner.load(board, turn);
    const bits = scanner.chases(move);
    const hit = menOf(board, opponent(turn)).filter((_man, place) => (bits & (1 << place)) !== 0);
    chased[turn].push(new Set(hit.map(({ role, square }) => (role === "king" ? "king" : names[square]!))));
    names[moveTo(move)] = names[moveFrom(move)]!;
    position = applyMove(position, move);
  }
  const always = (side: Colour) =>
    chased[side].reduce((all, each) => new Set([...all].filter((name) => each.has(name))));
  const checking = COLOURS.filter((side) => always(side).has("king"));
  const guilty = checking.length > 0 ? checking : COLOURS.filter((side) => always(side).size > 0);
  return guilty.length === 1 ? `${guilty[0]!}-loss` : "draw";
}
