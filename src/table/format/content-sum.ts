/**
 * The content sum of a table (docs/spec/content-sum.md): a SHA-256 over what the values mean, not over how a file stores
 * them. It is the same whatever the format's version, the codec, its level, and the program that wrote the file.
 */
import { UnsupportedTableError } from "./errors.ts";
import { hexadecimal } from "./format.ts";
import type { TableInfo } from "./header.ts";
import { DRAW, type Value, isDependent, isDraw, isLoss, orderOf } from "../value.ts";
import type { NewHash } from "../../base/sha256.ts";

/** What a sum says of a table beside its values. */
export type SummedInfo = Pick<TableInfo, "endgame" | "metric" | "rules" | "switches" | "orderForm" | "index">;

/** Places in the list of values, one for each cell; `mark` for a cell that is no legal position or a twin's double. */
export type ValueRanks = Uint8Array | Uint16Array;

export interface ContentSum {
  /** The place in the list of values: 0 for a draw, then in ascending order. */
  readonly values: readonly Value[];
  readonly mark: number;
  /** For `update`: of one byte each up to 255 values, else of two. */
  newRanks(count: number): ValueRanks;
  /** Takes the cells of the index in order: Red's, then Black's. */
  update(ranks: ValueRanks): void;
  /** In hexadecimal. */
  digest(): string;
}

/**
 * Starts a sum.
 * @param cells of each side to move
 * @param occurring the values that some legal position has, in any order, with or without the draw
 */
export function contentSum(info: SummedInfo, cells: number, occurring: Iterable<Value>, newHash: NewHash): ContentSum {
  const values = [...new Set([DRAW, ...occurring])].sort((a, b) => a - b);
  if (values.length > 0xffff) throw new UnsupportedTableError(info.endgame, "it holds too many values for a sum");
  const wide = values.length > 0xff;
  const hash = newHash();
  hash.update(new TextEncoder().encode(preamble(info, cells, values)));
  return {
    values,
    mark: wide ? 0xffff : 0xff,
    newRanks: (count) => (wide ? new Uint16Array(count) : new Uint8Array(count)),
    update: (ranks) => hash.update(ranks instanceof Uint8Array ? ranks : littleEndian(ranks)),
    digest: () => hexadecimal(hash.digest()),
  };
}

function preamble(info: SummedInfo, cells: number, values: readonly Value[]): string {
  return `${summedText("canju content sum 1", info, cells)}values ${values.join(" ")}\n`;
}

/**
 * The lines of text that a sum begins with, each with its line end.
 * @param first says which sum it is
 * @param info null for a metric or a form of orders that it is the same for
 * @throws UnsupportedTableError where a switch is no boolean
 */
export function summedText(
  first: string,
  info: Omit<SummedInfo, "metric"> & { readonly metric: SummedInfo["metric"] | null },
  cells: number,
): string {
  const { endgame, metric, rules, switches, orderForm, index } = info;
  // A switch that is off is not named: one that comes later leaves the sums of tables without it as they are.
  const on = Object.keys(switches).filter((name) => switches[name] !== false);
  const other = on.find((name) => switches[name] !== true);
  if (other !== undefined) {
    throw new UnsupportedTableError(endgame, `its switch ${other} (${switches[other]}) has no place in a content sum`);
  }
  const parameters = Object.entries(index.parameters);
  return [
    first,
    `endgame ${endgame}`,
    ...(metric === null ? [] : [`metric ${metric}`]),
    `rules ${rules}`,
    ...on.sort().map((name) => `switch ${name} ${switches[name]}`),
    ...(orderForm === null ? [] : [`orders ${orderForm}`]),
    `index ${index.scheme} ${index.version}`,
    ...parameters.map(([name, value]) => `${name} ${value}`).sort(),
    `cells ${cells}`,
    "",
  ].join("\n");
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function littleEndian(ranks: Uint16Array): Uint8Array {
  if (IS_LITTLE_ENDIAN) return new Uint8Array(ranks.buffer, ranks.byteOffset, ranks.byteLength);
  const bytes = new Uint8Array(2 * ranks.length);
  for (let i = 0; i < ranks.length; i++) {
    bytes[2 * i] = ranks[i]!;
    bytes[2 * i + 1] = ranks[i]! >>> 8;
  }
  return bytes;
}

/**
 * The record of a sum that was computed from the values, beside their table: `KRKAABB.sum.json`. It counts only on the machine that
 * has computed it, while the table's file is the same (node/record-file.ts).
 */
export interface SumRecord {
  readonly endgame: string;
  /** Of the table's bytes, as its header states it. */
  readonly sha256: string;
  readonly sum: string;
  /** Tells the file itself, as it was then. */
  readonly file?: string;
  /** By which the program of the user who computed it knows it again, in hexadecimal. */
  readonly seal?: string;
}

/** What is known of the content sum of a table. */
export interface KnownSum {
  readonly sum: string;
  /** It is what the header says, and nobody has computed it here. */
  readonly stated: boolean;
}

export const SUM_SUFFIX = ".sum.json";

/** The record in a text; null for anything that is not a record of this table. */
export function parseSum(text: string, sha256: string): SumRecord | null {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null) return null;
    const { endgame, sha256: of, sum, file, seal } = read as Record<string, unknown>;
    const fits = typeof endgame === "string" && of === sha256 && typeof sum === "string" && isSum(sum);
    if (!fits) return null;
    return {
      endgame,
      sha256,
      sum,
      ...(typeof file === "string" && { file }),
      ...(typeof seal === "string" && { seal }),
    };
  } catch {
    return null;
  }
}

function isSum(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/*
 * The sum over outcomes (docs/guides/atlas.md): what the content sum is, of what outcome tables hold. It is the same for tables of either
 * metric, and of any program that wrote them.
 */

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

/** The numbers of the outcomes of codes: `NO_OUTCOME` of those that stand for no value. */
export function outcomeNumbers(list: readonly Value[]): Uint8Array {
  const numbers = new Uint8Array(2 ** 16).fill(NO_OUTCOME);
  list.forEach((value, code) => (numbers[code] = outcomeNumber(value)));
  return numbers;
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
