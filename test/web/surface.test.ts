/** The drawn board: its lines within their frame, and what stands at its edges. */
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { Surface } from "../../web/board/Surface.tsx";
import type { Notation } from "../../web/state/notation.ts";

const draw = (notation: Notation, flipped: boolean): string => renderToString(h(Surface, { notation, flipped }));

/** What stands at the edges, by places from left to right and from top to bottom. */
function edges(notation: Notation, flipped: boolean): Readonly<Record<"top" | "bottom" | "left", string>> {
  const labels = [...draw(notation, flipped).matchAll(/<text x="([^"]*)" y="([^"]*)">(.)<\/text>/g)].map(
    ([, x, y, text]) => ({ x: Number(x), y: Number(y), text: text! }),
  );
  const line = (of: typeof labels, by: "x" | "y") =>
    of
      .toSorted((a, b) => a[by] - b[by])
      .map(({ text }) => text)
      .join("");
  const inside = labels.filter(({ x }) => x >= 0);
  return {
    top: line(
      inside.filter(({ y }) => y < 500),
      "x",
    ),
    bottom: line(
      inside.filter(({ y }) => y >= 500),
      "x",
    ),
    left: line(
      labels.filter(({ x }) => x < 0),
      "y",
    ),
  };
}

test("files are numbered from each player's right, Red's in Chinese where moves are", () => {
  expect(edges("wxf", false)).toEqual({ top: "123456789", bottom: "987654321", left: "" });
  expect(edges("wxf", true)).toEqual({ top: "123456789", bottom: "987654321", left: "" });
  expect(edges("chinese", false)).toEqual({ top: "123456789", bottom: "", left: "" });
  expect(edges("chinese", true)).toEqual({ top: "", bottom: "987654321", left: "" });
});

test("where squares have names, letters stand below and ranks on the left, on a board that is turned round as well", () => {
  expect(edges("uci", false)).toEqual({ top: "", bottom: "abcdefghi", left: "9876543210" });
  expect(edges("uci", true)).toEqual({ top: "", bottom: "ihgfedcba", left: "0123456789" });
});

test("all lines lie within the frame, which is as far from them on every side", () => {
  const drawn = draw("uci", false);
  const [, path] = /class="lines" d="([^"]*)"/.exec(drawn)!;
  const points = [...path!.matchAll(/M(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(
    (each) => each.slice(1).map(Number) as [number, number],
  );
  const ends = (axis: 0 | 1) =>
    [Math.min(...points.map((p) => p[axis])), Math.max(...points.map((p) => p[axis]))] as const;
  const [left, top, width, height] = ["x", "y", "width", "height"].map((name) =>
    Number(new RegExp(` ${name}="([^"]*)"`).exec(/<rect class="frame"[^>]*>/.exec(drawn)![0])![1]),
  ) as [number, number, number, number];
  const [[west, east], [north, south]] = [ends(0), ends(1)];
  const margin = west - left;
  expect(margin).toBeGreaterThan(0);
  expect([north - top, left + width - east, top + height - south]).toEqual([margin, margin, margin]);
});
