import { expect, test } from "vitest";
import { MATERIAL_FOLDER, readMeasured } from "../../../src/knowledge/material/node/files.ts";
import { readDrawn } from "../../../src/knowledge/material/node/files.ts";

test("nothing is learned from the endgames that were drawn as a test", () => {
  const { tables } = readMeasured(`${MATERIAL_FOLDER}/basic.json`);
  const drawn = Object.values(readDrawn().classes).flat();
  expect(drawn.length).toBeGreaterThan(50);
  expect(drawn.filter((endgame) => tables[endgame] !== undefined)).toEqual([]);
});
