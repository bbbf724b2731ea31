/** Every level of a table, found again among the positions that the lower levels leave undecided. */
import { openOrMissing, type TableProvider } from "../../src/table/catalog/catalog.ts";
import { chasePatterns, checkPatterns } from "../oracle/asian-patterns.ts";
import { TableGame } from "../oracle/table-game.ts";

/** What is wrong with the losses that the levels start from, in words. */
export async function wrongSeeds(provider: TableProvider, name: string): Promise<string[]> {
  const game = await TableGame.read(provider, name);
  const { orders } = (await openOrMissing(provider, name)).header.info;
  const wrong: string[] = [];
  const compare = (level: number, kind: string, wanted: ReadonlySet<number>, found: ReadonlySet<number>): void => {
    const missing = [...found].filter((position) => !wanted.has(position)).length;
    const excess = [...wanted].filter((position) => !found.has(position)).length;
    if (missing + excess > 0) wrong.push(`level ${level}, ${kind}: ${missing} missing, ${excess} in excess`);
  };
  for (const { order, kind } of orders.slice(1)) {
    game.level = order;
    const checks = checkPatterns(game);
    if (kind === "check") compare(order, kind, game.seeds(), checks);
    else {
      compare(order, "check", new Set(), checks);
      compare(order, kind, game.seeds(), chasePatterns(game));
    }
  }
  game.level = orders.length;
  compare(game.level, "check", new Set(), checkPatterns(game));
  compare(game.level, "chase", new Set(), chasePatterns(game));
  return wrong;
}
