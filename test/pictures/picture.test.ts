import fc from "fast-check";
import { expect, test } from "vitest";
import { drawLine, drawPosition } from "../../src/pictures/picture.ts";
import { applyMove, legalMoves, type Move } from "../../src/xiangqi/moves.ts";
import { EMPTY } from "../../src/xiangqi/pieces.ts";
import { anyPositions } from "../xiangqi/positions.ts";

const count = (text: string, part: string) => text.split(part).length - 1;

test("every man is drawn once, whichever side it is seen from", () => {
  fc.assert(
    fc.property(anyPositions, fc.boolean(), (position, flipped) => {
      const svg = drawPosition(position, { flipped, title: `"<&>"` });
      expect(count(svg, "<use ")).toBe(position.board.filter((piece) => piece !== EMPTY).length);
      expect(svg).toContain('aria-label="&quot;&lt;&amp;&gt;&quot;"');
    }),
    { numRuns: 100 },
  );
});

test("in a line as many men move as make moves, and those vanish that are taken; times never go back", () => {
  fc.assert(
    fc.property(anyPositions, fc.array(fc.nat(0xffff), { maxLength: 12 }), (start, choices) => {
      const moves: Move[] = [];
      let [position, taken] = [start, 0];
      for (const choice of choices) {
        const legal = legalMoves(position);
        if (legal.length === 0) break;
        const move = legal[choice % legal.length]!;
        moves.push(move);
        const before = position.board.filter((piece) => piece !== EMPTY).length;
        position = applyMove(position, move);
        taken += before - position.board.filter((piece) => piece !== EMPTY).length;
      }
      const svg = drawLine(start, moves);
      expect(count(svg, 'attributeName="opacity"')).toBe(taken);
      for (const [, times] of svg.matchAll(/keyTimes="([^"]*)"/g)) {
        const numbers = times!.split(";").map(Number);
        expect(numbers[0]).toBe(0);
        for (const [i, time] of numbers.entries()) {
          expect(time).toBeGreaterThanOrEqual(numbers[i - 1] ?? 0);
          expect(time).toBeLessThanOrEqual(1);
        }
      }
    }),
    { numRuns: 100 },
  );
});
