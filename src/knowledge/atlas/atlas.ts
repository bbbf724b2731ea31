/**
 * The atlas: records of proven tables in an index, which is small and says the most of each endgame, and in files of details,
 * one for each set of attacking men, read when they are asked for. Both state their kind and version; the index states the
 * SHA-256 of each file of details.
 */
import { type Endgame, attackingMen, canonicalEndgame, makeEndgame, parseEndgame } from "../../endgame/endgame.ts";
import { type Collection, DEFAULT_COLLECTION } from "../../table/catalog/collection.ts";
import type { SideStatistics } from "../../table/format/header.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { InputError } from "../../base/errors.ts";
import { type AtlasRecord, type Longest, collectionOf, keyOf } from "./record.ts";

const KIND = "canju-atlas";
const VERSION = 2;

export const INDEX_FILE = "index.json";

/** As what a file is stored: the index is served as it is; of details there are many, and they are compressed. */
export function storedAs(file: string): string {
  return file === INDEX_FILE ? file : `${file}.gz`;
}

/** What the index says of an endgame, under the Asian rules to conversion. Positions of the whole board, distances in plies. */
export interface AtlasEntry {
  /** Canonical name. */
  readonly endgame: string;
  /** For each side to move. */
  readonly cells: number;
  /** Wins, draws, losses of the side to move. */
  readonly red: Outcomes;
  readonly black: Outcomes;
  readonly longestWin: { readonly red: number; readonly black: number };
  readonly highestOrder: number;
  readonly zugzwangs: number;
  readonly onlyWinningMoves: number;
}

type Outcomes = readonly [wins: number, draws: number, losses: number];

/** An entry as it is written. */
type Row = readonly [string, number, ...Outcomes, ...Outcomes, number, number, number, number, number];

interface Index {
  readonly kind: typeof KIND;
  readonly version: number;
  /** The SHA-256 of each file of details. */
  readonly details: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

interface Details extends Packed {
  readonly kind: typeof KIND;
  readonly version: number;
}

/** Where the files of an atlas are. */
export interface AtlasFiles {
  /** The text of a file. @throws InputError when there is none */
  read(file: string): Promise<string>;
  /** Of a text, in hexadecimal. */
  sha256(text: string): Promise<string>;
}

export class Atlas {
  /** By canonical name, the smallest first. */
  readonly entries: ReadonlyMap<string, AtlasEntry>;
  readonly #files: AtlasFiles;
  readonly #details: ReadonlyMap<string, string>;

  private constructor(files: AtlasFiles, { details, rows }: Index) {
    this.#files = files;
    this.#details = new Map(Object.entries(details));
    this.entries = new Map(rows.map((row) => [row[0], entryOf(row)]));
  }

  /** @throws InputError `other-atlas` for another version, or none at all */
  static async open(files: AtlasFiles): Promise<Atlas> {
    return new Atlas(files, parse<Index>(await files.read(INDEX_FILE), INDEX_FILE));
  }

  /**
   * All that is known of an endgame's table, for its canonical form; null: the atlas does not have it.
   * @throws InputError `other-atlas` for details that are not the index's
   */
  async find(endgame: Endgame, collection: Collection = DEFAULT_COLLECTION): Promise<AtlasRecord | null> {
    const canonical = canonicalEndgame(endgame).endgame;
    const file = detailsFile(canonical);
    if (!this.#details.has(file)) return null;
    const records = await this.#readDetails(file);
    const { rules, metric, orders } = { ...DEFAULT_COLLECTION, ...collection };
    const fits = (of: Collection): boolean =>
      of.rules === rules && of.metric === metric && (rules === "none" || (of.orders ?? orders) === orders);
    return records.find((each) => each.endgame === canonical.name && fits(collectionOf(each))) ?? null;
  }

  /** All records, of every collection. */
  async *records(): AsyncGenerator<AtlasRecord> {
    for (const file of this.#details.keys()) yield* await this.#readDetails(file);
  }

  async #readDetails(file: string): Promise<readonly AtlasRecord[]> {
    const text = await this.#files.read(file);
    if ((await this.#files.sha256(text)) !== this.#details.get(file)) {
      throw otherAtlas(file, "it is not the one that the index names");
    }
    const records = unpack(parse<Details>(text, file)) as unknown as AtlasRecord[];
    return records.map((record) => whole(record, isUsual(record) ? this.entries.get(record.endgame) : undefined));
  }
}

/** The files of an atlas of these records: their names and texts. */
export async function writeAtlas(
  records: readonly AtlasRecord[],
  sha256: AtlasFiles["sha256"],
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const sums: Record<string, string> = {};
  const sorted = records.toSorted((a, b) => a.cells - b.cells || (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const [file, group] of Map.groupBy(sorted, ({ endgame }) => detailsFile(parseEndgame(endgame)))) {
    const details: Details = { kind: KIND, version: VERSION, ...pack(group.map(shortened)) };
    const text = JSON.stringify(details);
    files.set(file, text);
    sums[file] = await sha256(text);
  }
  const index: Index = { kind: KIND, version: VERSION, details: sums, rows: sorted.filter(isUsual).map(rowOf) };
  return files.set(INDEX_FILE, JSON.stringify(index));
}

/** Whether the index has it. */
function isUsual({ rules, metric, orderForm }: AtlasRecord): boolean {
  return rules === DEFAULT_COLLECTION.rules && metric === DEFAULT_COLLECTION.metric && orderForm !== "chessdb";
}

/** A record as it is written: 0, or no orders, in place of what the index says as well, or follows. */
function shortened(record: AtlasRecord): AtlasRecord {
  const inIndex = isUsual(record) ? { wins: 0, draws: 0, losses: 0, longestWin: 0 } : {};
  const side = (of: SideStatistics): SideStatistics => ({ ...of, positions: 0, ...inIndex });
  return {
    ...record,
    cells: isUsual(record) ? 0 : record.cells,
    red: side(record.red),
    black: side(record.black),
    orders: JSON.stringify(record.orders) === JSON.stringify(orderOfSides(record)) ? [] : record.orders,
  };
}

/** @param entry of the index, where that has it */
function whole(record: AtlasRecord, entry: AtlasEntry | undefined): AtlasRecord {
  const side = (turn: Colour): SideStatistics => {
    const stored = record[turn];
    const [wins, draws, losses] = entry?.[turn] ?? [stored.wins, stored.draws, stored.losses];
    const longestWin = entry?.longestWin[turn] ?? stored.longestWin;
    return { ...stored, positions: wins + draws + losses, wins, draws, losses, longestWin };
  };
  const full = { ...record, cells: entry?.cells ?? record.cells, red: side("red"), black: side("black") };
  return full.orders.length > 0 ? full : { ...full, orders: orderOfSides(full) };
}

/** The orders of an endgame that has order 0 alone, and whose longest wins and losses are those that the figures of its sides name. */
function orderOfSides({ red, black }: Pick<AtlasRecord, Colour>): AtlasRecord["orders"] {
  const figures = ({ wins, losses, longestWin, longestLoss }: SideStatistics) => ({
    wins,
    losses,
    longestWin,
    longestLoss,
  });
  const longest = ({ longestWinFen, longestLossFen }: SideStatistics): Longest => ({
    winFen: longestWinFen,
    lossFen: longestLossFen,
  });
  return [
    {
      order: 0,
      kind: "conversion",
      red: figures(red),
      black: figures(black),
      longest: { red: longest(red), black: longest(black) },
    },
  ];
}

/** One for each set of attacking men: `KRKN.json` is for KRKN with any defending men. */
function detailsFile({ red, black }: Endgame): string {
  const armed = [red, black].map((men) => {
    const attacking: Record<string, number> = {};
    for (const role of attackingMen(men)) attacking[role] = (attacking[role] ?? 0) + 1;
    return attacking;
  });
  return `${canonicalEndgame(makeEndgame(armed[0]!, armed[1]!)).endgame.name}.json`;
}

function rowOf({ endgame, cells, red, black, orders, survey }: AtlasRecord): Row {
  const { both, red: ofRed, black: ofBlack } = survey.zugzwangs;
  return [
    endgame,
    cells,
    red.wins,
    red.draws,
    red.losses,
    black.wins,
    black.draws,
    black.losses,
    red.longestWin,
    black.longestWin,
    Math.max(...orders.map(({ order }) => order)),
    both + ofRed + ofBlack,
    survey.onlyWinningMoves.red + survey.onlyWinningMoves.black,
  ];
}

function entryOf(row: Row): AtlasEntry {
  const [endgame, cells, redWins, redDraws, redLosses, blackWins, blackDraws, blackLosses, ...figures] = row;
  const [red, black, highestOrder, zugzwangs, onlyWinningMoves] = figures;
  return {
    endgame,
    cells,
    red: [redWins, redDraws, redLosses],
    black: [blackWins, blackDraws, blackLosses],
    longestWin: { red, black },
    highestOrder,
    zugzwangs,
    onlyWinningMoves,
  };
}

function parse<T extends { readonly kind: string; readonly version: number }>(text: string, file: string): T {
  let read: T | null = null;
  try {
    read = JSON.parse(text) as T | null;
  } catch {
    // told below
  }
  if (read?.kind !== KIND) throw otherAtlas(file, "it is no file of an atlas, or damaged");
  if (read.version !== VERSION)
    throw otherAtlas(file, `it has version ${String(read.version)}, this program knows ${VERSION}`);
  return read;
}

function otherAtlas(file: string, why: string): InputError {
  return new InputError("other-atlas", `the atlas cannot be used: ${file}: ${why}`);
}

/* JSON of many objects alike, with the names of their members written once: a seventh smaller when it is compressed. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface Packed {
  /** The names of an object's members, of each kind of object. */
  readonly shapes: readonly (readonly string[])[];
  /** An object is a list: the number of its shape and its members' values; a list has -1 before what is in it. */
  readonly values: readonly Json[];
}

const LIST = -1;

/** @param values of what JSON can say; members that are not defined are left out */
export function pack(values: readonly object[]): Packed {
  const shapes: string[][] = [];
  const numbers = new Map<string, number>();
  const packed = (value: Json): Json => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return [LIST, ...(value as Json[]).map(packed)];
    const members = Object.entries(value as Record<string, Json | undefined>).filter(([, of]) => of !== undefined);
    const names = members.map(([name]) => name);
    const key = JSON.stringify(names);
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = shapes.length));
      shapes.push(names);
    }
    return [number, ...members.map(([, of]) => packed(of!))];
  };
  return { values: values.map((value) => packed(value as Json)), shapes };
}

export function unpack({ shapes, values }: Packed): Json[] {
  const unpacked = (value: Json): Json => {
    if (!Array.isArray(value)) return value;
    const [number, ...members] = value as [number, ...Json[]];
    if (number === LIST) return members.map(unpacked);
    return Object.fromEntries(shapes[number]!.map((name, i) => [name, unpacked(members[i]!)]));
  };
  return values.map(unpacked);
}
