/** The sample tables of the specification. */
import { readFile } from "node:fs/promises";
import { NODE_CODECS } from "../../src/table/node/codecs.ts";
import { memorySource } from "../../src/table/read/source.ts";
import { openTable, type Table } from "../../src/table/read/table.ts";

const folder = new URL("../../docs/spec/samples/", import.meta.url);

export async function openSample(name: string): Promise<Table> {
  const bytes = new Uint8Array(await readFile(new URL(`${name}.canju`, folder)));
  return openTable(memorySource(bytes), NODE_CODECS);
}
