/** `canju dump`: the positions of an endgame with their values, for programs that learn or count. */
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { basename, dirname } from "node:path";
import { Option, type Command } from "commander";
import { discard, disk, explainWriteError, withFile, writeAll } from "../../base/node/disk.ts";
import { removeLeftovers, unfinishedPath } from "../../base/node/unfinished.ts";
import { InputError } from "../../base/errors.ts";
import { canonicalEndgame, parseEndgame } from "../../endgame/endgame.ts";
import { positionRows, type PositionRows } from "../../query/rows.ts";
import { openOrMissing } from "../../table/catalog/catalog.ts";
import type { Table } from "../../table/read/table.ts";
import { distanceOf, isDependent, isDraw, isLoss, orderOf } from "../../table/value.ts";
import { formatFen } from "../../xiangqi/fen.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { SQUARES } from "../../xiangqi/squares.ts";
import { interruptible } from "./errors.ts";
import { addTableOptions, checkFilePlace, wholeNumber, type TableOptions } from "./options.ts";
import { formatCount, formatSeconds } from "./output.ts";
import { ProgressLine } from "./progress.ts";
import { withTables } from "./tables.ts";

interface DumpOptions extends TableOptions {
  readonly npy?: string;
  readonly csv?: true | string;
  readonly jsonl?: true | string;
  readonly rows: number;
  readonly all?: true;
  readonly turn?: "w" | "b";
}

const MILLION = 1_000_000;

export function registerDump(program: Command): void {
  const command = program
    .command("dump")
    .description("write the positions of an endgame with outcome, order and distance: the first million, or all")
    .argument("<endgame>", "such as KRKN")
    .addOption(new Option("--npy <file>", "an array of numpy: docs/guides/clients.md").conflicts(["csv", "jsonl"]))
    .addOption(new Option("--csv [file]", "lines of text; to stdout unless a file is named").conflicts("jsonl"))
    .option("--jsonl [file]", "an object on each line")
    .addOption(new Option("--rows <count>", "at most so many").default(MILLION).argParser(wholeNumber(1, 2 ** 40)))
    .addOption(new Option("--all", "all of them: of mirror images one, first those with Red to move").conflicts("rows"))
    .addOption(new Option("--turn <side>", "only those with this side to move").choices(["w", "b"]));
  addTableOptions(command).action((name: string, options: DumpOptions) => dump(name, options));
}

/** Where rows go. */
interface RowWriter {
  write(rows: PositionRows, count: number, turn: Colour): Promise<void>;
  /** All are there. */
  end(): Promise<void>;
  /** They will not be. */
  discard(): Promise<void>;
}

async function dump(name: string, options: DumpOptions): Promise<void> {
  const { npy, csv, jsonl, json } = options;
  if (json) throw new InputError("bad-arguments", "a dump has --jsonl, not --json");
  const { endgame, swapped } = canonicalEndgame(parseEndgame(name));
  if (swapped) throw new InputError("bad-endgame", `in tables the stronger side is Red: canju dump ${endgame.name}`);
  if (npy === undefined && csv === undefined && jsonl === undefined)
    throw new InputError("bad-command", "say in which form: --npy FILE, --csv or --jsonl");
  if (npy !== undefined) await checkFilePlace(npy);
  const limit = options.all ? Infinity : options.rows;
  const turns = COLOURS.filter((turn) => options.turn === undefined || (turn === "red") === (options.turn === "w"));
  const progress = new ProgressLine();
  const started = performance.now();
  await interruptible(
    (signal) =>
      withTables(options, async (catalog) => {
        const table = await openOrMissing(catalog, endgame.name);
        const writer =
          npy !== undefined ? await NpyWriter.open(npy) : await textWriter(csv ?? jsonl!, csv === undefined);
        let rows = 0;
        try {
          rows = await writeRows(table, turns, limit, writer, (done, turn) => {
            signal.throwIfAborted();
            progress.update(() => `${endgame.name}  ${turn} to move  ${formatCount(done)} positions`);
          });
          await writer.end();
        } catch (error) {
          await writer.discard();
          throw error;
        }
        const seconds = formatSeconds((performance.now() - started) / 1000);
        progress.note(`${formatCount(rows)} positions of ${endgame.name} in ${seconds}`);
      }),
    () => progress.note("stopping ..."),
  ).finally(() => progress.clear());
}

async function writeRows(
  table: Table,
  turns: readonly Colour[],
  limit: number,
  writer: RowWriter,
  onRows: (done: number, turn: Colour) => void,
): Promise<number> {
  let done = 0;
  for (const turn of turns) {
    for await (const rows of positionRows(table, turn)) {
      const count = Math.min(rows.count, limit - done);
      await writer.write(rows, count, turn);
      done += count;
      onRows(done, turn);
      if (done === limit) return done;
    }
  }
  return done;
}

/** 1, 0, -1 for the side to move, order and distance: those of a draw are 0; whether it depends on a reading of the rules. */
function figuresOf(value: number): readonly [outcome: number, order: number, distance: number, depends: boolean] {
  if (isDraw(value)) return [0, 0, 0, isDependent(value)];
  return [isLoss(value) ? -1 : 1, orderOf(value), distanceOf(value), isDependent(value)];
}

/** Men as include/canju.h numbers them, by ours: K A B R N C P are its 7 5 6 1 2 3 4, and Black's 8 more as well. */
const MEN = Uint8Array.from({ length: 16 }, (_, piece) => [0, 7, 5, 6, 1, 2, 3, 4][piece & 7]! + (piece & 8));

const ROW_BYTES = SQUARES + 7;
const HEAD_BYTES = 256;

/** Numpy's own format (NEP 1), version 1.0: a head that says how many records of which fields come. */
class NpyWriter implements RowWriter {
  readonly #path: string;
  readonly #temporary: string;
  readonly #stream: WriteStream;
  #rows = 0;

  private constructor(path: string, temporary: string, stream: WriteStream) {
    this.#path = path;
    this.#temporary = temporary;
    this.#stream = stream;
  }

  static async open(path: string): Promise<NpyWriter> {
    const temporary = unfinishedPath(path);
    return new NpyWriter(path, temporary, await openStream(temporary, path, HEAD_BYTES));
  }

  async write({ boards, values }: PositionRows, count: number, turn: Colour): Promise<void> {
    const bytes = Buffer.alloc(count * ROW_BYTES);
    for (let row = 0, at = 0, from = 0; row < count; row++) {
      for (let square = 0; square < SQUARES; square++) bytes[at++] = MEN[boards[from++]!]!;
      const [outcome, order, distance, depends] = figuresOf(values[row]!);
      bytes[at++] = turn === "red" ? 1 : 0;
      at = bytes.writeInt8(outcome, at);
      bytes[at++] = depends ? 1 : 0;
      at = bytes.writeUInt16LE(order, at);
      at = bytes.writeUInt16LE(distance, at);
    }
    this.#rows += count;
    await send(this.#stream, bytes, this.#path);
  }

  async end(): Promise<void> {
    try {
      await close(this.#stream);
      await withFile(this.#temporary, "r+", (file) => writeAll(file, npyHead(this.#rows), 0));
      await disk.rename(this.#temporary, this.#path);
    } catch (error) {
      throw explainWriteError(error, this.#path);
    }
  }

  async discard(): Promise<void> {
    this.#stream.destroy();
    await discard(this.#temporary);
  }
}

function npyHead(rows: number): Buffer {
  const fields = [
    ["board", `'|u1', (${SQUARES},)`],
    ["red_to_move", "'|u1'"],
    ["outcome", "'|i1'"],
    ["depends", "'|u1'"],
    ["order", "'<u2'"],
    ["distance", "'<u2'"],
  ].map(([name, type]) => `('${name}', ${type})`);
  const text = `{'descr': [${fields.join(", ")}], 'fortran_order': False, 'shape': (${rows},), }`;
  const head = Buffer.alloc(HEAD_BYTES, " ");
  head.write("\x93NUMPY\x01\x00", "latin1");
  head.writeUInt16LE(HEAD_BYTES - 10, 8);
  head.write(text, 10, "latin1");
  head[HEAD_BYTES - 1] = 0x0a;
  return head;
}

/** @param target true: stdout */
async function textWriter(target: true | string, isJson: boolean): Promise<RowWriter> {
  const path = target === true ? "stdout" : target;
  const temporary = target === true ? null : unfinishedPath(target);
  const stream = temporary === null ? process.stdout : await openStream(temporary, path, 0);
  if (!isJson) stream.write("fen,outcome,order,distance,depends\n");
  return {
    async write({ boards, values }, count, turn) {
      const lines: string[] = [];
      for (let row = 0; row < count; row++) {
        const fen = formatFen({ board: boards.subarray(row * SQUARES, (row + 1) * SQUARES), turn });
        const [outcome, order, distance, depends] = figuresOf(values[row]!);
        lines.push(
          isJson
            ? `{"fen":"${fen}","outcome":${outcome},"order":${order},"distance":${distance},"depends":${depends}}\n`
            : `${fen},${outcome},${order},${distance},${depends ? 1 : 0}\n`,
        );
      }
      await send(stream, Buffer.from(lines.join("")), path);
    },
    async end() {
      if (temporary === null) return;
      try {
        await close(stream as WriteStream);
        await disk.rename(temporary, path);
      } catch (error) {
        throw explainWriteError(error, path);
      }
    },
    async discard() {
      if (temporary === null) return;
      (stream as WriteStream).destroy();
      await discard(temporary);
    },
  };
}

async function openStream(temporary: string, path: string, start: number): Promise<WriteStream> {
  await removeLeftovers(dirname(path), basename(path));
  const stream = createWriteStream(temporary, { flags: "wx", start, highWaterMark: 2 ** 20 });
  try {
    await once(stream, "open");
    stream.on("error", () => {}); // it is told of when more is sent
    return stream;
  } catch (error) {
    throw explainWriteError(error, path);
  }
}

/** Waits for a slow disk, or reader. */
async function send(stream: NodeJS.WriteStream | WriteStream, bytes: Uint8Array, path: string): Promise<void> {
  try {
    if (stream.errored) throw stream.errored;
    if (stream.write(bytes)) return;
    await once(stream, "drain");
  } catch (error) {
    throw explainWriteError(error, path);
  }
}

async function close(stream: WriteStream): Promise<void> {
  stream.end();
  await once(stream, "finish");
}
