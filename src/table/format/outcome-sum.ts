/**
 * The sum over outcomes (docs/guides/atlas.md): what the content sum is, of what outcome tables hold. It is the same for tables of either
 * metric, and of any program that wrote them.
 */
import { hexadecimal } from "./format.ts";
import { summedText, type SummedInfo } from "./content-sum.ts";
import { isDependent, isDraw, isLoss, orderOf, type Value } from "../value.ts";
import type { NewHash } from "../../base/sha256.ts";

/** Of an outcome, whatever its order: a draw, a win or a loss for the side to move. */
export const OUTCOMES = ["draw", "win", "loss"] as const;

/** Added to an outcome of an order above 0. */
const OF_ORDER = 4;
/** Added to an outcome that depends on a reading of the rules. */
const OF_READING = 8;

/** Of a cell that is no legal position. */
export const NO_OUTCOME = 255;

/** The number of a value's outcome: its place in `OUTCOMES`, and what is added. */
export function outcomeNumber(value: Value): number {
  const depends = isDependent(value) ? OF_READING : 0;
  if (isDraw(value)) return depends;
  return (isLoss(value) ? 2 : 1) + (orderOf(value) > 0 ? OF_ORDER : 0) + depends;
}

const SUM_BYTES = 16;

export interface OutcomeSum {
  /** Takes the outcomes of all cells in their order, `NO_OUTCOME` where there is none: Red's, then Black's. */
  update(outcomes: Uint8Array): void;
  /** In hexadecimal. */
  digest(): string;
}

/** Starts a sum. @param cells of each side to move */
export function outcomeSum(info: SummedInfo, cells: number, newHash: NewHash): OutcomeSum {
  const text = summedText("canju outcome sum 1", { ...info, metric: null, orderForm: null }, cells);
  const hash = newHash();
  hash.update(new TextEncoder().encode(text));
  return {
    update: (outcomes) => hash.update(outcomes),
    digest: () => hexadecimal(hash.digest().subarray(0, SUM_BYTES)),
  };
}
