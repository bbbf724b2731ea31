import { expect, test } from "vitest";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { chasedMen, labelMove, type MoveLabel } from "../../src/rules/chinese/label.ts";
import { parseJudgedFen } from "../../src/rules/judging.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { climb, DEAR, takePieces } from "./dear-labels.ts";
import { LONG, testEach } from "../long.ts";

/** A search of exchanges to its end, and what led to it. */
const MOST_POSITIONS = 2500;

testEach(0, DEAR)("a label in %s comes in pieces, none of which takes long", (fen, uci) => {
  const position = parseJudgedFen(fen);
  const move = parseUci(position, uci);
  const { label, pieces } = takePieces(position, move);
  expect(pieces.length).toBeGreaterThan(100);
  expect(Math.max(...pieces.map(({ positions }) => positions))).toBeLessThan(MOST_POSITIONS);
  const { narrow, wide, reasons, weak } = labelMove(position, move);
  expect(label).toMatchObject({ narrow, wide, reasons, weak });
});

test("climbing finds no position in which a piece of a label takes long", LONG, () => {
  const dearest = ({ pieces }: ReturnType<typeof takePieces>) => Math.max(...pieces.map(({ positions }) => positions));
  expect(climb(8, randomNumbers(1), dearest).worth).toBeLessThan(MOST_POSITIONS);
});

test("whom a move chases is told without a search for the reasons why another is idle", () => {
  const idle = {
    label: "idle",
    get reasons(): never {
      throw new Error("searched");
    },
  };
  expect(chasedMen(idle as unknown as MoveLabel)).toEqual([]);
});
