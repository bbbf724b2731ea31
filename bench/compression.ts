/** Sizes of whole files and what compressing them takes, by effort: docs/decisions/0008-table-format-2.md. */
import { contentOf } from "../src/solve/planes.ts";
import type { Solution } from "../src/solve/kernel.ts";
import type { Codec, Effort } from "../src/table/codec.ts";
import { encodeTable } from "../src/table/encode.ts";
import type { TableInfo } from "../src/table/header.ts";
import { zstdCodec } from "../src/table/node/codecs.ts";
import { memoryOutput } from "../src/table/output.ts";
import { sha256 } from "../src/table/sha256.ts";
import { short, type Section } from "./report.ts";
import { solveClosure } from "./solve-once.ts";

const ENDGAMES = ["KRKAABB", "KCPKAA", "KRKN", "KNPKAABB"];
const EFFORTS = ["fast", "small"] as const satisfies readonly Effort[];

export async function benchCompression(log: (line: string) => void): Promise<Section> {
  const rows: string[][] = [];
  for (const name of ENDGAMES) {
    log(`compressing ${name}`);
    let solution: Solution | undefined;
    await solveClosure(name, 1, (solved) => (solution = solved));
    const results: string[] = [];
    for (const effort of EFFORTS) {
      const { bits, megabytes } = await written(name, solution!, effort);
      results.push(`${bits.toFixed(3)} (${short(megabytes)})`);
    }
    rows.push([name, ...results]);
  }
  return {
    title: "Compression",
    about:
      "Bits of the whole file for each legal position, both sides together, and in brackets the MB/s at which one thread " +
      "compresses its blocks.",
    columns: ["endgame", "as built", "to be published"],
    rows,
  };
}

async function written(name: string, solution: Solution, effort: Effort) {
  const { statistics, content } = contentOf(solution);
  const info: TableInfo = {
    endgame: name,
    metric: "dtc",
    rules: "none",
    switches: {},
    orderForm: null,
    ...statistics,
    builder: { name: "bench", version: "1" },
    inputs: [],
  };
  let bytes = 0;
  let milliseconds = 0;
  const codec: Codec = {
    ...zstdCodec,
    async compress(raw) {
      const started = performance.now();
      const stored = await zstdCodec.compress!(raw, effort);
      milliseconds += performance.now() - started;
      bytes += raw.length;
      return stored;
    },
  };
  const { bitsPerPosition } = await encodeTable(memoryOutput(), content(info), {
    codec,
    newHash: sha256,
    threads: 1,
    effort,
  });
  return { bits: bitsPerPosition, megabytes: bytes / 1e3 / milliseconds };
}
