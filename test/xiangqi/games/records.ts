/** Random games with variations, signs, remarks and tags, from any legal position. */
import fc from "fast-check";
import { applyMove, legalMoves } from "../../../src/xiangqi/moves.ts";
import { cleanComment } from "../../../src/xiangqi/games/reading.ts";
import { SIGNS, type GameRecord, type Line, type Ply } from "../../../src/xiangqi/games/record.ts";
import type { LegalPosition } from "../../../src/xiangqi/position.ts";
import { legalPosition } from "../../../src/xiangqi/validate.ts";
import { anyPositions } from "../positions.ts";

const remarks = fc
  .oneof(
    fc.constant(""),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(
      "好棋！",
      "a draw (by rule)",
      "1. 车二进三 {x",
      'quo"te \\ [FEN "x"]',
      "two\nlines",
      "(红胜) || $5 ; x",
    ),
  )
  .map(cleanComment)
  .filter((text) => !/^[!?]/.test(text)); // which DhtmlXQ, that has no signs, takes for one

const values = fc
  .oneof(fc.string({ maxLength: 12 }), fc.constantFrom("胡荣华", 'Li "the rook"', "a\\b"))
  .map((text) => cleanComment(text).replaceAll(/\s+/g, " "))
  .filter((text) => text !== "" && text !== "?" && !text.startsWith("????"));

/** Choices that become moves once a position is known. */
interface Plan {
  readonly plies: readonly { choice: number; sign: number; comment: string; others: readonly Plan[] }[];
}

const { plan } = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.record({
    plies: fc.array(
      fc.record({
        choice: fc.nat(0xffff),
        sign: fc.integer({ min: 0, max: 12 }),
        comment: remarks,
        others: fc.oneof(
          { depthSize: "small", withCrossShrink: true },
          fc.constant([]),
          fc.array(tie("plan"), { maxLength: 2 }),
        ),
      }),
      { maxLength: 12 },
    ),
  }),
}));

function follow({ plies }: Plan, start: LegalPosition, taken: readonly number[] = []): Line {
  const line: Ply[] = [];
  let position = start;
  for (const { choice, sign, comment, others } of plies) {
    const moves = legalMoves(position).filter((move) => line.length > 0 || !taken.includes(move));
    if (moves.length === 0) break;
    const move = moves[choice % moves.length]!;
    const variations: Line[] = [];
    for (const other of others) {
      // What can be played instead of the first move of a variation stands where that variation does.
      const begun = [move, ...variations.map(([first]) => first!.move), ...(line.length === 0 ? taken : [])];
      const variation = follow(other, position, begun);
      if (variation.length > 0) variations.push(variation);
    }
    line.push({ move, sign: SIGNS[sign] ?? null, comment, variations });
    position = applyMove(position, move);
  }
  return line;
}

const tags = fc
  .record(
    { Event: values, Red: values, Black: values, Result: fc.constantFrom("1-0", "0-1", "1/2-1/2") },
    { requiredKeys: [] },
  )
  .map((each) => new Map(Object.entries(each) as [string, string][]));

/** Any game that a file can hold. */
export const records: fc.Arbitrary<GameRecord> = fc
  .tuple(anyPositions, plan, tags, remarks)
  .map(([position, plies, known, comment]) => {
    const start = legalPosition(position);
    return { start, tags: known, comment, line: follow(plies, start) };
  });

/** A game as data that tests can compare. */
export function plain({ start, tags: known, comment, line }: GameRecord) {
  const told = [...known].filter(([, value]) => !/^\?[?.]*$|^\*$/.test(value));
  return { board: [...start.board], turn: start.turn, tags: Object.fromEntries(told), comment, line };
}
