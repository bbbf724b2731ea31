/** Sets of cells whose patterns are looked for, and pruned, by passes over all positions: near what has changed, `allNear`, `keepSome` and `keepAll` do without. */
import type { CellSet, CellSets } from "../../src/solve/levels/cell-sets.ts";

export function byWholePasses(sets: CellSets): CellSets {
  /** Has a set be made anew. Gives what it has lost. */
  const lostBy = async (set: CellSet, make: () => Promise<number>): Promise<Uint32Array> => {
    const before = sets.copyOut(set);
    await make();
    const after = sets.copyOut(set);
    return before.map((word, at) => word & ~after[at]!);
  };
  const replaced: Pick<CellSets, "share" | "keepSome" | "keepAll"> = {
    share: () => 1, // much has changed
    async keepSome(wins, losses, goals) {
      const lost = await lostBy(wins, () => sets.some(wins, wins, losses));
      sets.copyIn(
        goals,
        sets.copyOut(goals).map((word, at) => word & ~lost[at]!),
      );
      return cellsOf(lost);
    },
    keepAll: async (losses, goals) => cellsOf(await lostBy(losses, () => sets.all(losses, losses, goals))),
  };
  return new Proxy(sets, {
    get(of, name) {
      const found = name in replaced ? replaced[name as keyof typeof replaced] : of[name as keyof CellSets];
      return typeof found === "function" ? found.bind(of) : found;
    },
  });
}

function cellsOf(words: Uint32Array): number {
  let cells = 0;
  for (const word of words) for (let rest = word; rest !== 0; rest &= rest - 1) cells++;
  return cells;
}
