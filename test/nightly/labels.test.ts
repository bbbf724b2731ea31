/** Labels of the Chinese rules, in positions with all men that make them as dear as can be found. */
import { expect, test } from "vitest";
import { parseUci } from "../../src/xiangqi/notation/coordinates.ts";
import { parseJudgedFen } from "../../src/rules/judging.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { climb, DEAR, takePieces, type Taken } from "../rules/dear-labels.ts";

const dearestPiece = ({ pieces }: Taken) => Math.max(...pieces.map(({ positions }) => positions));
const wholeLabel = ({ pieces }: Taken) => pieces.reduce((sum, { positions }) => sum + positions, 0);

test("climbing finds no label with a piece that takes long", () => {
  const found = [1, 2, 3, 4].map((seed) => climb(300, randomNumbers(seed), dearestPiece));
  for (const { fen, worth } of found) console.log(`a piece of ${worth} positions: ${fen}`);
  expect(Math.max(...found.map(({ worth }) => worth))).toBeLessThan(2500);
});

test("the dearest labels take seconds at most, and no piece of them 50 ms", () => {
  const found = [5, 6].map((seed) => climb(200, randomNumbers(seed), wholeLabel));
  for (const { fen, worth } of found) console.log(`a label of ${worth} positions: ${fen}`);
  for (const [fen, uci] of DEAR) {
    const position = parseJudgedFen(fen);
    const runs = [1, 2, 3].map(() => takePieces(position, parseUci(position, uci)).pieces);
    // What else the thread does now and then, collecting garbage for one, is in another piece each time.
    const longest = Math.min(...runs.map((pieces) => Math.max(...pieces.map(({ milliseconds }) => milliseconds))));
    const whole = Math.min(...runs.map((pieces) => pieces.reduce((sum, { milliseconds }) => sum + milliseconds, 0)));
    console.log(`${fen} ${uci}: ${whole.toFixed(0)} ms in ${runs[0]!.length} pieces, ${longest.toFixed(1)} ms at most`);
    expect(longest).toBeLessThan(50);
  }
});
