/** Every level of a table, found again among the positions that the lower levels leave undecided. */
import { openOrMissing, type TableProvider } from "../../src/table/catalog.ts";
import { chasePatterns, checkPatterns } from "../oracle/asian-patterns.ts";
import { TableArena } from "../oracle/table-arena.ts";

/** What is wrong with the losses that the levels start from, in words. */
export async function wrongSeeds(provider: TableProvider, name: string): Promise<string[]> {
  const arena = await TableArena.read(provider, name);
  const { orders } = (await openOrMissing(provider, name)).header.info;
  const wrong: string[] = [];
  const compare = (level: number, kind: string, wanted: ReadonlySet<number>, found: ReadonlySet<number>): void => {
    const missing = [...found].filter((position) => !wanted.has(position)).length;
    const excess = [...wanted].filter((position) => !found.has(position)).length;
    if (missing + excess > 0) wrong.push(`level ${level}, ${kind}: ${missing} missing, ${excess} in excess`);
  };
  for (const { order, kind } of orders.slice(1)) {
    arena.level = order;
    const checks = checkPatterns(arena);
    if (kind === "check") compare(order, kind, arena.seeds(), checks);
    else {
      compare(order, "check", new Set(), checks);
      compare(order, kind, arena.seeds(), chasePatterns(arena));
    }
  }
  arena.level = orders.length;
  compare(arena.level, "check", new Set(), checkPatterns(arena));
  compare(arena.level, "chase", new Set(), chasePatterns(arena));
  return wrong;
}
