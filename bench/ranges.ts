/**
 * How many ranges, and how many bytes, a probe of tables on a web host takes:
 * `node bench/ranges.ts <data folder> [ENDGAME ...]`.
 */
import { open } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseEndgame } from "../src/endgame/endgame.ts";
import { DEFAULT_COLLECTION } from "../src/table/catalog/catalog.ts";
import { httpCatalog } from "../src/table/catalog/http-catalog.ts";
import { valueOf } from "../src/query/lookup.ts";
import { NODE_CODECS } from "../src/table/node/codecs.ts";
import { FolderCatalog } from "../src/table/node/folder-catalog.ts";
import { probe } from "../src/query/probe.ts";
import { samplePosition } from "../src/query/sample.ts";
import type { LegalPosition } from "../src/xiangqi/position.ts";

const SAMPLES = 200;
const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error("which data folder?");
const data = new FolderCatalog(folder);

interface Count {
  readonly ranges: number;
  readonly bytes: number;
  readonly largest: number;
}

/** Ranges that `ask` takes. */
async function count(fetches: number[], ask: () => Promise<unknown>): Promise<Count> {
  fetches.length = 0;
  await ask();
  return {
    ranges: fetches.length,
    bytes: fetches.reduce((sum, bytes) => sum + bytes, 0),
    largest: Math.max(0, ...fetches),
  };
}

function catalogOf(fetches: number[]) {
  const fetchFile = async (url: string, { headers }: { headers: { range: string } }): Promise<Response> => {
    const file = await open(fileURLToPath(url)).catch(() => null);
    if (file === null) return new Response(null, { status: 404 });
    const { size } = await file.stat();
    const [first, last] = /(\d+)-(\d+)/.exec(headers.range)!.slice(1).map(Number);
    const bytes = new Uint8Array(Math.min(last! + 1, size) - first!);
    await file.read(bytes, 0, bytes.length, first);
    await file.close();
    fetches.push(bytes.length);
    const range = `bytes ${first}-${first! + bytes.length - 1}/${size}`;
    return new Response(bytes, { status: 206, headers: { "content-range": range } });
  };
  const url = pathToFileURL(folder!).href;
  return httpCatalog(url, DEFAULT_COLLECTION, { codecs: NODE_CODECS, fetch: fetchFile as unknown as typeof fetch });
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

function describe(what: string, counts: readonly Count[]): string {
  const ranges = counts.map((each) => each.ranges);
  const kib = counts.map(({ bytes }) => bytes / 1024);
  const largest = Math.max(...counts.map((each) => each.largest));
  const size = `${median(kib).toFixed(0)} KiB (most ${Math.max(...kib).toFixed(0)})`;
  return `  ${what.padEnd(34)} ranges ${median(ranges)} (most ${Math.max(...ranges)}), ${size}, largest range ${largest} bytes`;
}

for (const name of names.length > 0 ? names : (await data.list()).tables.map(({ endgame }) => endgame)) {
  const positions: LegalPosition[] = [];
  while (positions.length < SAMPLES) positions.push((await samplePosition(parseEndgame(name), {}, data))!.position);
  const [single, all, warm, next]: Count[][] = [[], [], [], []];
  for (const [i, position] of positions.entries()) {
    const fetches: number[] = [];
    const alone = catalogOf(fetches);
    single!.push(await count(fetches, () => valueOf(position, alone)));
    const tables = catalogOf(fetches);
    all!.push(await count(fetches, () => probe(position, tables)));
    warm!.push(await count(fetches, () => probe(position, tables)));
    next!.push(await count(fetches, () => probe(positions[(i + 1) % SAMPLES]!, tables)));
  }
  console.log(name);
  console.log(describe("a value, nothing cached", single!));
  console.log(describe("value and all moves, nothing cached", all!));
  console.log(describe("another position, headers cached", next!));
  console.log(describe("the same position again", warm!));
}
await data.close();
