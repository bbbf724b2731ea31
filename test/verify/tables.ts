/** Tables built by the product's builder, and copies of them with something wrong. */
import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEndgame } from "../../src/endgame/endgame.ts";
import { endgameIndex } from "../../src/endgame/index.ts";
import { buildClosure, type BuildOptions } from "../../src/solve/node/build.ts";
import { decodeHeader } from "../../src/table/format/format.ts";
import type { TableInfo, Codes, Rules } from "../../src/table/format/header.ts";
import type { Histogram } from "../../src/table/format/histogram.ts";
import { FolderCatalog } from "../../src/table/node/folder-catalog.ts";
import { atEnd } from "../ends.ts";
import { plainContent } from "../table/plain-content.ts";
import { stateOtherSha256 } from "../table/rot.ts";
import { writeTable } from "../../src/table/node/writer.ts";
import { makeValue, type Value, type Metric } from "../../src/table/value.ts";
import type { VerifyReport } from "../../src/verify/report.ts";
import { verifyEndgame, type VerifyOptions } from "../../src/verify/node/verify.ts";
import type { Colour } from "../../src/xiangqi/pieces.ts";
import { isLegalPosition } from "../../src/xiangqi/validate.ts";

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "canju-verify-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder with these endgames and all they need. */
export async function buildTables(metric: Metric, ...names: string[]): Promise<string> {
  return buildTablesUnder({ metric, rules: "none" }, ...names);
}

export async function buildTablesUnder(
  collection: Pick<BuildOptions, "metric" | "rules" | "orders" | "options" | "slices">,
  ...names: string[]
): Promise<string> {
  const folder = await newFolder();
  await buildClosure(names.map(parseEndgame), { ...collection, folder, threads: 1 });
  return folder;
}

export async function copyTables(folder: string): Promise<string> {
  const copy = await newFolder();
  await cp(folder, copy, { recursive: true });
  return copy;
}

export function catalogOf(folder: string, metric: Metric = "dtc"): FolderCatalog {
  const catalog = new FolderCatalog(folder, { rules: "none", metric });
  atEnd(() => catalog.close());
  return catalog;
}

/** Proves a table of a data folder as it is now. */
export function verifyIn(
  folder: string,
  name: string,
  options: Partial<VerifyOptions> & { metric?: Metric } = {},
): Promise<VerifyReport> {
  return verifyEndgame(name, { threads: 1, ...options, provider: catalogOf(folder, options.metric) });
}

/** What a table consists of, to be changed. Codes stand for a draw, then distances from 0: see `codeOf`. */
export interface Draft {
  info: TableInfo;
  histogram: { red: number[]; black: number[] };
  readonly red: Codes;
  readonly black: Codes;
}

/** Replaces a table by a changed one, sound as a file. */
export async function alterTable(
  folder: string,
  name: string,
  change: (draft: Draft) => void,
  options: { metric?: Metric; rules?: Rules; values?: number; contentSum?: string } = {},
): Promise<void> {
  const catalog = new FolderCatalog(folder, { rules: options.rules ?? "none", metric: options.metric ?? "dtc" });
  const table = (await catalog.open(name))!;
  const { info, cells } = table.header;
  const histogram: Histogram = await table.readHistogram();
  const draft: Draft = {
    info,
    histogram: { red: [...histogram.red], black: [...histogram.black] },
    red: await table.readSide("red"),
    black: await table.readSide("black"),
  };
  await catalog.close();
  change(draft);
  const changed = { ...draft.info, contentSum: options.contentSum }; // it may be another
  const values = Array.from({ length: options.values ?? 200 }, (_, code) => (code === 0 ? 0 : makeValue(0, code - 1)));
  await writeTable(
    catalog.pathOf(name),
    plainContent({
      info: changed,
      cells,
      values,
      histogram: draft.histogram,
      codes: (turn, first, count, out) => out.set(draft[turn].subarray(first, first + count)),
    }),
  );
}

/**
 * Replaces a table by one in which some wins of Red take two plies more than they do, sound as a file, that says of itself
 * what the right one says.
 * @param stateSha256 of its bytes as well, which they then do not fit
 * @returns the content sum that it states
 */
export async function forgeTable(
  folder: string,
  name: string,
  { stateSha256 }: { readonly stateSha256: boolean },
): Promise<string> {
  const path = catalogOf(folder).pathOf(name);
  const { sha256, info } = decodeHeader(readFileSync(path), path);
  const later = (code: number, cell: number): number => (code === 2 && cell % 2 === 0 ? 4 : code);
  await alterTable(folder, name, ({ red }) => red.set(red.map(later)), { contentSum: info.contentSum! });
  if (stateSha256) stateOtherSha256(path, sha256);
  return info.contentSum!;
}

/** The code in an altered table of a value. */
export function codeOf(value: Value): number {
  return value;
}

/** Of every `step`th cell those that readers look up, with either side to move. */
export function legalCells(name: string, step = 1): { turn: Colour; cell: number }[] {
  const index = endgameIndex(parseEndgame(name));
  const found: { turn: Colour; cell: number }[] = [];
  for (let cell = 0; cell < index.cells; cell += step) {
    const board = index.boardAt(cell);
    if (board === null || index.indexOf(board) !== cell) continue;
    for (const turn of ["red", "black"] as const) if (isLegalPosition({ board, turn })) found.push({ turn, cell });
  }
  return found;
}
