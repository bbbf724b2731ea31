/** The codes of both sides as a proof by the kernel found them, chunk by chunk, compressed in memory. */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { fileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Codes, TableHeader } from "../../table/header.ts";
import { toIndexOrder } from "../../table/places.ts";
import { newCodes } from "../../table/quiet-rows.ts";
import type { Value } from "../../table/value.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import { chunkAt, type Chunk } from "../chunks.ts";
import type { Stored } from "../perpetuals/position-graph.ts";

const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export class KeptCodes implements Stored {
  readonly index: EndgameIndex;
  readonly #lists: TableHeader["lists"];
  readonly #chunks: readonly Chunk[];
  readonly #wide: boolean;
  readonly #kept: Readonly<Record<Colour, Uint8Array[]>> = { red: [], black: [] };

  constructor({ lists }: TableHeader, index: EndgameIndex, chunks: readonly Chunk[], wide: boolean) {
    this.index = index;
    this.#lists = lists;
    this.#chunks = chunks;
    this.#wide = wide;
  }

  /** Keeps the codes of a chunk, by the list of its side and in the order of the file. */
  put(turn: Colour, { number }: Chunk, codes: Codes): void {
    const copy = codes.slice();
    this.#kept[turn][number] = zstdCompressSync(new Uint8Array(copy.buffer), QUICKLY);
  }

  read(turn: Colour, { number }: Chunk): Codes {
    const bytes = new Uint8Array(zstdDecompressSync(this.#kept[turn][number]!));
    return this.#wide ? new Uint16Array(bytes.buffer) : bytes;
  }

  /** All codes of a side by cell. */
  readSide(turn: Colour): Codes {
    const codes = newCodes(this.#wide ? 2 : 1, this.index.cells);
    for (const chunk of this.#chunks) toIndexOrder(this.index, chunk.first, this.read(turn, chunk), codes);
    return codes;
  }

  /** Slow: decompresses a chunk each time. */
  valueAt(turn: Colour, cell: number): Value {
    const place = fileOrder(this.index).placeOf(cell);
    const chunk = this.#chunks[chunkAt(this.#chunks, place)]!;
    return this.#lists[turn][this.read(turn, chunk)[place - chunk.first]!]!;
  }
}
