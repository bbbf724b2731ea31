/**
 * Rewrites tables of a data folder as small as they get, without solving: the same values, differently stored. A table is
 * replaced only when the content sum of what was written is that of what was read, so its proof carries over.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { arrange, arrangedContent } from "../../table/write/arrange.ts";
import { COLLECTIONS, collectionPath } from "../../table/catalog/catalog.ts";
import { markIllegal } from "../../table/rows/derived.ts";
import type { TableContent } from "../../table/write/encode.ts";
import { DamagedTableError } from "../../table/format/errors.ts";
import type { TableInfo, Codes } from "../../table/format/header.ts";
import { NODE_CODECS } from "../../table/node/codecs.ts";
import { openFile } from "../../table/node/file-source.ts";
import { FolderCatalog, type CatalogEntry, type StrayFile } from "../../table/node/folder-catalog.ts";
import { readKnown, removeSum, renewProof, stampAt, writeProof } from "../../table/node/record-file.ts";
import { writeTable } from "../../table/node/writer.ts";
import { LegalRows } from "../../table/rows/legal-rows.ts";
import { newCodes } from "../../table/rows/quiet-rows.ts";
import { openTable, type Table } from "../../table/read/table.ts";
import { fileOrder } from "../../endgame/file-order.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { sumOfTable } from "./content-sum.ts";
import { SourceError } from "../../base/errors.ts";

export interface CompressOptions {
  readonly folder: string;
  readonly threads?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: CompressEvent) => void;
}

export type CompressEvent =
  | { readonly kind: "plan"; readonly tables: number; readonly present: number }
  | { readonly kind: "start"; readonly table: string }
  | { readonly kind: "compressed"; readonly table: CompressedTable };

export interface CompressedTable {
  /** Such as `asian/dtc/KRKN`. */
  readonly table: string;
  readonly path: string;
  readonly bytesBefore: number;
  readonly bytes: number;
  /** Its proof counts for the new file as well. */
  readonly proven: boolean;
}

export interface CompressReport {
  readonly compressed: readonly CompressedTable[];
  /** Tables that were as small as they get already. */
  readonly present: number;
  /** Files that cannot be read. They stay as they are. */
  readonly strays: readonly StrayFile[];
}

const newHash = () => createHash("sha256");

/**
 * Rewrites what was not made as small as it gets, those first that others were built from. Interrupting it loses at most the table in work;
 * the next time goes on behind it.
 * @throws InputError `disk-full`, DamagedTableError, `signal.reason` when aborted
 */
export async function compressFolder(options: CompressOptions): Promise<CompressReport> {
  const { folder, signal, onEvent } = options;
  const strays: StrayFile[] = [];
  const compressed: CompressedTable[] = [];
  let present = 0;
  const plan: { readonly catalog: FolderCatalog; readonly entry: CatalogEntry }[] = [];
  const catalogs = COLLECTIONS.map((collection) => new FolderCatalog(folder, collection));
  try {
    for (const catalog of catalogs) {
      const listing = await catalog.list();
      strays.push(...listing.strays);
      // Fewer men first: a capture leads to a shorter name.
      const bySize = listing.tables.toSorted((a, b) => a.endgame.length - b.endgame.length);
      for (const entry of bySize) {
        if (entry.header.info.small) present++;
        else plan.push({ catalog, entry });
      }
    }
    onEvent?.({ kind: "plan", tables: plan.length, present });
    for (const { catalog, entry } of plan) {
      signal?.throwIfAborted();
      onEvent?.({ kind: "start", table: `${collectionPath(catalog)}/${entry.endgame}` });
      try {
        const table = await compressOne(catalog, entry, options);
        compressed.push(table);
        onEvent?.({ kind: "compressed", table });
      } catch (error) {
        // One that was removed meanwhile is no reason to leave the others as they are.
        if (!(error instanceof SourceError && error.problem === "not-found")) throw error;
        strays.push({ path: entry.path, problem: error.message });
      }
    }
    return { compressed, present, strays };
  } finally {
    await Promise.all(catalogs.map((catalog) => catalog.close()));
  }
}

async function compressOne(
  catalog: FolderCatalog,
  { endgame, path, bytes }: CatalogEntry,
  { threads, signal }: CompressOptions,
): Promise<CompressedTable> {
  const stamp = await stampAt(path);
  const table = await openTable(await openFile(path), NODE_CODECS);
  try {
    await table.verifyChecksums(newHash);
    const { header } = table;
    await renewProof(path, header, stamp); // its bytes were compared just now
    const { sum: known, verified: proof } = await readKnown(path, header);
    const sum = known?.sum ?? (await sumOfTable(table, newHash, { signal }));
    const inputs = await Promise.all(header.info.inputs.map((input) => presentInput(catalog, input)));
    const content = await rewrittenContent(table, {
      ...header.info,
      inputs,
      contentSum: sum,
      upgradedFrom: header.sha256,
      small: true,
    });
    const check = async (written: string): Promise<void> => {
      const copy = await openTable(await openFile(written), NODE_CODECS);
      try {
        const found = await sumOfTable(copy, newHash, { signal });
        if (found === sum) return;
        if (known?.stated && found === (await sumOfTable(table, newHash, { signal }))) {
          throw new DamagedTableError(path, `its content sum is ${found} instead of ${sum}, which it states`);
        }
        throw new Error(`${endgame}: the values that were written are not those that were read`);
      } finally {
        await copy.close();
      }
    };
    const written = await writeTable(path, content, { effort: "small", threads, signal, check });
    const { sha256 } = written.header;
    await removeSum(path);
    if (proof !== null) {
      const renamed = await Promise.all(proof.inputs.map((input) => presentInput(catalog, input)));
      const rewritten = { ...proof, sha256, inputs: renamed, checked: new Date().toISOString() };
      await writeProof(path, rewritten, await stampAt(path));
    }
    return {
      table: join(collectionPath(catalog), endgame),
      path,
      bytesBefore: bytes,
      bytes: written.fileBytes,
      proven: proof !== null,
    };
  } finally {
    await table.close();
  }
}

type Input = TableInfo["inputs"][number];

/** The file that was made of an input's, where it is that. */
async function presentInput(catalog: FolderCatalog, input: Input): Promise<Input> {
  catalog.forget(input.name);
  const table = await catalog.open(input.name).catch(() => null);
  const isOf = table?.header.info.upgradedFrom === input.sha256;
  return isOf ? { name: input.name, sha256: table.header.sha256 } : input;
}

/** The content of a table's file, arranged as this program does, whoever has written it. Memory: some five bytes a cell. */
async function rewrittenContent(table: Table, info: TableInfo): Promise<TableContent> {
  const { index } = table;
  const { values, cells } = table.header;
  const histogram = await table.readHistogram();
  const occurring = (turn: Colour) => values.filter((_, code) => histogram[turn][code]! > 0);
  const arrangement = arrange(index, { red: occurring("red"), black: occurring("black") });
  const { lists, bytesPerCode } = arrangement;
  const side = async (turn: Colour): Promise<Codes> => {
    const read = await table.readSide(turn);
    const codeOf = Uint16Array.from(values, (value) => Math.max(0, lists[turn].indexOf(value)));
    const codes = newCodes(bytesPerCode, cells);
    const { cellAt } = fileOrder(index);
    for (let place = 0; place < cells; place++) codes[place] = codeOf[read[cellAt(place)]!]!;
    markIllegal(new LegalRows(index, turn), bytesPerCode, codes, 0, cells);
    return codes;
  };
  const byList = (turn: Colour) => lists[turn].map((value) => histogram[turn][values.indexOf(value)] ?? 0);
  const counted = { red: byList("red"), black: byList("black") };
  return arrangedContent(index, arrangement, info, counted, { red: await side("red"), black: await side("black") });
}
