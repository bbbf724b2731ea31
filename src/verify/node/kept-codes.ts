/** The codes of both sides as a proof by the kernel found them, chunk by chunk, compressed in memory. */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { fileOrder } from "../../endgame/file-order.ts";
import type { EndgameIndex } from "../../endgame/index.ts";
import type { Codes, TableHeader } from "../../table/header.ts";
import { toIndexOrder } from "../../table/places.ts";
import { newCodes } from "../../table/quiet-rows.ts";
import type { Value } from "../../table/value.ts";
import { COLOURS, type Colour } from "../../xiangqi/pieces.ts";
import { chunkAt, type Chunk } from "../chunks.ts";
import { ILLEGAL, RARE } from "../kernel/assembly/layout.ts";
import { NumberList } from "../perpetuals/numbers.ts";
import type { Stored } from "../perpetuals/position-graph.ts";
import type { ProofLayout } from "../proof-layout.ts";

/** What is kept lies side by side, lest it scatter among all that comes and goes meanwhile. */
const SLAB_BYTES = 2 ** 24;

const QUICKLY = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The numbers of values (../numbering.ts), a byte each, and those of the rare ones with their places in the chunk. */
interface KeptChunk {
  readonly bytes: Uint8Array;
  readonly rarePlaces: Uint32Array;
  readonly rareNumbers: Uint16Array;
}

export class KeptCodes implements Stored {
  readonly index: EndgameIndex;
  readonly #lists: TableHeader["lists"];
  readonly #chunks: readonly Chunk[];
  readonly #bytesPerCode: 1 | 2;
  readonly #numberings: ProofLayout["numberings"];
  /** By side and number the code; that of illegal cells is one too large. */
  readonly #codes: Readonly<Record<Colour, Uint16Array>>;
  readonly #kept: Readonly<Record<Colour, KeptChunk[]>> = { red: [], black: [] };
  #slab = new Uint8Array();
  #slabUsed = 0;

  constructor({ header: { lists }, wide, numberings }: ProofLayout, index: EndgameIndex, chunks: readonly Chunk[]) {
    this.index = index;
    this.#lists = lists;
    this.#chunks = chunks;
    this.#bytesPerCode = wide ? 2 : 1;
    this.#numberings = numberings;
    this.#codes = { red: new Uint16Array(65_536), black: new Uint16Array(65_536) };
    for (const turn of COLOURS) {
      const codes = this.#codes[turn];
      lists[turn].forEach((_, code) => (codes[numberings[turn].numbers[code]!] = code));
      codes[ILLEGAL] = lists[turn].length;
    }
  }

  /** Keeps the codes of a chunk, by the list of its side and in the order of the file. */
  put(turn: Colour, { number }: Chunk, codes: Codes): void {
    const { numbers } = this.#numberings[turn];
    const bytes = new Uint8Array(codes.length);
    const rarePlaces = new NumberList(Uint32Array);
    const rareNumbers = new NumberList(Uint16Array);
    for (let i = 0; i < codes.length; i++) {
      const each = numbers[codes[i]!]!;
      bytes[i] = each <= ILLEGAL ? each : RARE;
      if (each <= ILLEGAL) continue;
      rarePlaces.push(i);
      rareNumbers.push(each);
    }
    this.#kept[turn][number] = {
      bytes: this.#place(zstdCompressSync(bytes, QUICKLY)),
      rarePlaces: rarePlaces.toArray(),
      rareNumbers: rareNumbers.toArray(),
    };
  }

  #place(bytes: Uint8Array): Uint8Array {
    if (this.#slabUsed + bytes.length > this.#slab.length) {
      this.#slab = new Uint8Array(Math.max(SLAB_BYTES, bytes.length));
      this.#slabUsed = 0;
    }
    const place = this.#slab.subarray(this.#slabUsed, (this.#slabUsed += bytes.length));
    place.set(bytes);
    return place;
  }

  read(turn: Colour, { number, count }: Chunk): Codes {
    const { bytes, rarePlaces, rareNumbers } = this.#kept[turn][number]!;
    const numbers = zstdDecompressSync(bytes);
    const codeOf = this.#codes[turn];
    const codes = newCodes(this.#bytesPerCode, count);
    for (let i = 0; i < count; i++) codes[i] = codeOf[numbers[i]!]!;
    rarePlaces.forEach((place, i) => (codes[place] = codeOf[rareNumbers[i]!]!));
    return codes;
  }

  /** All codes of a side by cell. */
  readSide(turn: Colour): Codes {
    const codes = newCodes(this.#bytesPerCode, this.index.cells);
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
