import { expect, test } from "vitest";
import { parseFen, START_FEN } from "../../src/xiangqi/fen.ts";
import { materialNameOf } from "../../web/outside/material-of.ts";

test.each([
  [START_FEN, "KRRNNCCPtPtPtPtPtAABBKRRNNCCPtPtPtPtPtAABB"],
  ["3k5/P8/1P7/2P6/3P5/4P4/9/9/9/4K4 w", "KPtPtPtPlPlK"],
  ["P2k5/9/9/9/9/9/9/p8/1p7/2p1K4 w", "KPbKPlPlPb"],
])("soldiers are named by how far they have come: %s", (fen, name) => {
  expect(materialNameOf(parseFen(fen))).toBe(name);
});
