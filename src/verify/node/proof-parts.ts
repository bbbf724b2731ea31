/**
 * Parts of a proof, which machines do each for itself (kernel-proof.ts): the first half of them compare ranges of the derived
 * side's values, the second half those of the other side, which takes what the first half has found. Whoever does one of
 * the second half, or the proof itself, takes what there is and does the rest, so that parts save time and nothing else: none of
 * them says anything of a table, and what is damaged or belongs to another table or program is as if it were not there.
 *
 * A file of a part is a header, what it belongs to, and a record for each chunk.
 */
import { closeSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { explainWriteError, withFile, writeAll } from "../../table/node/disk.ts";
import { openPlainSync } from "../../table/node/plain-file.ts";
import type { Codes } from "../../table/header.ts";
import type { Colour } from "../../xiangqi/pieces.ts";
import type { CheckedChunk } from "../kernel-checker.ts";
import type { Chunk } from "../chunks.ts";
import { HEAD_BYTES, readAt, recordsIn, withHead } from "./proof-work.ts";

/** The `number`-th of an even number of parts, from 1 on. */
export interface ProofPart {
  readonly number: number;
  readonly of: number;
}

/** What was compared in a chunk, with its suspects as bytes. */
export interface ComparedChunk extends Omit<CheckedChunk, "checking"> {
  readonly crc: number;
  readonly checking: Uint8Array;
  /** How many suspects of chases there are. */
  readonly chases: number;
  readonly chasing: Uint8Array;
  /** What the codes are found to be, in the order of the file. */
  readonly codes: Codes;
}

/** To be raised when anything changes in what records hold, or mean. */
const FORMAT = 1;
/** In front of a compressed record: whose chunk, and which. */
const KEY_BYTES = 5;
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

const headerOf = (identity: object): Buffer => Buffer.from(JSON.stringify({ part: FORMAT, ...identity }));

/** @throws InputError where nothing can be written */
export async function writePart(
  path: string,
  identity: object,
  own: Colour,
  found: Iterable<readonly [Chunk, ComparedChunk]>,
): Promise<void> {
  try {
    await withFile(path, "w", async (file) => {
      let end = 0;
      const write = async (payload: Uint8Array): Promise<void> => {
        const bytes = withHead(payload);
        await writeAll(file, bytes, end);
        end += bytes.length;
      };
      await write(headerOf(identity));
      for (const [{ number }, compared] of found) {
        await write(Buffer.concat([keyOf(own, number), zstdCompressSync(serialize(compared), OPTIONS)]));
      }
      await file.sync();
    });
  } catch (error) {
    throw explainWriteError(error, path);
  }
}

function keyOf(own: Colour, chunk: number): Buffer {
  const key = Buffer.alloc(KEY_BYTES);
  key[0] = own === "red" ? 0 : 1;
  key.writeUInt32LE(chunk, 1);
  return key;
}

/** The parts that there are. */
export class PartFiles {
  /** By side and chunk where its record is. */
  readonly #places = new Map<string, { readonly path: string; readonly at: number; readonly length: number }>();

  /** Reads all of the files once. */
  constructor(paths: readonly string[], identity: object) {
    for (const path of paths) {
      const file = openPlainSync(path);
      try {
        let at = 0;
        for (const payload of recordsIn(file)) {
          if (at === 0 && !payload.equals(headerOf(identity))) break;
          if (at > 0) {
            const key = payload.toString("hex", 0, KEY_BYTES);
            this.#places.set(key, { path, at: at + HEAD_BYTES, length: payload.length });
          }
          at += HEAD_BYTES + payload.length;
        }
      } finally {
        closeSync(file);
      }
    }
  }

  has(own: Colour, { number }: Chunk): boolean {
    return this.#places.has(keyOf(own, number).toString("hex"));
  }

  read(own: Colour, { number }: Chunk): ComparedChunk {
    const { path, at, length } = this.#places.get(keyOf(own, number).toString("hex"))!;
    const payload = Buffer.alloc(length);
    const file = openPlainSync(path);
    try {
      readAt(file, payload, at);
    } finally {
      closeSync(file);
    }
    return deserialize(zstdDecompressSync(payload.subarray(KEY_BYTES))) as ComparedChunk;
  }
}
