/** What a table says about itself. */
import type { Colour } from "../../xiangqi/pieces.ts";
import type { Packing } from "./packing.ts";
import type { Value, Metric } from "../value.ts";
/** `none`: a repetition is a draw, whatever was repeated. `asian` and `chinese`: who repeats what is forbidden loses. */
export type Rules = "none" | "asian" | "chinese";

/** How orders are numbered under the Asian rules: as Fang's Algorithm 8 does, or as chessdb.cn publishes them. */
export const ORDERS = ["fang", "chessdb"] as const;
export type Orders = (typeof ORDERS)[number];

/** `dtc, rules asian`; where orders are not numbered as usual, `dtc, rules asian, orders chessdb`. */
export function formatCollection(of: {
  readonly metric: Metric;
  readonly rules: Rules;
  readonly orders?: Orders;
}): string {
  const form = of.rules === "asian" && of.orders === "chessdb" ? ", orders chessdb" : "";
  return `${of.metric}, rules ${of.rules}${form}`;
}

/** Of a table: null under other rules than the Asian. */
export type OrderForm = Orders | null;

/**
 * Asian rules: whether Fang's Algorithm 5 as published is exact for this endgame. It is with no inner patterns of a man
 * other than the king in the last round; otherwise the corrected algorithm was asked, and the losses that it added are counted.
 */
export interface Certificate {
  readonly innerPatterns: number;
  readonly correctedLosses: number;
  /** Positions, of mirror images one, that mutual patterns held in the last round: of checks, and of chases. None: there were no such patterns. */
  readonly mutual?: { readonly checks: number; readonly chases: number };
}

/**
 * What decides. Under the Asian rules the loser of an order above 0 would have to check for ever, or to chase one man; under the
 * Chinese rules to check, to attack (any mixture of checks, kills and chases), or to attack at times weakly.
 */
export type OrderKind = "conversion" | "check" | "chase" | "attack" | "weak attack";

/** Counts over the whole board (mirror images counted separately) and legal positions. Distances in plies, -1: none. */
export interface SideStatistics {
  readonly positions: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Under the Chinese rules: how many of these depend on what counts as a chase. Left out where none do. */
  readonly depends?: { readonly wins: number; readonly draws: number; readonly losses: number };
  readonly checkmated: number;
  readonly stalemated: number;
  /** The longest distance of any order. */
  readonly longestWin: number;
  readonly longestLoss: number;
  readonly longestWinFen: string | null;
  readonly longestLossFen: string | null;
}

/** The values of an order with one side to move: how many, and the longest in plies, -1 where there are none. */
export interface OrderSideStatistics {
  readonly wins: number;
  readonly losses: number;
  readonly longestWin: number;
  readonly longestLoss: number;
}

/** The values of an order with either side to move. */
export interface OrderStatistics {
  readonly order: number;
  readonly kind: OrderKind;
  readonly red: OrderSideStatistics;
  readonly black: OrderSideStatistics;
}

/** A table that another one rests on. */
export interface InputTable {
  readonly name: string;
  /** Of the file that was read, as its header states it. */
  readonly sha256: string;
  /** The content sum (docs/spec/content-sum.md), where it was known: any file of the same sum has the same values. */
  readonly sum?: string;
}

/** How the Chinese rules were read (docs/rules.md). */
export interface Bracket {
  readonly edition: string;
  /** Of moves, from the weakest on. */
  readonly classes: readonly string[];
  /** What gives the values that depend, and the bounds between which they do. */
  readonly reading: string;
  readonly bounds: readonly [least: string, most: string];
  /** The clauses of the default reading that were in force. */
  readonly clauses: readonly string[];
}

/** The descriptive part of a header, stored as JSON. */
export interface TableInfo {
  /** Canonical name. */
  readonly endgame: string;
  readonly metric: Metric;
  readonly rules: Rules;
  /** The open points of the rules and how they were decided. */
  readonly switches: Readonly<Record<string, string | number | boolean>>;
  readonly orderForm: OrderForm;
  /** Only under the Asian rules, with attacking men on both sides or with orders above 0. */
  readonly certificate?: Certificate;
  /** How cells are numbered (docs/spec/index.md). */
  readonly index: {
    readonly scheme: string;
    readonly version: number;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
  readonly red: SideStatistics;
  readonly black: SideStatistics;
  /** Every order that occurs, ascending, and always order 0. */
  readonly orders: readonly OrderStatistics[];
  /** Under the Chinese rules: the orders of the default reading, numbered apart, of what depends. Left out where nothing does. */
  readonly dependentOrders?: readonly OrderStatistics[];
  /** Under the Chinese rules: what the values mean. */
  readonly bracket?: Bracket;
  readonly builder: { readonly name: string; readonly version: string };
  /** The tables this one was built from. */
  readonly inputs: readonly InputTable[];
  /** The content sum (docs/spec/content-sum.md), where the writer knew it. */
  readonly contentSum?: string;
  /** The SHA-256 of the file that this one was made of without solving (`canju compress`). */
  readonly upgradedFrom?: string;
  /** It was made as small as it gets. */
  readonly small?: true;
  /** Of a table that holds outcomes alone (docs/spec/outcome-tables.md). */
  readonly outcomes?: {
    /** Over the outcomes of all legal positions, captures looked at (`outcomeSum`). */
    readonly sum: string;
    readonly packing: Packing;
  };
}

/** An order as a header has it: its figures may be left to the histogram. */
export type StoredOrder = Pick<OrderStatistics, "order" | "kind"> & Partial<OrderStatistics>;

/** A description as a header has it. */
export interface StoredInfo extends Omit<TableInfo, "orders" | "dependentOrders"> {
  readonly orders: readonly StoredOrder[];
  readonly dependentOrders?: readonly StoredOrder[];
}

/** A part of the file, in bytes from its start. */
export interface Section {
  readonly offset: number;
  readonly length: number;
}

/** One page of the block directory. */
export interface PageEntry extends Section {
  readonly crc: number;
  /** Where the page's first block starts in the data section. */
  readonly dataStart: number;
}

/** What the header of a table file states (docs/spec/table-format.md). */
export interface TableHeader {
  readonly codec: number;
  /** Cells of each side to move. */
  readonly cells: number;
  readonly cellsPerBlock: number;
  readonly blocksPerSide: number;
  /** In the file: what a reader gives has as many as `values` need. */
  readonly bytesPerCode: 1 | 2;
  /** The value of each code that a reader gives. */
  readonly values: readonly Value[];
  /** The value of each code of a side in the file. */
  readonly lists: Readonly<Record<Colour, readonly Value[]>>;
  /** Whether cells lie in the file as the index numbers them, or by placements (endgame/file-order.ts). */
  readonly layout: "index" | "placements";
  /** The side whose codes are differences from what its quiet moves give. */
  readonly derived: Colour | null;
  readonly blocksPerPage: number;
  readonly pages: readonly PageEntry[];
  readonly data: Section;
  readonly details: Section & { readonly crc: number };
  /** SHA-256 of the file without its two checksum fields, in hexadecimal. */
  readonly sha256: string;
  readonly info: TableInfo;
}

/** What the bytes of a header say. */
export interface StoredHeader extends Omit<TableHeader, "info"> {
  readonly info: StoredInfo;
}

/** How many different codes a side can have in the file. */
export function codesOf({ lists, derived }: Pick<TableHeader, "lists" | "derived">, turn: Colour): number {
  return lists[turn].length + (derived === turn ? 1 : 0);
}

/** Codes of one side, one for each cell: indices into `header.values`. */
export type Codes = Uint8Array | Uint16Array;

/**
 * Writes what a map says of each code; 0 where it says nothing.
 * @param into may be the codes themselves
 */
export function mapCodes(codes: Codes, map: Uint16Array, into: Codes): void {
  if (codes instanceof Uint16Array) {
    const all = new Uint16Array(65_536);
    all.set(map);
    for (let i = 0; i < codes.length; i++) into[i] = all[codes[i]!]!;
    return;
  }
  const bytes = new Uint16Array(256);
  bytes.set(map.subarray(0, 256));
  if (into instanceof Uint16Array) widenBytes(codes, bytes, into);
  else mapBytes(codes, Uint8Array.from(bytes), into);
}

// Functions of their own: one that meets arrays of both kinds takes ten times as long.
function mapBytes(codes: Uint8Array, map: Uint8Array, into: Uint8Array): void {
  for (let i = 0; i < codes.length; i++) into[i] = map[codes[i]!]!;
}
function widenBytes(codes: Uint8Array, map: Uint16Array, into: Uint16Array): void {
  for (let i = 0; i < codes.length; i++) into[i] = map[codes[i]!]!;
}

/** Bytes of a code as a reader gives it: an index into `values`. */
export function bytesOfCode({ values }: Pick<TableHeader, "values">): 1 | 2 {
  return values.length <= 256 ? 1 : 2;
}

/** What the name of a table of outcomes alone ends in (docs/spec/names.md). */
export const OUTCOMES_PART = ".outcomes";

/** The endgame in the name of a table. */
export function endgamePart(name: string): string {
  return name.endsWith(OUTCOMES_PART) ? name.slice(0, -OUTCOMES_PART.length) : name;
}

/** The name of a table's file, without `.canju`. */
export function tableName({ endgame, outcomes }: Pick<TableInfo, "endgame" | "outcomes">): string {
  return outcomes === undefined ? endgame : endgame + OUTCOMES_PART;
}

/** The size of a table's file. */
export function fileBytes({ details }: Pick<TableHeader, "details">): number {
  return details.offset + details.length;
}
