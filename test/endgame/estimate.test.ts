import { expect, test } from "vitest";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { estimateSize } from "../../src/endgame/count.ts";

test("a table file is estimated at a fixed head and 0.35 bits a cell", () => {
  const { cells, fileBytes } = estimateSize(parseEndgame("KRKAABB"));
  expect(fileBytes).toBe(4096 + Math.round((cells * 0.35) / 8));
});
