/**
 * Fang, Algorithm 8 (section 5.1), on sets of cells: wins by forcing the other side into a perpetual it may not keep up.
 * Level r starts from losses of the maximum patterns that are found once all lower levels are known, at distance 0, and holds
 * what follows from them. Which losses, the order form says (`order-forms.ts`). Level 0 is the kernel's, to conversion as
 * in section 5.3; draws are what is left.
 *
 * On the tape one running count of plies serves all levels: level r starts at an even ply `start` beyond every distance of
 * the lower ones, so that a distance d is the mark `start + d`, and marks keep their parity.
 */
import type { Certificate, Orders } from "../../table/format/header.ts";
import { opponent } from "../../xiangqi/pieces.ts";
import type { LevelsState } from "../journal.ts";
import { LEVEL_ZERO, type Level } from "../tape.ts";
import type { CellSets, LevelBorder, LevelTask } from "./cell-sets.ts";
import { Patterns, type Seeds, orderForm } from "./order-forms.ts";

export interface LevelsOptions extends LevelTask {
  /** The first even ply after level 0. */
  readonly start: number;
  readonly orders: Orders;
  readonly onLevel?: (level: number) => void;
  /** Levels that another process has found. `replay` brings them into the sets. */
  readonly found?: LevelsState & { readonly replay: () => Promise<void> };
  /** Told after each level. */
  readonly onFound?: (found: LevelsState) => Promise<void>;
}

export interface SolvedLevels {
  /** In order, level 0 included. */
  readonly levels: readonly Level[];
  readonly certificate: Certificate | null;
}

/** Finds and propagates all levels above 0. */
export async function solveLevels(
  sets: CellSets,
  { start, orders, onLevel, found: known, onFound, ...solving }: LevelsOptions,
): Promise<SolvedLevels> {
  const levels: Level[] = [...(known?.levels ?? [LEVEL_ZERO])];
  const patterns = new Patterns(sets, solving, known?.correctedLosses);
  const form = await orderForm(orders, sets, solving, patterns); // some look at order 0
  await known?.replay();
  let ply = known?.end ?? start;
  for (;;) {
    onLevel?.(levels.length);
    await patterns.update();
    const found = await form.findSeeds();
    if (found === null) break;
    levels.push({ kind: found.kind, start: ply });
    solving.border?.take(found.kind, ply);
    ply = await propagate(sets, found.seeds, ply, solving.border);
    await onFound?.({ levels, end: ply, correctedLosses: patterns.certificate.correctedLosses });
  }
  return { levels, certificate: patterns.certificate };
}

/** The propagation phase. Returns the first even ply after it. */
export async function propagate(
  sets: CellSets,
  seeds: readonly Seeds[],
  ply: number,
  border?: LevelBorder,
): Promise<number> {
  let end = ply;
  for (const { losses, count } of seeds) {
    const winner = opponent(losses.side);
    if (count === 0 && border?.decides(winner) !== true) continue;
    await sets.seed(losses, ply);
    end = Math.max(end, await sets.propagate(winner, ply));
  }
  return end;
}
