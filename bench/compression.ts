/**
 * Bits for each legal position by the order of cells and by zstd's level: the reasons for the order in
 * src/endgame/index.ts and for the level in src/table/node/writer.ts (docs/decisions/0003).
 */
import { marksOf, type Plane, type Solution } from "../src/solve/kernel.ts";
import { contentOf } from "../src/solve/planes.ts";
import { zstdCodec } from "../src/table/node/codecs.ts";
import { COLOURS } from "../src/xiangqi/pieces.ts";
import { short, type Section } from "./report.ts";
import { solveClosure } from "./solve-once.ts";

const ENDGAMES = ["KRKAABB", "KCPKAA", "KNPKAABB"];
const LEVELS = [9, 12, 14, 15, 19];
const BLOCK = 65_536;
/** Larger tables are judged by so many blocks of each side, evenly spread. */
const SAMPLE = 64;

type Order = "black formation last" | "inner man last";

export async function benchCompression(log: (line: string) => void): Promise<Section> {
  const rows: string[][] = [];
  for (const name of ENDGAMES) {
    log(`compressing ${name}`);
    let solution: Solution | undefined;
    await solveClosure(name, 1, (solved) => (solution = solved));
    for (const order of ["black formation last", "inner man last"] as const) {
      const results: string[] = [];
      for (const level of LEVELS) {
        const { bits, megabytes } = await compressed(solution!, order, level);
        results.push(`${bits.toFixed(3)} (${short(megabytes)})`);
      }
      rows.push([name, order, ...results]);
    }
  }
  return {
    title: "Compression",
    about:
      "Bits for each legal position, both sides together, and in brackets MB/s of one thread, by the man whose squares " +
      "follow one another in a block, and by zstd's level. Blocks of 64 KiB; " +
      `tables with more than ${SAMPLE} blocks a side are judged by ${SAMPLE} evenly spread ones. Without directory and header.`,
    columns: ["endgame", "what runs fastest", ...LEVELS.map((level) => `level ${level}`)],
    rows,
  };
}

async function compressed(solution: Solution, order: Order, level: number) {
  const { cells } = solution.index;
  const { statistics, codes } = contentOf(solution);
  const blocks = Math.ceil(cells / BLOCK);
  const step = Math.max(1, Math.floor(blocks / SAMPLE));
  let bytes = 0;
  let seen = 0;
  let milliseconds = 0;
  for (const turn of COLOURS) {
    for (let first = 0; first < cells; first += step * BLOCK) {
      const raw = new Uint8Array(Math.min(BLOCK, cells - first));
      if (order === "black formation last") codes(turn, first, raw.length, raw);
      else copyPlane(solution[turn], first, raw);
      const started = performance.now();
      const stored = await zstdCodec.compress!(raw, level);
      milliseconds += performance.now() - started;
      bytes += stored.length;
      seen += raw.length;
    }
  }
  const positions = statistics.red.positions + statistics.black.positions;
  return { bits: (8 * bytes * ((2 * cells) / seen)) / positions, megabytes: seen / 1e3 / milliseconds };
}

/** The codes in the order of the solver's planes; like a table's, illegal cells repeat what is before them. */
function copyPlane(plane: Plane, first: number, out: Uint8Array): void {
  const { unknown, illegal } = marksOf(plane);
  let last = 0;
  for (let i = 0; i < out.length; i++) {
    const value = plane[first + i]!;
    if (value !== illegal) last = value === unknown ? 0 : value + 1;
    out[i] = last;
  }
}
