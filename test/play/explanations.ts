/** Checks an explanation against everything it claims: values by the tables, deeds by the scanner, the verdict by the adjudicator. */
import { expect } from "vitest";
import type {
  AsianVerdict,
  Attempt,
  ExplainedCycle,
  ExplainedMove,
  Explanation,
  NamedConduct,
} from "../../src/play/explanation.ts";
import { type NamedPosition, followMove, nameMen } from "../../src/play/terrain.ts";
import type { TableProvider } from "../../src/table/catalog/catalog.ts";
import { valueOf } from "../../src/query/lookup.ts";
import { DRAW, isWin, nameValue } from "../../src/table/value.ts";
import { formatFen, parseLegalFen } from "../../src/xiangqi/fen.ts";
import { applyMove, legalMoves } from "../../src/xiangqi/moves.ts";
import { formatUci, parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { opponent } from "../../src/xiangqi/pieces.ts";
import { Adjudicator } from "../../src/rules/adjudicator.ts";
import { asianRules } from "../../src/rules/asian/asian-rules.ts";
import { ChaseScanner } from "../../src/rules/asian/chase-scanner.ts";
import { menOf } from "../../src/rules/men.ts";
import { squareName } from "../../src/xiangqi/squares.ts";

/** How a cycle is judged when it is played three times. */
export function judgeThrice({ cycle, switches }: Explanation) {
  const adjudicator = new Adjudicator(parseLegalFen(cycle!.fen), asianRules(switches));
  const verdicts = [1, 2, 3].flatMap(() =>
    cycle!.moves.map(({ uci }) => adjudicator.play(parseUci(adjudicator.position, uci))),
  );
  expect(formatFen(adjudicator.position)).toBe(cycle!.fen);
  const { result, clause } = verdicts.find((verdict) => verdict !== null)!;
  return { result, clause };
}

/** The verdict of the Asian rules on a cycle of their tables. */
export function asianVerdict({ verdict }: ExplainedCycle): AsianVerdict {
  return verdict as AsianVerdict;
}

/** Throws unless the explanation has a cycle and everything in it is true. */
export async function expectTrue(explanation: Explanation, provider: TableProvider): Promise<void> {
  const { fen, approach, cycle, loser, switches } = explanation;
  if (cycle === null) throw new Error(`no cycle from ${fen}`);
  const scanner = new ChaseScanner(switches);
  let position = nameMen(parseLegalFen(fen));
  for (const move of approach) {
    expectDeeds(position, move, scanner);
    position = followMove(position, parseUci(position, move.uci));
  }
  expect(formatFen(position)).toBe(cycle.fen);
  const start = (position = nameMen(position));
  const { result, clause } = asianVerdict(cycle);
  expect(judgeThrice(explanation)).toEqual({ result, clause });
  expect(result).toBe(loser === null ? "draw" : `${loser}-loss`);
  for (const move of cycle.moves) {
    expectDeeds(position, move, scanner);
    expect(move.attempts === null).toBe(loser !== null && position.turn !== loser);
    if (move.attempts !== null) await expectAttempts(explanation, start, position, move, scanner, provider);
    position = followMove(position, parseUci(position, move.uci));
  }
  expect(formatFen(position)).toBe(cycle.fen);
}

function expectDeeds(position: NamedPosition, move: ExplainedMove | Attempt, scanner: ChaseScanner): void {
  const { check, chases, checkers } = move;
  scanner.load(position.board, position.turn);
  const found = scanner.chases(parseUci(position, move.uci));
  const squares = menOf(position.board, opponent(position.turn)).flatMap(({ square }, i) =>
    i > 0 && (found >> i) & 1 ? [squareName(square)] : [],
  );
  expect([check, [...new Set(chases.map(({ target }) => target.square))].sort()]).toEqual([
    (found & 1) === 1,
    squares.sort(),
  ]);
  expect(checkers.length > 0).toBe(check);
}

async function expectAttempts(
  { loser, bound, confinedTo, cycle, order }: Explanation,
  start: NamedPosition,
  position: NamedPosition,
  { uci, attempts }: ExplainedMove,
  scanner: ChaseScanner,
  provider: TableProvider,
): Promise<void> {
  const others = legalMoves(position).map((move) => formatUci(position, move));
  expect([uci, ...attempts!.map((attempt) => attempt.uci)].sort()).toEqual(others.sort());
  const forced = loser !== null || bound.includes(position.turn) || confinedTo !== null;
  for (const attempt of attempts!) {
    expectDeeds(position, attempt, scanner);
    const value = await valueOf(applyMove(position, parseUci(position, attempt.uci)), provider);
    expect(attempt).toMatchObject(nameValue(value));
    if (forced && attempt.outcome !== "repeats") expect([attempt.uci, isWin(value)]).toEqual([attempt.uci, true]);
    if (value === DRAW) expect(["repeats", "draws"]).toContain(attempt.outcome);
    else if (attempt.outcome === "perpetual") expect(attempt.order).toBeGreaterThan(0);
    else if (attempt.outcome === "loses") expect(attempt.order).toBe(0);
    if (attempt.outcome !== "repeats") continue;
    if (loser === null) {
      if (bound.includes(position.turn)) expect(attempt.check || attempt.chases.length > 0).toBe(true);
      continue;
    }
    // One more move of the same offence: it checks, or chases the very man that the verdict names.
    expect(attempt.order).toBe(order);
    if (asianVerdict(cycle!).clause === "d3") expect(attempt.check).toBe(true);
    else
      expect(attempt.chases.map(({ target }) => target.square)).toContain(
        squareNow(start, position, asianVerdict(cycle!).conduct[loser]),
      );
  }
}

/** Where the man that a side chases on every move stands now. */
function squareNow(start: NamedPosition, now: NamedPosition, { moves, chased }: NamedConduct): string {
  const { man } = chased.find(({ times }) => times === moves)!;
  const name = start.men[man.colour].findIndex((square) => squareName(square) === man.square);
  return squareName(now.men[man.colour][name]!);
}
