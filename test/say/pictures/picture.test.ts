import fc from "fast-check";
import { expect, test } from "vitest";
import { readFileSync } from "node:fs";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { WOOD, x, y } from "../../../src/say/pictures/geometry.ts";
import { cardSize, drawCard, wrap } from "../../../src/say/pictures/card.ts";
import { drawLine, drawPosition } from "../../../src/say/pictures/picture.ts";
import { parseLegalFen } from "../../../src/xiangqi/fen.ts";
import { parseSquare } from "../../../src/xiangqi/squares.ts";
import { applyMove, legalMoves, makeMove, type Move } from "../../../src/xiangqi/moves.ts";
import { EMPTY } from "../../../src/xiangqi/pieces.ts";
import { anyPositions } from "../../xiangqi/positions.ts";

await initWasm(readFileSync(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
/** A pixel for each unit of the drawing. */
const ZOOM = { fitTo: { mode: "width", value: WOOD.width } } as const;

type Turn = (right: number, down: number) => [number, number];

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

test("a card has a line for everything that is said, none wider than its room, and a module for each of the code", () => {
  const qr = { size: 21, get: (column: number, row: number) => (column + row) % 2 === 0 && column < 21 && row < 21 };
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.boolean(), (title, hasCode) => {
      const caption = {
        title,
        turn: "red",
        toMove: "Red to move",
        verdict: "红方胜",
        qr: hasCode ? qr : null,
      } as const;
      const svg = drawCard(drawPosition(parseLegalFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w")), caption);
      const { height } = cardSize(caption);
      expect(svg).toContain(`viewBox="0 0 ${WOOD.width} ${height}"`);
      for (const [, at] of svg.matchAll(/<text x="\d+" y="(\d+)"/g)) expect(Number(at)).toBeLessThan(height);
      expect(count(svg, "v1H")).toBe(hasCode ? 221 : 0);
    }),
    { numRuns: 50 },
  );
  for (const [text, width, lines] of [
    ["Chariot against advisor", 9, ["Chariot against", "advisor"]],
    ["红方胜，1 步内得子", 5, ["红方胜，1", "步内得子"]],
    ["unbreakable-as-it-is", 3, ["unbreakable-as-it-is"]],
  ] as const) {
    expect(wrap(text, width)).toEqual(lines);
  }
});

test("for print a man is black and white", () => {
  const svg = drawPosition(parseLegalFen("3k5/4a4/9/9/9/9/9/9/4R4/4K4 w"), { isPrinted: true });
  expect(new Set(svg.match(/#[\da-f]{3,6}\b/g))).toEqual(new Set(["#000", "#fff"]));
});

test("the mark of the last move is a bracket at each corner of its square, the same from all sides", () => {
  const position = parseLegalFen("3k5/4a4/9/9/9/9/9/4R4/9/4K4 b");
  const [from, to] = [parseSquare("e1"), parseSquare("e2")];
  const pixelsOf = (lastMove: Move | null) => new Resvg(drawPosition(position, { lastMove }), ZOOM).render().pixels;
  const [plain, marked] = [pixelsOf(null), pixelsOf(makeMove(from, to))];
  const [left, top] = [x(4) - WOOD.x, y(8) - WOOD.y]; // the middle of e1, where nobody stands
  const isMarked = (right: number, down: number) => {
    const at = 4 * ((top + down) * WOOD.width + left + right);
    return plain.subarray(at, at + 4).some((value, i) => Math.abs(value - marked[at + i]!) > 60);
  };
  const reach = Array.from({ length: 48 }, (_, i) => i);
  const corner = (turn: Turn) =>
    reach.flatMap((right) => reach.filter((down) => isMarked(...turn(right, down))).map((down) => `${right} ${down}`));
  const first = corner((right, down) => [right, down]);
  expect(first.length).toBeGreaterThan(150);
  expect(first.every((at) => at.split(" ").some((each) => Number(each) > 15))).toBe(true); // none crosses the middle of a side
  const turns: Turn[] = [
    (right, down) => [-1 - right, down],
    (right, down) => [right, -1 - down],
    (right, down) => [-1 - right, -1 - down],
    (right, down) => [down, right],
  ];
  for (const turn of turns) {
    const other = new Set(corner(turn));
    expect(first.filter((at) => !other.has(at)).length / first.length).toBeLessThan(0.05);
    expect(other.size / first.length).toBeCloseTo(1, 1);
  }
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
