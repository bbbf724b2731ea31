/**
 * The content sum of a table (docs/spec/content-sum.md): a SHA-256 over what the values mean, not over how a file stores
 * them. It is the same whatever the format's version, the codec, its level, and the program that wrote the file.
 */
import { UnsupportedTableError } from "./errors.ts";
import { hexadecimal } from "./format.ts";
import type { TableInfo } from "./header.ts";
import { DRAW, type Value } from "../value.ts";
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

function littleEndian(ranks: Uint16Array): Uint8Array {
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
