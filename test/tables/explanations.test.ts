import { expect, test } from "vitest";
import { rm } from "node:fs/promises";
import { explain } from "../../src/play/explanation.ts";
import { openOrMissing } from "../../src/table/catalog/catalog.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { DRAW, orderOf } from "../../src/table/value.ts";
import { parseLegalFen } from "../../src/xiangqi/fen.ts";
import { swapColours } from "../../src/xiangqi/position.ts";
import { randomNumbers } from "../oracle/random-graphs.ts";
import { asianVerdict, expectTrue } from "../play/explanations.ts";
import { samplePositions } from "../play/games.ts";
import { buildTables } from "../play/sampled-games.ts";

test.each(["KNPKC", "KRKPP", "KRKNN", "KRNKR", "KRKPPP"])(
  "perpetuals of every order of %s are explained by what the adjudicator judges",
  async (name) => {
    const folder = await buildTables([name], { rules: "asian", metric: "dtc", orders: "fang" });
    const provider = new FolderCatalog(folder, { rules: "asian", metric: "dtc", orders: "fang" });
    const { values } = (await openOrMissing(provider, name)).header;
    const orders = new Set(values.filter((value) => value !== DRAW && orderOf(value) > 0).map(orderOf));
    expect(orders.size).toBeGreaterThan(0);
    for (const order of orders) {
      const isWanted = (value: number) => value !== DRAW && orderOf(value) === order;
      const positions = await samplePositions(provider, name, isWanted, 100, randomNumbers(order));
      for (const [i, position] of positions.entries()) {
        await expectTrue(await explain(i % 2 === 0 ? position : swapColours(position), provider), provider);
      }
    }
    // Draws too: whatever is claimed of them must be true.
    for (const position of await samplePositions(provider, name, (value) => value === DRAW, 500, randomNumbers(1))) {
      const explanation = await explain(position, provider);
      if (explanation.subject !== "nothing") await expectTrue(explanation, provider);
    }
    if (name === "KRNKR") {
      // One check and one chase in turn are allowed.
      const explanation = await explain(parseLegalFen("3k5/9/9/9/9/9/9/9/3NK1R2/r8 b"), provider);
      expect(explanation).toMatchObject({ subject: "repetition", bound: ["black"], confinedTo: null });
      expect(asianVerdict(explanation.cycle!).conduct.black).toMatchObject({
        moves: 4,
        checks: 2,
        chased: [{ times: 2 }],
      });
    }
    await provider.close();
    await rm(folder, { recursive: true });
  },
);
