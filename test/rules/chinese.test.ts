import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { isCapture, legalMoves, makeMove, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { finish } from "../../src/base/pausing.ts";
import { mirrorPosition, swapColours } from "../../src/xiangqi/position.ts";
import { outcomeOf, worthOf } from "../../src/rules/chinese/gains.ts";
import { matesByChecks } from "../../src/rules/chinese/forced.ts";
import { labelMove, type MoveLabel } from "../../src/rules/chinese/label.ts";
import { classOf } from "../../src/rules/chinese/grades.ts";
import { flipSquare, mirrorSquare, type Square } from "../../src/xiangqi/squares.ts";
import { mateDepth } from "../oracle/mate-by-checks.ts";
import { endgamePositions } from "../xiangqi/positions.ts";
import {
  BOOK_CASES,
  OWN_CASES,
  labelsOf,
  labelsOfBook,
  verdictOf,
  type BookLabel,
  type ChineseCase,
} from "./chinese-cases.ts";
import { describeEach, testEach } from "../long.ts";

const CLASSES: Readonly<Record<BookLabel, number>> = { check: 3, kill: 2, chase: 2, "weak chase": 1, idle: 0 };

/** Endgames of at most six men. */
const SMALL_ENDGAMES = endgamePositions.filter(({ board }) => board.filter((piece) => piece !== 0).length <= 6);

test("all cases of the project are constructed", () => {
  expect(OWN_CASES.length).toBeGreaterThanOrEqual(40);
  for (const one of OWN_CASES) expect([one.id, one.provenance]).toEqual([one.id, "constructed"]);
});

test.each(OWN_CASES.map((one): [string, string, ChineseCase] => [one.id, one.note, one]))(
  "case %s: %s",
  (_id, _note, one) => {
    const labels = labelsOf(one);
    const found = { result: verdictOf(one, labels).result, moves: labels.map(({ label }) => label) };
    expect(found).toEqual(one.expected);
  },
);

test("from the labels that cases give, grades give every verdict", () => {
  const wrong = [...OWN_CASES, ...BOOK_CASES].filter(
    (one) => verdictOf(one, labelsOfBook(one)).result !== one.expected.result,
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

// Labels of all of them take seconds.
describeEach(1, BOOK_CASES.length > 0 ? [3, 1] : [])("of one of %i of the rule book's lines", (share) => {
  let judged: { one: ChineseCase; labels: MoveLabel[]; verdict: ReturnType<typeof verdictOf> }[];
  let pairs: [where: string, label: MoveLabel, given: BookLabel][];
  beforeAll(() => {
    judged = BOOK_CASES.filter((_, i) => i % share === 0).map((one) => {
      const labels = labelsOf(one);
      return { one, labels, verdict: verdictOf(one, labels) };
    });
    pairs = judged.flatMap(({ one, labels }) =>
      labels.map((label, i): (typeof pairs)[number] => [`${one.id}, move ${i}`, label, one.expected.moves[i]!]),
    );
  });
  const plain = (given: BookLabel) => (given === "weak chase" ? "chase" : given);

  test("labels and verdicts are right as often as the page on the rules says", () => {
    const right = pairs.filter(([, { label }, given]) => label === plain(given)).length;
    const verdicts = judged.filter(({ one, verdict }) => verdict.result === one.expected.result).length;
    expect(right / pairs.length).toBeGreaterThanOrEqual(0.95);
    expect(verdicts / judged.length).toBeGreaterThanOrEqual(0.88);
  });

  test("checks and kills are all found", () => {
    const missed = pairs.filter(([, { label }, given]) => (given === "check" || given === "kill") && label !== given);
    expect(missed.map(([where]) => where)).toEqual([]);
  });

  test("every label is between the narrow reading and the wide one", () => {
    const outside = pairs.filter(
      ([, { narrow, wide }, given]) => CLASSES[given] < CLASSES[narrow] || CLASSES[given] > CLASSES[wide],
    );
    expect(outside.map(([where]) => where)).toEqual([]);
  });

  test("what is certain is the book's verdict", () => {
    const contradicted = judged.filter(
      ({ one, verdict }) => verdict.certain !== null && verdict.certain !== one.expected.result,
    );
    expect(contradicted.map(({ one }) => one.id)).toEqual([]);
  });
});

test.each([
  ["a chariot against two cannons", "R", "CN", 0],
  ["a chariot against a horse", "R", "N", 1],
  ["a horse against a cannon and an advisor", "N", "CA", -1],
  ["an elephant against an advisor", "B", "A", 0],
  ["a soldier alone", "P", "", 1],
  ["a soldier against an elephant", "P", "B", 0],
  ["a horse given for a soldier", "P", "N", 0],
  ["a soldier given for a horse", "N", "P", 0],
  ["a soldier given for a chariot", "R", "P", 1],
  ["a soldier and a horse given for a chariot", "R", "PN", 1],
  ["a chariot given for two soldiers", "PP", "R", 0],
])("%s", (_, won, lost, outcome) => {
  const worth = (men: string) => [...men].reduce((sum, man) => sum + worthOf(".KABRNCP".indexOf(man), 80), 0);
  expect(outcomeOf(worth(won) - worth(lost))).toBe(outcome);
});

test("mates by checks are those of a search to a depth, and as deep as they may be", () => {
  let mates = 0;
  fc.assert(
    fc.property(SMALL_ENDGAMES, (position) => {
      const found = finish(matesByChecks(position.board, position.turn));
      const depth = mateDepth(position, 2);
      if (depth !== null) mates++;
      if (depth !== null || found === false) expect(found).toBe(depth !== null);
    }),
    { numRuns: 400, seed: 3 },
  );
  expect(mates).toBeGreaterThan(5);
});

/** Quiet moves of random endgames. */
const quietMoves = fc
  .tuple(SMALL_ENDGAMES, fc.nat(0xffff))
  .map(([position, number]) => {
    const moves = legalMoves(position).filter((move) => !isCapture(position, move));
    return { position, move: moves[number % Math.max(1, moves.length)] };
  })
  .filter(({ move }) => move !== undefined);

testEach(1, [75, 300])(
  "the narrow reading is at most the default one, and the wide one at least: %i runs",
  (numRuns) => {
    fc.assert(
      fc.property(quietMoves, ({ position, move }) => {
        const label = labelMove(position, move!);
        expect(CLASSES[label.narrow]).toBeLessThanOrEqual(classOf(label));
        expect(CLASSES[label.wide]).toBeGreaterThanOrEqual(classOf(label));
      }),
      { numRuns },
    );
  },
);

testEach(1, [25, 100])("labels are the same in the mirror and with the colours exchanged: %i runs", (numRuns) => {
  const summary = ({ label, weak, narrow, wide, reasons }: MoveLabel) => ({
    label,
    weak,
    narrow,
    wide,
    reasons: reasons.map(({ kind }) => kind).sort(),
  });
  fc.assert(
    fc.property(quietMoves, ({ position, move }) => {
      const mapped = (map: (square: Square) => Square) => makeMove(map(moveFrom(move!)), map(moveTo(move!)));
      const plain = summary(labelMove(position, move!));
      expect(summary(labelMove(mirrorPosition(position), mapped(mirrorSquare)))).toEqual(plain);
      expect(summary(labelMove(swapColours(position), mapped(flipSquare)))).toEqual(plain);
    }),
    { numRuns, seed: 1 }, // where a search comes to its limit, it depends on the order of moves
  );
});
