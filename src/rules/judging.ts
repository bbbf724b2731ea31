/** Judging a list of moves by any rules: from which positions, what each move does, and the verdict if the game is over. */
import { InputError } from "../base/errors.ts";
import type { Pausing } from "../base/pausing.ts";
import { parseFen } from "../xiangqi/fen.ts";
import { endingOf, type Ending, type Move } from "../xiangqi/moves.ts";
import { parseUci } from "../xiangqi/notation/coordinates.ts";
import { roleOf, type Colour } from "../xiangqi/pieces.ts";
import type { Position } from "../xiangqi/position.ts";
import { findProblems, type Problem } from "../xiangqi/validate.ts";
import { Adjudicator, type RuleBook } from "./adjudicator.ts";

/** Who loses, or that nobody does. */
export type Result = "red-loss" | "black-loss" | "draw";

export function lossOf(loser: Colour): Result {
  return `${loser}-loss`;
}

/** The game has ended on the board: the side to move has no legal move and loses. */
export interface EndingVerdict {
  readonly kind: "ending";
  readonly result: Result;
  readonly ending: Ending;
  readonly loser: Colour;
}

/** A move of a list, and what it does: under the Asian rules, what it checks and chases. */
export interface JudgedMove<Report> {
  /** The move as it was given. */
  readonly uci: string;
  /** Null for an illegal move. */
  readonly report: Report | null;
}

/** What a set of rules says of a list of moves. */
export interface Judged<Report, OnRepetition> {
  readonly start: Position;
  /** All moves up to the first illegal one, with which the list ends. */
  readonly moves: readonly JudgedMove<Report>[];
  /** The first verdict that the moves lead to; what moves after it do is told all the same. */
  readonly verdict: OnRepetition | EndingVerdict | null;
  /** After how many moves the verdict fell. */
  readonly verdictAfter: number | null;
}

/** The verdict on a position in which the side to move has no legal move. */
function judgeEnding(position: Position): EndingVerdict | null {
  const ending = endingOf(position);
  if (ending === null) return null;
  return { kind: "ending", result: lossOf(position.turn), ending, loser: position.turn };
}

/** Null for a move that is not legal. Throws InputError `bad-move` on text that is no move. */
function parseLegalMove(position: Position, uci: string): Move | null {
  try {
    return parseUci(position, uci);
  } catch (error) {
    if (error instanceof InputError && error.code === "illegal-move") return null;
    throw error;
  }
}

/**
 * Judges moves written as `h2e2`, one after the other; stops after each, and where the book does.
 * @throws InputError `bad-move` on text that is no move
 */
export function* judgeMovesInPieces<Report, OnRepetition>(
  start: Position,
  ucis: readonly string[],
  book: RuleBook<Report, OnRepetition>,
): Pausing<Judged<Report, OnRepetition>> {
  const adjudicator = new Adjudicator(start, book);
  const moves: JudgedMove<Report>[] = [];
  let verdict: OnRepetition | EndingVerdict | null = judgeEnding(start);
  let verdictAfter = verdict === null ? null : 0;
  for (const uci of ucis) {
    const { position } = adjudicator;
    const move = parseLegalMove(position, uci);
    const report = move === null ? null : yield* book.report(position, move);
    moves.push({ uci, report });
    if (move === null) break;
    const found = (yield* adjudicator.playInPieces(move, report)) ?? judgeEnding(adjudicator.position);
    if (verdict === null && found !== null) {
      verdict = found;
      verdictAfter = moves.length;
    }
    yield;
  }
  return { start, moves, verdict, verdictAfter };
}

/**
 * Reads a FEN to judge moves from. Diagrams of rule books put soldiers on squares that they cannot reach: that matters
 * to no verdict. Everything else that is impossible throws InputError.
 */
export function parseJudgedFen(text: string): Position {
  const position = parseFen(text);
  const problem = findProblems(position).find((each) => !isMisplacedSoldier(position, each));
  if (problem !== undefined) throw new InputError(problem.code, `impossible position: ${problem.message}`);
  return position;
}

function isMisplacedSoldier({ board }: Position, { code, square }: Problem): boolean {
  return code === "doubled-soldiers" || (code === "unreachable-square" && roleOf(board[square!]!) === "soldier");
}
