import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inCheck } from "../../src/xiangqi/attacks.ts";
import type { Move } from "../../src/xiangqi/moves.ts";
import { legalMoves, makeMove, moveFrom, moveTo } from "../../src/xiangqi/moves.ts";
import { EMPTY, opponent, roleOf } from "../../src/xiangqi/pieces.ts";
import type { Position } from "../../src/xiangqi/position.ts";
import { mirrorPosition, swapColours } from "../../src/xiangqi/position.ts";
import type { MoveReport } from "../../src/rules/asian/chase.ts";
import { reportMove } from "../../src/rules/asian/chase.ts";
import { ChaseScanner } from "../../src/rules/asian/chase-scanner.ts";
import type { Man } from "../../src/rules/men.ts";
import { menOf } from "../../src/rules/men.ts";
import { DEFAULT_RULES, type RuleOptions } from "../../src/rules/asian/options.ts";
import type { Square } from "../../src/xiangqi/squares.ts";
import { flipSquare, mirrorSquare, parseSquare, squareName } from "../../src/xiangqi/squares.ts";
import { parseFen } from "../../src/xiangqi/fen.ts";
import { CASES } from "./cases.ts";
import { anyOptions } from "./cycles.ts";
import { endgamePositions, playedPositions } from "../xiangqi/positions.ts";
import { testEach } from "../long.ts";

const positions = fc.oneof({ weight: 4, arbitrary: endgamePositions }, { weight: 1, arbitrary: playedPositions });

function mapMove(move: Move, map: (square: Square) => Square): Move {
  return makeMove(map(moveFrom(move)), map(moveTo(move)));
}

/** A report's facts in a form that does not depend on the order of squares. */
function facts(report: MoveReport, map: (square: Square) => Square, swapped: boolean): unknown {
  const name = ({ colour, role, square }: Man): string =>
    `${swapped ? opponent(colour) : colour} ${role} ${map(square)}`;
  return {
    check: report.checkers.map(name).sort(),
    chased: report.chased.map(name).sort(),
    attacks: report.attacks
      .map((attack) => {
        const men = [attack.threat.capturer, attack.threat.target].map(name);
        const by = attack.by.map(name).sort();
        return [attack.clause, attack.threat.clause, attack.before?.clause, ...men, by].join(" ");
      })
      .sort(),
  };
}

describe("check and chase are the same", () => {
  const same = (square: Square): Square => square;

  testEach(1, [75, 300])("on the mirrored board: %i runs", (numRuns) => {
    fc.assert(
      fc.property(positions, anyOptions, (position, options) => {
        const mirrored = mirrorPosition(position);
        for (const move of legalMoves(position)) {
          const report = reportMove(mirrored, mapMove(move, mirrorSquare), options);
          const there = facts(report, mirrorSquare, false);
          expect(there).toEqual(facts(reportMove(position, move, options), same, false));
        }
      }),
      { numRuns },
    );
  });

  testEach(1, [75, 300])("with the colours swapped: %i runs", (numRuns) => {
    fc.assert(
      fc.property(positions, anyOptions, (position, options) => {
        const swapped = swapColours(position);
        for (const move of legalMoves(position)) {
          const report = reportMove(swapped, mapMove(move, flipSquare), options);
          expect(facts(report, flipSquare, true)).toEqual(facts(reportMove(position, move, options), same, false));
        }
      }),
      { numRuns },
    );
  });
});

test("a report tells attacks by target and then by capturer, and chased men, by ascending square", () => {
  fc.assert(
    fc.property(positions, anyOptions, (position, options) => {
      for (const move of legalMoves(position)) {
        const { attacks, chased } = reportMove(position, move, options);
        const places = attacks.map(({ threat }) => threat.target.square * 100 + threat.capturer.square);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        const squares = chased.map(({ square }) => square);
        expect(squares).toEqual(squares.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 100 },
  );
});

describe("a threat is told with its clause and the men that decide:", () => {
  /** The threat of the chariot that goes to a7, on the man on a square. */
  function threatOn(fen: string, target: string): unknown {
    const [from, to] = ["a6", "a7"].map(parseSquare) as [Square, Square];
    const threats = reportMove(parseFen(fen), makeMove(from, to)).attacks.map((attack) => attack.threat);
    const threat = threats.find((each) => each.capturer.square === to && each.target.square === parseSquare(target))!;
    return { real: threat.real, clause: threat.clause, by: threat.by.map(({ square }) => squareName(square)) };
  }

  test("an exchange that is offered, and one that a pin forbids", () => {
    const free = threatOn("4k4/9/4r4/R8/4P4/9/9/9/9/3K5 w", "e7");
    expect(free).toEqual({ real: false, clause: "c5", by: [] });
    const pinned = threatOn("4k4/9/4r4/R8/4P4/9/9/9/4C4/3K5 w", "e7");
    expect(pinned).toEqual({ real: true, clause: "c5", by: [] });
  });

  test("a protector, and one that a pin keeps from protecting", () => {
    const free = threatOn("4k4/9/3nr4/R8/4P4/9/9/9/9/3K5 w", "d7");
    expect(free).toEqual({ real: false, clause: "c3", by: ["e7"] });
    const pinned = threatOn("4k4/9/3nr4/R8/4P4/9/9/9/4C4/3K5 w", "d7");
    expect(pinned).toEqual({ real: true, clause: "c3", by: ["e7"] });
  });
});

/** The report's checks and chases as the scanner's bits. */
function bitsOf(report: MoveReport, position: Position): number {
  const men = menOf(position.board, opponent(position.turn));
  const bits = report.chased.map((man) => men.findIndex(({ square }) => square === man.square));
  if (report.check) bits.push(0);
  return bits.reduce((mask, bit) => mask | (1 << bit), 0);
}

describe("the scanner finds the checks and chases of the reports", () => {
  function compare(position: Position, options: RuleOptions): void {
    const scanner = new ChaseScanner(options);
    scanner.load(position.board, position.turn);
    for (const move of legalMoves(position)) {
      expect(scanner.chases(move)).toBe(bitsOf(reportMove(position, move, options), position));
    }
  }

  testEach(1, [300, 1_200])("in random positions, whatever the switches: %i runs", (numRuns) => {
    fc.assert(fc.property(positions, anyOptions, compare), { numRuns });
  });

  test("in the positions of the judged cases", () => {
    const allOn: RuleOptions = {
      checksMayChase: true,
      newnessPerAttacker: true,
      suspendedIsNew: true,
      minorsChaseProtected: true,
    };
    for (const one of CASES) {
      const start = parseFen(one.fen);
      for (const options of [DEFAULT_RULES, allOn]) compare(start, options);
    }
  });
});

test("one scanner serves one position after another", () => {
  fc.assert(
    fc.property(fc.array(positions, { minLength: 2, maxLength: 4 }), (several) => {
      const scanner = new ChaseScanner();
      for (const { board, turn } of several) {
        const fresh = new ChaseScanner();
        scanner.load(board, turn);
        fresh.load(board, turn);
        for (const move of legalMoves({ board, turn })) expect(scanner.chases(move)).toBe(fresh.chases(move));
      }
    }),
    { numRuns: 100 },
  );
});

describe("a switch changes only the moves that it is about:", () => {
  /** Compares the chases of every legal move with a switch off and on. */
  function compare(
    option: keyof RuleOptions,
    judge: (position: Position, off: MoveReport, offSquares: Square[], onSquares: Square[]) => void,
  ): void {
    const options = { ...DEFAULT_RULES, [option]: true };
    fc.assert(
      fc.property(endgamePositions, (position) => {
        for (const move of legalMoves(position)) {
          const off = reportMove(position, move);
          const on = reportMove(position, move, options);
          const squares = [off, on].map(({ chased }) => chased.map((man) => man.square));
          judge(position, off, squares[0]!, squares[1]!);
        }
      }),
      { numRuns: 400 },
    );
  }

  test("checking moves, and moves out of check, when checks may chase", () => {
    compare("checksMayChase", ({ board, turn }, report, off, on) => {
      if (!report.check && !inCheck(board, turn)) expect(on).toEqual(off);
    });
  });

  test("more men are chased when newness is judged for each attacker", () => {
    compare("newnessPerAttacker", (_position, _report, off, on) => {
      expect(on).toEqual(expect.arrayContaining(off));
    });
  });

  test("moves out of check when suspended attacks are new", () => {
    compare("suspendedIsNew", ({ board, turn }, _report, off, on) => {
      if (!inCheck(board, turn)) expect(on).toEqual(off);
    });
  });

  test("moves of a side with advisors or elephants when these chase protected men", () => {
    compare("minorsChaseProtected", ({ board }, _report, off, on) => {
      const minors = board.some((piece) => piece !== EMPTY && ["advisor", "elephant"].includes(roleOf(piece)));
      if (!minors) expect(on).toEqual(off);
    });
  });
});
