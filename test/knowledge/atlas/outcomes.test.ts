import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { outcomesOf } from "../../../src/knowledge/atlas/record.ts";
import { NO_OUTCOME, outcomeNumber } from "../../../src/table/format/content-sum.ts";
import { DEPENDS, DRAW, makeValue } from "../../../src/table/value.ts";
import { slowOutcomes } from "../../oracle/outcomes.ts";
import { openSample } from "../../table/open-sample.ts";

const newHash = () => createHash("sha256");

test("the number of an outcome tells orders above 0 and what depends on a reading", () => {
  const certain = [DRAW, makeValue(0, 5), makeValue(0, 0), makeValue(2, 7), makeValue(1, 4)];
  expect(certain.map(outcomeNumber)).toEqual([0, 1, 2, 5, 6]);
  expect([DEPENDS, DEPENDS + makeValue(0, 1), DEPENDS + makeValue(3, 2)].map(outcomeNumber)).toEqual([8, 9, 14]);
  expect(NO_OUTCOME).toBe(255);
});

describe("sum over outcomes and typical positions", () => {
  // Cells in either order, one and two bytes a code, either side derived or none, orders; test/tables has twins and all else.
  test.each(["KK", "KPK", "KPK-plain", "KPK-two-bytes"])(
    "of %s are those that the slow twin finds, a cell at a time",
    async (name) => {
      const table = await openSample(name);
      expect(await outcomesOf(table, newHash)).toEqual(await slowOutcomes(table));
    },
  );

  test("are the same however a file stores its values, and in whatever form its orders are", async () => {
    const known = await outcomesOf(await openSample("KPK"), newHash);
    expect(known.outcomeSum).toMatch(/^[0-9a-f]{32}$/);
    expect(await outcomesOf(await openSample("KPK-plain"), newHash)).toEqual(known);
    const [fang, chessdb] = [await openSample("KRKN"), await openSample("KRKN-chessdb")];
    const sums = [await outcomesOf(fang, newHash), await outcomesOf(chessdb, newHash)].map((each) => each.outcomeSum);
    expect(sums[0]).toBe(sums[1]);
  });

  test("a typical position has the kings on two files, and a win is of middling length", async () => {
    const { typical } = await outcomesOf(await openSample("KRKN"), newHash);
    expect(typical.red.win).toMatch(/^(5k3|3k5|4k4)\//);
    expect(typical.black.win).not.toBeNull();
    expect((await outcomesOf(await openSample("KPK"), newHash)).typical).toMatchObject({
      red: { loss: null },
      black: { win: null },
    });
  });
});
